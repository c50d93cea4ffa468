"""Letters and numbers are read from crops at several scales."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.crops import PrintRegion
from companion.vision.networks.inference import SIGNS
from companion.vision.reading import glyphs
from companion.vision.reading.glyphs import read_glyphs
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
