"""Drafts: the plain values that the store returns and accepts; no row leaves the store.

A stored draft holds every focus and the hash of every device. What leaves for a phone is made of a ``SeenDraft``
instead, which ``workflow.access.seeing`` makes of a stored one.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .stages import Stage

TypedTally = Mapping[str, str]
"""Figures as typed, keyed by category code and ``stability``."""


class MissingError(LookupError):
    """Raised for an inspection, or one of its seats, that does not exist, or no longer does."""


class Kind(StrEnum):
    """Which of two ways of entering something counts; what was entered the other way is kept."""

    NONE = ""
    SHELF = "shelf"
    TALLY = "tally"
    DISCARDS = "discards"


@dataclass(frozen=True, slots=True)
class Details:
    """The form's header, as typed; an empty text where nothing has been entered."""

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
class StoredSeat:
    """A librarian at the table, with the focus."""

    name: str
    focus: str = ""
    position: int = 0
    """From 1; 0 for a new seat."""
    hand: str = ""
    kind: Kind = Kind.NONE
    shelf: str = ""
    tally: TypedTally = field(default_factory=dict)
    version: int = 1
    written: datetime.datetime | None = None
    """When the shelf or tally was last changed."""
    device: str = ""
    """The hash of its owner's device; empty while the seat is in the host's care."""
    is_ready: bool = False
    seated: int = 0
    """The table's version since which ``device`` has had it."""
    former: str = ""
    """The hash of the device that lost the seat without consenting."""
    sealed_for: str = ""
    """The hash of the only device that may see the focus, if it no longer has the seat; else empty."""
    secret_version: int = 1
    place: int = 0
    """The place around the table, clockwise; 0 until somebody says."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A device that asks for a seat."""

    position: int
    device: str
    """The hash of its token."""
    number: str
    """What it shows, and those who may answer it see: people compare it, the server never asks for it."""
    key: str
    """Identifies the claim in the answer to it."""
    made: datetime.datetime
    since: int = 0
    """The table's version when it was made."""
    consents: tuple[str, ...] = ()
    """The hashes of the devices that have consented, in that order."""
    refusals: tuple[str, ...] = ()
    consented: datetime.datetime | None = None
    """When the first of them did."""


TITLE = "winners"
"""The line of a decision about the title, or the license, rather than about a figure."""


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """What the table has decided: a figure, or who holds the title."""

    key: str
    """Identifies it; it is that of the form that was sent, which may be sent twice."""
    line: str
    """A figure's name in ``ex-libris/inspection@1``, or ``TITLE``."""
    position: int = 0
    """Whose figure it is; 0 for the public library, and for the title."""
    points: int = 0
    winners: tuple[int, ...] = ()
    """The positions of those who hold the title; of the librarian's in a solo game, if the license is granted."""
    reason: str = ""
    by: str = ""
    """The name of whoever decided."""


@dataclass(frozen=True, slots=True)
class StoredLibrary:
    """The public library of S-42A, with its focus."""

    focus: str = ""
    kind: Kind = Kind.NONE
    tally: TypedTally = field(default_factory=dict)
    discards: str = ""
    version: int = 1


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """What a form says of a librarian at the table."""

    name: str
    focus: str | None = ""
    """``None`` where the form does not ask for it, or nobody chose: it stays as it is."""
    position: int = 0
    """From 1; 0 for one who is only now sitting down."""
    device: str = ""
    """The hash of the device that sends the form, where its owner sits down; nothing else gives a seat to a device."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """What a form says of the public library."""

    focus: str | None
    """``None`` where the form does not ask for it: it stays as it is."""
    kind: Kind
    tally: TypedTally
    discards: str


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """An inspection as it is kept, with everything in it."""

    slug: str
    details: Details
    seats: tuple[StoredSeat, ...]
    """Clockwise around the table; those whose place nobody has said come last, in the order in which they sat down."""
    library: StoredLibrary
    created: datetime.datetime
    updated: datetime.datetime
    reading_winner: int | None = None
    sheet_language: str = ""
    sheet_paper: str = ""
    stage: Stage = Stage.DRAFT
    code: str = ""
    """What others type to join the table; empty if nobody can join."""
    host: str = ""
    """The hash of the host's device; empty for an open file, which everyone may read and write."""
    handover: bool = False
    version: int = 1
    head_version: int = 1
    step: str = ""
    pace: str = "ceremony"
    game_round: int = 0
    set_aside: str = ""
    is_dealt: bool = False
    is_final_round: bool = False
    """Whether the final round was called, and not taken back since."""
    final_round_by: int | None = None
    """The position of the seat whose shelf called it."""
    former_host: str = ""
    """The hash of the device that lost the role of host without consenting."""
    claims: tuple[Claim, ...] = ()
    """The devices that ask for a seat, the oldest first, those whose time is over included."""
    decisions: tuple[KeptDecision, ...] = ()
    """What the table has decided itself, the oldest first."""

    def find_seat(self, position: int) -> StoredSeat:
        """Return the seat at a position; raise ``MissingError`` if there is none."""
        for seat in self.seats:
            if seat.position == position:
                return seat
        raise MissingError(f"no seat {position!r} at this table")


@dataclass(frozen=True, slots=True)
class Table:
    """Who owns the table of a new inspection; without a host it is an open file."""

    host: str = ""
    """The hash of the host's device."""
    code: str = ""
    handover: bool = False
    request_key: str = ""
    deck: int | str = ""
    """The number of the deck that the table plays with, or the name of one in the common house; empty for none."""
    house: int | None = None
    """The house that it belongs to; ``None`` for the common one."""
    pace: str = "ceremony"

    def find_own_key(self) -> str | None:
        """Return the idempotency key as it is stored: of this host alone, so that nobody else is led to its table."""
        if not self.request_key:
            return None
        return hashlib.blake2s(f"{self.host} {self.request_key}".encode(), digest_size=20).hexdigest()


@dataclass(frozen=True, slots=True)
class Pulse:
    """The minimum needed to tell whether anything has changed for a phone."""

    version: int
    host: str
    seats: tuple[tuple[int, str, int], ...]
    """For each seat: its position, its owner's device, and its ``secret_version``."""
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """An inspection as it was when it was amended."""

    number: int
    made: datetime.datetime
    reason: str
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A page of search results, newest first."""

    drafts: tuple[StoredDraft, ...]
    number: int
    """From 1."""
    pages: int
    """At least 1."""
    total: int
