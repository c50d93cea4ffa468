"""Icons are read as many as there are, in no order, in any lamp, from a face that is nothing but data."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.aligning.prints import Prints
from companion.vision.cutouts import CUT_PX, Spot
from companion.vision.face import CATEGORIES, Face, format_face, parse_face
from companion.vision.geometry import BgrImage, GrayImage
from companion.vision.reading.icons import cut_icons, cut_patches, decide_icons, trim_patch
from companion.vision.reading.shelf_icons import read_all_icons
from companion.vision.reading.tints import find_tint, tint_face

GROUND = (170, 205, 225)
COLOURS = {
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
    width, height = CUT_PX
    card = np.full((height, width, 3), ground, np.uint8)
    for code, (x, y) in zip(icons, PLACES[len(icons) - 2], strict=True):
        cv2.circle(
            card, (round(x * width), round(y * height)), round(HEIGHT * height / 2), COLOURS[code], -1, cv2.LINE_AA
        )
        cv2.circle(
            card, (round(x * width), round(y * height)), round(HEIGHT * height / 6), (240, 240, 240), -1, cv2.LINE_AA
        )
    return card


def make_face(ground: tuple[int, int, int] = GROUND) -> Face:
    patches = []
    for code in CATEGORIES:
        card = draw_card(code * 2, ground)
        patches.append([trim_patch(cut_patches(card, PLACES[2], (0.0, 0.0), HEIGHT, ground)[3])])
    bare = trim_patch(cut_patches(draw_card("CC", ground), PLACES[2], (0.0, 0.0), HEIGHT, ground)[0])
    spot = Spot(0.17, 0.08, 0.1, 0.14)
    return Face(
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
def face() -> Face:
    return make_face()


@pytest.mark.parametrize("icons", ["CF", "SS", "HRM", "MMC", "SRMH", "CCCC", "FHFH"])
@pytest.mark.parametrize(
    "lamp", [(1.0, 1.0, 1.0), (0.5, 0.5, 0.5), (0.75, 0.9, 1.1), (1.1, 0.95, 0.7)], ids=["day", "dusk", "lamp", "sky"]
)
def test_icons_are_read_in_any_lamp(face: Face, icons: str, lamp: tuple[float, float, float]) -> None:
    card = np.clip(draw_card(icons) * np.array(lamp), 0, 255).astype(np.uint8)
    read = decide_icons(cut_icons(card, face, (0.0, 0.0)), face)
    assert read.codes == "".join(sorted(icons, key=CATEGORIES.index))
    assert read.confidence > 0.9


@pytest.mark.parametrize("icons", ["CF", "SS", "HRM", "SRMH"])
@pytest.mark.parametrize("black", [0, 12, 25])
def test_icons_on_a_dark_ground_are_read_whatever_a_camera_makes_of_black(icons: str, black: int) -> None:
    dark = make_face((60, 32, 28))
    card = np.clip(draw_card(icons, (60, 32, 28)) * 1.1 - black, 0, 255).astype(np.uint8)
    read = decide_icons(cut_icons(card, dark, (0.0, 0.0)), dark)
    assert read.codes == "".join(sorted(icons, key=CATEGORIES.index))


@pytest.mark.parametrize(
    ("ground", "share", "veil"),
    [((60, 32, 28), 0.7, 60), ((110, 100, 95), 0.4, 130), (GROUND, 0.35, 190)],
    ids=["dark", "grey", "burnt out"],
)
def test_light_that_lies_on_a_card_makes_its_icons_doubtful(
    ground: tuple[int, int, int], share: float, veil: float
) -> None:
    face = make_face(ground)
    cards = [draw_card(icons, ground) for icons in ("CF", "HRM", "SRMH", "SS", "HRM")]
    cards[-1] = np.clip(cards[-1] * share + veil, 0, 255).astype(np.uint8)
    prints = [Prints(face.letter, face.number, (), 1.0, 1.0) for _ in cards]
    read = read_all_icons(cards, prints, face)
    assert [one.confidence > 0.9 for one in read] == [True, True, True, True, False]


def test_icons_are_read_where_the_print_of_the_card_lies(face: Face) -> None:
    moved = np.roll(draw_card("HRM"), (6, -9), axis=(0, 1))
    assert decide_icons(cut_icons(moved, face, (-9 / CUT_PX[0], 6 / CUT_PX[1])), face).codes == "HMR"


def test_icons_are_read_in_a_photo_that_is_nearly_grey_and_hazy(face: Face) -> None:
    cards = ["CF", "HRM", "SRMH", "FFC"]
    patches = [cut_icons(make_pale(draw_card(icons)), face, (0.0, 0.0)) for icons in cards]
    shown = [
        several[place]
        for icons, several in zip(cards, patches, strict=True)
        for place in face.icon_places[len(icons) - 2]
    ]
    tint = find_tint(np.array(shown), face)
    assert tint is not None
    read = [decide_icons(several, tint_face(face, tint)).codes for several in patches]
    assert read == ["".join(sorted(icons, key=CATEGORIES.index)) for icons in cards]


def make_pale(card: BgrImage) -> BgrImage:
    grey = card.mean(axis=2, keepdims=True)
    return np.clip((grey + 0.2 * (card - grey)) * 0.7 + 25, 0, 255).astype(np.uint8)


def test_a_photo_in_the_colours_of_the_face_needs_no_other(face: Face) -> None:
    patches = [cut_icons(draw_card(icons), face, (0.0, 0.0))[PLACES[2][3]] for icons in ("CC", "FF", "HH", "MM")]
    assert find_tint(np.array(patches), face) is None


def hide(from_x: float) -> GrayImage:
    """Return a mask for a card that another covers from a place (share of its width) on."""
    width, height = CUT_PX
    mask = np.zeros((height, width), np.uint8)
    mask[:, round(from_x * width) :] = 255
    return mask


@pytest.mark.parametrize("icons", ["CF", "HRM", "SRMH", "CCCC"])
def test_an_icon_half_beneath_another_card_is_read_by_what_is_seen_of_it(face: Face, icons: str) -> None:
    card, mask = draw_card(icons), hide(0.87)
    card[mask > 0] = COLOURS["H"]
    read = decide_icons(cut_icons(card, face, (0.0, 0.0), hidden=mask), face)
    assert read.codes == "".join(sorted(icons, key=CATEGORIES.index))
    assert read.confidence > 0.9


def test_an_icon_wholly_beneath_another_card_is_not_told_from_others(face: Face) -> None:
    card, mask = draw_card("HRM"), hide(0.78)
    card[mask > 0] = COLOURS["H"]
    read = decide_icons(cut_icons(card, face, (0.0, 0.0), hidden=mask), face)
    assert set("HR") <= set(read.codes)
    assert read.confidence < 0.5


def test_a_place_out_of_reach_of_what_hides_is_seen_as_it_is(face: Face) -> None:
    card = draw_card("HRM")
    plain, masked = (cut_icons(card, face, (0.0, 0.0), hidden=mask) for mask in (None, hide(0.99)))
    for place, patch in plain.items():
        assert np.array_equal(patch, masked[place])


def test_an_icon_washed_out_by_glare_is_doubtful(face: Face) -> None:
    card = draw_card("HRM")
    cv2.circle(card, (round(0.86 * CUT_PX[0]), round(0.1 * CUT_PX[1])), 40, (255, 255, 255), -1)
    assert decide_icons(cut_icons(card, face, (0.0, 0.0)), face).confidence < 0.9


def test_a_face_outlives_its_file(face: Face, tmp_path) -> None:
    np.savez_compressed(tmp_path / "face.npz", **format_face(face))
    with np.load(tmp_path / "face.npz") as arrays:
        again = parse_face(dict(arrays))
    assert (again.name, again.letter, again.icon_places, again.letters) == (
        face.name,
        face.letter,
        face.icon_places,
        ("A",),
    )
    assert np.abs(again.icon_patches - face.icon_patches).max() < 0.1
    assert decide_icons(cut_icons(draw_card("SRMH"), again, (0.0, 0.0)), again).codes == "HMRS"
