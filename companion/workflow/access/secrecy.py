"""Who may see and do what at a table: every draft that leaves for a phone goes through ``mask_draft`` first.

A focus is seen by the device that owns the seat alone, until all are revealed; where one phone serves several and goes
round the table, only while it has been handed to that seat; and that of the public library by nobody, if the app dealt
it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...store.tables.drafts import Draft, LibraryDraft, SeatDraft


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever looks: the hash of a device's token, empty for a device that has none."""

    device: str = ""


@dataclass(frozen=True, slots=True)
class Role:
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


def find_role(draft: Draft, viewer: Viewer) -> Role:
    """Find out what a device is at a table; an open file has no secrets and no host, so everybody is everything."""
    everyone = frozenset(seat.position for seat in draft.seats)
    if not draft.host:
        return Role(is_host=True, seats=everyone, sees_all=True)
    is_host = draft.host == viewer.device
    own = frozenset(seat.position for seat in draft.seats if _is_owner(draft, seat, viewer))
    keeps_all = own == everyone and is_host and not draft.handover and not _hides_library(draft)
    return Role(is_host, own, keeps_all or draft.stage.shows_focuses)


def may_enter(draft: Draft, viewer: Viewer, position: int) -> bool:
    """Whether a device may write the shelf or tally of a seat: its owner's, or the host's, who lends a hand."""
    role = find_role(draft, viewer)
    return role.is_host or position in role.seats


def may_answer(draft: Draft, viewer: Viewer, position: int) -> bool:
    """Whether a device may let a seat go to the one that asks for it, or refuse that.

    The host may, and whoever owns the seat; where the host's own phone is gone, any librarian. Nobody answers what he
    asked himself: the host would see the focus of whomever he likes, and anybody could make himself the host.
    """
    seat, role = draft.find_seat(position), find_role(draft, viewer)
    if seat.claimant == viewer.device:
        return False
    return role.is_host or position in role.seats or (role.is_seated and seat.device == draft.host)


def mask_draft(draft: Draft, viewer: Viewer, handed_to: int | None = None) -> Draft:
    """Take out of a draft what a device may not see: hidden focuses, and whose phone is which.

    ``handed_to`` is the position of the seat to whom a phone that goes round has just been handed.
    """
    role = find_role(draft, viewer)
    seen = replace(draft, handover=draft.handover and not _serves_one(draft, viewer))
    seats = tuple(_mask_seat(seen, seat, role, handed_to) for seat in seen.seats)
    return replace(
        seen,
        seats=seats,
        library=_seal_library(draft.library) if _hides_library(draft) else draft.library,
        set_aside=_cut_set_aside(draft),
        host="host" if draft.host else "",
    )


def _mask_seat(draft: Draft, seat: SeatDraft, role: Role, handed_to: int | None) -> SeatDraft:
    sees = role.sees_all or (seat.position in role.seats and (not draft.handover or seat.position == handed_to))
    open_seat = seat if sees else replace(seat, focus="", is_sealed=bool(seat.focus))
    return replace(
        open_seat,
        device="taken" if seat.device else "",
        claimant="asked" if seat.claimant else "",
        claim_word=seat.claim_word if role.is_seated else "",
        # How often a focus has been changed is its owner's secret too.
        secret_version=seat.secret_version if sees else 0,
    )


def _serves_one(draft: Draft, viewer: Viewer) -> bool:
    """Whether a device serves nobody but its owner: it is not handed on, though another at this table may be."""
    own = [seat for seat in draft.seats if _is_owner(draft, seat, viewer)]
    return len(own) == 1 and own[0].device == viewer.device


def _is_owner(draft: Draft, seat: SeatDraft, viewer: Viewer) -> bool:
    return bool(viewer.device) and (seat.device or draft.host) == viewer.device


def _hides_library(draft: Draft) -> bool:
    """Ask the cards, not the form: it may be changed to B-7c while they lie face down."""
    has_cards = bool(draft.library.focus or draft.set_aside)
    return draft.is_dealt and has_cards and not draft.stage.shows_focuses


def _seal_library(library: LibraryDraft) -> LibraryDraft:
    return replace(library, focus="", is_sealed=bool(library.focus))


def _cut_set_aside(draft: Draft) -> str:
    """Show the first of the cards set aside from round 2 and the second from round 4.

    With both of them, the focus of the public library would be what is left of the six, and so it is meant to be.
    """
    if not _hides_library(draft):
        return draft.set_aside
    return draft.set_aside[: 2 if draft.game_round >= 4 else 1 if draft.game_round >= 2 else 0]
