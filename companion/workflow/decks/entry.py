"""What a deck contributes to entering a shelf: icons of cards that are only named, and what the keypad offers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...scoring.decks.deck import Deck, KnownIcons, format_icons, parse_key
from ...scoring.editions import find_edition
from ...scoring.notation import read_rows
from ...store.tables.drafts import Kind
from ..access.seeing import SeenDraft

_NAME = re.compile(r"(?<![^\s/])(?P<name>[^\W\d_]+[1-9][0-9]?)(?:/[1-9][0-9]?)?(?=\+?(?:\s|/(?![0-9])|$))")
"""A face-up card, written without icons."""


def names_cards(text: str) -> bool:
    """Whether a shelf's text has cards that are only named: if all icons are typed, no deck has to be loaded."""
    return _NAME.search(text) is not None


def complete_text(text: str, deck: Deck | None) -> str:
    """Add the icons to the cards of a shelf's text that are only named, if the deck knows them.

    Everything else stays as typed. From then on the icons belong to the shelf: what the deck learns later does not
    change a stored inspection.
    """
    if deck is None:
        return text

    def add(match: re.Match[str]) -> str:
        try:
            known = deck.find(*parse_key(match["name"]))
        except ValueError:
            return match[0]
        return f"{match[0]}:{format_icons(known.icons)}" if known and known.icons else match[0]

    return _NAME.sub(add, text)


def list_letters(edition: str, deck: Deck | None = None) -> list[dict[str, Any]]:
    """List an edition's letters in the order of the check, with the number of their cards if known.

    ``rare`` are those that the box most likely does not have: if the counts of most letters are known, all letters
    about which nothing is known.
    """
    rules = find_edition(edition)
    counts = {**rules.letter_counts, **(deck.letter_counts if deck else {})}
    seen = {card.letter for card in deck.cards} if deck else set()
    is_known = bool(rules.letter_counts)
    return [
        {
            "letter": letter,
            "count": counts.get(letter),
            "rare": is_known and counts.get(letter) is None and letter not in seen,
        }
        for letter in rules.letters
    ]


def view_offer(deck: Deck | None, draft: SeenDraft, position: int, open_seats: Iterable[int]) -> dict[str, Any] | None:
    """Tell the keypad what the deck knows about each card, and which cards are already on another shelf.

    ``open_seats`` are the positions of the seats that the requesting phone enters itself; other shelves have no
    influence. ``known`` has one text of icons per card, or several if witnesses disagree.
    """
    if deck is None:
        return None
    own = frozenset(open_seats) - {position}
    shelves = (seat.shelf for seat in draft.seats if seat.position in own and seat.kind is Kind.SHELF)
    return {
        "known": {card.name: list(_list_variants(card.icons, card.statements)) for card in deck.cards},
        "elsewhere": sorted({name for shelf in shelves for name in _list_names(shelf)}),
    }


def _list_variants(icons: KnownIcons | None, statements: Iterable[Any]) -> Iterable[str]:
    said = [icons] if icons else dict.fromkeys(statement.icons for statement in statements)
    return [format_icons(one) for one in said]


def _list_names(shelf: str) -> Iterable[str]:
    rows, _ = read_rows(shelf)
    return (card.name for row in rows for card in row if card and card.letter and card.number)
