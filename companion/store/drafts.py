"""Drafts: what the store gives out and takes in, as plain values; no row leaves the store."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

TypedTally = Mapping[str, str]
"""Figures as typed, keyed by category code and ``stability``."""


class Kind(StrEnum):
    """Which of two ways to enter something counts; the other one's text is kept."""

    NONE = ""
    SHELF = "shelf"
    TALLY = "tally"
    DISCARDS = "discards"


@dataclass(frozen=True, slots=True)
class Details:
    """The head of the form, as typed; an empty text where nothing has been said."""

    form: str
    edition: str
    prominent: str = ""
    banned: str = ""
    date: str = ""
    place: str = ""
    remarks: str = ""
    inspector: str = ""
    difficulty: int | None = None
    long_game: bool = False


@dataclass(frozen=True, slots=True)
class SeatDraft:
    """A librarian at the table."""

    name: str
    focus: str = ""
    position: int = 0
    """From 1; 0 for one who is only now sitting down."""
    hand: str = ""
    kind: Kind = Kind.NONE
    shelf: str = ""
    tally: TypedTally = field(default_factory=dict)
    version: int = 1


@dataclass(frozen=True, slots=True)
class LibraryDraft:
    """The public library of S-42A."""

    focus: str = ""
    kind: Kind = Kind.NONE
    tally: TypedTally = field(default_factory=dict)
    discards: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """An inspection as it is kept."""

    slug: str
    details: Details
    seats: tuple[SeatDraft, ...]
    library: LibraryDraft
    created: datetime.datetime
    updated: datetime.datetime
    reading_winner: int | None = None
    sheet_language: str = ""
    sheet_paper: str = ""

    def find_seat(self, position: int) -> SeatDraft:
        """Return the seat at a position; raise ``LookupError`` where there is none."""
        for seat in self.seats:
            if seat.position == position:
                return seat
        raise LookupError(f"no seat {position!r} at this table")


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A page of drafts that were searched for, newest first."""

    drafts: tuple[Draft, ...]
    number: int
    """From 1."""
    pages: int
    """At least 1."""
    total: int
