from __future__ import annotations

from dataclasses import replace

from companion.scoring.categories import Category
from companion.scoring.decks.checks import DeckFinding, Flaw, check_deck, measure_deck
from companion.scoring.decks.deck import Deck, parse_icons

from .decks import know, make_deck, make_whole_box, say


def change(deck: Deck, name: str, icons: str) -> Deck:
    """The deck with other icons on one card."""
    return deck.with_cards([know(name, icons) if card.name == name else card for card in deck.cards])


def list_flaws(deck: Deck) -> list[tuple[str, tuple[str, ...]]]:
    return [(finding.flaw.value, finding.cards) for finding in check_deck(deck)]


def test_a_whole_box_has_nothing_wrong():
    figures = measure_deck(make_whole_box())
    assert check_deck(make_whole_box()) == ()
    assert (figures.known, figures.counted, figures.disputed, figures.is_complete) == (152, 152, 0, True)
    assert (figures.tally.books, set(figures.tally.counts)) == (510, {85})
    assert (figures.missing, figures.uncounted) == ((), ())


def test_an_empty_deck_is_unknown_and_not_wrong():
    figures = measure_deck(make_deck())
    assert check_deck(make_deck()) == ()
    assert (figures.known, figures.counted, figures.missing, figures.is_complete) == (0, 0, (), False)
    assert len(figures.uncounted) == 26


def test_what_is_missing_is_listed_by_the_counts_of_the_letters():
    deck = make_deck(know("B1", "CF"), know("A2", say("CF", "one"), say("CH", "two")), A=2, B=2)
    figures = measure_deck(deck)
    assert figures.missing == (("A", 1), ("A", 2), ("B", 2))
    assert (figures.known, figures.disputed, figures.tally.books) == (1, 1, 2)
    assert figures.uncounted[0] == "C"


def test_cards_that_cannot_be_right_are_named():
    deck = make_deck(
        know("A3", "CF"),
        know("B1", "C"),
        know("C1", "CCCCC"),
        know("Ł1", "CF"),
        know("D1", say("CF", "one"), say("CH", "two")),
        A=2,
    )
    assert check_deck(deck) == (
        DeckFinding(Flaw.NUMBER_ABOVE_COUNT, ("A3",), "A", found=3, expected=2),
        DeckFinding(Flaw.ICONS_COUNT, ("B1",), found=1, expected=2),
        DeckFinding(Flaw.ICONS_COUNT, ("C1",), found=5, expected=4),
        DeckFinding(Flaw.DISPUTED, ("D1",)),
        DeckFinding(Flaw.UNKNOWN_LETTER, ("Ł1",), "Ł"),
    )


def test_counts_that_come_to_another_number_are_wrong():
    whole = make_whole_box()
    assert check_deck(replace(whole, letter_counts={**whole.letter_counts, "A": 7})) == (
        DeckFinding(Flaw.TOO_MANY_CARDS, found=153, expected=152),
    )
    # Every letter has its count, yet there are too few: the card above is one too many for its letter.
    assert list_flaws(replace(whole, letter_counts={**whole.letter_counts, "A": 5})) == [
        ("number-above-count", ("A6",)),
        ("too-few-cards", ()),
    ]


def test_a_count_for_a_letter_that_the_edition_lacks_is_wrong():
    assert check_deck(make_deck(Ł=2)) == (DeckFinding(Flaw.UNKNOWN_LETTER, letter="Ł"),)


def test_more_cards_than_a_box_holds_are_too_many_even_without_counts():
    whole = make_whole_box()
    deck = replace(whole, letter_counts={}).with_cards([*whole.cards, know("Z9", "CF")])
    assert DeckFinding(Flaw.TOO_MANY_CARDS, found=153, expected=152) in check_deck(deck)


def test_a_category_with_too_many_books_points_at_its_cards():
    deck = change(make_whole_box(), "A1", "FFHM")
    assert list_flaws(deck)[0][0] == "category-below"
    above = check_deck(deck)[1]
    assert (above.flaw, above.category, above.found, above.expected) == (Flaw.CATEGORY_ABOVE, Category("F"), 86, 85)
    assert "A1" in above.cards
    assert all(Category("F") in (deck.by_key[card[0], int(card[1:])].icons or ()) for card in above.cards)


def test_cards_that_several_witnesses_named_are_not_the_first_to_be_doubted():
    whole = change(make_whole_box(), "A1", "FFHM")
    heard = whole.with_cards(
        [card if card.name == "A1" else card.hear(say("".join(card.icons), "two")) for card in whole.cards]
    )
    suspects = {finding.flaw: finding.cards for finding in check_deck(heard)}
    assert suspects[Flaw.CATEGORY_ABOVE] == ("A1",)
    all_heard = heard.with_cards([card.hear(say("".join(card.icons), "three")) for card in heard.cards])
    assert len(dict(list_flaws(all_heard))["category-above"]) > 1


def test_cards_still_unknown_can_make_up_for_what_they_can_carry_and_no_more():
    whole = make_whole_box()
    deck = whole.with_cards([card for card in whole.cards if card.name != "A1"])
    assert deck.by_key.get(("A", 1)) is None
    assert check_deck(deck) == ()
    assert whole.by_key["A", 1].icons == parse_icons("CFHM")
    # One card less with a book of another category: the one still unknown would need five icons.
    poorer = change(deck, "A2", "RSC")
    flaws = check_deck(poorer)
    assert [finding.flaw for finding in flaws] == [Flaw.BOOKS_OFF]
    assert (flaws[0].found, flaws[0].expected) == (505, 506)


def test_too_many_books_are_too_many_whatever_is_missing():
    deck = change(make_whole_box(), "Z5", "CCFFH")
    assert (Flaw.BOOKS_OFF, 512, 510) in [(one.flaw, one.found, one.expected) for one in check_deck(deck)]
