from __future__ import annotations

import pytest

from companion.scoring.categories import Category, Tally
from companion.scoring.sections.banned_books import Penalty, penalise_banned_books

from ..examples import DERIVED, PRINTED, example


@pytest.mark.parametrize(
    ("books", "points"),
    [
        example("ban-13", PRINTED, "000:291-296 001:576-580 002:172", 13, -13),
        example("ban-0", DERIVED, "004:165", 0, 0),
    ],
)
def test_every_banned_book_costs_a_point(books: int, points: int) -> None:
    penalty = penalise_banned_books(Tally((books, 1, 2, 3, 4, 5)), Category.CORRUPTED_CODICES)
    assert penalty == Penalty(points, Category.CORRUPTED_CODICES, books)
