"""Cards of a shelf cropped upright, in the order of the check: what reading and learning begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np

from ..crops import crop_cards
from ..designs.card_design import CardDesign
from ..detecting.protocols import PlacedCard
from ..geometry import BgrImage, Quad, as_quad, move_quad
from ..networks.inference import PrintMaps
from .correspondences import measure_move
from .print_locations import REVERSED, UPRIGHT
from .rectification import RectifiedCard, measure_aside, move_cards, predict_prints, rectify, turn_half
from .rows.heights import raise_rows
from .rows.missed_cards import add_missed_cards, measure_fronts
from .rows.shifts import Shift, measure_shift
from .rows.thresholds import MISSED
from .thresholds import ORIENTATION

_Straightened = tuple[list[RectifiedCard], tuple[RectifiedCard, ...], PrintMaps]
"""Cards as they were found, those that were missed among them; the same rectified, and their print."""


@dataclass(frozen=True, slots=True)
class RectifiedShelf:
    """Rectified cards in the order of the check."""

    seen: tuple[RectifiedCard, ...]
    places: PrintMaps
    upside_down: bool
    """Whether the photo has to be turned by a half for that order."""
    moved: float
    """How far the corners of the cards were moved, in card widths (median)."""


def rectify_shelf(image: BgrImage, cells: Sequence[PlacedCard], design: CardDesign | None) -> RectifiedShelf:
    """Crop and rectify the cards of a shelf (at least one), whichever way up it lies; turn single reversed cards.

    Where the shelf is upside down, rows and columns are counted from the other end, and the corners' names follow the
    cards; corners stay those of ``image``.
    """
    crops = crop_cards(image, [cell.card.corners_px for cell in cells])
    seen = [RectifiedCard(cell.row, cell.column, cell.card, crop) for cell, crop in zip(cells, crops, strict=True)]
    places = predict_prints(seen)
    upside_down = bool(places.sides[:, REVERSED].sum() > places.sides[:, UPRIGHT].sum())
    if upside_down:
        last_row, last_column = max(one.row for one in seen), max(one.column for one in seen)
        seen = [turn_half(replace(one, row=last_row - one.row, column=last_column - one.column)) for one in seen]
        places = predict_prints(seen)
    turned = np.nonzero(places.sides[:, REVERSED] > ORIENTATION.min_reversed)[0]
    if len(turned):
        seen = _turn_or_move(image, seen, turned.tolist())
        places = predict_prints(seen)
    at_first = _straighten(image, seen, places, design)
    straightened = _straighten_moved(image, seen, at_first, design) or at_first
    aside = measure_aside(straightened[2], design)
    if aside:
        straightened = _straighten_there(image, straightened[1], Shift(aside), design)
    found, straight, places = straightened
    moves = [measure_move(one.card.corners_px, two.card.corners_px) for one, two in zip(found, straight, strict=True)]
    if straightened is not at_first or max(moves) > ORIENTATION.max_settled_move:
        # The places at the ends of rows were looked at where they are not, or lay outside of the image.
        more, maps = _complete(image, [*straight], places)
        if len(more) > len(straight):
            straight, places = rectify(image, more, maps, design)
    return RectifiedShelf(straight, places, upside_down, median(moves) + abs(aside))


def _straighten(
    image: BgrImage, seen: list[RectifiedCard], places: PrintMaps, design: CardDesign | None
) -> _Straightened:
    """Return cards with those that were missed, in order, and what became of them."""
    found, places = _complete(image, seen, places)
    return found, *rectify(image, found, places, design)


def _complete(image: BgrImage, seen: list[RectifiedCard], places: PrintMaps) -> tuple[list[RectifiedCard], PrintMaps]:
    """Return cards with those that were missed, in order, and their print."""
    seen, places = add_missed_cards(image, *raise_rows(image, seen, places))
    order = sorted(range(len(seen)), key=lambda index: (seen[index].row, seen[index].column))
    places = places.choose(order)
    return [seen[index] for index in order], places


def _straighten_moved(
    image: BgrImage, seen: Sequence[RectifiedCard], straightened: _Straightened, design: CardDesign | None
) -> _Straightened | None:
    """Return cards straightened anew where all of them lie, if that is aside of where they were found.

    Print decides: it must be no less plain where they are moved to, for a table much like the cards ends rows as well
    as a card does. A band that was taken for a card of its own, and added for its print, hides that all cards were
    found aside: those found at first (``seen``) tell as well, if print is plainer there.
    """
    _, straight, places = straightened
    shift, before = measure_shift(image, straight), _weigh_fronts(places)
    if not (shift and not shift.extra) and len(seen) < len(straight) and (plainer := measure_shift(image, seen)):
        again = _straighten_there(image, seen, plainer, design)
        if _weigh_fronts(again[2]) > before:
            return again
    if not shift:
        return None
    again = _straighten_there(image, straight, shift, design)
    return again if _weigh_fronts(again[2]) >= before else None


def _straighten_there(
    image: BgrImage, seen: Sequence[RectifiedCard], shift: Shift, design: CardDesign | None
) -> _Straightened:
    """Return cards straightened where they lie."""
    there = move_cards(image, [one for one in seen if one not in shift.extra], across=shift.right)
    return _straighten(image, there, predict_prints(there), design)


def _weigh_fronts(places: PrintMaps) -> int:
    """Return how many more cards show a front plainly than do not."""
    plain = measure_fronts(places) >= MISSED.min_strength
    return int(plain.sum() - (~plain).sum())


def _turn_or_move(image: BgrImage, seen: Sequence[RectifiedCard], turned: Sequence[int]) -> list[RectifiedCard]:
    """Return cards with those turned by a half whose print is at their foot, unless that is the next card's print.

    Corners that were found a band too low take in the head of the card below: they are moved to where the others of the
    row have theirs, for no two cards of a shelf lie on each other.
    """
    settled = list(seen)
    for index in turned:
        one = seen[index]
        depth = _measure_overlap(one.card.corners_px, [other.card.corners_px for other in seen if other is not one])
        if depth < ORIENTATION.min_overlap:
            settled[index] = turn_half(one)
            continue
        row = [other for number, other in enumerate(seen) if other.row == one.row and number not in turned]
        quad = _extrapolate(row, one.column) if len(row) > 1 else move_quad(one.card.corners_px, -depth)
        (crop,) = crop_cards(image, [quad])
        settled[index] = one.move_to(quad, crop)
    return settled


def _extrapolate(row: Sequence[RectifiedCard], column: int) -> Quad:
    """Return where a card of a row lies by the others of it, at least two."""
    columns = [one.column for one in row]
    corners = np.array([one.card.corners_px for one in row]).reshape(len(row), -1)
    return as_quad((np.array([column, 1]) @ np.polyfit(columns, corners, 1)).reshape(4, 2))


def _measure_overlap(quad: Quad, others: Sequence[Quad]) -> float:
    """Return how far a card's foot reaches over one of the others, in shares of its height."""
    depths = np.arange(ORIENTATION.overlap_step, 0.5, ORIENTATION.overlap_step)
    points = [np.mean(move_quad(quad, -depth)[2:], axis=0).tolist() for depth in depths.tolist()]
    lying = [np.array(other, np.float32) for other in others]
    inside = [any(cv2.pointPolygonTest(one, at, measureDist=False) >= 0 for one in lying) for at in points]
    return float(depths[inside].max(initial=0.0))
