"""Cards that were read, though not for sure, compared side by side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.vision.doubts import Cause, Doubt, Part
from companion.workflow.photos.comparing import find_other, list_comparable, settle_compared
from companion.workflow.photos.joins import begin_review
from companion.workflow.photos.mending import Keys, mend
from companion.workflow.photos.review import Review, list_doubts, settle

from .read_cards import see_card, see_shelf

NUMBER, ICONS = (Part.NUMBER,), (Part.ICONS,)
SHELF = "A1:CF B2:HM C3:RS / D4:MM E5:CH #"


def begin(**doubts: tuple[Part, ...]) -> Review:
    return begin_review(see_shelf(SHELF, **doubts))


def list_names(review: Review) -> list[str]:
    return [card.name for card in list_comparable(review)]


def test_doubtful_cards_of_which_all_was_read_are_compared_in_the_order_of_the_check():
    assert list_names(begin(D4=NUMBER, B2=ICONS, A1=NUMBER)) == ["A1", "B2", "D4"]
    assert list_names(begin(B2=ICONS, A1=NUMBER)) == ["A1", "B2"]
    assert list_names(begin(B2=ICONS)) == []


@pytest.mark.parametrize(
    "card",
    [
        see_card("F6:C?", 2, 0, doubts=ICONS),
        see_card("F?:CH", 2, 0, doubts=NUMBER),
        see_card("?", 2, 0, doubts=(Part.CELL,), candidates=("F6:CH",)),
        see_card("F6:CH", 2, 0, doubts=(Part.CELL,)),
        see_card("E5:CH", 2, 0, doubts=NUMBER),
        see_card("F6:CH", 2, 0, doubts=NUMBER, chosen="F6:CH"),
        see_card("F6:CH", 2, 0, doubts=NUMBER, is_wrong=True),
        see_card("F6:CH", 2, 0, doubts=ICONS, reasons=(Doubt(Part.ICONS, Cause.DECK_DIFFERS),)),
        see_card("F6:CH", 2, 0),
    ],
    ids=["icon open", "number open", "unread", "face in doubt", "twice", "settled", "wrong", "deck", "sure"],
)
def test_what_takes_an_answer_of_its_own_is_not_compared(card):
    review = begin_review([*see_shelf(SHELF, A1=NUMBER, B2=ICONS, D4=NUMBER), card])
    assert list_names(review) == ["A1", "B2", "D4"]
    assert list_names(begin_review([*see_shelf(SHELF, A1=NUMBER), card])) == []


def test_what_shows_no_print_is_compared_as_a_back_unless_most_of_the_shelf_shows_none():
    backs = [see_card("#", 2, column, doubts=(Part.CELL,)) for column in (0, 1)]
    review = begin_review([*see_shelf(SHELF, A1=NUMBER), *backs])
    assert [card.read for card in list_comparable(review)] == ["A1:CF", "#", "#"]
    told = settle_compared(review, {(2, 0): "#", (2, 1): "#"}, frozenset({(2, 1)}))
    assert [card.chosen for card in told.cards[-2:]] == ["#", None]
    assert told.cards[-1].is_doubtful
    assert find_other(backs[0]) == "."
    told = settle_compared(review, {(2, 0): "#", (2, 1): "#"}, frozenset(), {(2, 1): "."})
    assert [card.chosen for card in told.cards[-2:]] == ["#", "."]
    unread = [see_card("?", 2, column, doubts=(Part.CELL,)) for column in range(2, 7)]
    review = begin_review([*see_shelf(SHELF, A1=NUMBER), *backs, *unread[:2]])
    assert [card.read for card in list_comparable(review)] == ["A1:CF", "#", "#", "?", "?"]
    told = settle_compared(review, {(2, 2): "#", (2, 3): "?"}, frozenset())
    assert [card.chosen for card in told.cards[-2:]] == ["#", None]
    assert list_names(begin_review([*see_shelf(SHELF, A1=NUMBER, B2=ICONS), *backs, *unread])) == ["A1", "B2"]


@pytest.mark.parametrize(
    ("candidates", "likeliest"),
    [(("F6:CH", "F6:CS"), "F6:CH"), (("G6:CH", "F6:C?", "F6:CS"), "F6:CS"), (("F8:CH",), None), ((), None)],
)
def test_a_card_of_which_icons_alone_are_open_is_compared_as_the_likeliest(candidates, likeliest):
    card = see_card("F6:C?", 2, 0, doubts=ICONS, candidates=candidates)
    review = begin_review([*see_shelf(SHELF, A1=NUMBER, B2=ICONS, D4=NUMBER), card])
    assert list_names(review)[3:] == ([] if likeliest is None else ["F6"])
    told = settle_compared(review, {(2, 0): likeliest or "F6:C?"}, frozenset())
    assert told.find_card((2, 0)).chosen == likeliest
    if likeliest is not None:
        assert settle_compared(review, {(2, 0): "F6:C?"}, frozenset()) == review
        wrong = settle_compared(review, {(2, 0): likeliest}, frozenset({(2, 0)})).find_card((2, 0))
        assert likeliest not in mend(wrong, Keys()).choices
        assert wrong.text == "F6:C?"


def see_new_print(*confirmed: str) -> Review:
    """A photo without a doubt, of a printing of which so many letters have been confirmed."""
    return begin_review(
        replace(card, is_unconfirmed=card.read != "#" and card.read[0] not in confirmed) for card in see_shelf(SHELF)
    )


@pytest.mark.parametrize(
    ("confirmed", "names"),
    [
        ("", ["A1", "B2", "C3", "D4", "E5"]),
        ("AD", ["B2", "C3", "E5"]),
        ("ABE", ["C3", "D4"]),
        ("ABCE", []),
        ("ABCDE", []),
    ],
)
def test_cards_of_letters_that_are_new_in_a_printing_are_compared_though_they_read_clearly(confirmed, names):
    review = see_new_print(*confirmed)
    assert list_names(review) == names
    assert list_doubts(review, "en") == ()


def test_a_clear_card_that_is_marked_as_wrong_is_doubtful_and_the_others_are_settled():
    review = see_new_print()
    shown = {card.spot: card.read for card in review.cards[:5]}
    told = settle_compared(review, shown, frozenset({(0, 1)}))
    assert [card.chosen for card in told.cards] == ["A1:CF", None, "C3:RS", "D4:MM", "E5:CH", None]
    (wrong,) = list_doubts(told, "en")
    assert (wrong.name, list_comparable(told)) == ("B2", ())
    assert "V2:HM" in mend(wrong, Keys(letter="V")).choices
    assert list_doubts(settle(told, (0, 1), "V2:HM"), "en") == ()


def test_an_accepted_shelf_has_nothing_to_compare():
    assert list_names(replace(begin(D4=NUMBER, B2=ICONS, A1=NUMBER), is_accepted=True)) == []


def test_what_is_not_marked_is_settled_as_read_and_what_is_marked_stays_in_doubt():
    review = begin(A1=NUMBER, B2=ICONS, D4=NUMBER)
    shown = {(0, 0): "A1:CF", (0, 1): "B2:HM", (1, 0): "D4:MM"}
    told = settle_compared(review, shown, frozenset({(0, 1)}))
    assert [card.chosen for card in told.cards] == ["A1:CF", None, None, "D4:MM", None, None]
    assert [card.name for card in list_doubts(told, "en")] == ["B2"]
    assert list_comparable(told) == ()
    assert told.shelf == review.shelf


def test_a_doubtful_card_may_be_said_to_be_the_next_that_is_whole():
    card = see_card("F6:CH", 2, 0, doubts=ICONS, candidates=("F6:C?", "F6:CS", "F6:SS"))
    review = begin_review([*see_shelf(SHELF, A1=NUMBER, B2=ICONS), card])
    shown = {(0, 0): "A1:CF", (0, 1): "B2:HM", (2, 0): "F6:CH"}
    assert find_other(card) == "F6:CS"
    told = settle_compared(review, shown, frozenset({(2, 0)}), {(2, 0): "F6:CS", (0, 2): "C3:HH"})
    assert [one.chosen for one in told.cards] == ["A1:CF", "B2:HM", None, None, None, None, "F6:CS"]
    assert settle_compared(review, {(2, 0): "F6:CH"}, frozenset(), {(2, 0): "F6:SS"}) == review
    assert find_other(replace(card, doubts=(), is_unconfirmed=True)) == ""


def test_what_was_not_shown_as_it_is_now_stays_as_it_is():
    review = settle(begin(A1=NUMBER, B2=ICONS, D4=NUMBER), (1, 0), "D6:MM")
    shown = {(0, 0): "A7:CF", (0, 2): "C3:RS", (1, 0): "D4:MM", (7, 7): "Z1:CF"}
    assert settle_compared(review, shown, frozenset({(1, 0), (0, 2)})) == review


def test_what_is_wrong_is_not_offered_again():
    card = see_card("A1:CF", doubts=NUMBER, candidates=("A7:CF", "A2:CF"))
    assert mend(card, Keys()).choices == ("A1:CF", "A7:CF", "A2:CF")
    wrong = replace(card, is_wrong=True)
    assert mend(wrong, Keys()).choices == ("A7:CF", "A2:CF")
    assert mend(wrong, Keys(number="5")).settled == "A5:CF"
    assert settle(begin_review([wrong]), (0, 0), "A1:CF").shelf == "A1:CF"
