"""Whether all cards of a shelf were found aside of where they lie: what each row begins and ends with tells.

A band along a card's side looks like the edge of a card. Where it was taken for one, every card is cut out with its
neighbor's band, and its letter is read as its neighbor's. Nothing within a row shows that; but at one end of it a strip
of table was taken for part of a card, and beyond the other end lies a strip that looks as cards do there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product

import cv2
import numpy as np
import numpy.typing as npt

from ...crops import crop_cards
from ...geometry import BgrImage, FloatArray, Quad, move_quad
from ..rectification import RectifiedCard
from .thresholds import SHIFTS

_WIDE, _HIGH = SHIFTS.card_px


@dataclass(frozen=True, slots=True)
class Shift:
    """How far all cards of a shelf lie aside of where they were found."""

    right: float
    """In card widths."""
    extra: tuple[RectifiedCard, ...] = ()
    """What was found beyond the last card of a row: its band, and table beside it."""


def measure_shift(image: BgrImage, seen: Sequence[RectifiedCard]) -> Shift | None:
    """Return how far cards lie to the right of where they were found, or, if that is negative, to the left.

    A row says so if its first card begins with what is no card's, and is one from there on, and if what follows its
    last card is as cards begin; or the other way round, to the left. Where that was found as one card more, it goes on
    as no card does. A row whose first card begins as cards do contradicts it. Rows that end with a back, a hidden card
    or glare say nothing.
    """
    rows = [(row, _measure_ends(image, row)) for row in _list_runs(seen)]
    best, shift = SHIFTS.min_score, None
    for columns, way in product(range(1, int(SHIFTS.most * _WIDE) + 1), (1, -1)):
        said = [_weigh(ends if way > 0 else ends[::-1, ::-1], columns) for _, ends in rows]
        scores = [score for score, _ in said]
        if scores and min(scores) >= 0 and max(scores) > best:
            extra = [row[-1 if way > 0 else 0] for (row, _), (_, is_extra) in zip(rows, said, strict=True) if is_extra]
            best, shift = max(scores), Shift(way * columns / _WIDE, tuple(extra))
    return shift


def _weigh(ends: FloatArray, columns: int) -> tuple[float, bool]:
    """Return how much the ends of a row speak for cards that lie so many columns to the right; against it, -1.

    And whether the last one is none.
    """
    _, first, last, after = ends
    lost = float(first[:columns].mean())
    if lost < SHIFTS.max_usual:
        return -1.0, False
    is_extra = float(np.median(last[columns:])) >= SHIFTS.min_odd
    # Medians: where two cards meet, a column looks odd.
    kept, gained = float(np.median(first[columns:])), float(np.median((last if is_extra else after)[:columns]))
    if lost < SHIFTS.min_odd or max(kept, gained) > SHIFTS.max_usual:
        return 0.0, False
    return (lost - gained - SHIFTS.max_usual) * columns / _WIDE, is_extra


def _list_runs(seen: Sequence[RectifiedCard]) -> Iterator[list[RectifiedCard]]:
    """Yield the cards of rows, from the left, that lie side by side; long enough for their ends to be compared."""
    ordered = sorted(seen, key=lambda one: (one.row, one.column))
    for _, run in groupby(enumerate(ordered), key=lambda numbered: (numbered[1].row, numbered[1].column - numbered[0])):
        row = [one for _, one in run]
        if len(row) >= SHIFTS.min_cards:
            yield row


def _measure_ends(image: BgrImage, row: Sequence[RectifiedCard]) -> FloatArray:
    """Return how little the ends of a row look like its other cards at the same place of a card: 4 x columns.

    The ends are what lies before the first card, the first and the last card, and what lies after that; 0 is as cards
    differ anyway, and what lies outside of the picture is like none.
    """
    beyond = move_quad(row[0].card.corners_px, 0, -1), move_quad(row[-1].card.corners_px, 0, 1)
    cards = np.stack([_describe(one.crop) for one in row])
    before, after = (_describe(crop) for crop in crop_cards(image, list(beyond)))
    inner = cards[1:-1]
    own = [_compare(inner[place], np.delete(inner, place, axis=0)) for place in range(len(inner))]
    usual = np.maximum(np.median(own, axis=0), SHIFTS.min_difference)
    odd = np.stack([_compare(end, inner) for end in (before, cards[0], cards[-1], after)])
    odd = np.clip((odd - usual) / usual, 0, SHIFTS.most_odd)
    for place, quad in zip((0, 3), beyond, strict=True):
        odd[place, _lies_outside(image, quad)] = SHIFTS.most_odd
    return np.asarray(odd, np.float32)


def _describe(crop: BgrImage) -> FloatArray:
    """Return the colors of a card from the left to the right: columns x values."""
    small = cv2.resize(crop, SHIFTS.card_px, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), SHIFTS.blur_px), cv2.COLOR_BGR2LAB)
    return np.asarray(lab.transpose(1, 0, 2).reshape(_WIDE, -1), np.float32)


def _compare(one: FloatArray, others: FloatArray) -> FloatArray:
    """Return by how much the columns of a card differ from those of the others that are most like it, the half."""
    padded = np.pad(others, ((0, 0), (1, 1), (0, 0)), mode="edge")
    slid = np.stack([padded[:, step : step + _WIDE] for step in range(3)])
    apart = np.sort(np.abs(slid - one).mean(axis=3).min(axis=0), axis=0)
    return np.asarray(apart[: (len(others) + 1) // 2].mean(axis=0), np.float32)


def _lies_outside(image: BgrImage, quad: Quad) -> npt.NDArray[np.bool_]:
    """Return which columns of a card lie outside of the picture, in part at least."""
    corners = np.array(quad, np.float32)
    along = (np.arange(_WIDE)[:, None, None] + 0.5) / _WIDE
    points = corners[[0, 3]] + along * (corners[[1, 2]] - corners[[0, 3]])
    high, wide = image.shape[:2]
    return np.asarray(((points < 0) | (points >= (wide, high))).any(axis=(1, 2)))
