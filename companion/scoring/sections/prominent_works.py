"""B2: awards of 15, 9 and 4 for the most books of the prominent category."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..categories import Category
from . import Section

AWARDS = (15, 9, 4)
"""First, second and third place; the same with two and three players, since no rulebook changes it (our ruling)."""


@dataclass(frozen=True, slots=True)
class Award:
    """B2 with its reason: the place, with whom it is shared, and the awards that were pooled for it."""

    points: int
    category: Category
    books: int
    place: int
    """1 is the first; the tied share the best of the places they take."""
    tied: int = 1
    """How many players take this place together."""
    pooled: tuple[int, ...] = ()
    """The awards of all the places that the tied take, 0 beyond the third."""
    rival: int | None = None
    """Solo: how many prominent books the other side has."""

    section = Section.B2


def award_prominent_works(category: Category, books: Sequence[int]) -> tuple[Award, ...]:
    """Give the awards for each player's number of prominent books, in the order of the players.

    The tied pool the awards of all the places they take and divide them, rounded up; those behind take the next
    free place (004:161, 002:317; that *all* the places are pooled is settled by the examples of 000:613-621).
    Nobody is too poor to be placed: no book at all is still a place (our ruling, by the letter of the text).
    """
    awards = []
    for mine in books:
        place = 1 + sum(theirs > mine for theirs in books)
        tied = books.count(mine)
        pooled = tuple(AWARDS[p - 1] if p <= len(AWARDS) else 0 for p in range(place, place + tied))
        awards.append(Award(-(-sum(pooled) // tied), category, mine, place, tied, pooled))
    return tuple(awards)


def award_solo(category: Category, librarian: int, library: int) -> tuple[Award, Award]:
    """Give the one award of S-42A: 15 to the higher; a tie goes to the library, and there is no second place.

    Returns the librarian's and the library's award (002:678, 000:1356-1361, 001:1959-1964).
    """
    wins = librarian > library
    first, nothing = (AWARDS[0], 1), (0, 2)
    mine, theirs = (first, nothing) if wins else (nothing, first)
    return (
        Award(mine[0], category, librarian, mine[1], pooled=mine[:1], rival=library),
        Award(theirs[0], category, library, theirs[1], pooled=theirs[:1], rival=librarian),
    )
