"""How much any choice of cards can still bring: tables that look ahead, and blends of rows that bound the scarcest.

A table gives every card a weight and answers, for each state of the walk and each number of prominent books still to
be taken, the largest sum of weights that the rest can bring. That is the longest path in a small graph.

B4 pays three points a book of the scarcest row, which is no sum over cards. But no row has fewer books than the
scarcest, and the scarcest never has more than some ceiling M. So for any weights w of the rows and v of the ceiling
that are not negative and add up to three,

    3 min(x) <= w1 x1 + … + w5 x5 + v M,

and the right side is a sum over cards: a table bounds it. A blend is one choice of such weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations, permutations
from operator import add, mul

from ..sections.categorical_variety import POINTS_PER_BOOK
from .course import Course, Step

SCALE = 120
"""Weights are counted in 120ths of a point, so that one to five rows can share 3 points equally."""
SHIFTS = (SCALE // 2, SCALE // 4, SCALE // 8)
"""How much weight is shifted at a time to sharpen a blend."""
UNREACHABLE = -(1 << 60)
"""Less than any sum of weights: so many prominent books cannot be had."""

Table = tuple[dict[int, list[int]], ...]
"""``table[i][barred][k]``: the largest sum from step ``i`` on with exactly ``k`` prominent books."""


def tabulate(course: Course, weights: Sequence[int]) -> Table:
    """Find the largest sum of the kept cards' weights, from every state on and for every number of prominent books."""
    following: dict[int, list[int]] = {0: [0]}
    table = [following]
    for step, weight, states in reversed(list(zip(course.steps, weights, course.barred[:-1], strict=True))):
        following = _look_ahead(step, weight, states, following)
        table.append(following)
    return tuple(reversed(table))


def _look_ahead(
    step: Step, weight: int, states: Sequence[int], following: dict[int, list[int]]
) -> dict[int, list[int]]:
    kept = [UNREACHABLE] * step.prominent + [best + weight for best in following[step.barred_by]]
    here = {}
    for barred in states:
        if barred > step.lower:
            here[barred] = following[barred - 1]
            continue
        left_out = following[barred]
        longer = kept if len(kept) > len(left_out) else left_out
        here[barred] = [*map(max, kept, left_out), *longer[min(len(kept), len(left_out)) :]]
    return here


@dataclass(frozen=True, slots=True)
class Blend:
    """One choice of weights, in units of ``SCALE``, and its table."""

    weights: tuple[int, ...]
    """Of ``Goal.other_rows``, of the prominent row, and of the ceiling."""
    table: Table

    @property
    def others(self) -> tuple[int, ...]:
        """The weights of ``Goal.other_rows``."""
        return self.weights[:-2]

    def bound(self, prominent: int, ceiling: int) -> int:
        """Bound B3, B4 and B5 together of all choices with that many prominent books, in units of ``SCALE``."""
        return self.table[0][0][prominent] + self.pay_settled(prominent, ceiling)

    def pay_settled(self, prominent: int, ceiling: int) -> int:
        """Weigh what is the same for all choices with that many prominent books."""
        return self.weights[-2] * prominent + self.weights[-1] * ceiling


class Bounds:
    """All that bounds the choices of a course; it grows sharper where a search asks for it."""

    def __init__(self, course: Course) -> None:
        rows = range(len(course.goal.other_rows))
        self.course = course
        self.points = tabulate(course, [step.points for step in course.steps])
        """The most points of B3 and B5."""
        self.rows = tuple(tabulate(course, [step.others[row] for step in course.steps]) for row in rows)
        """The most books of each of ``Goal.other_rows``."""
        self.together = tabulate(course, [sum(step.others) for step in course.steps])
        """The most books of those rows together."""
        self.blends = [self._blend(weights) for weights in _share_three_points(course)]

    @property
    def prominent_books(self) -> tuple[int, ...]:
        """Every number of prominent books that can be had."""
        return tuple(books for books, points in enumerate(self.points[0][0]) if points > UNREACHABLE // 2)

    def find_ceiling(self, prominent: int) -> int:
        """Find a number of books that the scarcest row cannot exceed."""
        most = [row[0][0][prominent] for row in self.rows]
        if self.course.goal.prominent_is_permitted:
            most.append(prominent)
        return min(*most, self.together[0][0][prominent] // len(self.rows))

    def find_blends(self, prominent: int, number: int = 1) -> list[Blend]:
        """Find the blends that bound best, the best of all first."""
        ceiling = self.find_ceiling(prominent)
        return nsmallest(number, self.blends, key=lambda blend: blend.bound(prominent, ceiling))

    def sharpen(self, prominent: int) -> None:
        """Add blends that bound better: shift weight between two parts of the best as long as that helps."""
        (blend,) = self.find_blends(prominent)
        for shift in SHIFTS:
            while (better := self._shift(blend, shift, prominent)) is not None:
                blend = better
                self.blends.append(blend)

    def _shift(self, blend: Blend, shift: int, prominent: int) -> Blend | None:
        """Shift weight to a scarcer part of the set that the blend itself would choose: only that can help."""
        ceiling = self.find_ceiling(prominent)
        parts = self._count_parts(blend, prominent, ceiling)
        gaps = sorted((parts[poor] - parts[rich], rich, poor) for rich, poor in permutations(parts, 2))
        for gap, rich, poor in gaps:
            if gap < 0 and blend.weights[rich] >= shift:
                weights = list(blend.weights)
                weights[rich] -= shift
                weights[poor] += shift
                other = self._blend(tuple(weights))
                if other.bound(prominent, ceiling) < blend.bound(prominent, ceiling):
                    return other
        return None

    def _blend(self, weights: tuple[int, ...]) -> Blend:
        values = [SCALE * step.points + sum(map(mul, weights, step.others)) for step in self.course.steps]
        return Blend(weights, tabulate(self.course, values))

    def _count_parts(self, blend: Blend, prominent: int, ceiling: int) -> dict[int, int]:
        """Count the books of a set that reaches the blend's bound, by the place of their weight."""
        rows = [0] * len(self.rows)
        barred, left = 0, prominent
        for index, step in enumerate(self.course.steps):
            if barred > step.lower:
                barred -= 1
                continue
            best, without = blend.table[index][barred][left], blend.table[index + 1][barred]
            if left >= len(without) or best > without[left]:
                rows = list(map(add, rows, step.others))
                barred, left = step.barred_by, left - step.prominent
        parts = dict(enumerate(rows))
        if self.course.goal.prominent_is_permitted:
            parts[len(rows)] = prominent
        parts[len(rows) + 1] = ceiling
        return parts


def _share_three_points(course: Course) -> Iterator[tuple[int, ...]]:
    """Share three points equally by every set of permitted rows.

    Any weights would do; these bound well for little work, and those that do not are sharpened.
    """
    others = len(course.goal.other_rows)
    rows = range(others + course.goal.prominent_is_permitted)
    for size in range(1, len(rows) + 1):
        share = POINTS_PER_BOOK * SCALE // size
        for chosen in combinations(rows, size):
            yield (*(share if row in chosen else 0 for row in range(others + 1)), 0)
