"""Empty places among cards: neighbours' edges frame them like cards, but what they show is the table."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from ..geometry import BgrImage, as_quad, cut_out
from .plane import CORNERS, HEIGHT, Plane

Floats = npt.NDArray[np.float64]

_SAMPLE_PX, _RIM_PX = (24, 32), 4
"""Width and height of what is looked at, and how much of its rim is left out: neighbours reach in."""
_STEP_X, _STEP_Y, _REACH = 0.55, 0.75, 2.2
"""How far apart (in card widths) and how far around the shelf the table is looked at."""
_CLEAR_X, _CLEAR_Y = 1.05, 1.45
_NEAR = 24
"""Samples of the table that count: the nearest, for lamps do not light a table evenly."""
_LIKE_TABLE, _LIKE_CARDS = 30.0, 0.42
"""How near (in Lab) to the table, and how much nearer than to any card, a place must be to be held for empty.

On 60 made shelves and 40 photos of other games, empty places were at 3 to 27 and 0.05 to 0.35, cards from 20 on and
above 0.5, but for one at 0.4.
"""


def find_bare(image: BgrImage, plane: Plane, doubtful: Sequence[bool]) -> set[int]:
    """Return which of the doubtful cards of a plane are bare table; ``image`` is the photo, maybe smaller."""
    table = _list_table(image, plane)
    sure = [card for card, doubt in enumerate(doubtful) if not doubt]
    if not table or not sure:
        return set()
    looks = [_describe(image, corners) for corners in plane.place_corners()]
    cards = np.stack([looks[card] for card in sure])
    bare = set()
    for card in set(range(len(looks))) - set(sure):
        x, y = plane.poses[card, :2]
        near = sorted(table, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)[:_NEAR]
        to_table = sorted(float(np.linalg.norm(spot[2] - looks[card])) for spot in near)
        # The third nearest: one sample may lie on a token by chance.
        distance = to_table[min(2, len(near) - 1)]
        to_cards = float(np.linalg.norm(cards - looks[card], axis=1).min())
        if distance < min(_LIKE_TABLE, _LIKE_CARDS * to_cards):
            bare.add(card)
    return bare


def _list_table(image: BgrImage, plane: Plane) -> list[tuple[float, float, Floats]]:
    """Return places on the table around the shelf, and what they look like."""
    high, wide = image.shape[:2]
    middles = plane.poses[:, :2]
    low, far = middles.min(0) - _REACH, middles.max(0) + _REACH + 0.1
    spots = []
    for x in np.arange(low[0], far[0], _STEP_X):
        for y in np.arange(low[1] - 0.5, far[1] + 0.5, _STEP_Y):
            away = np.abs(middles - (x, y)) / (_CLEAR_X, _CLEAR_Y)
            if away.max(axis=1).min() < 1:
                continue
            corners = plane.show((CORNERS - 0.5) * (0.8, 0.8 * HEIGHT) + (x, y))
            if corners.min() >= 0 and corners[:, 0].max() < wide and corners[:, 1].max() < high:
                spots.append((float(x), float(y), _describe(image, corners)))
    return spots


def _describe(image: BgrImage, corners: Floats) -> Floats:
    return describe_cut(cut_out(image, as_quad(corners), _SAMPLE_PX))


def describe_cut(cut: BgrImage) -> Floats:
    """Return what a cut-out looks like all over: colour, and how much it changes (Lab)."""
    small = cut if cut.shape[1::-1] == _SAMPLE_PX else cv2.resize(cut, _SAMPLE_PX, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX], cv2.COLOR_BGR2LAB).astype(np.float64)
    steps = np.abs(np.diff(lab, axis=0)).mean((0, 1)) + np.abs(np.diff(lab, axis=1)).mean((0, 1))
    return np.concatenate([lab.mean((0, 1)), 2 * lab.std((0, 1)), 2 * steps])
