"""What a deck contributes to entering a shelf."""

from __future__ import annotations

import pytest

from companion.scoring.categories import Category
from companion.scoring.decks.deck import Deck, Source, Statement
from companion.workflow.decks.entry import complete_text, list_letters, names_cards, view_offer

from ..drafts import ERIC, RITA, make_draft, see


def make_deck(*cards: str, edition: str = "en") -> Deck:
    deck = Deck.begin("box", edition)
    for number, card in enumerate(cards):
        name, icons = card.split(":")
        said = Statement(tuple(map(Category, icons)), Source.HAND, f"table {number}")
        deck = deck.state(name[0], int(name[1:]), said)
    return deck


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("M8", "M8:CFFR"),
        ("m8 . K1:HH/ m8+ ", "m8:CFFR . K1:HH/ m8:CFFR+ "),
        ("M8/K2", "M8:CFFR/K2:RR"),
        ("M8/10 K2", "M8/10:CFFR K2:RR"),
        ("M8/10:SS M8:SS", "M8/10:SS M8:SS"),
        ("M8~ M8~+ # M?", "M8~ M8~+ # M?"),
        ("M80 M9 B2 MM8 8", "M80 M9 B2 MM8 8"),
        ("", ""),
    ],
)
def test_icons_are_written_behind_cards_that_are_only_named_and_known(typed, kept):
    deck = make_deck("M8:CFFR", "K2:RR", "B2:CF", "B2:CH")
    assert complete_text(typed, deck) == kept
    assert names_cards(typed) or typed == kept
    assert complete_text(typed, None) == typed


def test_a_letter_of_several_characters_is_one():
    deck = Deck.begin("box", "cs").state("CH", 3, Statement((Category("C"), Category("F")), Source.HAND))
    assert complete_text("ch3 c3", deck) == "ch3:CF c3"


def test_a_deck_counts_letters_and_says_which_are_rare():
    letters = {entry["letter"]: entry for entry in list_letters("pl", make_deck("T1:CF", edition="pl"))}
    assert (letters["M"]["count"], letters["M"]["rare"]) == (8, False)
    assert (letters["T"]["count"], letters["T"]["rare"]) == (None, False)
    assert (letters["X"]["count"], letters["X"]["rare"]) == (None, True)
    counted = list_letters("en", Deck.begin("box", "en").with_counts({"M": 9}))
    assert {entry["letter"]: entry["count"] for entry in counted if entry["count"]} == {"M": 9}
    assert not any(entry["rare"] for entry in counted)


def test_what_lies_on_shelves_of_other_phones_is_not_told():
    draft = see(make_draft(RITA, ERIC))
    deck = make_deck("M8:CFFR", "B2:CF", "B2:CH")
    own, alone = view_offer(deck, draft, 2, {1, 2}), view_offer(deck, draft, 2, {2})
    assert own is not None
    assert alone is not None
    assert own["known"] == {"B2": ["CF", "CH"], "M8": ["CFFR"]}
    assert own["elsewhere"] == ["A1", "A3", "B3", "C2", "D4"]
    assert alone == {**own, "elsewhere": []}
    assert view_offer(None, draft, 2, {1, 2}) is None
