"""An icon that is like none of the known ones is left open, and so is how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.vision.aligning.print_locations import PrintLocations
from companion.vision.crops import CROP_PX, PrintRegion
from companion.vision.designs.card_design import CATEGORIES, NO_GROUND, NOT_SEEN, CardDesign
from companion.vision.doubts import Cause
from companion.vision.geometry import BgrImage, FloatArray, Point
from companion.vision.reading.icons import icon_reader
from companion.vision.reading.icons.icon_classifier import classify_icons
from companion.vision.reading.icons.icon_patches import crop_icon_patches, crop_patches, trim_patch
from companion.vision.reading.icons.icon_reader import PhotoIcons, read_icons
from companion.vision.reading.icons.icon_readings import CodedPlace, IconReading
from companion.vision.reading.icons.judging.icon_shapes import has_shapes, measure_detail
from companion.vision.reading.icons.judging.open_set import Fit, judge_icons, judge_known
from companion.vision.readings import SURE
from companion.workflow.decks.game_rules import EX_LIBRIS

GROUND = (170, 205, 225)
COLORS = dict(
    zip(
        CATEGORIES,
        [(160, 90, 40), (48, 34, 178), (42, 158, 232), (52, 92, 140), (104, 138, 42), (130, 46, 84)],
        strict=True,
    )
)
HEIGHT = 0.1
PLACES = tuple(tuple((0.86 - 0.17 * k, 0.1) for k in reversed(range(count))) for count in (2, 3, 4))
GLYPHS = {
    "C": [(-6, -6, 6, 6)], "F": [(-8, -2, 8, 2)], "H": [(-2, -8, 2, 8)], "M": [(-8, -8, -3, 8), (3, -8, 8, 8)],
    "R": [(-8, -8, 8, -3), (-8, 3, 8, 8)], "S": [(-8, -2, 8, 2), (-2, -8, 2, 8)],
    "?": [(-9, -9, -3, -3), (3, 3, 9, 9), (-2, -2, 2, 2)],
}  # fmt: skip
"""What is drawn on the discs, boxes about their middle in 28ths of the height; ``?`` is on no card."""

CARDS = ("CF", "HRM", "SRMH", "SFC", "HHR", "MS", "CCF", "FRS")
Paint = dict[str, tuple[str, tuple[int, int, int]]]
KNOWN: Paint = {code: (code, COLORS[code]) for code in CATEGORIES}
"""By category, the glyph and the color that it is drawn with."""


def draw_card(icons: str, paint: Paint, seed: int = 0) -> BgrImage:
    width, height = CROP_PX
    card = np.full((height, width, 3), GROUND, np.uint8)
    for code, (x, y) in zip(icons, PLACES[len(icons) - 2], strict=True):
        glyph, color = paint[code]
        center = round(x * width), round(y * height)
        cv2.circle(card, center, round(HEIGHT * height / 2), color, -1, cv2.LINE_AA)
        for box in GLYPHS[glyph]:
            left, top, right, bottom = (round(part * HEIGHT * height / 28) for part in box)
            corners = (center[0] + left, center[1] + top), (center[0] + right, center[1] + bottom)
            cv2.rectangle(card, *corners, (240, 240, 240), -1)
    noise = np.random.default_rng(seed).normal(0, 3, card.shape)
    return np.clip(card + noise, 0, 255).astype(np.uint8)


@cache
def make_design() -> CardDesign:
    patches = np.array(
        [
            [
                trim_patch(
                    crop_patches(
                        cv2.GaussianBlur(draw_card(code * 2, KNOWN, seed), (0, 0), 0.5 + seed),
                        PLACES[2],
                        (0.0, 0.0),
                        HEIGHT,
                        GROUND,
                    )[3]
                )
                for seed in (0, 1)
            ]
            for code in CATEGORIES
        ]
    )
    bare = trim_patch(crop_patches(draw_card("CC", KNOWN), PLACES[2], (0.0, 0.0), HEIGHT, GROUND)[0])
    spot = PrintRegion(0.17, 0.08, 0.1, 0.14)
    samples = np.zeros((1, 128), np.float32)
    return CardDesign("test", spot, spot, HEIGHT, PLACES, patches, bare, 20.0, GROUND, ("A",), samples)


def read(cards: Sequence[BgrImage], design: CardDesign | None = None) -> PhotoIcons:
    design = design or make_design()
    prints = [PrintLocations(design.letter, design.number, (), 1.0, 1.0) for _ in cards]
    return read_icons(cards, prints, design, EX_LIBRIS)


def in_order(icons: str) -> str:
    return "".join(sorted(icons, key=CATEGORIES.index))


@pytest.mark.parametrize("blur", [0.0, 3.0])
def test_known_icons_are_sure_in_any_focus(blur: float) -> None:
    cards = [draw_card(icons, KNOWN, seed) for seed, icons in enumerate(CARDS)]
    seen = read([cv2.GaussianBlur(card, (0, 0), blur) if blur else card for card in cards])
    assert seen.of_design
    assert [one.codes for one in seen.icons] == list(map(in_order, CARDS))
    assert min(one.confidence for one in seen.icons) > 0.9


@pytest.mark.parametrize("odd", CATEGORIES)
@pytest.mark.parametrize("color", [None, (30, 180, 60)], ids=["the same color", "another color"])
def test_an_icon_of_another_shape_is_left_open(odd: str, color: tuple[int, int, int] | None) -> None:
    paint = KNOWN | {odd: ("?", color or COLORS[odd])}
    seen = read([draw_card(icons, paint, seed) for seed, icons in enumerate(CARDS)])
    for icons, one in zip(CARDS, seen.icons, strict=True):
        assert (one.confidence > 0.9) is (odd not in icons), icons
        if odd in icons:
            assert Cause.UNLIKE_KNOWN_ICONS in one.causes
    open_ = [one.codes for icons, one in zip(CARDS, seen.icons, strict=True) if odd in icons]
    assert all("?" in codes for codes in open_)


@pytest.mark.parametrize("left_out", CATEGORIES)
def test_a_category_that_nobody_has_taught_is_left_open(left_out: str) -> None:
    design = make_design()
    patches = design.icon_patches.copy()
    patches[CATEGORIES.index(left_out)] = NOT_SEEN
    cards = [draw_card(icons, KNOWN, seed) for seed, icons in enumerate(CARDS)]
    seen = read(cards, replace(design, icon_patches=patches))
    sure = [one.confidence > 0.9 for one in seen.icons]
    assert sure == [left_out not in icons for icons in CARDS]


@pytest.mark.parametrize(("known", "left_out", "is_sure"), [(0.8, "", True), (0.8, "S", False), (0.95, "S", True)])
def test_while_a_category_is_unknown_codes_must_know_an_icon(
    monkeypatch: pytest.MonkeyPatch, known: float, left_out: str, is_sure: bool
) -> None:
    """It may be of that category, however near it is to another."""
    design = replace(make_design(), icon_codes=np.zeros((len(CATEGORIES) + 2, 64), np.float32))
    if left_out:
        patches = design.icon_patches.copy()
        patches[CATEGORIES.index(left_out)] = NOT_SEEN
        design = replace(design, icon_patches=patches)
    told = CodedPlace(np.full(len(CATEGORIES), -np.log(len(CATEGORIES)), np.float32), known, (np.log(0.5), np.log(0.5)))
    monkeypatch.setattr(
        icon_reader, "weigh_codes", lambda patches, _design: [dict.fromkeys(several, told) for several in patches]
    )
    cards = [icons for icons in CARDS if not left_out or left_out not in icons]
    seen = read([draw_card(icons, KNOWN, seed) for seed, icons in enumerate(cards)], design)
    assert {one.confidence > 0.9 for one in seen.icons} == {is_sure}


@pytest.mark.parametrize("aside", [False, True], ids=["from one end", "centered"])
@pytest.mark.parametrize(("lead", "likeliest"), [(2.0, "HM"), (-2.0, "HMR")])
def test_an_icon_that_is_like_none_may_be_none_where_codes_see_a_bare_place(
    monkeypatch: pytest.MonkeyPatch, lead: float, likeliest: str, *, aside: bool
) -> None:
    """By how much likelier codes take its place for bare than for an icon (log probabilities).

    Where icons are centered, two stand half a step aside of two of three.
    """
    design = replace(make_design(), icon_codes=np.zeros((len(CATEGORIES) + 2, 64), np.float32))
    if aside:
        two = tuple((x - 0.085, y) for x, y in PLACES[0])
        design = replace(design, icon_places=(two, *PLACES[1:]))
    odd = PLACES[1][0]

    def weigh(patches: Sequence[Mapping[Point, FloatArray]], _design: CardDesign) -> list[dict[Point, CodedPlace]]:
        alike = np.full(len(CATEGORIES), -np.log(len(CATEGORIES)), np.float32)
        told = CodedPlace(alike, 0.95, (0.0, 0.0))
        coded = [dict.fromkeys(several, told) for several in patches]
        coded[0][odd] = CodedPlace(alike, 0.1, (-lead, 0.0))
        return coded

    monkeypatch.setattr(icon_reader, "weigh_codes", weigh)
    paint = KNOWN | {"R": ("?", COLORS["R"])}
    cards = ["RHM", *(icons for icons in CARDS if "R" not in icons and len(icons) > 2)]
    seen = read([draw_card(icons, paint, seed) for seed, icons in enumerate(cards)], design).icons[0]
    assert (seen.codes, seen.others[0][0], seen.confidence < SURE) == ("HM?", likeliest, True)


ALIKE = np.full(len(CATEGORIES), -np.log(len(CATEGORIES)), np.float32)
"""What codes say of an icon of which they do not know what it is."""


def judge_with_odd_icon(told: CodedPlace, design: CardDesign) -> list[IconReading]:
    """Judge cards of which the first, RHM, has an odd sign for R, of which codes say what is ``told``."""
    paint = KNOWN | {"R": ("?", COLORS["R"])}
    cards = ["RHM", *(icons for icons in CARDS if "R" not in icons and len(icons) > 2)]
    drawn = [draw_card(icons, paint, seed) for seed, icons in enumerate(cards)]
    patches = [crop_icon_patches(card, make_design(), (0.0, 0.0)) for card in drawn]
    icons = [classify_icons(several, make_design()) for several in patches]
    coded = [dict.fromkeys(several, CodedPlace(ALIKE, 0.95, (0.0, 0.0))) for several in patches]
    coded[0][PLACES[1][0]] = told
    return judge_icons(icons, patches, design, coded).icons


@pytest.mark.parametrize(("code", "seen"), [("R", "HMR"), ("S", "HM?")])
def test_an_icon_that_patch_and_code_take_for_the_same_is_that_though_it_is_like_none(code: str, seen: str) -> None:
    """There is no seventh category in a box; it is doubtful."""
    rather = np.log(np.where(np.array([*CATEGORIES]) == code, 0.25, 0.15)).astype(np.float32)
    judged = judge_with_odd_icon(CodedPlace(rather, 0.1, (0.0, 0.0)), make_design())
    assert (judged[0].codes, judged[0].confidence < SURE) == (seen, True)


@pytest.mark.parametrize(("ground", "codes", "other"), [(GROUND, "HM?", "HMR"), (NO_GROUND, "HM", "HMR")])
def test_on_pictures_an_icon_that_is_like_none_is_rather_none(
    ground: tuple[float, float, float], codes: str, other: str
) -> None:
    """Whatever codes see there."""
    judged = judge_with_odd_icon(CodedPlace(ALIKE, 0.1, (2.0, 0.0)), replace(make_design(), ground=ground))
    assert (judged[0].codes, judged[0].others[0][0], judged[0].confidence < SURE) == (codes, other, True)
    assert all(one.confidence >= SURE for one in judged[1:])


def test_what_lies_where_no_icon_should_be_makes_their_number_doubtful() -> None:
    cards = [draw_card(icons, KNOWN, seed) for seed, icons in enumerate(CARDS)]
    width, height = CROP_PX
    x, y = PLACES[2][0]
    cv2.circle(cards[0], (round(x * width), round(y * height)), 9, (90, 120, 200), -1)
    seen = read(cards)
    assert seen.icons[0].confidence < 0.9
    assert Cause.UNLIKE_KNOWN_ICONS in seen.icons[0].causes
    assert min(one.confidence for one in seen.icons[1:]) > 0.9


def test_cards_with_the_colors_of_the_design_and_other_shapes_are_none_of_it() -> None:
    turned = dict(zip(CATEGORIES, "FHMRSC", strict=True))
    paint = {code: (turned[code], COLORS[code]) for code in CATEGORIES}
    seen = read([draw_card(icons, paint, seed) for seed, icons in enumerate(CARDS)])
    assert max(one.confidence for one in seen.icons) < 0.9


@pytest.mark.parametrize(
    ("share", "known", "by_shape", "wanted"),
    [
        (0.65, 0.98, Fit.NONE, Fit.GOOD),  # pictures mislead patches
        (0.95, 0.0, Fit.NONE, Fit.GOOD),  # other light
        (0.3, 0.0, Fit.GOOD, Fit.GOOD),
        (0.8, 0.1, Fit.NONE, Fit.POOR),
        (0.55, 0.7, Fit.NONE, Fit.POOR),
        (0.3, 0.98, Fit.NONE, Fit.NONE),
        (0.55, 0.3, Fit.NONE, Fit.NONE),
        (0.3, 0.1, Fit.POOR, Fit.POOR),
    ],
)
def test_a_photo_fits_where_icons_are_known_or_both_witnesses_agree(
    share: float, known: float, by_shape: Fit, wanted: Fit
) -> None:
    assert judge_known(share, known, by_shape) is wanted


def test_discs_of_one_color_have_no_shape_to_tell() -> None:
    design = make_design()
    flat = design.icon_patches * 0 + np.random.default_rng(3).normal(0, 1, design.icon_patches.shape)
    assert has_shapes(design)
    assert not has_shapes(replace(design, icon_patches=flat))
    assert not has_shapes(replace(design, icon_patches=design.icon_patches[:, :1]))


def test_fine_icons_have_more_to_lose() -> None:
    detail = measure_detail(make_design())
    coarse, fine = CATEGORIES.index("C"), CATEGORIES.index("S")
    assert detail.losses[coarse] < detail.losses[fine]


@pytest.mark.parametrize(
    ("distances", "doubtful"),
    [
        ((9.0, 11.0, 60.0, 10.0, 12.0, 9.0), [2]),
        ((60.0, 55.0, 70.0, 58.0, 62.0, 66.0), []),
        ((2.0, 1.0, 15.0, 2.0, 1.0, 2.0), []),
        ((10.0, 60.0, 12.0), []),
        ((10.0, 120.0, 12.0), [1]),
    ],
    ids=["one is odd", "all are noisy", "all are near", "hardly a bare place", "hardly one, and something lies there"],
)
def test_a_bare_place_unlike_those_of_the_photo_makes_the_number_of_icons_doubtful(
    distances: tuple[float, ...], doubtful: list[int]
) -> None:
    design = make_design()
    patches = [crop_icon_patches(draw_card("CF", KNOWN, seed), design, (0.0, 0.0)) for seed in range(len(distances))]
    icons = [
        replace(classify_icons(several, design), bare_distance=far)
        for several, far in zip(patches, distances, strict=True)
    ]
    judged = judge_icons(icons, patches, design).icons
    assert [index for index, one in enumerate(judged) if one.confidence < SURE] == doubtful
    assert all(one.codes == "CF" for one in judged)
