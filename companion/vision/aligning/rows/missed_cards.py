"""Cards that detection missed, or found beside where they lie: the others of their row tell where to look for print.

Looked at are the holes of a row, and one place beyond either end, and beyond that as long as cards are found: a card
that is missing there moves all others of the shelf by a column. Where a row itself tells too little, the cards of all
rows tell where its columns are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from ...crops import crop_cards
from ...geometry import BgrImage, DetectedCard, FloatArray, Quad, as_quad, move_quad
from ...networks.inference import PrintMaps
from ..print_locations import LETTER, NUMBER, UPRIGHT
from ..rectification import RectifiedCard, predict_prints
from .thresholds import MISSED

Flags = npt.NDArray[np.bool_]
_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card of a row would lie, and the index of the one that was found beside it; ``None`` for a hole."""

    row: int
    column: int
    quad: Quad
    found: int | None
    is_rough: bool = False
    """Whether other rows told where it is."""


def add_missed_cards(
    image: BgrImage, seen: list[RectifiedCard], maps: PrintMaps
) -> tuple[list[RectifiedCard], PrintMaps]:
    """Return the cards of a shelf, upright, with those added that show a front in a hole of a row or at its ends.

    Print must be where the others have it: what lies a third of a card beside the shelf does not belong to it. A card
    that was found beside its row's line is moved onto it where its print is plainer there. ``maps`` are those of the
    cards, and returned with them.
    """
    for _ in range(MISSED.max_rounds):
        count = len(seen)
        seen, maps = _add_nearest(image, seen, maps)
        if len(seen) == count:
            break
    return seen, maps


def _add_nearest(image: BgrImage, seen: list[RectifiedCard], maps: PrintMaps) -> tuple[list[RectifiedCard], PrintMaps]:
    """Return the cards with those of holes and of the first places beyond the ends of rows."""
    before, names = measure_fronts(maps), locate_names(maps)
    plain = before >= MISSED.min_strength
    if not plain.any():
        return seen, maps
    usual = np.median(names[plain], axis=0)
    plain &= np.abs(names - usual).max(axis=(1, 2)) <= MISSED.max_print_off
    places = _list_all_places(image, seen, plain)
    if not places:
        return seen, maps
    places, tried, found = _look(image, places, usual)
    settled, sources = list(seen), [*range(len(seen))]
    strengths, spots = measure_fronts(found), locate_names(found)
    for index, (place, one) in enumerate(zip(places, tried, strict=True)):
        if strengths[index] < MISSED.min_strength or np.abs(spots[index] - usual).max() > MISSED.max_print_off:
            continue
        if place.found is None:
            settled.append(one)
            sources.append(len(seen) + index)
        elif strengths[index] > before[place.found]:
            settled[place.found] = seen[place.found].move_to(place.quad, one.crop)
            sources[place.found] = len(seen) + index
    first = min(0, *(one.column for one in settled))
    numbered = [replace(one, column=one.column - first) for one in settled]
    return numbered, maps.append(found).choose(sources)


def _look(
    image: BgrImage, places: Sequence[_Place], usual: FloatArray
) -> tuple[list[_Place], list[RectifiedCard], PrintMaps]:
    """Return places, their crops and what print these show; a place whose print is faint is moved so far that it fits.

    Rows found a little too low cut off the letters of the cards beyond their ends, and other rows tell less exactly.
    """
    tried = _crop(image, places)
    found = predict_prints(tried)
    strengths, off = measure_fronts(found), (locate_names(found) - usual).mean(axis=1)
    most = np.where([place.is_rough for place in places], MISSED.max_rough_off, MISSED.max_print_off)
    far = np.abs(off).max(axis=1)
    is_off = (strengths < MISSED.min_strength) | (far > MISSED.max_print_off)
    faint = (far <= most) & (strengths >= MISSED.min_hint) & is_off
    moved = [
        replace(place, quad=move_quad(place.quad, *off[index].tolist())) if faint[index] else place
        for index, place in enumerate(places)
    ]
    if not faint.any():
        return moved, tried, found
    again = _crop(image, moved)
    return moved, again, predict_prints(again)


def crop_free_places(image: BgrImage, seen: Sequence[RectifiedCard]) -> list[RectifiedCard]:
    """Return the holes of rows, and one place beyond either end of each, as if a card lay there."""
    places = _list_all_places(image, seen, np.ones(len(seen), bool))
    return _crop(image, [place for place in places if place.found is None])


def crop_table(image: BgrImage, seen: Sequence[RectifiedCard]) -> list[BgrImage]:
    """Return what lies above the first row and below the last, cut out as cards are: no card of the shelf is there."""
    first, last = min(one.row for one in seen), max(one.row for one in seen)
    down = MISSED.table_distance
    quads = [move_quad(one.card.corners_px, -down) for one in seen if one.row == first]
    quads += [move_quad(one.card.corners_px, down) for one in seen if one.row == last]
    return crop_cards(image, [quad for quad in quads if _is_inside(quad, image)])


def measure_fronts(maps: PrintMaps) -> FloatArray:
    """Return how plainly cards show an upright front: the least of its probability and letter's and number's heat."""
    heat = maps.heat[:, [LETTER, NUMBER]].max(axis=(2, 3)).min(axis=1)
    return np.asarray(np.minimum(heat, maps.sides[:, UPRIGHT]), np.float32)


