"""B4: three points a book of the scarcest permitted category."""

from __future__ import annotations

from dataclasses import dataclass

from ..categories import CATEGORIES, Category, Tally
from . import Section

POINTS_PER_BOOK = 3


@dataclass(frozen=True, slots=True)
class Variety:
    """B4 with its reason: the scarcest of the five permitted categories; several where they are level."""

    points: int
    scarcest: tuple[Category, ...]
    books: int

    section = Section.B4


def score_variety(tally: Tally, banned: Category) -> Variety:
    """Score the smallest of the five rows that are not banned, zero included (004:169, 002:184-186).

    Prominent and focus rows are among the five; several rows level for the smallest pay once (000:638-639).
    """
    permitted = [category for category in CATEGORIES if category is not banned]
    books = min(tally[category] for category in permitted)
    return Variety(POINTS_PER_BOOK * books, tuple(c for c in permitted if tally[c] == books), books)
