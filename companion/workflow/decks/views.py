"""A deck as its pages show it: one tile per card, letter by letter, and a single card with its witnesses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ...scoring.decks.checks import list_numbers
from ...scoring.decks.deck import CardKey, Deck, KnownCard, Source, Statement, format_icons
from ...scoring.editions import find_edition
from ..access.showing import PageValue


class State(StrEnum):
    """How much is known about a card."""

    KNOWN = "known"
    DISPUTED = "disputed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Tile:
    """A card of the box."""

    name: str
    number: int
    icons: str
    """Its category codes; empty unless it is known."""
    state: State
    is_beyond: bool
    """Whether its number is higher than its letter's count."""


@dataclass(frozen=True, slots=True)
class LetterRow(PageValue):
    """All cards of a letter."""

    letter: str
    count: int | None
    """How many there are, if known."""
    known: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a card's icons, and the witnesses who agree on it."""

    icons: str
    statements: tuple[Statement, ...]
    """The oldest first."""
    is_ruling: bool


@dataclass(frozen=True, slots=True)
class CardView(PageValue):
    """A card with all statements about it."""

    letter: str
    number: int
    count: int | None
    tile: Tile
    versions: tuple[Version, ...]
    """The version that counts comes first, the others in the order in which they came up."""
    before: str
    after: str
    """The cards before and after it in the order of the check; empty at the ends."""


def list_letters(deck: Deck) -> tuple[LetterRow, ...]:
    """List the letters with a known count or card, in the order of the check."""
    return tuple(_view_letter(deck, letter) for letter in deck.letters)


def list_blank_letters(deck: Deck) -> tuple[str, ...]:
    """List the edition's letters about which nothing is known; some of them may have no cards."""
    return tuple(letter for letter in find_edition(deck.edition).letters if letter not in deck.letters)


def list_all_letters(deck: Deck) -> tuple[str, ...]:
    """List the letters whose cards can be counted: those of the edition, and other ones that have a count."""
    strange = [letter for letter in deck.letter_counts if letter not in find_edition(deck.edition).ranks]
    return (*find_edition(deck.edition).letters, *strange)


def view_card(deck: Deck, key: CardKey) -> CardView:
    """Show one card, known or not."""
    letter, number = key
    card = deck.find(letter, number) or KnownCard(letter, number)
    names = list(dict.fromkeys(f"{letter}{number}" for letter, number in _list_keys(deck, card)))
    place = names.index(card.name)
    return CardView(
        letter=letter,
        number=number,
        count=deck.letter_counts.get(letter),
        tile=_view_tile(deck, key),
        versions=tuple(_list_versions(card)),
        before=names[place - 1] if place else "",
        after=names[place + 1] if place + 1 < len(names) else "",
    )


def _list_keys(deck: Deck, card: KnownCard) -> list[CardKey]:
    keys = {*list_numbers(deck), *deck.by_key, card.key}
    return sorted(keys, key=lambda key: (*deck.rank(key[0]), key[1]))


def _view_letter(deck: Deck, letter: str) -> LetterRow:
    count = deck.letter_counts.get(letter)
    numbers = {*range(1, 1 + (count or 0)), *(card.number for card in deck.cards if card.letter == letter)}
    tiles = tuple(_view_tile(deck, (letter, number)) for number in sorted(numbers))
    return LetterRow(letter, count, sum(tile.state is State.KNOWN for tile in tiles), tiles)


def _view_tile(deck: Deck, key: CardKey) -> Tile:
    letter, number = key
    card, count = deck.find(letter, number), deck.letter_counts.get(letter)
    icons = card.icons if card else None
    state = State.KNOWN if icons else State.DISPUTED if card else State.UNKNOWN
    return Tile(f"{letter}{number}", number, format_icons(icons), state, count is not None and number > count)


def _list_versions(card: KnownCard) -> Iterator[Version]:
    said = dict.fromkeys(statement.icons for statement in card.statements)
    for icons in sorted(said, key=lambda icons: icons != card.icons):
        statements = tuple(statement for statement in card.statements if statement.icons == icons)
        yield Version(format_icons(icons), statements, any(one.source is Source.OWNER for one in statements))
