"""Where cards lie on a table, in card widths: x to the right, y towards the photographer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .paint import Dice

Corners = NDArray[np.float64]
"""4 x 2: top left, top right, bottom right, bottom left of the upright card."""
MOST_IN_COLUMN = 12
"""Cards in a column of a pile."""
LONGEST_COLUMN = 6.0
"""How far down a column of a pile goes, but for its last card, which lies open."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One card's place; ``covered`` is one of which only the strip at its head is seen."""

    row: int
    column: int
    corners: Corners
    face_down: bool = False
    covered: bool = False
    stray: bool = False


@dataclass(frozen=True, slots=True)
class Habits:
    """How tidily somebody lays cards."""

    rows: int
    columns: int
    gap_x: float
    gap_y: float
    shift: float
    """How far a whole row may be moved sideways."""
    drift: float
    """Degrees by which a row may run off."""
    jitter: float
    """How far each card may lie off its place."""
    turn: float
    """Degrees by which each card may be turned."""
    holes: float
    """Share of places left empty."""
    face_down: float
    """Share of cards lying face down."""


def tidy_habits(dice: Dice) -> Habits:
    """Draw how a shelf of this game is laid: up to three rows, nearly touching."""
    gap = dice.choice([dice.uniform(-0.005, 0.02), dice.uniform(0.02, 0.08)], p=[0.6, 0.4])
    return Habits(
        rows=int(dice.choice([1, 2, 3, 3])), columns=int(dice.integers(3, 13)), gap_x=gap,
        gap_y=gap + dice.uniform(0, 0.04), shift=dice.uniform(0, 0.22), drift=dice.uniform(0, 1.2),
        jitter=dice.uniform(0, 0.02), turn=dice.uniform(0, 1.5), holes=dice.choice([0.0, 0.08]),
        face_down=dice.choice([0.0, 0.12, 0.25]),
    )  # fmt: skip


COLUMNS_SHARE = (0.04, 0.07, 0.13, 0.18, 0.17, 0.14, 0.06, 0.07, 0.04, 0.04, 0.03, 0.03)
"""How often shelves of one to twelve columns are laid."""


def any_habits(dice: Dice) -> Habits:
    """Draw how cards of any game may be laid, from touching to far apart."""
    gap = dice.choice(
        [dice.uniform(-0.01, 0.02), dice.uniform(0.02, 0.15), dice.uniform(0.15, 0.6)], p=[0.45, 0.35, 0.2]
    )
    loose = dice.random() < 0.25
    return Habits(
        rows=int(dice.choice([1, 2, 3, 4, 5, 7], p=[0.15, 0.25, 0.33, 0.15, 0.07, 0.05])),
        columns=int(dice.choice(12, p=COLUMNS_SHARE)) + 1,
        gap_x=gap, gap_y=gap * dice.uniform(0.4, 1.2) + dice.uniform(0, 0.05),
        shift=dice.choice([0.0, dice.uniform(0, 0.45)]), drift=dice.uniform(0, 2.0),
        jitter=(0.06 if loose else 0.02) * dice.random(), turn=(8.0 if loose else 1.5) * dice.random(),
        holes=dice.choice([0.0, 0.1, 0.25]), face_down=dice.choice([0.0, 0.15, 0.5, 1.0], p=[0.45, 0.3, 0.2, 0.05]),
    )  # fmt: skip


def lay_corners(x: float, y: float, height: float, degrees: float) -> Corners:
    """Return the corners of a card whose center is at (x, y), turned clockwise."""
    angle = np.deg2rad(degrees)
    across = 0.5 * np.array([np.cos(angle), np.sin(angle)])
    down = 0.5 * height * np.array([-np.sin(angle), np.cos(angle)])
    center = np.array([x, y])
    return np.stack([center - across - down, center + across - down, center + across + down, center - across + down])


