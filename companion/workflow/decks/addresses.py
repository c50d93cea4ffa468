"""Decks by the number in their URLs: names change, and may contain what a URL cannot."""

from __future__ import annotations

import datetime

from ...store.decks.addresses import find_name, list_numbers
from .keeping import DeckView, list_decks, make_deck

__all__ = ["begin_deck", "find_name", "list_numbered"]


def list_numbered() -> tuple[tuple[int, DeckView], ...]:
    """Return all decks, ordered by name, each with its number."""
    numbers = list_numbers()
    return tuple((numbers[view.deck.name], view) for view in list_decks() if view.deck.name in numbers)


def begin_deck(name: str, edition: str, now: datetime.datetime) -> int:
    """Make a deck of which only the edition is known; return its number.

    Raises ``DeckExistsError``, ``DeckNameError`` and, for an unknown edition, ``LookupError``.
    """
    made = make_deck(name, edition, now)
    return list_numbers()[made.name]