def locate_names(maps: PrintMaps) -> FloatArray:
    """Return where cards have their letter and number, in shares of the card's size: cards x 2 x (down, across)."""
    heat = maps.heat[:, [LETTER, NUMBER]]
    rows, columns = heat.shape[2:]
    peaks = heat.reshape(*heat.shape[:2], -1).argmax(axis=2)
    return np.stack([peaks // columns / rows, peaks % columns / columns], axis=2).astype(np.float32)


def _list_all_places(image: BgrImage, seen: Sequence[RectifiedCard], plain: Flags) -> list[_Place]:
    counts = Counter(one.row for one in seen)
    long = [row for row in sorted(counts) if counts[row] >= MISSED.min_cards]
    short = [row for row in sorted(counts) if counts[row] < MISSED.min_cards]
    every = [place for row in long for place in _list_places(seen, row, plain)]
    if long and short:
        every += _list_grid_places(seen, short)
    return [place for place in every if _is_inside(place.quad, image)]


def _crop(image: BgrImage, places: Sequence[_Place]) -> list[RectifiedCard]:
    return [
        RectifiedCard(place.row, place.column, DetectedCard(place.quad, MISSED.confidence), crop)
        for place, crop in zip(places, crop_cards(image, [place.quad for place in places]), strict=True)
    ]


def _list_places(seen: Sequence[RectifiedCard], row: int, plain: Flags) -> list[_Place]:
    """Return where cards of a row would lie that were not found there; nearer if it is not ``plain`` what they show."""
    cards = {one.column: index for index, one in enumerate(seen) if one.row == row}
    corners = {column: np.array(seen[index].card.corners_px, np.float32) for column, index in cards.items()}
    height = float(np.median([np.linalg.norm(quad[3] - quad[0]) for quad in corners.values()]))
    tolerance = MISSED.max_off * height
    fitted = _fit_row(corners, tolerance)
    told = {column: corners[column] for column, index in cards.items() if plain[index]}
    is_off = not fitted or any(_measure_apart(quad, fitted[column]) > tolerance for column, quad in told.items())
    if is_off and MISSED.min_plain_cards <= len(told) < len(corners):
        # Half of its cards may have been found a band too low, on the bands of the row below.
        fitted = _fit_row(told, tolerance) or fitted
    places = []
    for column, quad in fitted.items():
        if column in cards:
            most = MISSED.max_off if plain[cards[column]] else MISSED.max_faint_off
            if _measure_apart(quad, corners[column]) < most * height:
                continue
        places.append(_Place(row, column, as_quad(np.asarray(quad, np.float64)), cards.get(column)))
    return places


def _list_grid_places(seen: Sequence[RectifiedCard], rows: Sequence[int]) -> list[_Place]:
    """Return where cards of some rows would lie under those of the others, by a grid fitted to all cards (RANSAC)."""
    quads = {(one.row, one.column): np.array(one.card.corners_px, np.float32) for one in seen}
    middles = {place: quad.mean(axis=0) for place, quad in quads.items()}
    height = float(np.median([np.linalg.norm(quad[3] - quad[0]) for quad in quads.values()]))
    flat, there = np.array([*quads], np.float32), np.array([*middles.values()], np.float32)
    onto, inliers = cv2.findHomography(flat, there, cv2.RANSAC, MISSED.max_off * height) if len(flat) > 4 else (None, 0)
    if onto is None or float(np.mean(inliers)) < MISSED.min_grid_share:
        return []
    columns = range(min(column for _, column in quads), 1 + max(column for _, column in quads))
    places = []
    for row, column in ((row, column) for row in rows for column in columns if (row, column) not in quads):
        nearest = min((one for one in quads if one[0] == row), key=lambda one: abs(one[1] - column))
        ends = cv2.perspectiveTransform(np.array([[(row, column), nearest]], np.float32), onto)[0]
        quad = as_quad(np.asarray(quads[nearest] + ends[0] - ends[1], np.float64))
        places.append(_Place(row, column, quad, None, is_rough=True))
    return places


def _lay_out(corners: Mapping[int, FloatArray]) -> dict[int, FloatArray]:
    """Return where cards would lie in a straight row, those between and beside them too: 1 from one to the next."""
    columns = sorted(corners)
    steps = [np.linalg.norm(corners[right][0] - corners[left][0]) / (right - left) for left, right in pairwise(columns)]
    widths = [np.linalg.norm(quad[1] - quad[0]) for quad in corners.values()]
    wide = np.array((min(1.0, float(np.median(widths) / np.median(steps))), 1), np.float32)
    across = np.array((1, 0), np.float32)
    return {column: _SQUARE * wide + column * across for column in range(columns[0] - 1, columns[-1] + 2)}


def _fit_row(corners: Mapping[int, FloatArray], tolerance_px: float) -> dict[int, FloatArray]:
    """Return where all cards of a row lie in the photo, by a homography fitted to most of those found (RANSAC)."""
    flat = _lay_out(corners)
    known = np.concatenate([flat[column] for column in corners])
    onto, inliers = cv2.findHomography(known, np.concatenate([*corners.values()]), cv2.RANSAC, tolerance_px)
    if onto is None or float(np.mean(inliers)) < MISSED.min_inlier_share:
        return {}
    return {column: cv2.perspectiveTransform(quad[None], onto)[0] for column, quad in flat.items()}


def _measure_apart(quad: FloatArray, other: FloatArray) -> float:
    return float(np.linalg.norm(quad.mean(axis=0) - other.mean(axis=0)))


def _is_inside(quad: Quad, image: BgrImage) -> bool:
    high, wide = image.shape[:2]
    return all(0 <= x < wide and 0 <= y < high for x, y in quad)
