"""What every box obeys, held against a deck: what is still unknown, and which cards cannot be right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..cards import BOOKS, BOOKS_OF_A_CATEGORY, CARDS, ICONS_ON_A_CARD
from ..categories import Category, Tally
from ..editions import find_edition
from .deck import CardKey, Deck, KnownCard

_FEWEST, _MOST = ICONS_ON_A_CARD[0], ICONS_ON_A_CARD[-1]


class Flaw(StrEnum):
    """What cannot be right about a deck."""

    DISPUTED = "disputed"
    """Witnesses disagree about the icons of a card."""
    ICONS_COUNT = "icons-count"
    """A card has fewer than two icons or more than four."""
    UNKNOWN_LETTER = "unknown-letter"
    """A card or a count has a letter that the edition does not have."""
    NUMBER_ABOVE_COUNT = "number-above-count"
    """A card has a higher number than there are cards of its letter."""
    TOO_MANY_CARDS = "too-many-cards"
    """The letters' counts, or the cards themselves, come to more than 152."""
    TOO_FEW_CARDS = "too-few-cards"
    """Every letter of the edition has its count, and they come to fewer than 152."""
    CATEGORY_ABOVE = "category-above"
    """More than 85 books of a category."""
    CATEGORY_BELOW = "category-below"
    """Fewer than 85, and the cards that are still unknown cannot make up for it."""
    BOOKS_OFF = "books-off"
    """The books cannot come to 510, whatever is on the cards that are still unknown."""


@dataclass(frozen=True, slots=True)
class DeckFinding:
    """One thing that cannot be right, and the cards or the letter that it is about."""

    flaw: Flaw
    cards: tuple[str, ...] = ()
    """Names of the cards that are wrong, or one of which must be."""
    letter: str | None = None
    category: Category | None = None
    found: int = 0
    expected: int = 0
    """What would be right, or the nearest figure to ``found`` that would be."""


@dataclass(frozen=True, slots=True)
class DeckFigures:
    """How far a deck is known."""

    known: int
    """Cards with icons."""
    disputed: int
    counted: int
    """Cards that the letters' counts come to; 152 once all are known."""
    tally: Tally
    """The books on the known cards."""
    missing: tuple[CardKey, ...]
    """Cards that there must be by their letter's count, and of which no icons are known."""
    uncounted: tuple[str, ...]
    """Letters of the edition whose count is not known; some of them may have no card."""

    @property
    def is_complete(self) -> bool:
        """Whether every card of the box is known."""
        return self.known == CARDS


def measure_deck(deck: Deck) -> DeckFigures:
    """Count what is known of a deck and list what is not."""
    known = [card for card in deck.cards if card.icons]
    complete = sum(deck.letter_counts.values()) >= CARDS
    return DeckFigures(
        known=len(known),
        disputed=sum(bool(card.conflict) for card in deck.cards),
        counted=sum(deck.letter_counts.values()),
        tally=Tally.of([icon for card in known for icon in card.icons or ()]),
        missing=tuple(key for key in list_numbers(deck) if not _is_known(deck.by_key.get(key))),
        uncounted=()
        if complete
        else tuple(letter for letter in find_edition(deck.edition).letters if letter not in deck.letter_counts),
    )


def list_numbers(deck: Deck) -> Iterator[CardKey]:
    """List the cards that there must be by the counts of the letters, in the order of the check."""
    for letter, count in deck.letter_counts.items():
        for number in range(1, count + 1):
            yield letter, number


def check_deck(deck: Deck) -> tuple[DeckFinding, ...]:
    """Find what cannot be right: faults of single cards first, in the order of the check, then those of sums."""
    figures = measure_deck(deck)
    return (*_check_cards(deck), *_check_counts(deck, figures), *_check_books(deck, figures))


def _is_known(card: KnownCard | None) -> bool:
    return card is not None and card.icons is not None


def _check_cards(deck: Deck) -> Iterator[DeckFinding]:
    ranks = find_edition(deck.edition).ranks
    for card in deck.cards:
        count = deck.letter_counts.get(card.letter)
        if card.letter not in ranks:
            yield DeckFinding(Flaw.UNKNOWN_LETTER, (card.name,), card.letter)
        elif count is not None and card.number > count:
            yield DeckFinding(Flaw.NUMBER_ABOVE_COUNT, (card.name,), card.letter, found=card.number, expected=count)
        if card.conflict:
            yield DeckFinding(Flaw.DISPUTED, (card.name,))
        elif len(card.icons or ()) not in ICONS_ON_A_CARD:
            found = len(card.icons or ())
            expected = _FEWEST if found < _FEWEST else _MOST
            yield DeckFinding(Flaw.ICONS_COUNT, (card.name,), found=found, expected=expected)


def _check_counts(deck: Deck, figures: DeckFigures) -> Iterator[DeckFinding]:
    letters = find_edition(deck.edition).letters
    for letter in deck.letter_counts:
        if letter not in letters:
            yield DeckFinding(Flaw.UNKNOWN_LETTER, letter=letter)
    named = max(figures.counted, len({*list_numbers(deck), *deck.by_key}))
    if named > CARDS:
        yield DeckFinding(Flaw.TOO_MANY_CARDS, found=named, expected=CARDS)
    elif figures.counted < CARDS and all(letter in deck.letter_counts for letter in letters):
        yield DeckFinding(Flaw.TOO_FEW_CARDS, found=figures.counted, expected=CARDS)


def _check_books(deck: Deck, figures: DeckFigures) -> Iterator[DeckFinding]:
    """Check sums: what is known already, and what the unknown cards with two to four icons each can add."""
    unknown = max(0, CARDS - figures.known)
    for category, found in figures.tally.items():
        if found > BOOKS_OF_A_CATEGORY:
            suspects = _list_suspects(deck, category)
            yield DeckFinding(Flaw.CATEGORY_ABOVE, suspects, None, category, found, BOOKS_OF_A_CATEGORY)
        elif found + _MOST * unknown < BOOKS_OF_A_CATEGORY:
            yield DeckFinding(Flaw.CATEGORY_BELOW, (), None, category, found, BOOKS_OF_A_CATEGORY - _MOST * unknown)
    books = figures.tally.books
    least, most = BOOKS - _MOST * unknown, BOOKS - _FEWEST * unknown
    if not least <= books <= most:
        yield DeckFinding(Flaw.BOOKS_OFF, found=books, expected=most if books > most else least)


def _list_suspects(deck: Deck, category: Category) -> tuple[str, ...]:
    """List the cards that show a category and that a single witness has named: one of those is likeliest wrong."""
    showing = [card for card in deck.cards if category in (card.icons or ())]
    single = [card for card in showing if len(card.statements) == 1]
    return tuple(card.name for card in single or showing)
