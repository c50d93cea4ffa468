"""A draft as somebody may see it.

Pages, documents, forms on paper and advice are made of a ``SeenDraft``. It has no place for what is hidden: not for a
focus that is not the viewer's to see, not for whose device is whose. ``see_draft`` is the only function that makes one.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from ...store.tables.drafts import (
    Details,
    KeptDecision,
    Kind,
    MissingError,
    StoredDraft,
    StoredLibrary,
    StoredSeat,
    TypedTally,
)
from ...store.tables.seats import is_code_good
from ...store.tables.stages import Stage
from .moving import Voice, find_ripening, find_voice, list_open_claims, may_take, moves_host
from .roles import Role, Viewer, find_role, hides_library, is_owner, is_withheld
from .showing import PageValue

FEWEST_ASKED = 3
"""How many sit at the smallest table whose order has to be asked for."""


@dataclass(frozen=True, slots=True)
class SeenSeat(PageValue):
    """A librarian at the table, to somebody."""

    position: int
    """From 1."""
    name: str
    focus: str
    """A category code; empty where none has been chosen, or where it is sealed."""
    is_sealed: bool
    """Whether there is a focus that is not the viewer's to see."""
    is_withheld: bool
    """Whether it is sealed even to the seat's own phone, which got the seat without the consent of the old one."""
    hand: str
    kind: Kind
    shelf: str
    tally: TypedTally
    version: int
    written: datetime.datetime | None
    """When shelf or tally was changed last."""
    is_ready: bool
    is_taken: bool
    """Whether it belongs to a device of its own, rather than being in the host's care."""
    is_lost: bool
    """Whether it moved away from the viewer's phone without its consent, so that it may be taken back."""
    is_placed: bool
    """Whether somebody has said where around the table it stands."""

    @property
    def has_focus(self) -> bool:
        """Whether a focus has been chosen or dealt; what it is may be hidden."""
        return bool(self.focus) or self.is_sealed


@dataclass(frozen=True, slots=True)
class SeenClaim(PageValue):
    """A phone that asks for a seat, to those at the table and to whoever holds that phone."""

    position: int
    name: str
    """The seat's."""
    number: str
    """What that phone shows."""
    key: str
    """Names the claim in an answer; empty where the viewer may not answer it."""
    is_own: bool
    """Whether it is the viewer's phone that asks."""
    is_mine_to_give: bool
    """Whether the viewer's phone has the seat, so that everything goes along if it consents."""
    moves_host: bool
    """Whether the role of host goes along with the seat."""
    is_answered: bool
    """Whether the viewer has consented or refused already."""
    ripens: datetime.datetime | None
    """When the phone may take the host's seat without any further consent; ``None`` while nobody has consented."""
    is_ripe: bool
    """Whether the viewer's phone, which asks, may take the seat now."""


@dataclass(frozen=True, slots=True)
class SeenLibrary(PageValue):
    """The public library of S-42A, to somebody."""

    focus: str
    """A category code; empty where none is known, or where it is sealed."""
    is_sealed: bool
    """Whether there is a focus, and nobody is to see it yet."""
    kind: Kind
    tally: TypedTally
    discards: str
    version: int

    @property
    def has_focus(self) -> bool:
        """Whether a focus has been laid or dealt; what it is may be hidden."""
        return bool(self.focus) or self.is_sealed


@dataclass(frozen=True, slots=True)
class SeenDraft(PageValue):
    """An inspection, to somebody."""

    slug: str
    role: Role
    """What the viewer is at the table."""
    details: Details
    seats: tuple[SeenSeat, ...]
    """Clockwise around the table; those whose place nobody has said come last, in the order in which they sat down."""
    library: SeenLibrary
    created: datetime.datetime
    updated: datetime.datetime
    reading_winner: int | None
    sheet_language: str
    sheet_paper: str
    stage: Stage
    code: str
    """What others type to join the table, to those at it; empty where nobody may, or not any more."""
    is_hosted: bool
    """Whether it has a host; else it is an open file, which everybody may read and write."""
    handover: bool
    """Whether the viewer's device is handed from one to the next."""
    version: int
    head_version: int
    step: str
    pace: str
    """How many steps of the walk are taken at once."""
    game_round: int
    set_aside: str
    is_dealt: bool
    is_final_round: bool
    """Whether the final round was called, and not taken back since."""
    final_round_by: int | None
    """The position of the seat whose shelf called it."""
    claims: tuple[SeenClaim, ...]
    """Who asks for a seat, the oldest first; to those at the table, and to a phone that asks its own."""
    decisions: tuple[KeptDecision, ...] = ()
    """What the table has decided itself; nothing before the viewer may see all that it is about."""

    @property
    def is_order_known(self) -> bool:
        """Whether it is known who sits beside whom: two sit beside each other anyway."""
        return len(self.seats) < FEWEST_ASKED or all(seat.is_placed for seat in self.seats)

    @property
    def is_shared(self) -> bool:
        """Whether several phones are at the table, or can join."""
        return bool(self.code) or any(seat.is_taken for seat in self.seats)

    def find_own_claim(self, position: int) -> SeenClaim | None:
        """Return what the viewer's phone has asked for, if it has asked for this seat."""
        return next((claim for claim in self.claims if claim.is_own and claim.position == position), None)

    def find_seat(self, position: int) -> SeenSeat:
        """Return the seat at a position; raise ``MissingError`` where there is none."""
        for seat in self.seats:
            if seat.position == position:
                return seat
        raise MissingError(f"no seat {position!r} at this table")


