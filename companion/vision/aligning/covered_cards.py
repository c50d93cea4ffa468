"""Cards that lie under those of a shelf: where their print shows above it, the shelf is a splayed pile."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_low

import cv2
import numpy as np

from ..crops import crop_cards
from ..geometry import BgrImage, DetectedCard, FloatArray, Quad, move_quad
from ..networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps
from .print_locations import LETTER, NUMBER, PrintLocations, locate_prints
from .rectification import RectifiedCard, list_fronts, predict_prints
from .thresholds import COVERED


def covers_others(image: BgrImage, seen: Sequence[RectifiedCard], places: PrintMaps) -> bool:
    """Return whether the cards of a shelf lie on others, of which only a strip with letter and number is seen."""
    return lie_on_others(image, _locate_clear_prints(seen, places))


def lie_on_others(image: BgrImage, tops: Sequence[tuple[Quad, PrintLocations]]) -> bool:
    """Return whether cards, of which it is known where their print is, lie on others; the clearest ones come first."""
    strengths: list[float] = []
    # Above the cards of nearly all shelves there is nothing: a look at one of them is enough.
    for few in (tops[:1], tops[1 : COVERED.max_cards]):
        if few:
            strengths += _measure_all_above(image, few)
        if max(strengths, default=0.0) <= COVERED.min_heat:
            return False
    return median_low(strengths) > COVERED.min_heat


def _locate_clear_prints(seen: Sequence[RectifiedCard], places: PrintMaps) -> list[tuple[Quad, PrintLocations]]:
    """Return the uppermost card of each column, if its print is clear, and where that is; the clearest ones first."""
    rows: dict[int, int] = {}
    for one in seen:
        rows[one.column] = min(one.row, rows.get(one.column, one.row))
    fronts = list_fronts(places)
    tops = [
        (seen[index].card.corners_px, one)
        for index, one in zip(fronts, locate_prints(places, fronts), strict=True)
        if seen[index].row == rows[seen[index].column] and one.strength > COVERED.min_own_heat
    ]
    return sorted(tops, key=lambda top: -top[1].strength)


def _measure_all_above(image: BgrImage, tops: Sequence[tuple[Quad, PrintLocations]]) -> list[float]:
    """Return the heat of the print above each card, at the distance from it where that is most."""
    quads = [move_quad(quad, -distance) for quad, _ in tops for distance in COVERED.distances]
    crops = [
        RectifiedCard(0, 0, DetectedCard(quad, 1.0), crop)
        for quad, crop in zip(quads, crop_cards(image, quads), strict=True)
    ]
    heats = iter(predict_prints(crops).heat)
    return [max(_measure_above(next(heats), one, distance) for distance in COVERED.distances) for _, one in tops]


def _measure_above(heat: FloatArray, one: PrintLocations, distance: float) -> float:
    """Return the heat of the fainter of letter and number above a card, where both stand as they do on the card.

    ``heat`` is that of a crop that begins ``distance`` card heights above the card.
    """
    wide, high = (side / PRINT_MAP_STRIDE for side in PRINT_MAP_PX)
    reach = np.ones((2 * COVERED.reach_cells + 1,) * 2, np.uint8)
    letter, number = (cv2.dilate(heat[kind], reach) for kind in (LETTER, NUMBER))
    # Moved by as much as it stands off the letter, the number's heat is where the letter's is.
    off_x, off_y = (one.number.x - one.letter.x) * wide, (one.number.y - one.letter.y) * high
    way = np.array([(1, 0, -off_x), (0, 1, -off_y)])
    both = np.minimum(letter, cv2.warpAffine(number, way, (letter.shape[1], letter.shape[0])))
    # The print of a card above ends where this card begins.
    end = distance + one.letter.y - max(spot.y + spot.height / 2 for spot in (one.letter, one.number))
    left, right = (round((one.letter.x + side * COVERED.reach_across) * wide) for side in (-1, 1))
    part = both[: max(0, round(end * high)), max(0, left) : right]
    return float(part.max()) if part.size else 0.0
