"""What a sheet must say if its other figures are right: the rules of section B, told from the figures alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from ..cards import CARDS
from ..categories import Category
from ..checks.table import IMPOSSIBLE_STABILITIES
from ..documents.paper_sheet import PaperColumn, PaperSheet
from ..inspection import Form
from ..sections.prominent_works import Award, award_prominent_works, award_solo

MOST_STABILITY = CARDS * 3 // 2
"""An entombed card pays 2 and its cover 1."""


def can_be_stability(points: int, column: PaperColumn) -> bool:
    """Tell whether some shelf has this B1; the public library has no shelf."""
    if column.name is None:
        return points == 0
    return 0 <= points <= MOST_STABILITY and points not in IMPOSSIBLE_STABILITIES


def find_awards(sheet: PaperSheet, books: Sequence[int]) -> tuple[Award, ...]:
    """Find B2 of every column from the prominent books of all."""
    if sheet.form is Form.S_42A:
        return award_solo(sheet.prominent, *books)
    return award_prominent_works(sheet.prominent, books)


def list_free_focuses(sheet: PaperSheet) -> tuple[Category, ...]:
    """List the categories that can be a focus nobody remembers: those that are not dealt elsewhere."""
    dealt = {sheet.prominent, sheet.banned, *(column.focus for column in sheet.columns)}
    return tuple(category for category in Category if category not in dealt)


def deal_focuses(sheet: PaperSheet) -> Iterator[tuple[Category, ...]]:
    """Deal the forgotten focuses in every way: each column its own, no category twice (004:26-28, 002:51-52).

    Nothing comes of a sheet that forgets more focuses than there are categories left.
    """
    forgotten = sum(column.focus is None for column in sheet.columns)
    for dealt in permutations(list_free_focuses(sheet), forgotten):
        hand = iter(dealt)
        yield tuple(column.focus or next(hand) for column in sheet.columns)
