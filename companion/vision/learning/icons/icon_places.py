"""Where a printing has its icons: the places that cards with as many icons have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from ...game_rules import GameRules
from ...geometry import FloatArray, Point, measure_max_distance
from ..thresholds import LESSONS


class DesignError(ValueError):
    """Raised when a design cannot be learned: confirmed cards are too few, or their print cannot be found."""


def find_icon_places(icon_spots: FloatArray, shifts: FloatArray, rules: GameRules) -> tuple[tuple[Point, ...], ...]:
    """Return the common places of the icons on cards with two, three and four of them.

    Where no card has so many, they are guessed from the others; further guesses, of which nothing says which is true,
    follow at the end. What is the same place on cards of several numbers is where most of them have it.
    """
    known: dict[int, tuple[Point, ...]] = {}
    counts = (~np.isnan(icon_spots[:, :, 0])).sum(axis=1)
    for count in range(rules.min_icons, rules.max_icons + 1):
        rows = [
            spots[:count] - shift
            for spots, shift in zip(icon_spots[counts == count], shifts[counts == count], strict=True)
        ]
        if rows:
            known[count] = tuple((float(x), float(y)) for x, y in _find_arrangement(rows))
    if not known:
        raise DesignError("no icons")
    layouts, further = [], []
    for count in range(rules.min_icons, rules.max_icons + 1):
        places, *others = [known[count]] if count in known else _guess_places(known, count)
        layouts.append((places, int((counts == count).sum())))
        further += [(several, 0) for several in others]
    return _join_layouts([*layouts, *further])


def _join_layouts(layouts: Sequence[tuple[tuple[Point, ...], int]]) -> tuple[tuple[Point, ...], ...]:
    """Return layouts with those of their places joined that are one: at their mean, weighted by how many cards have it.

    Where icons all start from one end, layouts share places; one card is not enough to move them. Raises
    ``DesignError`` where two icons of a card would be one.
    """
    step = _measure_step([places for places, _ in layouts])
    if not step:
        raise DesignError("icons in one place")
    near = min(LESSONS.same_place, LESSONS.same_place_step * step)
    joined: list[list[tuple[Point, int]]] = []
    home: dict[Point, int] = {}
    for places, weight in sorted(layouts, key=lambda layout: -layout[1]):
        for place in places:
            apart = [measure_max_distance(place, _average(several)) for several in joined]
            if not apart or min(apart) >= near:
                joined.append([])
                apart.append(0.0)
            home[place] = apart.index(min(apart))
            joined[home[place]].append((place, weight))
    return tuple(tuple(_average(joined[home[place]]) for place in places) for places, _ in layouts)


def _measure_step(layouts: Sequence[tuple[Point, ...]]) -> float:
    """Return the least distance of two places of one layout."""
    return min(measure_max_distance(one, other) for places in layouts for one, other in combinations(places, 2))


def _average(places: Sequence[tuple[Point, int]]) -> Point:
    """Return the weighted mean of places; what nobody has counts only where there is nothing else."""
    points, weights = np.array([point for point, _ in places]), np.array([weight for _, weight in places], float)
    x, y = np.average(points, axis=0, weights=weights + 1e-3)
    return float(x), float(y)


def join_places(icon_places: tuple[tuple[Point, ...], ...]) -> FloatArray:
    """Return all places of icons, each once (places x 2)."""
    return np.array(sorted({place for places in icon_places for place in places}), np.float32)


def _find_arrangement(rows: Sequence[FloatArray]) -> FloatArray:
    """Return the common places of icons (rows of icons x 2), however they are arranged.

    Each card's icons are matched with the places as they are nearest to them, and the places are the medians of what
    was matched: a block has no order along one axis.
    """
    middles = np.median([_put_in_order(row) for row in rows], axis=0)
    start = min(rows, key=lambda row: _measure_fit(rows, row))
    if _measure_fit(rows, start) < _measure_fit(rows, middles):
        middles = start
    for _ in range(LESSONS.arrangement_iterations):
        middles = np.median([_match_places(row, middles)[1] for row in rows], axis=0)
    return _put_in_order(np.asarray(middles, np.float32))


def _measure_fit(rows: Sequence[FloatArray], places: FloatArray) -> float:
    return float(np.median([_match_places(row, places)[0] for row in rows]))


def _match_places(row: FloatArray, places: FloatArray) -> tuple[float, FloatArray]:
    """Return the distance of icons from places at the best matching, and the icons in the order of the places."""
    orders = [row[list(order)] for order in permutations(range(len(row)))]
    return min(((float(np.abs(one - places).sum()), one) for one in orders), key=lambda both: both[0])


def _put_in_order(row: FloatArray) -> FloatArray:
    return np.asarray(row[order_places(row)], np.float32)


def order_places(points: npt.ArrayLike) -> list[int]:
    """Return the order of a card's places for icons (places x 2): along their line, or line by line in a block."""
    places = np.asarray(points, np.float32)
    along = places[:, int(np.ptp(places[:, 1]) > np.ptp(places[:, 0]))]
    gaps = np.diff(np.sort(along))
    if not len(gaps) or gaps.min() > gaps.max() * LESSONS.min_gap_ratio:
        return [int(index) for index in np.argsort(along)]
    lower = places[:, 1] > (places[:, 1].min() + places[:, 1].max()) / 2
    return [int(index) for index in np.lexsort((places[:, 0], lower))]


