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

_Figures = npt.NDArray[np.float64]
_Flags = npt.NDArray[np.bool_]

_WEAK = 0.4
"""Confidence below which a card without print must have a back like another's."""
_WEAKER, _STRONG = 0.65, 0.75
"""The share of what is usual below which a card without print must have a back like others', where there is one from
which share on. Of 900 backs none is below it and unlike.
"""
_BLINDED = 0.5
"""The share of a card under glare that hides which side of it is up."""
_RATHER_BACK, _RATHER_FRONT = (0.51, 0.49, 0.0), (0.49, 0.51, 0.0)
"""The chances of no front, an upright one and one upside down where the net was not right, and nothing is plain."""
_SAME_BACK = 35.0
"""How far (in Lab) backs of one deck look from each other at most: light falls on some, shadow on others."""
_OTHER, _EVEN = 50.0, 15.0
"""How far (in Lab) a thing looks from all of several backs that are alike, and how even it is, if it is a lid or a
sheet of paper as big as a card: glare and shadow on a back are not even. Of 700 backs on 450 shelves none is so.
"""
_SEVERAL = 2
"""How many backs must be alike to tell what others look like."""
_MOST_ROWS = 3
"""Of a shelf, by the rules."""
_NO_PRINT, _PLAIN_PRINT = 0.12, 0.65
"""How plainly the plainest of letter, number and icons is seen on what is no front, and on what is one.

On 460 shelves one of 5446 fronts is below the first, and of 728 backs none above the second (the plainest: 0.6).
"""
_PRINTED, _FEW = 0.3, 0.25
"""How plainly print is seen on the likeliest cards of a shelf, and which share of its cards these are: others lie face
down, or under glare.

Nets for letters may not know a font and still the net for places sees that there is print. Of 60 shelves with faces
never seen the weakest is at 0.56, of 100 bare tables the strongest at 0.13.
"""


def reject_outliers(
    image: BgrImage, seen: Sequence[RectifiedCard], places: PrintMaps
) -> tuple[tuple[RectifiedCard, ...], PrintMaps]:
    """Return the cards of a photo that remain, their rows and columns counted anew, and what is seen on them.

    Of a card that is white with glare nobody knows which side is up: it stays, and counts as face up, as most do.
    """
    sure = np.array([one.card.confidence for one in seen])
    shares = sure / typical_confidence(one.card for one in seen)
    places = _turn_by_print(image, seen, places, shares < _STRONG)
    is_back = places.sides[:, NO_FRONT] >= 0.5
    gone = _list_strange(seen, is_back, sure, shares) | _list_stray_row(seen, is_back & (shares < _STRONG))
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
    is_back = places.sides[:, NO_FRONT] >= 0.5
    bare = print_seen < _NO_PRINT
    blinded = _list_blinded(image, seen, np.where(is_back, faint, bare))
    sides = places.sides.copy()
    if shows_print(places):
        sides[~is_back & bare & ~blinded] = _RATHER_BACK
    sides[is_back & (blinded | (print_seen > _PLAIN_PRINT))] = _RATHER_FRONT
    return PrintMaps(places.heat, places.sizes_px, sides)


def _list_blinded(image: BgrImage, seen: Sequence[RectifiedCard], asked: _Flags) -> _Flags:
    """Return which of the cards asked about lie under glare."""
    blinded = np.zeros(len(seen), bool)
    if asked.any():
        glare = find_glare(image)
        blinded[asked] = [measure_glare(seen[index].cut, glare) > _BLINDED for index in np.flatnonzero(asked).tolist()]
    return blinded


def _list_strange(seen: Sequence[RectifiedCard], is_back: _Flags, sure: _Figures, shares: _Figures) -> _Flags:
    """Return which cards show neither print nor a back like the others'."""
    strange = np.zeros(len(seen), bool)
    backs = np.flatnonzero(is_back)
    if not len(backs):
        return strange
    looks = np.stack([describe_appearance(seen[index].cut) for index in backs.tolist()])
    nearest = pairwise_distances(looks).min(axis=1)
    doubtful = (sure[backs] < _WEAK) | ((shares[backs] < _WEAKER) & bool((shares[backs] >= _STRONG).any()))
    strange[backs] = doubtful & (nearest >= _SAME_BACK)
    if int((nearest < _SAME_BACK).sum()) >= _SEVERAL:
        strange[backs] |= (nearest > _OTHER) & (np.linalg.norm(looks[:, 3:6], axis=1) < _EVEN)
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
    return float(strongest[: math.ceil(_FEW * len(strongest))].mean()) >= _PRINTED
