"""What passed for cards and, seen near, is none: neither the front of a card nor a back like the others."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from ..finding.ground import describe_cut
from ..finding.lattice import Cell, keep_connected
from ..finding.settling import measure_usual
from ..geometry import BgrImage, FloatArray
from ..nets import Places
from .prints import NO_FRONT, REVERSED, UPRIGHT
from .straightening import Seen

_WEAK = 0.4
"""Confidence below which a card without print must have a back like another's."""
_WEAKER, _STRONG = 0.65, 0.75
"""The share of what is usual below which a card without print must have a back like others', where there is one from
which share on. Of 900 backs none is below it and unlike.
"""
_WHITE, _BLINDED = 235, 0.5
"""How light (0 to 255) all colours are under glare, and the share of a card that hides which side of it is up."""
_SAME_BACK = 35.0
"""How far (in Lab) backs of one deck look from each other at most: light falls on some, shadow on others."""
_PRINTED, _FEW = 0.3, 0.25
"""How plainly print is seen on the likeliest cards of a shelf, and which share of its cards these are: others lie face
down, or under glare.

Nets for letters may not know a font and still the net for places sees that there is print. Of 60 shelves with faces
never seen the weakest is at 0.56, of 100 bare tables the strongest at 0.13.
"""


def sort_out(seen: Sequence[Seen], places: Places) -> tuple[tuple[Seen, ...], Places]:
    """Return the cards that remain, their rows and columns counted anew.

    Of a card that is white with glare nobody knows which side is up: it stays, and counts as face up, as most do.
    """
    sure = np.array([one.card.confidence for one in seen])
    shares = sure / measure_usual(one.card for one in seen)
    places = _face_blinded_up(seen, places, shares < _STRONG)
    is_back = places.sides[:, NO_FRONT] >= 0.5
    weak = (sure < _WEAK) | ((shares < _WEAKER) & bool((shares[is_back] >= _STRONG).any()))
    looks = [describe_cut(one.cut) if back else None for one, back in zip(seen, is_back, strict=True)]
    strange = [
        look is not None
        and bool(doubt)
        and not any(
            np.linalg.norm(look - other) < _SAME_BACK
            for k, other in enumerate(looks)
            if k != place and other is not None
        )
        for place, (look, doubt) in enumerate(zip(looks, weak, strict=True))
    ]
    if not any(strange):
        return tuple(seen), places
    kept = keep_connected(
        Cell(one.row, one.column, one.card) for one, gone in zip(seen, strange, strict=True) if not gone
    )
    numbers = {id(one.card): number for number, one in enumerate(seen)}
    order = [numbers[id(cell.card)] for cell in kept]
    again = tuple(
        Seen(cell.row, cell.column, cell.card, seen[number].cut) for cell, number in zip(kept, order, strict=True)
    )
    return again, Places(places.heat[order], places.sizes_px[order], places.sides[order])


def _face_blinded_up(seen: Sequence[Seen], places: Places, faint: npt.NDArray[np.bool_]) -> Places:
    hidden = faint & (places.sides[:, NO_FRONT] >= 0.5)
    hidden[hidden] = [_is_white(one.cut) for one, asked in zip(seen, hidden, strict=True) if asked]
    sides = places.sides.copy()
    sides[hidden, NO_FRONT], sides[hidden, UPRIGHT], sides[hidden, REVERSED] = 0.49, 0.51, 0.0
    return Places(places.heat, places.sizes_px, sides)


def _is_white(cut: BgrImage) -> bool:
    white = cv2.inRange(cut, (_WHITE,) * 3, (255,) * 3)
    return float(white.mean()) / 255 > _BLINDED


def shows_print(places: Places) -> bool:
    """Return whether cards show letter, number and icons, in whatever font: cloth and wood do not."""
    strongest: FloatArray = np.sort(places.heat.max(axis=(2, 3)).mean(axis=1))[::-1]
    return float(strongest[: math.ceil(_FEW * len(strongest))].mean()) >= _PRINTED
