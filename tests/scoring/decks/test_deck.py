from __future__ import annotations

import pytest

from companion.scoring.cards import Card
from companion.scoring.decks.deck import (
    LONGEST_NAME,
    MOST_STATEMENTS,
    Deck,
    DeckNameError,
    Source,
    check_name,
    learn_cards,
    parse_icons,
    parse_key,
)
from companion.scoring.notation import parse_shelf

from .decks import WHEN, know, make_deck, say


def read_cards(text: str) -> list[Card]:
    return [card for _, card in parse_shelf(text)]


def learn(deck: Deck, text: str, where: str = "table", source: Source = Source.HAND) -> Deck:
    return learn_cards(deck, read_cards(text), source, where, WHEN)


def list_known(deck: Deck) -> list[str]:
    return [f"{card.name}:{''.join(card.icons or ['?'])}" for card in deck.cards]


def test_what_all_witnesses_say_is_known():
    card = know("M8", say("CF", "one"), say("FC", "two"))
    assert card.icons == parse_icons("CF")
    assert card.conflict == ()


def test_a_card_of_which_nobody_says_anything_is_neither_known_nor_disputed():
    assert know("M8").icons is None
    assert know("M8").conflict == ()


def test_witnesses_who_disagree_are_shown_and_not_averaged():
    card = know("M8", say("CF", "one"), say("CF", "two"), say("CH", "three"))
    assert card.icons is None
    assert [statement.where for statement in card.conflict] == ["one", "two", "three"]


def test_the_owner_settles_a_dispute():
    card = know("M8", say("CF", "one"), say("CH", "two"), say("CH", "", Source.OWNER))
    assert card.icons == parse_icons("CH")
    assert card.conflict == ()
    assert card.hear(say("CF", "elsewhere", Source.OWNER)).icons == parse_icons("CF")
    assert len(card.hear(say("CF", "elsewhere", Source.OWNER)).statements) == 3


def test_a_witness_that_thinks_again_is_heard_once_however_it_says_it():
    card = know("M8", say("CF", "table", Source.PHOTO), say("CH", "table", Source.HAND))
    assert card.icons == parse_icons("CH")


def test_witnesses_without_a_place_are_told_apart_by_how_they_know():
    card = know("M8", say("CF", "", Source.IMPORT), say("CH", "", Source.HAND), say("CF", "", Source.HAND))
    assert [statement.source for statement in card.statements] == [Source.IMPORT, Source.HAND]


def test_after_many_evenings_repetitions_are_dropped_and_no_opinion_is():
    card = know("M8", say("CH", "first"), say("CF", "", Source.OWNER))
    for evening in range(2 * MOST_STATEMENTS):
        card = card.hear(say("CF", f"evening {evening}"))
    assert len(card.statements) == MOST_STATEMENTS
    assert [statement.where for statement in card.statements][:2] == ["first", ""]
    assert card.statements[-1].where == f"evening {2 * MOST_STATEMENTS - 1}"


def test_where_nobody_repeats_another_the_oldest_opinion_goes():
    opinions = [first + second for first in "CFHMRS" for second in "CFHMRS" if first <= second]
    card = know("M8", *(say(icons, icons) for icons in opinions))
    assert [statement.where for statement in card.statements] == opinions[1:]


def test_a_deck_begins_with_what_is_known_of_its_edition():
    assert Deck.begin(" Kitchen  box ", "pl").letter_counts["Ł"] == 2
    assert Deck.begin("Kitchen box", "en") == Deck("Kitchen box", "en")
    with pytest.raises(LookupError, match="tlh"):
        Deck.begin("Kitchen box", "tlh")


@pytest.mark.parametrize("name", ["", "   ", "a" * (LONGEST_NAME + 1), "bell\a"])
def test_a_name_that_no_deck_can_have_is_refused(name: str):
    with pytest.raises(DeckNameError, match="expected the name of a deck, 1 to 60 characters"):
        check_name(name)


