"""Drafts: what the store gives out and takes in, as plain values; no row leaves the store."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .stages import Stage

TypedTally = Mapping[str, str]
"""Figures as typed, keyed by category code and ``stability``."""


class MissingError(LookupError):
    """Raised for an inspection, or a seat of one, that is not kept, or not any more."""


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
    written: datetime.datetime | None = None
    """When shelf or tally was changed last."""
    device: str = ""
    """The hash of its owner's device; empty while the seat is in the host's care."""
    is_ready: bool = False
    claimant: str = ""
    """The hash of a device that asks for this seat."""
    claim_word: str = ""
    secret_version: int = 1
    is_sealed: bool = False
    """There is a focus, and it has been taken out: it is not the viewer's to see. Never stored."""


@dataclass(frozen=True, slots=True)
class LibraryDraft:
    """The public library of S-42A."""

    focus: str = ""
    kind: Kind = Kind.NONE
    tally: TypedTally = field(default_factory=dict)
    discards: str = ""
    is_sealed: bool = False
    """There is a focus, and nobody is to see it yet. Never stored."""


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
    stage: Stage = Stage.DRAFT
    code: str = ""
    """What others type to join the table; empty where nobody may."""
    host: str = ""
    """The hash of the host's device; empty for an open file, which everybody may read and write."""
    handover: bool = False
    version: int = 1
    head_version: int = 1
    step: str = ""
    game_round: int = 0
    set_aside: str = ""
    is_dealt: bool = False

    def find_seat(self, position: int) -> SeatDraft:
        """Return the seat at a position; raise ``MissingError`` where there is none."""
        for seat in self.seats:
            if seat.position == position:
                return seat
        raise MissingError(f"no seat {position!r} at this table")


@dataclass(frozen=True, slots=True)
class Table:
    """Whose table a new inspection is; without a host it is an open file."""

    host: str = ""
    """The hash of the host's device."""
    code: str = ""
    handover: bool = False
    request_key: str = ""
    deck: str = ""
    """The name of the deck that is played with; empty where none is."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """The little that tells whether anything has changed for a phone."""

    version: int
    host: str
    seats: tuple[tuple[int, str, int], ...]
    """Position, owner's device and the count of its secret changes, of each."""


@dataclass(frozen=True, slots=True)
class Revision:
    """An inspection as it was when it was amended."""

    number: int
    made: datetime.datetime
    reason: str
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A page of drafts that were searched for, newest first."""

    drafts: tuple[Draft, ...]
    number: int
    """From 1."""
    pages: int
    """At least 1."""
    total: int
