"""The best set of cards to leave face up, found exactly.

Let a set have k prominent books, p points in B3 and B5 and the permitted rows x. It is worth p + 3 min(x), and the
award for k, which nothing else of it touches. So for every k we look for the greatest p + 3 min(x), called the rest;
the best total is then one addition for each k, and the table of rests is what the race is worth.

1.  *States.* Walk the cards in reading order. What may still be kept depends only on how many of the cards to come
    are barred (see ``course``). So two beginnings with the same number barred, the same prominent books still to be
    taken and the same other rows have the same continuations, worth the same to both: the one with fewer points can
    be forgotten. Rows are counted up to the ceiling M of the scarcest row only, because
    min(x) = min(min(x1, M), min(x2, M), …) where M is no less than min(x); that merges most of the states.
2.  *Bounds.* Fix a target. A state is dropped if even a bound on what the rest can bring does not lift it to the
    target: one of the best blends' (see ``bounds``), or the most points together with the least of what each row can
    still reach. So no set that reaches the target is ever lost. Counts cut at M bound as well as whole ones, since a
    blend's inequality asks no more of x than to be no less than the scarcest row as cut.
3.  *The greatest.* The first target is the best bound on everything; while nothing reaches it, it is lowered by one.
    The first that is reached is the greatest rest: every higher one was refuted. Whether a target can be reached is
    asked of ``dive`` first, which finds one set or shows that there is none; if that takes long, the bounds are
    sharpened, once, and it is asked again. Where it takes long even then, all states are walked side by side.
4.  *The fewest by hand.* Each step knows whether leaving its card out takes a hand (see ``course``). A state keeps
    its best beginning by points, then fewest cards turned by hand, then, to settle equals always in the same way, by
    keeping the first card in which they differ. Continuations add the same to all three, so the order of two
    beginnings is the order of their ends, and step 1 holds for the three together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import add, mul

from ..sections.categorical_variety import POINTS_PER_BOOK
from .bounds import SCALE, Bounds
from .course import Step
from .dive import BLENDS, can_reach

SHORT, LONG = 400, 1500
"""Decisions after which a dive is broken off, before and after the bounds are sharpened."""

Stand = tuple[int, int]
"""Cards barred, and prominent books still to be taken."""
Rows = tuple[int, ...]
"""Books so far in each of the other rows, cut at the ceiling."""
States = dict[Stand, dict[Rows, int]]
"""The merit of the best beginning of every state."""
Needs = tuple[int, list[int], list[tuple[tuple[int, ...], int]]]
"""The points that B3 to B5 still lack at best, the books ahead in each row, and what each blend asks of a state."""


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """A set of cards to leave face up; of two, the greater is the better advice."""

    rest: int
    """B3, B4 and B5."""
    spared: int
    """How many cards are not turned by hand, kept or not."""
    kept: tuple[bool, ...]
    """For each step of the course."""


def find_most(bounds: Bounds, prominent: int) -> int:
    """Find the greatest rest with exactly so many prominent books, one of ``bounds.prominent_books``."""
    target = _find_first_target(bounds, prominent)
    is_sharp = False
    while True:
        reached = can_reach(bounds, prominent, target, LONG if is_sharp else SHORT)
        if reached is None and not is_sharp:
            bounds.sharpen(prominent)
            is_sharp = True
            target = min(target, _find_first_target(bounds, prominent))
            continue
        if reached is None:
            reached = Search(bounds, prominent, target).run() is not None
        if reached:
            return target
        target -= 1


def _find_first_target(bounds: Bounds, prominent: int) -> int:
    (blend,) = bounds.find_blends(prominent)
    return blend.bound(prominent, bounds.find_ceiling(prominent)) // SCALE


def find_choice(bounds: Bounds, prominent: int, most: int) -> Choice:
    """Find the set that brings the greatest rest, ``most``, with the fewest cards turned by hand.

    Raises ``ValueError`` if no set brings as much.
    """
    search = Search(bounds, prominent, most)
    merit = search.run()
    if merit is None:
        raise ValueError(f"no set with {prominent!r} prominent books brings {most!r}")
    return search.read(merit)


class Search:
    """A search for the sets that reach a target.

    A merit is a ``Choice`` as one whole number, quick to add to and to compare: its digits are, from the highest, the
    points, how many cards are not turned by hand, and for each step whether its card is kept.
    """

    def __init__(self, bounds: Bounds, prominent: int, target: int) -> None:
        self.bounds, self.prominent, self.target = bounds, prominent, target
        self.steps = bounds.course.steps
        self.ceiling = bounds.find_ceiling(prominent)
        self.blends = [
            (blend.others, blend.table, SCALE * target - blend.pay_settled(prominent, self.ceiling))
            for blend in bounds.find_blends(prominent, BLENDS)
        ]
        """The weights of the other rows, the table, and what both together have to come to."""
        self.spared = 1 << len(self.steps)
        self.digits = len(self.steps) + len(self.steps).bit_length()

    def run(self) -> int | None:
        """Walk the course; return the greatest merit that was found."""
        states: States = {(0, self.prominent): {(0,) * len(self.bounds.rows): 0}}
        for index, step in enumerate(self.steps):
            states = self._take_step(index, step, states)
        ends = [
            merit + (POINTS_PER_BOOK * min(rows) << self.digits)
            for beginnings in states.values()
            for rows, merit in beginnings.items()
        ]
        return max(ends, default=None)

    def _take_step(self, index: int, step: Step, states: States) -> States:
        following: States = {}
        kept = (step.points << self.digits) + self.spared + (self.spared >> (index + 1))
        for (barred, left), beginnings in states.items():
            if barred > step.lower:
                turned = [(rows, merit + self.spared) for rows, merit in beginnings.items()]
                self._go_on(index + 1, (barred - 1, left), turned, following)
                continue
            self._go_on(index + 1, (barred, left), beginnings.items(), following)
            if step.prominent <= left:
                added = [(self.add(rows, step.others), merit + kept) for rows, merit in beginnings.items()]
                self._go_on(index + 1, (step.barred_by, left - step.prominent), added, following)
        return following

    def add(self, rows: Rows, more: tuple[int, ...]) -> Rows:
        """Add a card's books, each row cut at the ceiling."""
        ceiling = self.ceiling
        return tuple([books if books < ceiling else ceiling for books in map(add, rows, more)])

    def _go_on(self, index: int, stand: Stand, beginnings: Iterable[tuple[Rows, int]], following: States) -> None:
        """Note beginnings that come to a stand, but for those surpassed and those that cannot reach the target."""
        needs = self.find_needs(index, stand)
        if needs is None:
            return
        needed, rows_ahead, blended = needs
        digits, ceiling = self.digits, self.ceiling
        best = following.setdefault(stand, {})
        for rows, merit in beginnings:
            known = best.get(rows)
            if known is not None:
                if merit > known:
                    best[rows] = merit
                continue
            points = merit >> digits
            for weights, needed_as_blended in blended:
                if SCALE * points + sum(map(mul, weights, rows)) < needed_as_blended:
                    break
            else:
                if points + POINTS_PER_BOOK * min(ceiling, *map(add, rows, rows_ahead)) >= needed:
                    best[rows] = merit

    def find_needs(self, index: int, stand: Stand) -> Needs | None:
        """Find what a state has to have so as to reach the target; ``None`` where the race cannot be finished."""
        barred, left = stand
        if left >= len(self.bounds.points[index][barred]):
            return None
        needed = self.target - self.bounds.points[index][barred][left]
        rows_ahead = [row[index][barred][left] for row in self.bounds.rows]
        blended = [(weights, whole - table[index][barred][left]) for weights, table, whole in self.blends]
        return needed, rows_ahead, blended

    def read(self, merit: int) -> Choice:
        """Take a merit apart."""
        steps = range(len(self.steps))
        rest, low = divmod(merit, 1 << self.digits)
        spared, kept = divmod(low, self.spared)
        return Choice(rest, spared, tuple(bool(kept & self.spared >> (index + 1)) for index in steps))
