"""Cards that detection missed, or found beside where they lie: the others of their row tell where to look for print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from ..crops import crop_cards
from ..geometry import BgrImage, DetectedCard, FloatArray, Quad, as_quad
from ..networks.inference import PrintMaps
from .print_locations import LETTER, NUMBER, UPRIGHT
from .rectification import RectifiedCard, predict_prints
from .thresholds import MISSED

_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card of a row would lie, and the index of the one that was found beside it; ``None`` for a hole."""

    row: int
    column: int
    quad: Quad
    found: int | None


def add_missed_cards(image: BgrImage, seen: list[RectifiedCard], maps: PrintMaps) -> list[RectifiedCard]:
    """Return the cards of a shelf, upright, with those added that lie in holes of a row and show a front there.

    A card that was found beside its row's line is moved onto it where its print is plainer there. ``maps`` are those of
    the cards. Where nothing is added or moved, it is the same list.
    """
    places = [place for row in sorted({one.row for one in seen}) for place in _list_places(seen, row)]
    if not places:
        return seen
    crops = crop_cards(image, [place.quad for place in places])
    tried = [
        RectifiedCard(place.row, place.column, DetectedCard(place.quad, MISSED.confidence), crop)
        for place, crop in zip(places, crops, strict=True)
    ]
    there, before = _measure_fronts(predict_prints(tried)), _measure_fronts(maps)
    moved, added = dict(enumerate(seen)), []
    for place, one, strength in zip(places, tried, there.tolist(), strict=True):
        if strength < MISSED.min_strength:
            continue
        if place.found is None:
            added.append(one)
        elif strength > before[place.found]:
            card = replace(seen[place.found].card, corners_px=place.quad)
            moved[place.found] = replace(seen[place.found], card=card, crop=one.crop)
    settled = [*moved.values(), *added]
    is_same = len(settled) == len(seen) and all(one is other for one, other in zip(settled, seen, strict=True))
    return seen if is_same else settled


def _list_places(seen: Sequence[RectifiedCard], row: int) -> list[_Place]:
    """Return where cards of a row would lie that were not found there."""
    cards = {one.column: index for index, one in enumerate(seen) if one.row == row}
    if len(cards) < MISSED.min_cards:
        return []
    corners = {column: np.array(seen[index].card.corners_px, np.float32) for column, index in cards.items()}
    height = float(np.median([np.linalg.norm(quad[3] - quad[0]) for quad in corners.values()]))
    flat = _lay_out(corners)
    places = []
    for column, quad in _fit_row(flat, corners, MISSED.max_off * height).items():
        if column in cards and _measure_apart(quad, corners[column]) < MISSED.max_off * height:
            continue
        places.append(_Place(row, column, as_quad(np.asarray(quad, np.float64)), cards.get(column)))
    return places


def _lay_out(corners: Mapping[int, FloatArray]) -> dict[int, FloatArray]:
    """Return where cards would lie in a straight row, those between them too: 1 from one to the next, less wide."""
    columns = sorted(corners)
    steps = [np.linalg.norm(corners[right][0] - corners[left][0]) / (right - left) for left, right in pairwise(columns)]
    widths = [np.linalg.norm(quad[1] - quad[0]) for quad in corners.values()]
    wide = np.array((min(1.0, float(np.median(widths) / np.median(steps))), 1), np.float32)
    across = np.array((1, 0), np.float32)
    return {column: _SQUARE * wide + column * across for column in range(columns[0], columns[-1] + 1)}


def _fit_row(
    flat: Mapping[int, FloatArray], corners: Mapping[int, FloatArray], tolerance_px: float
) -> dict[int, FloatArray]:
    """Return where all cards of a row lie in the photo, by a homography fitted to most of those found (RANSAC)."""
    known = np.concatenate([flat[column] for column in corners])
    onto, inliers = cv2.findHomography(known, np.concatenate([*corners.values()]), cv2.RANSAC, tolerance_px)
    if onto is None or float(np.mean(inliers)) < MISSED.min_inlier_share:
        return {}
    return {column: cv2.perspectiveTransform(quad[None], onto)[0] for column, quad in flat.items()}


def _measure_apart(quad: FloatArray, other: FloatArray) -> float:
    return float(np.linalg.norm(quad.mean(axis=0) - other.mean(axis=0)))


def _measure_fronts(maps: PrintMaps) -> FloatArray:
    """Return how plainly cards show an upright front: the least of its probability and letter's and number's heat."""
    heat = maps.heat[:, [LETTER, NUMBER]].max(axis=(2, 3)).min(axis=1)
    return np.asarray(np.minimum(heat, maps.sides[:, UPRIGHT]), np.float32)
