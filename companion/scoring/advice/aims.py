"""The sets of cards to leave face up for each aim: the best place, and the most points.

Let a set have k prominent books, and let T be the greatest total with just so many. ``contest`` shows that, for this
k, no set reaches a better place than one with T and, among those, the best tiebreak: most books, then fewest banned
ones. So:

1.  The best place of all is the best of these places over all k. A smaller total with another k may have it, since k
    also decides what the others are awarded.
2.  Among the sets that have it, the most points are the greatest T of a k whose best place it is: for such a k some
    set with T has it, and for any other k none has it.
3.  Among these the fewest cards turned by hand are looked for among the sets with that k and just that T. If nobody
    else has T, the place is that of T alone, and the choice of ``search.find_choice`` is the answer. If somebody has,
    that choice still is, if its place is no worse than if all tiebreaks went this player's way; otherwise ``ties``
    lists all the sets between which the tiebreak and the number of flips have to decide.

Places that the tiebreaks would allow at best come for nothing, so the numbers k are tried in their order, and those
that cannot be better than what was found are not tried at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from .bounds import Bounds
from .contest import Judge, Outcome
from .course import count_books
from .search import Choice, find_choice
from .ties import find_tied_choices


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the race for prominent works is worth at one number of books."""

    prominent_books: int
    """Exactly so many, on cards left face up."""
    total_without_award: int
    """The most that B1, B3, B4 and B5 can come to with them."""
    award: int
    """B2 for them, the others as they lie."""

    @property
    def total(self) -> int:
        """All five sections."""
        return self.total_without_award + self.award


@dataclass(frozen=True, slots=True)
class Pick:
    """A set of cards to leave face up, and what comes of it."""

    choice: Choice
    total: int
    outcome: Outcome

    @property
    def merit_by_points(self) -> tuple[int, int, tuple[bool, ...]]:
        """Greater is better: the most points, the fewest flips, then the first card in which two sets differ."""
        return self.total, self.choice.spared, self.choice.kept

    @property
    def merit_by_place(self) -> tuple[int, int, int, tuple[bool, ...]]:
        """Greater is better: the best place, then as for points."""
        return -self.outcome.rank, *self.merit_by_points


class Aims:
    """Finds the best set of a course for each aim; ``prospects`` are those of all numbers of prominent books."""

    def __init__(self, bounds: Bounds, contest: Judge, prospects: Sequence[Prospect], stability: int) -> None:
        self._bounds, self._contest, self._prospects = bounds, contest, prospects
        self._stability = stability
        self._books = sum(step.books for step in bounds.course.steps)
        self._find_choice = cache(find_choice)

    def find_points(self) -> Pick:
        """Find the most points, with the fewest cards turned by hand."""
        most = max(prospect.total for prospect in self._prospects)
        picks = [self._pick(prospect) for prospect in self._prospects if prospect.total == most]
        return max(picks, key=lambda pick: pick.merit_by_points)

    def find_place(self) -> Pick:
        """Find the best place, among equals the most points, and then the fewest cards turned by hand."""
        hopes = [(self._hope(prospect), -prospect.total, prospect.prominent_books) for prospect in self._prospects]
        prospects = {prospect.prominent_books: prospect for prospect in self._prospects}
        (first_hope, _, first_books), *others = sorted(hopes)
        best = self._pick_for_place(prospects[first_books], first_hope)
        for hope, loss, books in others:
            if (hope, loss) > (best.outcome.rank, -best.total):
                break
            best = max(best, self._pick_for_place(prospects[books], hope), key=lambda pick: pick.merit_by_place)
        return best

    def _hope(self, prospect: Prospect) -> int:
        """Return the place of the greatest total if every book stayed face up and none of them were banned."""
        return self._contest.judge(prospect.prominent_books, prospect.total, self._books, 0).rank

    def _pick(self, prospect: Prospect) -> Pick:
        rest = prospect.total_without_award - self._stability
        return self._judge(prospect, self._find_choice(self._bounds, prospect.prominent_books, rest))

    def _pick_for_place(self, prospect: Prospect, hope: int) -> Pick:
        pick = self._pick(prospect)
        if pick.outcome.rank == hope:
            return pick
        choices = find_tied_choices(self._bounds, prospect.prominent_books, pick.choice.rest)
        return max((self._judge(prospect, choice) for choice in choices), key=lambda pick: pick.merit_by_place)

    def _judge(self, prospect: Prospect, choice: Choice) -> Pick:
        books, banned = count_books(self._bounds.course, choice.kept)
        outcome = self._contest.judge(prospect.prominent_books, prospect.total, books, banned)
        return Pick(choice, prospect.total, outcome)
