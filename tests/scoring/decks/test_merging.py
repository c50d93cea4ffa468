from __future__ import annotations

import pytest
from hypothesis import given

from companion.scoring.decks.deck import Deck, Source
from companion.scoring.decks.merging import CountDispute, OtherEditionError, merge_decks

from .decks import decks, know, make_deck, say


def merge(ours: Deck, theirs: Deck) -> list[tuple[str, str, str]]:
    """What merging says of each card: its name, the outcome, and what is known then."""
    merge = merge_decks(ours, theirs)
    return [(one.card.name, one.outcome.value, "".join(one.card.icons or "?")) for one in merge.cards]


def test_a_deck_merged_with_itself_stays_as_it_is():
    deck = make_deck(know("M8", "CF"), know("M9", say("CF", "one"), say("HH", "", Source.OWNER)), M=9)
    done = merge_decks(deck, deck)
    assert (done.deck.cards[0], done.cards, done.counts) == (deck.cards[0], (), ())
    assert done.deck.cards[1].icons == deck.cards[1].icons
    assert merge_decks(done.deck, done.deck).deck == done.deck


def test_cards_and_counts_that_were_not_known_are_learned():
    done = merge_decks(make_deck(know("A1", "CF"), A=4), make_deck(know("B1", "HH"), B=3))
    assert [card.name for card in done.deck.cards] == ["A1", "B1"]
    assert done.deck.letter_counts == {"A": 4, "B": 3}
    assert [(one.card.name, one.outcome, one.theirs) for one in done.cards] == [
        ("B1", "learned", done.deck.cards[1].icons)
    ]


def test_decks_that_disagree_are_shown_side_by_side():
    ours, theirs = make_deck(know("A1", say("CF", "ours"))), make_deck(know("A1", say("CH", "theirs")))
    assert merge(ours, theirs) == [("A1", "disputed", "?")]


def test_a_dispute_of_theirs_is_ours_then():
    theirs = make_deck(know("A1", say("CF", "one"), say("CH", "two")))
    assert merge(make_deck(), theirs) == [("A1", "disputed", "?")]
    assert merge(theirs, theirs) == []


@pytest.mark.parametrize(
    ("ours", "theirs", "known"),
    [("2026-11-20", "2026-11-21", "CH"), ("2026-11-21", "2026-11-20", "CF"), ("2026-11-20", "2026-11-20", "CH")],
)
def test_a_witness_that_both_have_heard_says_what_it_said_last(ours: str, theirs: str, known: str):
    before = make_deck(know("A1", say("CF", when=ours)))
    after = make_deck(know("A1", say("CH", when=theirs)))
    expected = [("A1", "corrected", "CH")] if known == "CH" else []
    assert merge(before, after) == expected
    assert "".join(merge_decks(before, after).deck.cards[0].icons or ()) == known


def test_what_their_owner_settled_comes_without_what_it_overruled():
    theirs = make_deck(know("A1", say("CF", "one"), say("CH", "", Source.OWNER)))
    (card,) = merge_decks(make_deck(), theirs).deck.cards
    assert card.statements == (say("CH", "Kitchen box", Source.IMPORT),)


def test_what_our_owner_settled_stays_and_is_mentioned():
    ours = make_deck(*(know(name, say("CF", "", Source.OWNER)) for name in ("A1", "A2", "A3")))
    theirs = make_deck(
        know("A1", say("CH", "", Source.OWNER)), know("A2", "CF"), know("A3", say("CF", "one"), say("CH", "two"))
    )
    assert merge(ours, theirs) == [("A1", "ruled", "CF")]


def test_counts_that_differ_are_shown_and_ours_stay():
    done = merge_decks(make_deck(A=4, B=3), make_deck(A=5, B=3))
    assert done.deck.letter_counts == {"A": 4, "B": 3}
    assert done.counts == (CountDispute("A", 4, 5),)


def test_decks_of_two_editions_are_not_merged():
    with pytest.raises(OtherEditionError, match="expected a deck of the edition en, found one of pl"):
        merge_decks(make_deck(), make_deck(edition="pl"))


@given(decks(), decks())
def test_merging_again_changes_nothing_and_nothing_is_lost(ours: Deck, theirs: Deck):
    once = merge_decks(ours, theirs)
    assert set(once.deck.by_key) == {*ours.by_key, *theirs.by_key}
    assert set(once.deck.letter_counts) == {*ours.letter_counts, *theirs.letter_counts}
    assert merge_decks(once.deck, theirs).deck == once.deck
    for key, card in ours.by_key.items():
        if card.ruling:
            assert once.deck.by_key[key].icons == card.icons