def test_cards_stand_in_the_order_of_the_edition():
    deck = make_deck(*(know(name, "CF") for name in ("Z1", "Ć2", "C10", "C2", "Q1", "ß1")), edition="pl")
    assert [card.name for card in deck.cards] == ["C2", "C10", "Ć2", "Q1", "Z1", "SS1"]
    assert deck.with_counts({"A": 7, "C": 9}).letters == ("A", "C", "Ć", "Q", "Z", "SS")
    assert list(deck.with_counts({"Z": 2, "Ć": 3, "A": 0, "C": 9}).letter_counts) == ["C", "Ć", "Z"]


def test_a_card_gets_its_icons_only_where_it_has_none_and_they_are_known():
    deck = make_deck(know("M8", "CFR"), know("M9", say("CF", "one"), say("CH", "two")))
    cards = read_cards("M8 M8~ M8:HH M9~ M7~ #")
    assert [deck.complete(card).icons for card in cards] == [
        parse_icons("CFR"),
        parse_icons("CFR"),
        parse_icons("HH"),
        None,
        None,
        None,
    ]
    assert deck.complete(Card("M")).icons is None


def test_a_single_statement_can_be_added():
    deck = make_deck(know("M8", "CF")).state("M", 8, say("CH", "two")).state("A", 1, say("HH"))
    assert list_known(deck) == ["A1:HH", "M8:?"]


def test_a_shelf_teaches_the_cards_that_are_wholly_known():
    deck = learn(make_deck(), "M8:CFFR ?8:CF M?:CF M7:C? ? # A1~ . B2:HH~ / C3/9:RS Ł1:CF")
    assert list_known(deck) == ["B2:HH", "C3:RS", "M8:CFFR"]
    assert deck.letter_counts == {"C": 9}
    assert deck.cards[0].statements == (say("HH"),)


def test_a_count_that_is_known_is_not_overruled_by_a_card():
    deck = learn(make_deck(C=8), "C3/9:RS ?3/4 D1")
    assert deck.letter_counts == {"C": 8}


def test_a_shelf_that_is_corrected_takes_back_what_it_taught():
    deck = learn(make_deck(), "M8:CF M9:HH")
    deck = learn(deck, "M9:HH", "elsewhere")
    deck = learn(deck, "M3:CF M9:HM")
    assert list_known(deck) == ["M3:CF", "M9:?"]
    assert list_known(learn(deck, "", "elsewhere")) == ["M3:CF", "M9:HM"]


def test_what_is_only_said_again_changes_nothing():
    deck = learn(learn(make_deck(), "M8:CF M9:HH"), "M8:CF", "elsewhere")
    again = learn_cards(deck, read_cards("M9:HH M8:CF"), Source.PHOTO, "table", "2027-01-01")
    assert again == deck


def test_what_the_owner_said_is_not_taken_back_with_a_shelf():
    deck = make_deck(know("M8", say("CF", "table", Source.OWNER)))
    assert list_known(learn(deck, "M8:CH")) == ["M8:CF"]
    assert list_known(learn(deck, "")) == ["M8:CF"]


def test_a_witness_without_a_place_takes_nothing_back():
    deck = learn(learn(make_deck(), "M8:CF", ""), "M9:HH", "")
    assert list_known(deck) == ["M8:CF", "M9:HH"]


@pytest.mark.parametrize(
    "name", ["", "M", "8", "M0", "M100", "M8:CF", "M8~", "M8+", "M8/9", "M8 M9", "M8 / M9", "#", "?8", "ABCDEFGHI1"]
)
def test_what_is_no_card_name_is_refused(name: str):
    with pytest.raises(ValueError, match="expected a letter and a number such as M8"):
        parse_key(name)


def test_names_and_icons_may_be_typed_in_any_case():
    assert parse_key("ch3") == ("CH", 3)
    assert "".join(parse_icons("rfCf")) == "CFFR"
    with pytest.raises(ValueError, match="expected category codes"):
        parse_icons("CX")
