from __future__ import annotations

import pytest
from hypothesis import given

from companion.scoring import find_edition, parse_shelf
from companion.scoring.cards import Card
from companion.scoring.shelf import Place, Shelf, count_empty_rows_above

from .strategies import cards, shelves

BACK = Card(face_down=True)


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        ([], ()),
        ([[], [None, None], []], ()),
        ([[BACK, None], [None]], ((BACK,),)),
        ([[None], [None, BACK, None], []], ((None, BACK),)),
        ([[BACK], [], [BACK]], ((BACK,), (), (BACK,))),
    ],
)
def test_a_shelf_begins_and_ends_with_a_row_that_holds_a_card(rows: list[list[Card | None]], kept: object) -> None:
    assert Shelf.of(rows).rows == kept


def test_empty_rows_above_are_counted() -> None:
    assert count_empty_rows_above([[], [None], [BACK]]) == 2
    assert count_empty_rows_above([[], [None]]) == 2


def test_cards_are_met_as_the_inspection_meets_them() -> None:
    shelf = parse_shelf(". A1:CF / B1:CF . C1:CF")
    assert [(tuple(place), card.name) for place, card in shelf] == [((0, 1), "A1"), ((1, 0), "B1"), ((1, 2), "C1")]
    assert (shelf.columns, shelf.cards) == (3, 3)
    assert parse_shelf("").columns == 0


def test_an_empty_place_holds_no_card() -> None:
    with pytest.raises(LookupError, match="no card at"):
        parse_shelf(". A1:CF")[Place(0, 0)]
    with pytest.raises(LookupError):
        parse_shelf("A1:CF")[Place(0, 1)]


def test_entombed_cards_are_counted_apart_from_the_cards_of_the_shelf() -> None:
    shelf = parse_shelf("#+ A1:CF~+ / B1:CF")
    assert (shelf.cards, shelf.entombed) == (3, 2)


@given(shelves(cards(find_edition("pl"))))
def test_turning_all_cards_down_leaves_their_places(shelf: Shelf) -> None:
    turned = shelf.turn_down(place for place, _ in shelf)
    assert [place for place, _ in turned] == [place for place, _ in shelf]
    assert all(card.face_down for _, card in turned)
    assert turned.tally().books == 0
    assert (turned.cards, turned.entombed) == (shelf.cards, shelf.entombed)
