"""What the heat of icons on cards says for and against an icon at a place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..geometry import FloatArray
from ..networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE
from .print_locations import Peak, PrintLocations
from .thresholds import ARRANGEMENTS

WIDE, HIGH = (side // PRINT_MAP_STRIDE for side in PRINT_MAP_PX)
"""The size of a heatmap, in cells."""


def look_up(maps: FloatArray, places: FloatArray, outside: float = 0.0) -> FloatArray:
    """Return what the map of each card has at places (n x icons x 2, in cells): cards x n x icons."""
    edged = np.pad(maps, ((0, 0), (1, 1), (1, 1)), constant_values=outside)
    columns, rows = np.rint(places[..., 0]).astype(np.intp) + 1, np.rint(places[..., 1]).astype(np.intp) + 1
    return np.asarray(edged[:, rows.clip(0, edged.shape[1] - 1), columns.clip(0, edged.shape[2] - 1)], np.float32)


def weigh_heat(heat: FloatArray, least: float | FloatArray) -> FloatArray:
    """Return log odds that an icon is where heat is, of ``least`` of which none is as likely."""
    most = ARRANGEMENTS.max_log_odds
    return np.asarray(np.clip((find_odds(heat) - find_odds(np.asarray(least))) / 2, -most, most), np.float32)


def find_odds(heat: npt.NDArray[np.floating]) -> FloatArray:
    """Return the log odds of heat."""
    held = np.clip(heat, 0.005, 0.995)
    return np.asarray(np.log(held / (1 - held)), np.float32)


def choose_least(usual: npt.ArrayLike) -> FloatArray:
    """Return the heat of which an icon is as likely as none, where icons usually have the log odds ``usual``."""
    least = 1 / (1 + np.exp(ARRANGEMENTS.usual_drop - np.asarray(usual)))
    return np.asarray(np.clip(least, ARRANGEMENTS.least_heat, ARRANGEMENTS.enough_heat), np.float32)


def blank_names(one: PrintLocations) -> FloatArray:
    """Return a card's heat of icons without that on its letter and number, which some printings have on a plate."""
    heat = one.icon_heat.copy()
    x, y = (np.arange(WIDE) + 0.5) / WIDE, ((np.arange(HIGH) + 0.5) / HIGH)[:, None]
    for region in (one.letter, one.number):
        heat[(np.abs(x - region.x) < region.width / 2) & (np.abs(y - region.y) < region.height / 2)] = 0
    return heat


def spread_heat(heat: FloatArray, peaks: Sequence[Peak], apart: float) -> tuple[FloatArray, FloatArray]:
    """Return the heat of the peaks within reach of each cell, and which peak that is, or -1; beside them less heat.

    Else places half a step aside would have the heat of both neighbors, and three icons pass for four.
    """
    near, owners = ARRANGEMENTS.beside_peaks * heat, np.full(heat.shape, -1, np.float32)
    rows, columns = np.arange(heat.shape[0])[:, None], np.arange(heat.shape[1])
    reach = max(1.0, ARRANGEMENTS.reach * apart) + ARRANGEMENTS.blur_cells
    for index, (x, y, strength) in enumerate(peaks):
        within = (np.hypot(columns - x, rows - y) <= reach) & (strength > near)
        near, owners = np.where(within, strength, near), np.where(within, index, owners)
    return np.asarray(near, np.float32), np.asarray(owners, np.float32)


def find_repeats(owners: FloatArray, places: FloatArray) -> npt.NDArray[np.bool_]:
    """Return for places (n x icons x 2) on each card whether one before has the same peak: cards x n x icons.

    ``owners`` is that of each card. Two places within reach of one peak are one icon, which must not count twice.
    """
    owned = look_up(owners, places, -1)
    same = (owned[..., :, None] == owned[..., None, :]) & (owned[..., :, None] >= 0)
    return np.asarray((same & np.tri(owned.shape[-1], k=-1, dtype=bool)).any(axis=-1))
