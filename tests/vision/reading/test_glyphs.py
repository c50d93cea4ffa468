"""Letters and numbers are read from crops at several scales."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.crops import PrintRegion
from companion.vision.designs.card_design import CardDesign, load_design
from companion.vision.networks.inference import SIGNS
from companion.vision.reading import glyphs
from companion.vision.reading.glyphs import Glyphs, compare_letters, list_plain_letters, read_glyphs
from companion.vision.reading.thresholds import GLYPHS
from companion.workflow.decks.game_rules import EX_LIBRIS

from .number_tables import make_signs


def embed(signs: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return signs of cards as the network does, with embeddings that say nothing."""
    together = np.concatenate(signs)
    return together, np.zeros((*together.shape[:2], 160), np.float32)


def test_a_number_that_one_scale_leaves_open_is_less_sure_than_the_network_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its scales show the same pixels: a 4 that has lost its left edge is a 1 in all of them."""
    open_, clear = make_signs(" 1 /8 "), make_signs(" 2 /8 ", 0.999)
    open_[0, 1, SIGNS.index("4")] = open_[0, 1, SIGNS.index("1")] - np.log(20)
    shown = {0: open_, 1: clear}
    monkeypatch.setattr(glyphs, "classify_numbers", lambda crops: embed([shown[crop[0, 0]] for crop in crops]))
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
    monkeypatch.setattr(glyphs, "classify_numbers", lambda crops: embed([make_signs("/   2/8    ")] * len(crops)))
    crops, spots = [np.full((448, 320, 3), 200, np.uint8)], [PrintRegion(0.5, 0.5, 0.05, width)]
    read = read_glyphs(crops, spots, spots, ("A",), None, EX_LIBRIS)
    assert read.numbers[int(read.number_chances[0].argmax())] == (2, 8)
    assert least <= float(read.no_number[0]) <= most


@pytest.fixture(scope="module")
def odd() -> CardDesign:
    """Return a design of seven letters in an odd font, of which A and B look alike."""
    dice = np.random.default_rng(1)
    samples = dice.normal(1, 1, (7, 160)).astype(np.float32)
    samples[1] = samples[0] + 0.1 * dice.normal(0, 1, 160)
    return replace(load_design("default"), letters=tuple("ABCDEFG"), letter_samples=samples, has_odd_font=True)


def look(design: CardDesign, embeddings: np.ndarray, chances: float = 0.5) -> Glyphs:
    """Return glyphs that the network takes for H, with so much chance, whatever the design's samples say."""
    none = np.zeros(len(embeddings), np.float32)
    rows = np.full((len(embeddings), 8), (1 - chances) / 7, np.float32)
    rows[:, -1] = chances
    letters = tuple("ABCDEFGH")
    together = np.log(rows) + compare_letters(embeddings, letters, design)
    return Glyphs(letters, together, none, none, ((1, 1),), rows[:, :1], embeddings, none)


def test_a_letter_is_plain_that_looks_just_like_a_sample_while_no_other_does(odd: CardDesign) -> None:
    samples = odd.letter_samples
    near = samples + 0.1 * np.random.default_rng(2).normal(0, 1, samples.shape).astype(np.float32)
    # A and B look alike; what was read as another letter, as one without a sample, or not at all, is not plain.
    assert list_plain_letters(look(odd, near), odd.letters, odd) == [False, False, True, True, True, True, True]
    assert not any(list_plain_letters(look(odd, near), ("C", "C", "D", "C", "H", None, "A"), odd))
    few = replace(odd, letters=odd.letters[2:6], letter_samples=samples[2:6])
    assert not any(list_plain_letters(look(odd, near[2:6]), odd.letters[2:6], few))


@pytest.mark.parametrize(("chance", "is_plain"), [(0.97, False), (0.99, True)])
def test_a_letter_is_plain_that_the_network_leaves_no_doubt_of(
    odd: CardDesign, chance: float, *, is_plain: bool
) -> None:
    unknown = replace(odd, letters=(), letter_samples=odd.letter_samples[:0])
    for design in (odd, unknown):
        seen = look(design, np.zeros((3, 160), np.float32), chance)
        assert list_plain_letters(seen, ("H", "A", None), design) == [is_plain, False, False]


@pytest.mark.parametrize(("noise", "chance", "is_plain"), [(0.1, 0.5, True), (0.35, 0.5, False), (0.35, 0.001, True)])
@pytest.mark.parametrize("has_odd_font", [True, False])
def test_a_letter_much_like_a_sample_is_not_plain_while_the_network_takes_it_for_one_without(
    odd: CardDesign, noise: float, chance: float, *, is_plain: bool, has_odd_font: bool
) -> None:
    """H, of which there is no sample, may look like the others."""
    samples = odd.letter_samples
    near = samples + noise * np.random.default_rng(3).normal(0, 1, samples.shape).astype(np.float32)
    design = replace(odd, has_odd_font=has_odd_font)
    told = list_plain_letters(look(odd, near, chance), odd.letters, design)
    assert told[2:] == [is_plain] * 5


@pytest.mark.parametrize(("chance", "is_plain"), [(0.85, False), (0.95, True)])
def test_a_letter_without_a_sample_must_be_likely_by_itself_and_more_so_in_odd_fonts(
    odd: CardDesign, chance: float, *, is_plain: bool
) -> None:
    seen = look(odd, np.zeros((1, 160), np.float32), chance)
    told = [list_plain_letters(seen, ("H",), replace(odd, has_odd_font=is_odd)) for is_odd in (True, False)]
    assert told == [[False], [is_plain]]
