"""Numbers are weighed as a whole: every way in which their signs may stand in the crop."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from companion.vision.crops import PrintRegion
from companion.vision.networks.inference import SIGNS
from companion.vision.reading import glyphs
from companion.vision.reading.glyphs import list_numbers, miss_numbers, read_glyphs, weigh_numbers
from companion.vision.reading.thresholds import GLYPHS
from companion.workflow.decks.game_rules import EX_LIBRIS

NONE = len(SIGNS)


def make_signs(text: str, plainly: float = 0.97) -> np.ndarray:
    """Log chances of the signs at places that show ``text``, a space standing for no sign."""
    chances = np.full((1, len(text), len(SIGNS) + 1), (1 - plainly) / len(SIGNS), np.float32)
    for place, sign in enumerate(text):
        chances[0, place, NONE if sign == " " else SIGNS.index(sign)] = plainly
    return np.log(chances)


def find_best(text: str) -> tuple[int, int]:
    numbers = list_numbers(20)
    return numbers[int(weigh_numbers(make_signs(text), numbers)[0].argmax())]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("  8 / 10 ", (8, 10)),
        ("88//10", (8, 10)),
        ("1 1 / 1 1", (11, 11)),
        ("11/11", (1, 1)),
        (" 1//2  ", (1, 2)),
        ("10 / 10", (10, 10)),
    ],
)
def test_a_number_is_read_wherever_its_signs_stand(text: str, number: tuple[int, int]) -> None:
    assert find_best(text) == number


def test_the_chance_of_a_number_is_the_sum_over_all_ways_to_write_it() -> None:
    dice = np.random.default_rng(1)
    signs = np.log(dice.dirichlet(np.ones(len(SIGNS) + 1), (1, 5))).astype(np.float32)
    wanted = dict.fromkeys(list_numbers(3), 0.0)
    for path in product(range(len(SIGNS) + 1), repeat=5):
        kept = [sign for place, sign in enumerate(path) if place == 0 or sign != path[place - 1]]
        text = "".join(SIGNS[sign] for sign in kept if sign != NONE)
        for number, of in wanted:
            if text == f"{number}/{of}":
                wanted[number, of] += float(np.exp(sum(signs[0, place, sign] for place, sign in enumerate(path))))
    counted = np.exp(weigh_numbers(signs, tuple(wanted))[0])
    assert counted == pytest.approx(list(wanted.values()), rel=1e-4)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [("  8 / 10 ", 0.0, 0.1), ("          ", 0.99, 1.0), ("    /     ", 0.6, 1.0)],
    ids=["plain", "blotted out", "hardly any of it"],
)
def test_what_no_number_explains_is_none(text: str, least: float, most: float) -> None:
    chances = weigh_numbers(make_signs(text), list_numbers(20))
    assert least <= float(miss_numbers(chances)[0]) <= most


def test_a_number_that_one_scale_leaves_open_is_less_sure_than_the_network_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its scales show the same pixels: a 4 that has lost its left edge is a 1 in all of them."""
    open_, clear = make_signs(" 1 /8 "), make_signs(" 2 /8 ", 0.999)
    open_[0, 1, SIGNS.index("4")] = open_[0, 1, SIGNS.index("1")] - np.log(20)
    shown = {0: open_, 1: clear}
    monkeypatch.setattr(glyphs, "classify_numbers", lambda crops: np.concatenate([shown[crop[0, 0]] for crop in crops]))
    crops = [np.full((448, 320, 3), value, np.uint8) for value in shown]
    spots = [PrintRegion(0.5, 0.5, 0.05, 0.5)] * 2
    read = read_glyphs(crops, spots, spots, ("A",), None, EX_LIBRIS)
    one, four, two = (read.numbers.index((number, 8)) for number in (1, 4, 2))
    odds = float(np.exp(read.number_chances[0, one] - read.number_chances[0, four]))
    assert odds == pytest.approx(20**GLYPHS.open_number_sharpness, rel=0.05)
    assert np.exp(read.number_chances[1, two]) > 0.99


@pytest.mark.parametrize(("width", "least", "most"), [(0.25, 0.0, 0.1), (0.5, 0.5, 1.0)], ids=["beside it", "in it"])
def test_what_stands_beside_a_number_is_no_part_of_it(
    monkeypatch: pytest.MonkeyPatch, width: float, least: float, most: float
) -> None:
    """The rim of a plate, say, looks like another sign."""
    monkeypatch.setattr(glyphs, "classify_numbers", lambda crops: make_signs("/   2/8    ").repeat(len(crops), axis=0))
    crops, spots = [np.full((448, 320, 3), 200, np.uint8)], [PrintRegion(0.5, 0.5, 0.05, width)]
    read = read_glyphs(crops, spots, spots, ("A",), None, EX_LIBRIS)
    assert read.numbers[int(read.number_chances[0].argmax())] == (2, 8)
    assert least <= float(read.no_number[0]) <= most
