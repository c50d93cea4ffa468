"""B3: a point lost for every banned book."""

from __future__ import annotations

from dataclasses import dataclass

from ..categories import Category, Tally
from . import Section


@dataclass(frozen=True, slots=True)
class Penalty:
    """B3 with its reason."""

    points: int
    category: Category
    books: int

    section = Section.B3


def penalise_banned_books(tally: Tally, banned: Category) -> Penalty:
    """Take a point a banned book (004:165, 002:172)."""
    return Penalty(-tally[banned], banned, tally[banned])
