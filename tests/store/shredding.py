"""Deleting for good, as it happens once nothing can be taken back anymore."""

from __future__ import annotations

import datetime

from companion.store.decks import queries as decks
from companion.store.houses.bin import KEPT_IN_BIN, bin_deck, bin_draft, clear_bin

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)


def shred_draft(slug: str) -> None:
    bin_draft(slug, "", NOW)
    assert clear_bin(NOW + KEPT_IN_BIN) == 1


def shred_deck(name: str) -> None:
    bin_deck(decks.find_deck(name).number, NOW)
    assert clear_bin(NOW + KEPT_IN_BIN) == 1
