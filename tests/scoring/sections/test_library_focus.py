from __future__ import annotations

import pytest

from companion.scoring.categories import Category, Tally
from companion.scoring.sections.library_focus import FocusBonus, score_focus

from ..examples import DERIVED, PRINTED, example


@pytest.mark.parametrize(
    ("books", "points"),
    [
        example("focus-14", PRINTED, "000:349-353 001:621-625 002:194", 14, 28),
        example("focus-0", DERIVED, "002:194", 0, 0),
    ],
)
def test_every_book_of_the_focus_pays_two(books: int, points: int) -> None:
    bonus = score_focus(Tally((1, 2, 3, 4, 5, books)), Category.SPELLS_AND_POTIONS)
    assert bonus == FocusBonus(points, Category.SPELLS_AND_POTIONS, books)
