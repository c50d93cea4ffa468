"""A back is seen, never inferred: it looks like another back, or like one of the box."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.crops import CROP_PX
from companion.vision.designs.card_design import NO_BACKS
from companion.vision.geometry import BgrImage
from companion.vision.reading.backs import find_backs, measure_similarities
from companion.vision.reading.card_matching import compute_descriptors
from companion.vision.reading.thresholds import BACKS

WIDE, HIGH = CROP_PX


def draw_card(seed: int, light: float = 1.0, noise: int = 0) -> BgrImage:
    """A card of a pattern of its own, in a light of its own."""
    dice = np.random.default_rng(seed)
    pattern = np.kron(dice.integers(40, 220, (14, 10, 3)), np.ones((HIGH // 14, WIDE // 10, 1)))
    grain = np.random.default_rng([seed, noise]).normal(0, 6, pattern.shape)
    return np.clip(pattern * light + grain, 0, 255).astype(np.uint8)


FRONTS = [draw_card(seed) for seed in range(4)]
BACK = 50


def test_two_that_look_alike_among_fronts_that_differ_are_backs() -> None:
    crops = [*FRONTS, draw_card(BACK), draw_card(BACK, 0.7, 1), draw_card(51)]
    assert find_backs(crops, [4, 5, 6], [0, 1, 2, 3], NO_BACKS) == [4, 5]


def test_backs_lie_either_way_up() -> None:
    crops = [*FRONTS, draw_card(BACK), np.ascontiguousarray(draw_card(BACK, 0.9, 1)[::-1, ::-1])]
    assert find_backs(crops, [4, 5], [0, 1, 2, 3], NO_BACKS) == [4, 5]


@pytest.mark.parametrize("fronts", [[], [0], [0, 1]])
def test_few_fronts_tell_nothing(fronts: list[int]) -> None:
    crops = [*FRONTS, draw_card(BACK), draw_card(BACK, 0.9, 1)]
    assert find_backs(crops, [4, 5], fronts, NO_BACKS) == []


def test_where_fronts_look_alike_nothing_is_a_back() -> None:
    crops = [draw_card(7, 1.0, number) for number in range(6)]
    assert find_backs(crops, [4, 5], [0, 1, 2, 3], NO_BACKS) == []


def test_fronts_beneath_an_arm_are_no_backs_though_they_look_alike() -> None:
    """What the arm leaves in sight is more like other fronts."""
    seen = HIGH * 3 // 4
    arm = draw_card(BACK)[:seen]
    hidden = [np.vstack([arm, front[seen:]]) for front in FRONTS[:2]]
    assert find_backs([*FRONTS, *hidden], [4, 5], [0, 1, 2, 3], NO_BACKS) == []
    whole = [np.vstack([arm, draw_card(BACK, 0.9, 1)[seen:]]) for _ in hidden]
    assert find_backs([*FRONTS, *whole], [4, 5], [0, 1, 2, 3], NO_BACKS) == [4, 5]


def test_of_two_that_are_alike_neither_is_a_back_if_one_is_not() -> None:
    """One that is nearly as like a front is none."""
    mixed = np.round(0.55 * draw_card(BACK).astype(float) + 0.45 * FRONTS[0]).astype(np.uint8)
    assert find_backs([*FRONTS, draw_card(BACK), mixed], [4, 5], [0, 1, 2, 3], NO_BACKS) == []
    third = draw_card(BACK, 0.8, 2)
    assert find_backs([*FRONTS, draw_card(BACK), mixed, third], [4, 5, 6], [0, 1, 2, 3], NO_BACKS) == [4, 6]


@pytest.mark.parametrize("noise", [0, 1])
def test_two_places_on_which_nothing_is_are_no_backs(noise: int) -> None:
    dice = np.random.default_rng(noise)
    bare = [np.clip(dice.normal(120, 6, (HIGH, WIDE, 3)), 0, 255).astype(np.uint8) for _ in range(2)]
    assert find_backs([*FRONTS, *bare], [4, 5], [0, 1, 2, 3], NO_BACKS) == []


def test_a_glow_between_the_cards_of_a_dark_photo_is_no_back() -> None:
    """Bare places there are alike, for the same little light falls on them."""
    glow = 20 + (draw_card(BACK).astype(float) - 130) / 50
    bare = [
        (glow + np.random.default_rng(number).normal(0, 1, glow.shape)).round().astype(np.uint8) for number in range(2)
    ]
    assert measure_similarities(*(compute_descriptors([one]) for one in bare))[0, 0] > BACKS.min_similarity
    assert find_backs([*FRONTS, *bare], [4, 5], [0, 1, 2, 3], NO_BACKS) == []


def test_a_back_of_the_box_needs_no_other() -> None:
    known = compute_descriptors([draw_card(BACK)])
    assert find_backs([draw_card(BACK, 0.6, 1), draw_card(51)], [0, 1], [], known) == [0]


def draw_lattice(line_px: float) -> BgrImage:
    """A card of slanted lines, ``line_px`` from each other."""
    y, x = np.mgrid[:HIGH, :WIDE]
    lines = [np.sin(2 * np.pi * (x + sign * y) / line_px) for sign in (1, -1)]
    return np.stack([60 + 40 * (np.maximum(*lines) > 0.7), np.full(x.shape, 60), np.full(x.shape, 120)], -1).astype(
        np.uint8
    )


def test_a_fine_lattice_is_a_known_back_though_its_lines_fall_otherwise() -> None:
    """Cut out a little larger, it is as unlike itself as its lines are beside each other."""
    known = compute_descriptors([draw_lattice(WIDE / 8)])
    again = draw_lattice(WIDE / 8.3)
    assert measure_similarities(compute_descriptors([again]), known).max() < BACKS.min_similarity
    assert find_backs([again, draw_card(51)], [0, 1], [], known) == [0]


def test_another_lattice_is_no_known_back() -> None:
    known = compute_descriptors([draw_lattice(WIDE / 8)])
    assert find_backs([draw_lattice(WIDE / 6), draw_lattice(WIDE / 11)], [0, 1], [], known) == []


def test_a_shelf_without_bare_cards_has_no_backs() -> None:
    assert find_backs(FRONTS, [], [0, 1, 2, 3], NO_BACKS) == []
