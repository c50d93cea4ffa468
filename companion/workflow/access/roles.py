"""What a device is at a table, and what it may do there.

A focus is seen by the device that owns the seat alone, until all are revealed; where one phone serves several and goes
round the table, only while it has been handed to that seat; that of a seat which moved without the consent of its old
device by nobody; and that of the public library by nobody either, if the app dealt it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...store.tables.drafts import StoredDraft, StoredSeat
from .showing import PageValue


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever looks: the hash of a device's token, empty for a device that has none."""

    device: str = ""
    code: str = ""
    """The code of a table that whoever looks has proven to know; a seat is not needed to see that one."""


@dataclass(frozen=True, slots=True)
class Role(PageValue):
    """What a device is at a table."""

    is_host: bool
    seats: frozenset[int]
    """The positions of the seats that are its own or in its care."""
    sees_all: bool
    """Whether no focus is hidden from it: it keeps the whole file by itself, or they lie open."""

    @property
    def is_seated(self) -> bool:
        """Whether it has any part in the game; anybody else only watches."""
        return self.is_host or bool(self.seats)

    def may_enter(self, position: int) -> bool:
        """Whether it may write the shelf or tally of a seat: its owner's, or the host's, who lends a hand."""
        return self.is_host or position in self.seats


def find_role(draft: StoredDraft, viewer: Viewer) -> Role:
    """Find out what a device is at a table; an open file has no secrets and no host, so everybody is everything."""
    everyone = frozenset(seat.position for seat in draft.seats)
    if not draft.host:
        return Role(is_host=True, seats=everyone, sees_all=True)
    is_host = draft.host == viewer.device
    own = frozenset(seat.position for seat in draft.seats if is_owner(draft, seat, viewer))
    is_sealed = any(is_withheld(draft, seat) for seat in draft.seats)
    keeps_all = own == everyone and is_host and not draft.handover and not hides_library(draft) and not is_sealed
    return Role(is_host, own, keeps_all or draft.stage.shows_focuses)


def is_owner(draft: StoredDraft, seat: StoredSeat, viewer: Viewer) -> bool:
    """Whether a seat is a device's own, or in its care."""
    return bool(viewer.device) and (seat.device or draft.host) == viewer.device


def is_withheld(draft: StoredDraft, seat: StoredSeat) -> bool:
    """Whether a focus is sealed even to the seat's own device.

    The seat moved to it without the consent of the one that knows the focus.
    """
    holder = seat.device or draft.host
    return bool(seat.focus) and seat.sealed_for not in ("", holder) and not draft.stage.shows_focuses


def hides_library(draft: StoredDraft) -> bool:
    """Whether the focus of the public library is nobody's to see.

    Ask the cards, not the form: it may be changed to B-7c while they lie face down.
    """
    has_cards = bool(draft.library.focus or draft.set_aside)
    return draft.is_dealt and has_cards and not draft.stage.shows_focuses
