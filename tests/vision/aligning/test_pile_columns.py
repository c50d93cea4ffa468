"""Cards of a pile of which something hides a part: glare the letter, other print the number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.vision.aligning.piles import columns, open_cards
from companion.vision.aligning.piles.columns import BandDetection, ColumnTracker, PrintTemplate
from companion.vision.aligning.piles.open_cards import find_open_cards
from companion.vision.aligning.print_locations import ICON, LETTER, NUMBER, UPRIGHT
from companion.vision.aligning.rectification import RectifiedCard
from companion.vision.crops import PrintRegion
from companion.vision.geometry import DetectedCard, Quad
from companion.vision.networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps
from tests.vision.made_maps import make_maps

WIDE, HIGH = (side // PRINT_MAP_STRIDE for side in PRINT_MAP_PX)
LETTER_AT, NUMBER_AT = PrintRegion(0.15, 0.1, 0.1, 0.15), PrintRegion(0.15, 0.2, 0.05, 0.2)
TABLE = np.zeros((1000, 1000, 3), np.uint8)
STEP = 0.25
"""How far apart cards of a column lie, in card heights."""


def lay_card(down: float, left: float = 100.0) -> Quad:
    top = 100 + 280 * down
    return (left, top), (left + 200, top), (left + 200, top + 280), (left, top + 280)


def show(letter: float, number: float, icon: float, icon_row: float = 0.1) -> np.ndarray:
    """Return the heat of one upright card."""
    heat = np.zeros((3, HIGH, WIDE), np.float32)
    spots = (LETTER, letter, LETTER_AT.y), (NUMBER, number, NUMBER_AT.y), (ICON, icon, icon_row)
    for kind, shown, y in spots:
        heat[kind, round(y * HIGH), round((0.6 if kind == ICON else 0.15) * WIDE)] = shown
    return heat


def predict(monkeypatch: pytest.MonkeyPatch, heat: np.ndarray) -> None:
    """Let all crops show the same print."""

    def answer(seen: Sequence[RectifiedCard]) -> PrintMaps:
        sides = np.zeros((len(seen), 3), np.float32)
        sides[:, UPRIGHT] = 1
        sizes = np.full((len(seen), 4, HIGH, WIDE), 20, np.float32)
        return make_maps(np.stack([heat] * len(seen)), sizes, sides)

    monkeypatch.setattr(columns, "predict_prints", answer)
    monkeypatch.setattr(open_cards, "predict_prints", answer)


@pytest.mark.parametrize(
    ("letter", "icon", "icon_row", "count"),
    [
        (0.5, 0.0, 0.1, 3),
        (0.0, 0.9, 0.1, 3),
        (0.0, 0.0, 0.1, 2),
        # What stands further down is covered there, and on another card.
        (0.0, 0.9, 0.5, 2),
    ],
)
def test_a_gap_of_two_steps_is_a_card_if_its_letter_or_an_icon_is_seen(
    monkeypatch: pytest.MonkeyPatch, letter: float, icon: float, icon_row: float, count: int
) -> None:
    predict(monkeypatch, show(letter, letter, icon, icon_row))
    tracker = ColumnTracker(TABLE, PrintTemplate(LETTER_AT, NUMBER_AT, 0.1), 20)
    column = [BandDetection(lay_card(0.0), 0.9), BandDetection(lay_card(2 * STEP), 0.9)]
    filled = tracker.fill_gaps(column, STEP)
    assert len(filled) == count
    assert [filled[0], filled[-1]] == column
    for head in filled[1:-1]:
        assert np.abs(np.array(head.quad) - np.array(lay_card(STEP))).max() < 20


@pytest.mark.parametrize(("letter", "count"), [(0.9, 2), (0.0, 0)])
def test_cards_detected_for_sure_are_open_even_if_their_numbers_are_printed_over(
    monkeypatch: pytest.MonkeyPatch, letter: float, count: int
) -> None:
    predict(monkeypatch, show(letter, 0.02, 0.9))
    plain = show(0.9, 0.9, 0.9)
    found = [DetectedCard(lay_card(0.0), 0.8), DetectedCard(lay_card(0.0, 400), 0.8)]
    monkeypatch.setattr(open_cards, "_detect_at", lambda *_: found)
    keep = open_cards._keep_plain
    first = iter([True])

    def see_plainly_at_first(fronts: Sequence[tuple]) -> list:
        """The photo as a whole shows plain print: that of another card, say."""
        if next(first, False):
            with pytest.MonkeyPatch.context() as inner:
                predict(inner, plain)
                return keep(open_cards._locate_fronts(TABLE, found, None))
        return keep(fronts)

    monkeypatch.setattr(open_cards, "_keep_plain", see_plainly_at_first)
    heads, template = find_open_cards(TABLE, None, 160)
    assert template is not None
    assert len([head for head in heads if head.is_open]) == count
