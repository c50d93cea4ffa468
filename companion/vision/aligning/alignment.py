"""Bringing a card's print to where the face, or the other cards, have it: corners are found less well than print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from ..face import Face
from ..finding.plane import Marks, Plane, fit_plane, mark_corners
from ..geometry import Point, Quad, measure_gap, measure_width
from .prints import Prints

_PLAIN_PRINT = 0.15
"""How plainly letter and number must be seen to be aligned by."""
_LOOSE_CORNER, _LOOSE_PRINT = 0.05, 0.012
"""How far off corners and print are usually seen, in card widths."""
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
    icons = face.every_icon_place if face else []
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
        nearest = min(places, key=lambda place: measure_gap(there, place), default=None)
        if nearest is not None and measure_gap(there, nearest) < _NEAR_ICON:
            pairs.append(((icon.x, icon.y), nearest))
    return pairs


def _find_offset(pairs: Sequence[Pair]) -> Point:
    x, y = np.mean([(seen[0] - wanted[0], seen[1] - wanted[1]) for seen, wanted in pairs], axis=0)
    return float(x), float(y)


def align_cards(quads: Sequence[Quad], cells: Sequence[tuple[int, int]], paired: Mapping[int, Sequence[Pair]]) -> Plane:
    """Lay cards on a plane so that their print comes to lie where it should.

    All cards lie on one table and are of one size, those too that have no print. ``paired`` holds the pairs of those
    that have, by their places in ``quads``; ``cells`` are rows and columns.
    """
    corners = mark_corners(np.array(quads, float), _LOOSE_CORNER)
    cards, places, seen = [], [], []
    for card, pairs in paired.items():
        unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        way = cv2.getPerspectiveTransform(unit, np.array(quads[card], np.float32))
        for there, wanted in pairs:
            cards.append(card)
            places.append(wanted)
            seen.append(cv2.perspectiveTransform(np.array([[there]], np.float64), way)[0, 0])
    marks = Marks(
        np.concatenate([corners.cards, np.array(cards, np.int64)]),
        np.concatenate([corners.places, np.array(places, float).reshape(-1, 2)]),
        np.concatenate([corners.seen, np.array(seen, float).reshape(-1, 2)]),
        np.concatenate([corners.loose, np.full(len(cards), _LOOSE_PRINT)]),
    )
    return fit_plane(np.array(quads, float), cells, marks)


def _find_middle(points: Sequence[Point]) -> Point:
    x, y = np.median(np.array(points), axis=0)
    return float(x), float(y)


def measure_move(before: Quad, after: Quad) -> float:
    """Return how far a card's corners moved at most, in its widths."""
    return float(np.abs(np.array(before) - np.array(after)).max()) / measure_width(before)