def _choose_places(dice: Dice, habits: Habits) -> list[list[int]]:
    """Draw the columns that each row fills: ragged, with holes, connected to the row above."""
    rows: list[list[int]] = []
    for _ in range(habits.rows):
        start = int(dice.integers(0, max(1, habits.columns // 3) + 1)) if dice.random() < 0.45 else 0
        length = max(1, habits.columns - int(dice.integers(0, max(1, habits.columns // 2) + 1)) * (dice.random() < 0.6))
        filled = [c for c in range(start, start + length) if dice.random() >= habits.holes] or [start]
        if rows and not set(filled) & set(rows[-1]):
            first, last = sorted((filled[0], rows[-1][0]))
            filled = sorted({*filled, *range(first, last + 1)})
        rows.append(filled)
    return rows


def lay_shelf(dice: Dice, habits: Habits, height: float) -> list[Spot]:
    """Lay a shelf of cards ``height`` card widths high; its cells hang together orthogonally."""
    spots = []
    for row, columns in enumerate(_choose_places(dice, habits)):
        shift, slope = dice.uniform(-1, 1) * habits.shift, np.tan(np.deg2rad(dice.uniform(-1, 1) * habits.drift))
        middle = habits.columns / 2
        for column in columns:
            x = column * (1 + habits.gap_x) + shift + dice.uniform(-1, 1) * habits.jitter
            y = row * (height + habits.gap_y) + (column - middle) * slope + dice.uniform(-1, 1) * habits.jitter
            degrees = np.rad2deg(np.arctan(slope)) + dice.uniform(-1, 1) * habits.turn
            down = bool(dice.random() < habits.face_down)
            spots.append(Spot(row, column, lay_corners(x, y, height, float(degrees)), face_down=down))
    return keep_connected(spots)


def keep_connected(spots: list[Spot]) -> list[Spot]:
    """Keep the largest part whose cells hang together, its rows and columns counted from 0."""
    left = {(spot.row, spot.column): spot for spot in spots}
    best: list[Spot] = []
    while left:
        part, edge = [], [next(iter(left))]
        while edge:
            cell = edge.pop()
            if cell not in left:
                continue
            part.append(left.pop(cell))
            row, column = cell
            edge += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        best = max(best, part, key=len)
    top, first = min(spot.row for spot in best), min(spot.column for spot in best)
    moved = [Spot(s.row - top, s.column - first, s.corners, s.face_down) for s in best]
    return sorted(moved, key=lambda spot: (spot.row, spot.column))


def lay_pile(dice: Dice, height: float, strip: float) -> list[Spot]:
    """Lay a pile in columns that do not cover each other; each card leaves ``strip`` of the one it lies on in sight.

    The more of each card is left in sight, the fewer a column has: all of it goes into a photo.
    """
    spots = []
    tilt, left = dice.uniform(0, 1.5), 0.0
    most = min(MOST_IN_COLUMN, int(LONGEST_COLUMN / strip))
    for column in range(int(dice.integers(1, 7))):
        count = int(dice.integers(2, most + 1))
        left += dice.uniform(1.02, 1.15)
        y = dice.uniform(0, 0.15)
        for place in range(count):
            corners = lay_corners(left + dice.uniform(-0.02, 0.02), y, height, dice.uniform(-tilt, tilt))
            spots.append(Spot(place, column, corners, covered=place < count - 1))
            y += strip * dice.uniform(1.02, 1.35)
    return spots


def lay_strays(dice: Dice, shelf: list[Spot], height: float, count: int) -> list[Spot]:
    """Lay cards beside a shelf, any way round, none nearer than a third of a card."""
    points = np.concatenate([spot.corners for spot in shelf])
    low, high = points.min(0) - 2.2, points.max(0) + 2.2
    strays: list[Spot] = []
    for _ in range(count * 6):
        if len(strays) == count:
            break
        center = dice.uniform(low, high)
        corners = lay_corners(*center, height, dice.choice([dice.uniform(-180, 180), dice.uniform(-15, 15)]))
        reach = 0.5 * np.hypot(1, height) + 0.35
        taken = [spot.corners for spot in (*shelf, *strays)]
        if all(_distance(center, other) > reach for other in taken):
            strays.append(Spot(-1, -1, corners, face_down=bool(dice.random() < 0.5), stray=True))
    return strays


def _distance(point: NDArray[np.float64], corners: Corners) -> float:
    """Return how far a point is from a card's box, 0 within it."""
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    offset = point - corners.mean(0)
    u = abs(offset @ across / np.linalg.norm(across)) - np.linalg.norm(across) / 2
    v = abs(offset @ down / np.linalg.norm(down)) - np.linalg.norm(down) / 2
    return float(np.hypot(max(u, 0.0), max(v, 0.0)))