def _guess_places(known: dict[int, tuple[Point, ...]], count: int) -> list[tuple[Point, ...]]:
    """Return where ``count`` icons may stand, from where other numbers of them stand."""
    return _guess_in_block(known, count) or [_guess_in_line(known, count)]


def _guess_in_block(known: dict[int, tuple[Point, ...]], count: int) -> list[tuple[Point, ...]]:
    """Return the corners of a block that ``count`` icons may have; nothing where icons do not stand in a block.

    Fewer icons are among those of more. Two stand side by side or one above the other: three, which lack one corner, do
    not tell which.
    """
    widest = np.array(known[max(known)])
    low, high = widest.min(axis=0), widest.max(axis=0)
    if len(widest) < LESSONS.min_block or (high - low).min() < LESSONS.min_gap_ratio * (high - low).max():
        return []
    corners = tuple((float(x), float(y)) for y in (low[1], high[1]) for x in (low[0], high[0]))
    if count == len(corners):
        return [corners]
    found: Iterable[tuple[Point, ...]] = combinations(corners, count)
    if count < LESSONS.min_block:
        found = (pair for pair in found if not np.ptp(pair, axis=0).all())
    return [
        several
        for several in found
        if all(_holds(several, places) if other < count else _holds(places, several) for other, places in known.items())
    ]


def _holds(places: tuple[Point, ...], fewer: tuple[Point, ...]) -> bool:
    """Whether fewer places are all among others."""
    return all(min(measure_max_distance(one, other) for other in places) < LESSONS.same_place for one in fewer)


def _guess_in_line(known: dict[int, tuple[Point, ...]], count: int) -> tuple[Point, ...]:
    """Return where ``count`` icons would stand in a row or a column."""
    nearest = min(known, key=lambda other: abs(other - count))
    places = known[nearest]
    first, step = np.array(places[0]), (np.array(places[-1]) - np.array(places[0])) / (len(places) - 1)
    # From the same end, the same start or about the same middle: what two known rows share; else the same end.
    anchor = 1.0
    if len(known) > 1:
        other = known[next(key for key in known if key != nearest)]
        gaps = [np.abs(np.array(places[k]) - np.array(other[k])).max() for k in (0, -1)]
        anchor = 0.0 if gaps[0] < LESSONS.same_place else 1.0 if gaps[1] < LESSONS.same_place else 0.5
    start = first - anchor * (count - len(places)) * step
    return tuple((float(x), float(y)) for x, y in (start + k * step for k in range(count)))
