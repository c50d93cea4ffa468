"""What a phone deleted: looking at it, taking it back, deleting it for good."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from ...store.decks.queries import DeckExistsError
from ...store.houses import bin as store
from ...store.houses.bin import KEPT_IN_BIN
from ..access.roles import Viewer
from ..access.showing import PageValue
from .reach import Reach

__all__ = [
    "KEPT_IN_BIN",
    "BinView",
    "DeckExistsError",
    "clear_bin",
    "find_end",
    "is_bin_used",
    "restore_deck",
    "restore_table",
    "shred_deck",
    "shred_table",
    "view_bin",
]


@dataclass(frozen=True, slots=True)
class BinnedTable(PageValue):
    """An inspection in the bin."""

    slug: str
    form: str
    names: tuple[str, ...]
    date: str
    place: str
    until: datetime.date
    """The last day on which it can be taken back."""
    is_own: bool
    """Whether it is the phone's own, to be deleted for good at once."""


@dataclass(frozen=True, slots=True)
class BinnedDeck(PageValue):
    """A deck in the bin."""

    number: int
    name: str
    until: datetime.date
    is_own: bool


@dataclass(frozen=True, slots=True)
class BinView(PageValue):
    """What a phone may take back."""

    tables: tuple[BinnedTable, ...]
    decks: tuple[BinnedDeck, ...]

    @property
    def is_used(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.tables or self.decks)


def is_bin_used(reach: Reach, now: datetime.datetime) -> bool:
    """Whether there is anything that a phone may still take back."""
    return store.is_bin_used(reach, now)


def view_bin(reach: Reach, now: datetime.datetime) -> BinView:
    """List what a phone may still take back."""
    tables, decks = store.list_binned(reach, now)
    return BinView(
        tuple(
            BinnedTable(one.slug, one.form, one.names, one.date, one.place, _find_last_day(one.deleted), one.is_own)
            for one in tables
        ),
        tuple(BinnedDeck(one.number, one.name, _find_last_day(one.deleted), one.is_own) for one in decks),
    )


def find_end(slug: str, viewer: Viewer, now: datetime.datetime) -> datetime.date | None:
    """Return the last day on which an inspection can be taken back that a phone had a part in; ``None`` for others."""
    deleted = store.find_deletion(slug, viewer.device, now)
    return _find_last_day(deleted) if deleted else None


def restore_table(slug: str, reach: Reach, now: datetime.datetime) -> None:
    """Take back an inspection; raise ``MissingError`` if the phone may not, or it is too late."""
    store.restore_draft(slug, reach, now)


def restore_deck(number: int, reach: Reach, now: datetime.datetime) -> None:
    """Take back a deck; raise ``MissingError``, and ``DeckExistsError`` if another one has its name by now."""
    store.restore_deck(number, reach, now)


def shred_table(slug: str, reach: Reach, now: datetime.datetime) -> None:
    """Delete an inspection for good; raise ``MissingError``."""
    store.shred_draft(slug, reach, now)


def shred_deck(number: int, reach: Reach, now: datetime.datetime) -> None:
    """Delete a deck for good, if the phone may."""
    store.shred_deck(number, reach, now)


def clear_bin(now: datetime.datetime) -> int:
    """Delete for good what was deleted too long ago to be taken back; return how much that was."""
    return store.clear_bin(now)


def _find_last_day(deleted: datetime.datetime) -> datetime.date:
    return (deleted + KEPT_IN_BIN).date()
