"""Bringing a card's print to where the face, or the other cards, have it: corners are found less well than print."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .face import Face
from .geometry import Point, Quad, place_quad
from .prints import Prints

_PLAIN_PRINT = 0.15
"""How plainly letter and number must be seen to be aligned by."""
_STIFF = 0.016
"""The square of how well print is placed (1.2 % of a card) over how far sides may be off (10 %)."""
_NEAR_ICON = 0.06
"""How far from one of the face's places an icon may be seen that belongs there: less than half of their distance."""

Pair = tuple[Point, Point]
"""Where print is seen on a cut-out, and where it should be."""


def pair_prints(prints: Sequence[Prints], face: Face | None) -> list[list[Pair]]:
    """Pair what is seen on each card with the face's places; without a face, with where most cards have it."""
    if not prints:
        return []
    if face is not None:
        letter, number = (face.letter.x, face.letter.y), (face.number.x, face.number.y)
    else:
        letter = _find_middle([(one.letter.x, one.letter.y) for one in prints])
        number = _find_middle([(one.number.x, one.number.y) for one in prints])
    icons = sorted({place for places in face.icon_places for place in places}) if face else []
    paired = []
    for one in prints:
        pairs: list[Pair] = []
        if one.letter_strength > _PLAIN_PRINT:
            pairs.append(((one.letter.x, one.letter.y), letter))
        if one.number_strength > _PLAIN_PRINT:
            pairs.append(((one.number.x, one.number.y), number))
        if pairs:
            pairs += _pair_icons(one, icons, _find_offset(pairs))
        paired.append(pairs)
    return paired


def _pair_icons(one: Prints, places: Sequence[Point], offset: Point) -> list[Pair]:
    """Pair icons with the face's places, for a card whose letter and number stand off theirs by ``offset``."""
    pairs = []
    for icon in one.icons:
        there = (icon.x - offset[0], icon.y - offset[1])
        nearest = min(places, key=lambda place: _measure_gap(there, place), default=None)
        if nearest is not None and _measure_gap(there, nearest) < _NEAR_ICON:
            pairs.append(((icon.x, icon.y), nearest))
    return pairs


def _find_offset(pairs: Sequence[Pair]) -> Point:
    x, y = np.mean([(seen[0] - wanted[0], seen[1] - wanted[1]) for seen, wanted in pairs], axis=0)
    return float(x), float(y)


def measure_gap(pairs: Sequence[Pair]) -> float:
    """Return how far off a card's print is at most, in shares of its size; 0 where none was seen plainly."""
    return max((_measure_gap(seen, wanted) for seen, wanted in pairs), default=0.0)


def align_quad(quad: Quad, pairs: Sequence[Pair]) -> Quad:
    """Return a card's corners so that its print comes to lie where it should, bent no more than print can tell."""
    seen, wanted = (np.array(side, float) for side in zip(*pairs, strict=True))
    middle = seen.mean(axis=0)
    spread, offset = seen - middle, wanted - seen
    move = offset.mean(axis=0)
    bend = np.linalg.solve(spread.T @ spread + _STIFF * np.eye(2), spread.T @ (offset - move)).T
    # The corners of the card are where the unit square comes from.
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    forward = np.eye(2) + bend
    back: npt.NDArray[np.float64] = (corners - middle - move) @ np.linalg.inv(forward).T + middle
    return place_quad(quad, back)


def _find_middle(points: Sequence[Point]) -> Point:
    x, y = np.median(np.array(points), axis=0)
    return float(x), float(y)


def _measure_gap(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
