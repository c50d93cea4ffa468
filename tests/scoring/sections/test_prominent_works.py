from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.categories import Category
from companion.scoring.sections.prominent_works import AWARDS, award_prominent_works, award_solo

from ..examples import DERIVED, PRINTED, RULING, example

PROMINENT = Category.REFERENCE_TEXTS
BOOKS = st.lists(st.integers(0, 6), min_size=1, max_size=6)
RULE = "002:317 004:161 000:605-611"


@pytest.mark.parametrize(
    ("books", "points"),
    [
        example("prom-4p-no-tie", PRINTED, "000:268-274 001:555-560 002:162", (8, 10, 9, 7), (4, 15, 9, 0)),
        # Printed are the shares of the tied: (15+9+4)/3 and (9+4)/3, rounded up; the numbers of books are ours.
        example("prom-3-tied-first-4p", PRINTED, "000:613-615", (9, 9, 9, 3), (10, 10, 10, 0)),
        example("prom-3-tied-second-4p", PRINTED, "000:617-621", (9, 7, 7, 7), (15, 5, 5, 5)),
        example("prom-2-tied-first-4p", DERIVED, RULE, (9, 9, 5, 3), (12, 12, 4, 0)),
        example("prom-2-tied-second-4p", DERIVED, RULE, (10, 7, 7, 3), (15, 7, 7, 0)),
        example("prom-2-tied-third-4p", DERIVED, RULE, (10, 9, 5, 5), (15, 9, 2, 2)),
        example("prom-two-pairs-4p", DERIVED, RULE, (9, 9, 5, 5), (12, 12, 2, 2)),
        example("prom-4-tied", DERIVED, RULE, (6, 6, 6, 6), (7, 7, 7, 7)),
        example("prom-3p-no-tie", DERIVED, RULE, (9, 5, 2), (15, 9, 4)),
        example("prom-3p-2-tied-first", DERIVED, RULE, (5, 5, 2), (12, 12, 4)),
        example("prom-3p-2-tied-second", DERIVED, RULE, (9, 4, 4), (15, 7, 7)),
        example("prom-3p-all-tied", DERIVED, RULE, (5, 5, 5), (10, 10, 10)),
        example("prom-2p-no-tie", DERIVED, RULE, (3, 8), (9, 15)),
        example("prom-2p-tied", DERIVED, RULE, (9, 9), (12, 12)),
        # No rulebook leaves out whoever has no prominent book.
        example("prom-zero-books-last", RULING, "004:161", (6, 0), (15, 9)),
        example("prom-all-zero-2p", RULING, "004:161", (0, 0), (12, 12)),
    ],
)
def test_awards_go_by_the_number_of_prominent_books(books: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert tuple(award.points for award in award_prominent_works(PROMINENT, books)) == points


@pytest.mark.parametrize(
    ("books", "reasons"),
    [
        ((8, 10, 9, 7), [(3, 1, (4,)), (1, 1, (15,)), (2, 1, (9,)), (4, 1, (0,))]),
        ((9, 9, 9, 3), [(1, 3, (15, 9, 4)), (1, 3, (15, 9, 4)), (1, 3, (15, 9, 4)), (4, 1, (0,))]),
        ((10, 9, 5, 5), [(1, 1, (15,)), (2, 1, (9,)), (3, 2, (4, 0)), (3, 2, (4, 0))]),
        ((6, 6, 6, 6), [(1, 4, (15, 9, 4, 0))] * 4),
    ],
)
def test_the_reason_names_place_sharers_and_pooled_awards(books: tuple[int, ...], reasons: list[object]) -> None:
    awards = award_prominent_works(PROMINENT, books)
    assert [(award.place, award.tied, award.pooled) for award in awards] == reasons
    assert [award.books for award in awards] == list(books)
    assert {award.category for award in awards} == {PROMINENT}
    assert {award.rival for award in awards} == {None}


@pytest.mark.parametrize(
    ("librarian", "library", "points"),
    [
        example("solo-prom-you", DERIVED, "002:678", 9, 8, (15, 0)),
        example("solo-prom-tie", DERIVED, "002:678", 8, 8, (0, 15)),
        example("solo-prom-library", DERIVED, "002:678", 5, 9, (0, 15)),
        example("solo-prom-nobody", RULING, "002:678", 0, 0, (0, 15)),
    ],
)
def test_alone_there_is_one_award_and_ties_go_to_the_library(
    librarian: int, library: int, points: tuple[int, int]
) -> None:
    mine, theirs = award_solo(PROMINENT, librarian, library)
    assert (mine.points, theirs.points) == points
    assert (mine.rival, theirs.rival) == (library, librarian)
    assert (mine.place, theirs.place) == ((1, 2) if points[0] else (2, 1))
    assert (mine.pooled, theirs.pooled) == ((points[0],), (points[1],))


@given(BOOKS)
def test_awards_agree_with_dealing_out_places_one_by_one(books: list[int]) -> None:
    order = sorted(range(len(books)), key=lambda player: -books[player])
    places = dict(zip(order, [*AWARDS, *[0] * len(books)], strict=False))
    for player, award in enumerate(award_prominent_works(PROMINENT, books)):
        tied = [other for other in range(len(books)) if books[other] == books[player]]
        assert award.points == ceil(Fraction(sum(places[other] for other in tied), len(tied)))


@given(BOOKS)
def test_all_awards_are_paid_and_rounding_adds_less_than_a_point_each(books: list[int]) -> None:
    paid = sum(award.points for award in award_prominent_works(PROMINENT, books))
    due = sum(AWARDS[: len(books)])
    assert due <= paid < due + len(books)
    if len(set(books)) == len(books):
        assert paid == due


@given(BOOKS)
def test_more_books_never_earn_less(books: list[int]) -> None:
    awards = sorted(award_prominent_works(PROMINENT, books), key=lambda award: award.books)
    points = [award.points for award in awards]
    assert points == sorted(points)
