"""Who may answer a phone that asks for a seat, and what the answers lead to.

A seat moves with everything on it, its focus included, only if the phone that has it consents with its own token. Any
other answer leads at most to a move with a sealed focus. So it does not matter how many phones one person holds:
whoever answers for both sides gains a seat that everybody sees moving, that the old phone takes back at will, and no
focus. An answer counts only if its phone sat at the table before the claim was made, and nobody answers his own.
"""

from __future__ import annotations

import datetime
from enum import Enum, auto

from ...store.tables.claims import HOST_DELAY, is_over, is_ripe
from ...store.tables.drafts import Claim, StoredDraft
from .roles import Viewer, is_owner

LEAST_TO_REPLACE_HOST = 2
"""How many have to agree that the host's phone is replaced at once: of two players, one alone would decide it."""


class Voice(Enum):
    """What a phone has to say about a claim."""

    NONE = auto()
    OLD_PHONE = auto()
    """It has the seat, or the care of it: its consent moves everything."""
    LIBRARIAN = auto()
    """It sat at the table before the claim was made: its consent moves the seat, and the focus is sealed."""


class Outcome(Enum):
    """What an answer leads to."""

    GIVEN = auto()
    """The seat moves with everything on it."""
    SEALED = auto()
    """The seat moves, and its focus is sealed."""
    WAITING = auto()
    """More answers are needed, or the host's phone has some time left to refuse."""
    REFUSED = auto()


def find_voice(draft: StoredDraft, claim: Claim, viewer: Viewer) -> Voice:
    """Find out what a phone has to say about a claim."""
    if not viewer.device or viewer.device == claim.device:
        return Voice.NONE
    if is_owner(draft, draft.find_seat(claim.position), viewer):
        return Voice.OLD_PHONE
    # A claim ends when the host changes, so the host of now is the one of then.
    return Voice.LIBRARIAN if viewer.device in _find_librarians(draft, claim) | {draft.host} else Voice.NONE


def moves_host(draft: StoredDraft, claim: Claim) -> bool:
    """Whether the role of host goes along with a seat: it is the only one of the host's phone."""
    held = [seat.position for seat in draft.seats if seat.device and seat.device == draft.host]
    return held == [claim.position]


def decide(draft: StoredDraft, claim: Claim, viewer: Viewer, *, consents: bool) -> Outcome:
    """Decide what a phone's answer to a claim leads to; the phone must have a voice."""
    voice = find_voice(draft, claim, viewer)
    is_host_seat = moves_host(draft, claim)
    if voice is Voice.OLD_PHONE:
        return Outcome.GIVEN if consents else Outcome.REFUSED
    others = _find_librarians(draft, claim) - {draft.host} if is_host_seat else _find_librarians(draft, claim)
    if not consents:
        # One is enough to keep somebody from becoming the host, and not enough to keep somebody from the table.
        refusing = {*claim.refusals, viewer.device}
        return Outcome.REFUSED if is_host_seat or refusing >= others else Outcome.WAITING
    if not is_host_seat:
        return Outcome.SEALED
    agreed = {*claim.consents, viewer.device} >= others and len(others) >= LEAST_TO_REPLACE_HOST
    return Outcome.SEALED if agreed else Outcome.WAITING


def may_take(draft: StoredDraft, claim: Claim, viewer: Viewer, now: datetime.datetime) -> bool:
    """Whether a phone that asked for the host's seat may take it now: the host's phone had its time to refuse."""
    is_open = not is_over(claim, now) and moves_host(draft, claim)
    return bool(viewer.device) and claim.device == viewer.device and is_open and is_ripe(claim, now)


def list_open_claims(draft: StoredDraft, now: datetime.datetime) -> tuple[Claim, ...]:
    """List the claims that may still be answered, the oldest first."""
    return tuple(claim for claim in draft.claims if not is_over(claim, now))


def find_ripening(draft: StoredDraft, claim: Claim) -> datetime.datetime | None:
    """Return when a phone may take the host's seat without any further consent; ``None`` before the first consent."""
    return claim.consented + HOST_DELAY if claim.consented and moves_host(draft, claim) else None


def _find_librarians(draft: StoredDraft, claim: Claim) -> set[str]:
    """Return the phones that sat on other seats before a claim was made, but for the one that made it."""
    return {
        seat.device
        for seat in draft.seats
        if seat.device and seat.position != claim.position and seat.seated <= claim.since
    } - {claim.device}
