"""B5: two points a book of the library's secret focus."""

from __future__ import annotations

from dataclasses import dataclass

from ..categories import Category, Tally
from . import Section

POINTS_PER_BOOK = 2


@dataclass(frozen=True, slots=True)
class FocusBonus:
    """B5 with its reason."""

    points: int
    category: Category
    books: int

    section = Section.B5


def score_focus(tally: Tally, focus: Category) -> FocusBonus:
    """Score the focus (004:26-28, 002:194)."""
    return FocusBonus(POINTS_PER_BOOK * tally[focus], focus, tally[focus])