def see_draft(draft: StoredDraft, viewer: Viewer, now: datetime.datetime, handed_to: int | None = None) -> SeenDraft:
    """Return of a draft what somebody may see of it ``now``.

    ``handed_to`` is the position of the seat to whom a phone that goes round has just been handed.
    """
    role = find_role(draft, viewer)
    handover = draft.handover and not _serves_one(draft, viewer)

    def sees_focus(seat: StoredSeat) -> bool:
        is_handed = not handover or seat.position == handed_to
        return role.sees_all or (seat.position in role.seats and is_handed and not is_withheld(draft, seat))

    return SeenDraft(
        slug=draft.slug,
        role=role,
        details=draft.details,
        seats=tuple(_see_seat(draft, seat, viewer, sees_focus=sees_focus(seat)) for seat in draft.seats),
        library=_see_library(draft.library, sees_focus=not hides_library(draft)),
        created=draft.created,
        updated=draft.updated,
        reading_winner=draft.reading_winner,
        sheet_language=draft.sheet_language,
        sheet_paper=draft.sheet_paper,
        stage=draft.stage,
        code=draft.code if (role.is_seated or viewer.code == draft.code) and is_code_good(draft, now) else "",
        is_hosted=bool(draft.host),
        handover=handover,
        version=draft.version,
        head_version=draft.head_version,
        step=draft.step,
        pace=draft.pace,
        game_round=draft.game_round,
        set_aside=_cut_set_aside(draft),
        is_dealt=draft.is_dealt,
        is_final_round=draft.is_final_round,
        final_round_by=draft.final_round_by,
        claims=tuple(_see_claims(draft, viewer, role, now)),
        decisions=draft.decisions if role.sees_all else (),
    )


def _see_seat(draft: StoredDraft, seat: StoredSeat, viewer: Viewer, *, sees_focus: bool) -> SeenSeat:
    return SeenSeat(
        position=seat.position,
        name=seat.name,
        focus=seat.focus if sees_focus else "",
        is_sealed=bool(seat.focus) and not sees_focus,
        is_withheld=is_withheld(draft, seat),
        hand=seat.hand,
        kind=seat.kind,
        shelf=seat.shelf,
        tally=seat.tally,
        version=seat.version,
        written=seat.written,
        is_ready=seat.is_ready,
        is_taken=bool(seat.device),
        is_lost=bool(viewer.device) and seat.former == viewer.device,
        is_placed=bool(seat.place),
    )


def _see_claims(draft: StoredDraft, viewer: Viewer, role: Role, now: datetime.datetime) -> Iterator[SeenClaim]:
    for claim in list_open_claims(draft, now):
        is_own = bool(viewer.device) and claim.device == viewer.device
        if not (role.is_seated or is_own):
            continue
        voice = find_voice(draft, claim, viewer)
        yield SeenClaim(
            position=claim.position,
            name=draft.find_seat(claim.position).name,
            number=claim.number,
            key="" if voice is Voice.NONE else claim.key,
            is_own=is_own,
            is_mine_to_give=voice is Voice.OLD_PHONE,
            moves_host=moves_host(draft, claim),
            is_answered=viewer.device in {*claim.consents, *claim.refusals},
            ripens=find_ripening(draft, claim),
            is_ripe=may_take(draft, claim, viewer, now),
        )


def _see_library(library: StoredLibrary, *, sees_focus: bool) -> SeenLibrary:
    return SeenLibrary(
        focus=library.focus if sees_focus else "",
        is_sealed=bool(library.focus) and not sees_focus,
        kind=library.kind,
        tally=library.tally,
        discards=library.discards,
        version=library.version,
    )


def _serves_one(draft: StoredDraft, viewer: Viewer) -> bool:
    """Whether a device serves nobody but its owner: it is not handed on, though another at this table may be."""
    own = [seat for seat in draft.seats if is_owner(draft, seat, viewer)]
    return len(own) == 1 and own[0].device == viewer.device


def _cut_set_aside(draft: StoredDraft) -> str:
    """Show the first of the cards set aside from round 2 and the second from round 4.

    With both of them, the focus of the public library would be what is left of the six, and so it is meant to be.
    """
    if not hides_library(draft):
        return draft.set_aside
    return draft.set_aside[: 2 if draft.game_round >= 4 else 1 if draft.game_round >= 2 else 0]
