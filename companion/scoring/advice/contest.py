"""What one player's flips leave of the others, and the place beside them.

Nothing of another player's column depends on this player's shelf but the award for prominent works, and that depends
on nothing but this player's number k of prominent books left face up. B1 counts cards whether they lie face up or
not, B3 to B5 count the own shelf, and A1 checks it alone. So for every k the others' totals, books, hands and banned
books are fixed numbers, and the place is a function of k, the own total, the own books and the own banned books.

For a fixed k, let (total, books, -banned) of one set of cards be no less than that of another, compared from the
left. Then its place is no worse: the others ahead of the first are ahead of the second as well.

-   With a higher total, those ahead have at least that total, and so more than the lower one.
-   With the same total and more books, those ahead have a higher total, or the same and more books than the first; and
    so than the second.
-   With the same total and books, either the comparison of hands waits, and the place is the same; or those ahead have
    fewer cards in hand, or as many and fewer banned books than the first, and so than the second; or they are level in
    all and win the reading race, and then they have fewer banned books than the second or win against it as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ..ranking import Standing, rank
from ..scorecard import Scorecard
from ..sections.prominent_works import Award, award_prominent_works, award_solo


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a player stands: ``place`` or, in a solo game, ``won``; and the lead."""

    place: int | None
    """A competition rank after all tiebreaks; ``None`` in a solo game."""
    won: bool | None
    """Whether the license is granted; ``None`` but in a solo game."""
    lead: int | None
    """The own total less the best other total, in a solo game the library's; ``None`` where nobody else is scored."""

    @property
    def rank(self) -> int:
        """The place, 1 being the best; in a solo game 1 with the license and 2 without."""
        return self.place if self.place is not None else 2 - bool(self.won)


class Judge(Protocol):
    """Tells how a player stands."""

    def judge(self, prominent: int, total: int, books: int, banned: int) -> Outcome:
        """Return how a player stands whose shelf, after the check, shows these books and comes to this total."""


class Contest:
    """One player's figures against the others as they lie, after their own check."""

    def __init__(self, now: Scorecard, index: int) -> None:
        self._now = now
        self._index = index
        self._category = now.inspection.prominent
        self._others = [player for position, player in enumerate(now.players) if position != index]
        self._standings = [Standing.of(player.name, player.figures, player.hand) for player in now.players]

    def award(self, prominent: int) -> int:
        """Return B2 for that many prominent books."""
        return self._award_all(prominent)[0].points

    def judge(self, prominent: int, total: int, books: int, banned: int) -> Outcome:
        """Return how a player stands whose shelf, after the check, shows these books and comes to this total."""
        awards = self._award_all(prominent)[1:]
        library = self._now.library
        if library is not None:
            theirs = library.total - library.award.points + awards[0].points
            return Outcome(None, total > theirs, total - theirs)
        standings = list(self._standings)
        standings[self._index] = replace(standings[self._index], total=total, books=books, banned=banned)
        totals = []
        others = (position for position in range(len(standings)) if position != self._index)
        for position, player, award in zip(others, self._others, awards, strict=True):
            totals.append(player.figures.total - player.figures.award.points + award.points)
            standings[position] = replace(standings[position], total=totals[-1])
        inspection = self._now.inspection
        places = rank(standings, inspection.edition, inspection.reading_winner).places
        return Outcome(places[self._index], None, total - max(totals) if totals else None)

    def _award_all(self, prominent: int) -> Sequence[Award]:
        """B2 of this player, and then of the others in their order."""
        if self._now.library is not None:
            return award_solo(self._category, prominent, self._now.library.tally[self._category])
        theirs = [player.figures.tally[self._category] for player in self._others]
        return award_prominent_works(self._category, [prominent, *theirs])
