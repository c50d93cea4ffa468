"""Cards seen near: which side is up after all, and what passed for a card and is none."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..detecting.background import describe_appearance, pairwise_distances
from ..detecting.glare import find_glare, measure_glare
from ..detecting.lattice import Cell, keep_largest_component
from ..detecting.plane_refinement import typical_confidence
from ..geometry import BgrImage, FloatArray
from ..networks.inference import PrintMaps
from .print_locations import NO_FRONT
from .rectification import RectifiedCard
from .thresholds import OUTLIERS

_Figures = npt.NDArray[np.float64]
_Flags = npt.NDArray[np.bool_]

_MOST_ROWS = 3
"""Of a shelf, by the rules."""


def reject_outliers(
    image: BgrImage, seen: Sequence[RectifiedCard], places: PrintMaps
) -> tuple[tuple[RectifiedCard, ...], PrintMaps]:
    """Return the cards of a photo that remain, their rows and columns counted anew, and what is seen on them.

    Of a card that is white with glare nobody knows which side is up: it stays, and counts as face up, as most do.
    """
    sure = np.array([one.card.confidence for one in seen])
    shares = sure / typical_confidence(one.card for one in seen)
    places = _turn_by_print(image, seen, places, shares < OUTLIERS.strong_share)
    is_back = places.sides[:, NO_FRONT] >= OUTLIERS.back_probability
    gone = _list_strange(seen, is_back, sure, shares) | _list_stray_row(
        seen, is_back & (shares < OUTLIERS.strong_share)
    )
    if not gone.any():
        return tuple(seen), places
    kept = keep_largest_component(
        Cell(one.row, one.column, one.card) for one, goes in zip(seen, gone, strict=True) if not goes
    )
    numbers = {id(one.card): number for number, one in enumerate(seen)}
    order = [numbers[id(cell.card)] for cell in kept]
    again = tuple(
        RectifiedCard(cell.row, cell.column, cell.card, seen[number].cut)
        for cell, number in zip(kept, order, strict=True)
    )
    return again, PrintMaps(places.heat[order], places.sizes_px[order], places.sides[order])


def _turn_by_print(image: BgrImage, seen: Sequence[RectifiedCard], places: PrintMaps, faint: _Flags) -> PrintMaps:
    """Correct which side is up: print shows it, if glare does not hide that."""
    print_seen = places.heat.max(axis=(1, 2, 3))
    is_back = places.sides[:, NO_FRONT] >= OUTLIERS.back_probability
    bare = print_seen < OUTLIERS.no_print_heat
    blinded = _list_blinded(image, seen, np.where(is_back, faint, bare))
    sides = places.sides.copy()
    if shows_print(places):
        sides[~is_back & bare & ~blinded] = OUTLIERS.rather_back
    sides[is_back & (blinded | (print_seen > OUTLIERS.print_heat))] = OUTLIERS.rather_front
    return PrintMaps(places.heat, places.sizes_px, sides)


def _list_blinded(image: BgrImage, seen: Sequence[RectifiedCard], asked: _Flags) -> _Flags:
    """Return which of the cards asked about lie under glare."""
    blinded = np.zeros(len(seen), bool)
    if asked.any():
        glare = find_glare(image)
        blinded[asked] = [
            measure_glare(seen[index].cut, glare) > OUTLIERS.max_glare_share for index in np.flatnonzero(asked).tolist()
        ]
    return blinded


def _list_strange(seen: Sequence[RectifiedCard], is_back: _Flags, sure: _Figures, shares: _Figures) -> _Flags:
    """Return which cards show neither print nor a back like the others'."""
    strange = np.zeros(len(seen), bool)
    backs = np.flatnonzero(is_back)
    if not len(backs):
        return strange
    looks = np.stack([describe_appearance(seen[index].cut) for index in backs.tolist()])
    nearest = pairwise_distances(looks).min(axis=1)
    doubtful = (sure[backs] < OUTLIERS.weak_confidence) | (
        (shares[backs] < OUTLIERS.weak_share) & bool((shares[backs] >= OUTLIERS.strong_share).any())
    )
    strange[backs] = doubtful & (nearest >= OUTLIERS.max_back_distance)
    if int((nearest < OUTLIERS.max_back_distance).sum()) >= OUTLIERS.min_alike_backs:
        strange[backs] |= (nearest > OUTLIERS.min_foreign_distance) & (
            np.linalg.norm(looks[:, 3:6], axis=1) < OUTLIERS.max_foreign_texture
        )
    return strange


def _list_stray_row(seen: Sequence[RectifiedCard], faint_backs: _Flags) -> _Flags:
    """Return which cards are all of a row too many: faint ones without print above or below the others."""
    rows = np.array([one.row for one in seen])
    stray = np.zeros(len(seen), bool)
    if rows.max() < _MOST_ROWS:
        return stray
    for row in (0, rows.max()):
        there = rows == row
        if faint_backs[there].all():
            stray |= there
    return stray


def shows_print(places: PrintMaps) -> bool:
    """Return whether cards show letter, number and icons, in whatever font: cloth and wood do not."""
    strongest: FloatArray = np.sort(places.heat.max(axis=(2, 3)).mean(axis=1))[::-1]
    return float(strongest[: math.ceil(OUTLIERS.likeliest_share * len(strongest))].mean()) >= OUTLIERS.shelf_print_heat
