"""Icons are read as many as there are, in no order, in any lamp, from a face that is nothing but data."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.aligning.print_locations import PrintLocations
from companion.vision.crops import CROP_PX, PrintRegion
from companion.vision.designs.card_design import (
    CATEGORIES,
    NO_GROUND,
    NO_PATCHES,
    NOT_SEEN,
    PATCH_PX,
    CardDesign,
    are_in_one_ink,
    format_design,
    load_design,
    parse_design,
)
from companion.vision.doubts import Cause
from companion.vision.geometry import BgrImage, GrayImage
from companion.vision.networks.inference import ICON_DIMENSIONS
from companion.vision.reading.icons import icon_reader
from companion.vision.reading.icons.color_transfer import estimate_color_transform, transform_design
from companion.vision.reading.icons.filled_places import list_filled
from companion.vision.reading.icons.icon_classifier import classify_icons
from companion.vision.reading.icons.icon_patches import choose_ground, crop_icon_patches, crop_patches, trim_patch
from companion.vision.reading.icons.icon_reader import read_icons
from companion.vision.reading.icons.icon_readings import CodedPlace
from companion.vision.reading.icons.judging.open_set import judge_icons
from companion.vision.readings import SURE
from companion.workflow.decks.game_rules import EX_LIBRIS

GROUND = (170, 205, 225)
COLORS = {
    "C": (160, 90, 40),
    "F": (48, 34, 178),
    "H": (42, 158, 232),
    "M": (52, 92, 140),
    "R": (104, 138, 42),
    "S": (130, 46, 84),
}
HEIGHT = 0.1
PLACES = tuple(tuple((0.86 - 0.17 * k, 0.1) for k in reversed(range(count))) for count in (2, 3, 4))


def draw_card(icons: str, ground: tuple[int, int, int] = GROUND) -> BgrImage:
    """A card whose icons are discs, from the right."""
    width, height = CROP_PX
    card = np.full((height, width, 3), ground, np.uint8)
    for code, (x, y) in zip(icons, PLACES[len(icons) - 2], strict=True):
        cv2.circle(
            card, (round(x * width), round(y * height)), round(HEIGHT * height / 2), COLORS[code], -1, cv2.LINE_AA
        )
        cv2.circle(
            card, (round(x * width), round(y * height)), round(HEIGHT * height / 6), (240, 240, 240), -1, cv2.LINE_AA
        )
    return card


def test_icons_have_a_ground_where_most_of_what_surrounds_them_is_of_one_color() -> None:
    places = PLACES[2]
    lit = [draw_card("CFHM", (level, level, level)) for level in (170, 190, 210)]
    assert choose_ground([(card, places, (0.0, 0.0)) for card in lit], HEIGHT) == (190.0, 190.0, 190.0)
    # Two of four stand on a band, as bright as no shadow makes what is beside it, and two beside it.
    for card in lit:
        card[:, : round(0.6 * card.shape[1])] = card[0, -1] // 3
    assert choose_ground([(card, places, (0.0, 0.0)) for card in lit], HEIGHT) == NO_GROUND


def make_face(ground: tuple[int, int, int] = GROUND) -> CardDesign:
    patches = []
    for code in CATEGORIES:
        card = draw_card(code * 2, ground)
        patches.append([trim_patch(crop_patches(card, PLACES[2], (0.0, 0.0), HEIGHT, ground)[3])])
    bare = trim_patch(crop_patches(draw_card("CC", ground), PLACES[2], (0.0, 0.0), HEIGHT, ground)[0])
    spot = PrintRegion(0.17, 0.08, 0.1, 0.14)
    return CardDesign(
        "test",
        spot,
        spot,
        HEIGHT,
        PLACES,
        np.array(patches),
        bare,
        20.0,
        ground,
        ("A",),
        np.zeros((1, 128), np.float32),
    )


@pytest.fixture(scope="module")
def design() -> CardDesign:
    return make_face()


@pytest.mark.parametrize("icons", ["CF", "SS", "HRM", "MMC", "SRMH", "CCCC", "FHFH"])
@pytest.mark.parametrize(
    "lamp", [(1.0, 1.0, 1.0), (0.5, 0.5, 0.5), (0.75, 0.9, 1.1), (1.1, 0.95, 0.7)], ids=["day", "dusk", "lamp", "sky"]
)
def test_icons_are_read_in_any_lamp(design: CardDesign, icons: str, lamp: tuple[float, float, float]) -> None:
    card = np.clip(draw_card(icons) * np.array(lamp), 0, 255).astype(np.uint8)
    read = classify_icons(crop_icon_patches(card, design, (0.0, 0.0)), design)
    assert read.codes == "".join(sorted(icons, key=CATEGORIES.index))
    assert read.confidence > 0.9


@pytest.mark.parametrize("icons", ["CF", "SS", "HRM", "SRMH"])
@pytest.mark.parametrize("black", [0, 12, 25])
def test_icons_on_a_dark_ground_are_read_whatever_a_camera_makes_of_black(icons: str, black: int) -> None:
    dark = make_face((60, 32, 28))
    card = np.clip(draw_card(icons, (60, 32, 28)) * 1.1 - black, 0, 255).astype(np.uint8)
    read = classify_icons(crop_icon_patches(card, dark, (0.0, 0.0)), dark)
    assert read.codes == "".join(sorted(icons, key=CATEGORIES.index))


@pytest.mark.parametrize(("saturation", "light"), [(1.3, 1.3), (1.4, 1.5), (1.5, 1.5)])
def test_icons_are_read_on_a_ground_that_lost_the_rest_of_a_color(saturation: float, light: float) -> None:
    """Vivid photos of a green card leave no red in its ground, and all of it in what is white."""
    green = (72, 93, 25)
    drawn = draw_card("RFCS", green).astype(float)
    gray = drawn @ np.array([(0.114,), (0.587,), (0.299,)])
    card = np.clip(light * (gray + saturation * (drawn - gray)), 0, 255).astype(np.uint8)
    face = make_face(green)
    read = classify_icons(crop_icon_patches(card, face, (0.0, 0.0)), face)
    assert read.codes == "CFRS"
    assert read.confidence > 0.9


def test_of_a_card_that_is_all_black_patches_are_black(design: CardDesign) -> None:
    width, height = CROP_PX
    patches = crop_icon_patches(np.zeros((height, width, 3), np.uint8), design, (0.0, 0.0))
    assert all(np.abs(patch).max() < 1 for patch in patches.values())


@pytest.mark.parametrize(("plate", "sign"), [(175, 245), (150, 225)])
def test_light_icons_of_a_hard_photo_are_not_burnt_out_with_its_ground(plate: int, sign: int) -> None:
    """Its contrast made the ground darker and the icons lighter: no light does that."""
    width, height = CROP_PX
    card = np.full((height, width, 3), 55, np.uint8)
    (x, y), *_ = PLACES[0]
    middle = round(x * width), round(y * height)
    cv2.circle(card, middle, round(HEIGHT * height / 2), (plate,) * 3, -1, cv2.LINE_AA)
    cv2.circle(card, middle, round(HEIGHT * height / 4), (sign,) * 3, -1, cv2.LINE_AA)
    patch, bare = crop_patches(card, PLACES[0], (0.0, 0.0), HEIGHT, (120.0, 120.0, 120.0))
    seen, wanted = trim_patch(patch)[..., 0], trim_patch(bare)[0, 0, 0]
    assert abs(float(seen[0, 0]) - float(wanted)) < 0.5
    assert float(seen[PATCH_PX // 2, PATCH_PX // 2] - seen[PATCH_PX // 2, PATCH_PX // 2 + 6]) > 5


@pytest.mark.parametrize(
    ("ground", "share", "veil"),
    [((60, 32, 28), 0.7, 60), ((110, 100, 95), 0.4, 130), (GROUND, 0.35, 190)],
    ids=["dark", "gray", "burnt out"],
)
def test_light_that_lies_on_a_card_makes_its_icons_doubtful(
    ground: tuple[int, int, int], share: float, veil: float
) -> None:
    design = make_face(ground)
    cards = [draw_card(icons, ground) for icons in ("CF", "HRM", "SRMH", "SS", "HRM")]
    cards[-1] = np.clip(cards[-1] * share + veil, 0, 255).astype(np.uint8)
    prints = [PrintLocations(design.letter, design.number, (), 1.0, 1.0) for _ in cards]
    read = read_icons(cards, prints, design, EX_LIBRIS)
    assert [one.confidence > 0.9 for one in read.icons] == [True, True, True, True, False]


def test_icons_are_read_where_the_print_of_the_card_lies(design: CardDesign) -> None:
    moved = np.roll(draw_card("HRM"), (6, -9), axis=(0, 1))
    assert classify_icons(crop_icon_patches(moved, design, (-9 / CROP_PX[0], 6 / CROP_PX[1])), design).codes == "HMR"


def test_icons_are_read_in_a_photo_that_is_nearly_gray_and_hazy(design: CardDesign) -> None:
    cards = ["CF", "HRM", "SRMH", "FFC"]
    patches = [crop_icon_patches(make_pale(draw_card(icons)), design, (0.0, 0.0)) for icons in cards]
    shown = [
        several[place]
        for icons, several in zip(cards, patches, strict=True)
        for place in design.icon_places[len(icons) - 2]
    ]
    color_transform = estimate_color_transform(np.array(shown), design)
    assert color_transform is not None
    read = [classify_icons(several, transform_design(design, color_transform)).codes for several in patches]
    assert read == ["".join(sorted(icons, key=CATEGORIES.index)) for icons in cards]


def make_pale(card: BgrImage) -> BgrImage:
    gray = card.mean(axis=2, keepdims=True)
    return np.clip((gray + 0.2 * (card - gray)) * 0.7 + 25, 0, 255).astype(np.uint8)


def test_a_photo_in_the_colors_of_the_face_needs_no_other(design: CardDesign) -> None:
    patches = [
        crop_icon_patches(draw_card(icons), design, (0.0, 0.0))[PLACES[2][3]] for icons in ("CC", "FF", "HH", "MM")
    ]
    assert estimate_color_transform(np.array(patches), design) is None


def hide(from_x: float) -> GrayImage:
    """Return a mask for a card that another covers from a place (share of its width) on."""
    width, height = CROP_PX
    mask = np.zeros((height, width), np.uint8)
    mask[:, round(from_x * width) :] = 255
    return mask


@pytest.mark.parametrize("icons", ["CF", "HRM", "SRMH", "CCCC"])
def test_an_icon_half_beneath_another_card_is_read_by_what_is_seen_of_it(design: CardDesign, icons: str) -> None:
    card, mask = draw_card(icons), hide(0.87)
    card[mask > 0] = COLORS["H"]
    read = classify_icons(crop_icon_patches(card, design, (0.0, 0.0), hidden=mask), design)
    assert read.codes == "".join(sorted(icons, key=CATEGORIES.index))
    assert read.confidence > 0.9


def test_an_icon_wholly_beneath_another_card_is_not_told_from_others(design: CardDesign) -> None:
    card, mask = draw_card("HRM"), hide(0.78)
    card[mask > 0] = COLORS["H"]
    read = classify_icons(crop_icon_patches(card, design, (0.0, 0.0), hidden=mask), design)
    assert set("HR") <= set(read.codes)
    assert read.confidence < 0.5


def test_a_place_out_of_reach_of_what_hides_is_seen_as_it_is(design: CardDesign) -> None:
    card = draw_card("HRM")
    plain, masked = (crop_icon_patches(card, design, (0.0, 0.0), hidden=mask) for mask in (None, hide(0.99)))
    for place, patch in plain.items():
        assert np.array_equal(patch, masked[place])


def test_an_icon_washed_out_by_glare_is_doubtful(design: CardDesign) -> None:
    card = draw_card("HRM")
    cv2.circle(card, (round(0.86 * CROP_PX[0]), round(0.1 * CROP_PX[1])), 40, (255, 255, 255), -1)
    assert classify_icons(crop_icon_patches(card, design, (0.0, 0.0)), design).confidence < 0.9


def test_a_face_outlives_its_file(design: CardDesign, tmp_path) -> None:
    np.savez_compressed(tmp_path / "face.npz", **format_design(design))
    with np.load(tmp_path / "face.npz") as arrays:
        again = parse_design(dict(arrays))
    assert (again.name, again.letter, again.icon_places, again.letters) == (
        design.name,
        design.letter,
        design.icon_places,
        ("A",),
    )
    assert np.abs(again.icon_patches - design.icon_patches).max() < 0.1
    assert classify_icons(crop_icon_patches(draw_card("SRMH"), again, (0.0, 0.0)), again).codes == "HMRS"


def test_icons_of_one_color_are_told_from_those_of_several(design: CardDesign) -> None:
    assert not are_in_one_ink(design)
    gray = design.icon_patches.copy()
    gray[..., 1:] = np.where(gray[..., 1:] < NOT_SEEN / 2, 3.0, gray[..., 1:])
    assert are_in_one_ink(replace(design, icon_patches=gray))
    unseen = np.full_like(gray, NOT_SEEN)
    unseen[0] = gray[0]
    assert not are_in_one_ink(replace(design, icon_patches=unseen))


def test_codes_have_their_say_in_which_icon_there_is_and_none_in_whether(design: CardDesign) -> None:
    patches = crop_icon_patches(draw_card("CF"), design, (0.0, 0.0), [])
    told = np.full(len(CATEGORIES), -5000.0, np.float32)
    told[CATEGORIES.index("H")] = 0.0
    read = classify_icons(patches, design, coded=dict.fromkeys(patches, CodedPlace(told, 1.0)))
    assert read.codes == "HH"
    assert len(read.shown) == len(classify_icons(patches, design).shown)


@pytest.mark.parametrize(("patch_lead", "wrong", "is_doubtful"), [(10.0, 1, True), (30.0, 1, False), (30.0, 2, True)])
def test_an_icon_that_codes_take_for_another_is_doubtful_unless_its_patch_overrules_them(
    design: CardDesign, patch_lead: float, wrong: int, is_doubtful: bool
) -> None:
    # Where codes are wrong of two icons of four, nothing overrules them.
    patches = crop_icon_patches(draw_card("CFHM"), design, (0.0, 0.0), [])
    read = classify_icons(patches, design)
    assert (read.codes, read.confidence >= SURE) == ("CFHM", True)
    kinds = np.arange(len(CATEGORIES))
    shown = tuple(replace(one, by_patch=np.where(kinds == one.category, 0.0, -patch_lead)) for one in read.shown)
    told = [CATEGORIES.index("S") if index < wrong else one.category for index, one in enumerate(shown)]
    coded = {
        one.place: CodedPlace(np.where(kinds == kind, 0.0, -3.0), 0.9) for one, kind in zip(shown, told, strict=True)
    }
    (judged,) = judge_icons([replace(read, shown=shown)], [patches], design, [coded]).icons
    assert (judged.confidence < SURE) == is_doubtful
    assert judged.causes == ((Cause.UNLIKE_KNOWN_ICONS,) if is_doubtful else ())


@pytest.mark.parametrize(("lead", "is_known"), [(9.0, True), (3.0, False)])
def test_an_icon_far_from_its_category_is_sure_only_where_codes_have_no_doubt(
    design: CardDesign, lead: float, is_known: bool
) -> None:
    taught = replace(design, name="taught")
    patches = crop_icon_patches(draw_card("CF"), taught, (0.0, 0.0), [])
    read = classify_icons(patches, taught)
    shown = (replace(read.shown[0], distance=5000.0), *read.shown[1:])
    coded = {
        one.place: CodedPlace(np.where(np.arange(len(CATEGORIES)) == one.category, 0.0, -lead), 0.95) for one in shown
    }
    (judged,) = judge_icons([replace(read, shown=shown)], [patches], taught, [coded]).icons
    assert (judged.codes, judged.confidence >= SURE) == ("CF", is_known)


@pytest.mark.parametrize(("known", "is_right"), [(0.95, True), (0.4, False)])
def test_light_that_makes_colors_those_of_other_categories_is_told_by_codes_that_know_the_icons(
    design: CardDesign, monkeypatch: pytest.MonkeyPatch, known: float, is_right: bool
) -> None:
    cards = ["CF", "HRM", "SRMH", "FFC", "MSC", "HHSF"]
    taught = replace(design, name="taught", icon_codes=np.ones((len(CATEGORIES) + 2, ICON_DIMENSIONS), np.float32))
    patches, detected, told = [], [], []
    for icons in cards:
        several = crop_icon_patches(np.ascontiguousarray(draw_card(icons)[..., [1, 2, 0]]), taught, (0.0, 0.0))
        places = taught.icon_places[len(icons) - 2]
        kinds = dict(zip(places, icons, strict=True))
        chances = {
            place: np.where(np.array([*CATEGORIES]) == kinds.get(place, "C"), 0.0, -9.0).astype(np.float32)
            for place in several
        }
        patches.append(several)
        detected.append(places)
        told.append({place: CodedPlace(chance, known, (0.0, 0.0)) for place, chance in chances.items()})
    monkeypatch.setattr(icon_reader, "weigh_codes", lambda *_: told)
    read = icon_reader.classify_in_light(patches, detected, taught)
    assert (
        [one.codes for one in read.icons] == ["".join(sorted(one, key=CATEGORIES.index)) for one in cards]
    ) == is_right


def test_a_design_with_patches_and_codes_goes_by_both() -> None:
    codes = np.ones((len(CATEGORIES) + 2, ICON_DIMENSIONS), np.float32)
    assert not replace(make_face(), icon_codes=codes).is_coded
    assert replace(make_face(), icon_codes=codes, icon_patches=NO_PATCHES).is_coded
    assert not load_design("default").is_coded
    assert load_design("default").icon_codes.shape == codes.shape


def test_an_icon_fills_the_nearest_place_alone(design: CardDesign) -> None:
    """Where icons are centered and touch, places of another number of them are half an icon beside it."""
    places = [(0.5, 0.6), (0.5, 0.6 + 0.48 * HEIGHT), (0.5, 0.6 + 0.96 * HEIGHT)]
    spots = [(0.51, 0.605), (0.5, 0.6 + 0.94 * HEIGHT), (0.5, 0.1)]
    assert list_filled(places, spots, design) == [places[0], places[2]]


def test_on_pictures_the_picture_around_icons_does_not_make_them_unlike(design: CardDesign) -> None:
    card, other = draw_card("CF"), draw_card("CF")
    patches = crop_icon_patches(card, design, (0.0, 0.0))
    strange = {place: patch.copy() for place, patch in crop_icon_patches(other, design, (0.0, 0.0)).items()}
    around = np.hypot(*np.mgrid[-11.5:12, -11.5:12]) > 7
    for patch in strange.values():
        patch[around] += 60
    usual, narrow = design, replace(design, icon_reach=0.3)
    far = [
        classify_icons(seen, one).strangeness - classify_icons(patches, one).strangeness
        for seen, one in ((strange, usual), (strange, narrow))
    ]
    assert far[1] < far[0] / 4


def test_what_was_detected_tells_an_icon_from_a_bare_place_that_looks_like_it(design: CardDesign) -> None:
    """Of the program's own design looks tell, and where nothing was detected at all."""
    bare, shown = min(design.every_icon_place), list(design.icon_places[1])
    patches = crop_icon_patches(draw_card("FHS"), design, (0.0, 0.0))
    margin = (len(patches[bare]) - len(design.bare_patch)) // 2
    patches[bare] = np.pad(design.bare_patch, ((margin, margin), (margin, margin), (0, 0)), mode="edge")
    pale = replace(design, icon_patches=design.icon_patches.copy())
    pale.icon_patches[0] = design.bare_patch
    assert classify_icons(patches, pale, detected=shown).codes == "FHS"
    for one, detected in ((pale, []), (replace(pale, name="default"), shown)):
        assert classify_icons(patches, one, detected=detected).confidence < 0.9


def test_where_a_bare_place_shows_pictures_what_was_detected_tells_whether_there_is_an_icon(design: CardDesign) -> None:
    bare = min(design.every_icon_place)
    card = draw_card("CFH")
    patches = crop_icon_patches(card, design, (0.0, 0.0))
    patches[bare] = np.full_like(patches[bare], 70.0)
    pictured = replace(design, pictured_places=(bare,))
    shown = list(design.icon_places[1])
    assert classify_icons(patches, design, detected=shown).confidence < 0.9
    read = classify_icons(patches, pictured, detected=shown)
    assert (read.codes, read.bare_distance) == ("CFH", 0.0)
    assert read.confidence > 0.9
