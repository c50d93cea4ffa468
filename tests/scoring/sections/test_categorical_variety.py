from __future__ import annotations

import pytest
from hypothesis import given

from companion.scoring.categories import CATEGORIES, Category, Tally
from companion.scoring.sections.categorical_variety import score_variety

from ..examples import DERIVED, PRINTED, example
from ..strategies import categories, tallies


@pytest.mark.parametrize(
    ("permitted", "points", "scarcest"),
    [
        example("var-cz", PRINTED, "000:316-323", (5, 9, 7, 6, 6), 15, "F"),
        # The smallest occurs twice and is paid once.
        example("var-pt", PRINTED, "002:184 000:638-639", (5, 7, 9, 6, 5), 15, "FS"),
        example("var-pl", PRINTED, "001:598-603", (4, 9, 7, 7, 7), 12, "F"),
    ],
)
@pytest.mark.parametrize("banned_books", [0, 3, 20])
def test_the_scarcest_permitted_category_pays_three_a_book(
    permitted: tuple[int, ...], points: int, scarcest: str, banned_books: int
) -> None:
    variety = score_variety(Tally((banned_books, *permitted)), Category.CORRUPTED_CODICES)
    assert (variety.points, "".join(variety.scarcest)) == (points, scarcest)
    assert variety.points == 3 * variety.books


@pytest.mark.parametrize(
    ("tally", "points"),
    [
        example("var-zero", DERIVED, "002:186", (3, 0, 9, 7, 7, 7), 0),
        example("var-banned-is-lowest", DERIVED, "004:169", (1, 4, 9, 7, 7, 7), 12),
    ],
)
def test_an_ignored_category_costs_all_and_the_banned_one_nothing(tally: tuple[int, ...], points: int) -> None:
    assert score_variety(Tally(tally), Category.CORRUPTED_CODICES).points == points


@given(tallies, categories)
def test_variety_agrees_with_sorting_five_rows(tally: Tally, banned: Category) -> None:
    five = [tally[category] for category in CATEGORIES if category != banned]
    variety = score_variety(tally, banned)
    assert variety.points == 3 * sorted(five)[0]
    assert [tally[category] for category in variety.scarcest] == [min(five)] * five.count(min(five))
    assert banned not in variety.scarcest
