from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import find_edition, parse_shelf
from companion.scoring.categories import CATEGORIES, Category, Tally
from companion.scoring.sections.categorical_tally import find_books
from companion.scoring.shelf import Shelf

from ..documents.documents import count
from ..examples import DERIVED, PRINTED, example
from ..strategies import cards, shelves, tallies

FORMAT_SAMPLE = "S1:HHMM E6:HR . G4:MMR / # L5:CMR L2:CM M4:HS / M7:CFH Q2:CCFM~ T5:CFMS T6:FHMS+"
SHELVES = shelves(cards(find_edition("en")))


@pytest.mark.parametrize(
    ("notation", "tally"),
    [
        # Four cards show 5 Spells & Potions: a card may carry a category twice.
        example("gambling-den", PRINTED, "002:414-418 000:803-812", "A1:CSS B1:FFS C1:CFS D1:CFS", (3, 4, 0, 0, 0, 5)),
        example("face-down-cards-are-empty-places", DERIVED, "002:128 002:154", "A1:CF B1:CC~ #", (1, 1, 0, 0, 0, 0)),
        example("entombed-books-are-not-seen", DERIVED, "002:535", "A1:CF+", (1, 1, 0, 0, 0, 0)),
        example("nothing-shelved", DERIVED, "004:153", "", (0, 0, 0, 0, 0, 0)),
        example("a-whole-shelf", DERIVED, "002:128", FORMAT_SAMPLE, (4, 3, 6, 8, 3, 3)),
    ],
)
def test_books_are_counted_on_cards_face_up(notation: str, tally: tuple[int, ...]) -> None:
    assert parse_shelf(notation).tally() == Tally(tally)
    assert parse_shelf(notation).tally().books == sum(tally)


def test_an_unread_icon_is_not_counted() -> None:
    assert parse_shelf("A1:C? B1").tally() == Tally((1, 0, 0, 0, 0, 0))


def test_the_cards_behind_a_figure_are_listed() -> None:
    books = find_books(parse_shelf("A1:CF B1:FFS # / C1:FF~ D1 E1:FH"), Category.FANTASTICAL_FICTIONS)
    assert [(tuple(place), card.name, count) for place, card, count in books] == [
        ((0, 0), "A1", 1),
        ((0, 1), "B1", 2),
        ((1, 2), "E1", 1),
    ]


def test_a_tally_reads_like_the_form() -> None:
    tally = Tally((2, 12, 5, 6, 7, 6))
    assert dict(tally.items()) == count((2, 12, 5, 6, 7, 6))
    assert tally[Category.REFERENCE_TEXTS] == 7
    assert tally + tally == Tally((4, 24, 10, 12, 14, 12))


@given(SHELVES)
def test_the_tally_agrees_with_counting_letters_in_the_notation(shelf: Shelf) -> None:
    icons = "".join(icon for _, card in shelf if not card.face_down for icon in card.icons or ())
    assert shelf.tally() == Tally(tuple(icons.count(category) for category in CATEGORIES))


@given(SHELVES)
def test_the_cards_behind_all_figures_add_up_to_the_tally(shelf: Shelf) -> None:
    listed = tuple(sum(count for *_, count in find_books(shelf, category)) for category in CATEGORIES)
    assert Tally(listed) == shelf.tally()


@given(SHELVES, st.data())
def test_turning_a_card_down_never_raises_a_figure(shelf: Shelf, data: st.DataObject) -> None:
    places = [place for place, _ in shelf]
    turned = data.draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    before, after = shelf.tally(), shelf.turn_down(turned).tally()
    assert all(after[category] <= before[category] for category in CATEGORIES)


@given(tallies, tallies)
def test_adding_tallies_adds_their_books(mine: Tally, theirs: Tally) -> None:
    assert (mine + theirs).books == mine.books + theirs.books
