"""Correspondences between print as seen and print as designed: print locates cards better than corners do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from ..designs.card_design import CardDesign
from ..detecting.homography import Correspondences, Plane, corner_correspondences, fit_plane
from ..geometry import Point, Quad, measure_max_distance, measure_width
from .print_locations import PrintLocations
from .thresholds import CORRESPONDENCES

Pair = tuple[Point, Point]
"""Where print is seen on a cut-out, and where it should be."""


def match_prints(
    prints: Sequence[PrintLocations], design: CardDesign | None, *, with_icons: bool = True
) -> list[list[Pair]]:
    """Match what is seen on each card with the design's places; without a design, with the cards' common places.

    Without icons (``with_icons``) cards may lie farther off: icons that stand close together are soon taken for the
    next ones.
    """
    if not prints:
        return []
    if design is not None:
        letter, number = (design.letter.x, design.letter.y), (design.number.x, design.number.y)
    else:
        letter = _find_middle([(one.letter.x, one.letter.y) for one in prints])
        number = _find_middle([(one.number.x, one.number.y) for one in prints])
    icons = design.every_icon_place if design and with_icons else []
    paired = []
    for one in prints:
        pairs: list[Pair] = []
        if one.letter_strength > CORRESPONDENCES.min_heat:
            pairs.append(((one.letter.x, one.letter.y), letter))
        if one.number_strength > CORRESPONDENCES.min_heat:
            pairs.append(((one.number.x, one.number.y), number))
        if pairs:
            pairs += _pair_icons(one, icons, _find_offset(pairs))
        paired.append(pairs)
    return paired


def _pair_icons(one: PrintLocations, places: Sequence[Point], offset: Point) -> list[Pair]:
    """Match icons with the design's places, for a card whose letter and number are off by ``offset``."""
    pairs = []
    for icon in one.icons:
        there = (icon.x - offset[0], icon.y - offset[1])
        nearest = min(places, key=lambda place: measure_max_distance(there, place), default=None)
        if nearest is not None and measure_max_distance(there, nearest) < CORRESPONDENCES.max_icon_offset:
            pairs.append(((icon.x, icon.y), nearest))
    return pairs


def _find_offset(pairs: Sequence[Pair]) -> Point:
    x, y = np.mean([(seen[0] - wanted[0], seen[1] - wanted[1]) for seen, wanted in pairs], axis=0)
    return float(x), float(y)


def align_to_prints(
    quads: Sequence[Quad], cells: Sequence[tuple[int, int]], paired: Mapping[int, Sequence[Pair]]
) -> Plane:
    """Fit cards to a plane so that their print comes to lie where it should.

    All cards lie on one table and are of one size, those without print too. ``paired`` holds matches by index into
    ``quads``; ``cells`` are rows and columns.
    """
    corners = corner_correspondences(np.array(quads, float), CORRESPONDENCES.corner_sigma)
    cards, places, seen = [], [], []
    for card, pairs in paired.items():
        unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        way = cv2.getPerspectiveTransform(unit, np.array(quads[card], np.float32))
        for there, wanted in pairs:
            cards.append(card)
            places.append(wanted)
            seen.append(cv2.perspectiveTransform(np.array([[there]], np.float64), way)[0, 0])
    marks = Correspondences(
        np.concatenate([corners.cards, np.array(cards, np.int64)]),
        np.concatenate([corners.places, np.array(places, float).reshape(-1, 2)]),
        np.concatenate([corners.seen, np.array(seen, float).reshape(-1, 2)]),
        np.concatenate([corners.sigma, np.full(len(cards), CORRESPONDENCES.print_sigma)]),
    )
    return fit_plane(np.array(quads, float), cells, marks)


def _find_middle(points: Sequence[Point]) -> Point:
    x, y = np.median(np.array(points), axis=0)
    return float(x), float(y)


def measure_move(before: Quad, after: Quad) -> float:
    """Return how far a card's corners moved at most, in its widths."""
    return float(np.abs(np.array(before) - np.array(after)).max()) / measure_width(before)
