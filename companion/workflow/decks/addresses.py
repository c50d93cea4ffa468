"""Decks by the number in their URLs: names change, are those of a house, and may contain what a URL cannot."""

from __future__ import annotations

import datetime

from ...store.decks.addresses import find_house, find_name, find_owner, is_deck_listed, list_numbers
from ...store.houses.bin import bin_deck
from ...store.houses.reach import Reach
from ..access.roles import Viewer
from .keeping import DeckView, begin_deck, view_deck

__all__ = ["begin_deck", "delete_deck", "find_house", "find_name", "is_deck_listed", "list_numbered", "may_delete"]


def list_numbered(reach: Reach) -> tuple[tuple[int, DeckView], ...]:
    """Return the decks within a reach, ordered by name, each with its number."""
    return tuple((number, view_deck(number)) for number, _name in list_numbers(reach))


def may_delete(number: int, viewer: Viewer) -> bool:
    """Whether a phone may delete a deck of its houses: its own, or one that no phone began. Raises ``MissingError``."""
    return find_owner(number) in ("", viewer.device)


def delete_deck(number: int, now: datetime.datetime) -> None:
    """Delete a deck with everything in it; it can be taken back for a while, and tables that played with it stay.

    Raises ``MissingError``.
    """
    bin_deck(number, now)
