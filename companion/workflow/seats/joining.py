"""Joining a table, and moving a seat from one phone to another with consent."""

from __future__ import annotations

import datetime
import secrets
from contextlib import suppress
from enum import Enum, auto

from ...store.tables import claims, queries, seats
from ...store.tables.drafts import Claim, MissingError
from ...store.tables.seats import Obstacle, SeatingError
from ..access.moving import Outcome, Voice, decide, find_voice, list_open_claims, may_take, moves_host
from ..access.roles import Viewer, find_role

__all__ = [
    "Answer",
    "Obstacle",
    "SeatingError",
    "answer_claim",
    "is_known",
    "release_seat",
    "sit_down",
    "take_hosts_seat",
    "take_or_claim_seat",
]

CLAIM_NUMBERS = 10_000
"""People compare the number on two screens; nothing is decided by it, so that there is nothing to guess."""
KEY_BYTES = 9


class Answer(Enum):
    """What has become of an answer to a claim."""

    MOVED = auto()
    REFUSED = auto()
    WAITING = auto()
    """It counts, and more is needed."""
    OVER = auto()
    """There is no such claim, or no longer."""


_ANSWERS = {
    Outcome.GIVEN: Answer.MOVED,
    Outcome.SEALED: Answer.MOVED,
    Outcome.REFUSED: Answer.REFUSED,
    Outcome.WAITING: Answer.WAITING,
}


def is_known(viewer: Viewer) -> bool:
    """Whether a phone has a part in any table: a seat, the role of host, or a claim."""
    return seats.is_device_known(viewer.device)


def sit_down(slug: str, name: str, viewer: Viewer, now: datetime.datetime) -> None:
    """Give a phone a new seat, or the one that it has under that name already.

    Raises ``SeatingError`` where the table is full, the inspection has begun, or the name is another phone's.
    """
    seats.sit_down(slug, name, viewer.device, now)


def take_or_claim_seat(slug: str, position: int, viewer: Viewer, now: datetime.datetime) -> bool:
    """Give a phone a free seat, or one that it lost; return whether it has the seat now, or has to wait for consent.

    It asks for a seat that another phone has, and for one with a focus, which whoever sat down would see.
    """
    with suppress(SeatingError):
        seats.take_seat(slug, position, viewer.device, now)
        return True
    number = f"{secrets.randbelow(CLAIM_NUMBERS):04d}"
    claim = Claim(position, viewer.device, number, secrets.token_urlsafe(KEY_BYTES), now)
    claims.add_claim(slug, claim, now)
    return False


def answer_claim(
    slug: str, position: int, key: str, viewer: Viewer, now: datetime.datetime, *, consents: bool
) -> Answer:
    """Take a phone's answer to a claim that a ``key`` names; a claim that is over, or answered, is no more.

    Raises ``MissingError`` where there is no such seat, and ``PermissionError`` where this phone has nothing to say.
    """
    while True:
        draft = queries.find_draft(slug)
        draft.find_seat(position)
        claim = next((claim for claim in list_open_claims(draft, now) if claim.key == key), None)
        if claim is None or claim.position != position:
            if not find_role(draft, viewer).is_seated:
                raise PermissionError(f"no part in {slug!r}")
            return Answer.OVER
        if find_voice(draft, claim, viewer) is Voice.NONE:
            raise PermissionError(f"no voice about seat {position!r}")
        outcome = decide(draft, claim, viewer, consents=consents)
        try:
            if outcome is Outcome.REFUSED:
                claims.drop_claim(slug, key, draft.version, now)
            elif outcome is Outcome.WAITING:
                claims.write_answer(slug, key, viewer.device, draft.version, now, consents=consents)
            else:
                claims.move_seat(
                    slug,
                    key,
                    draft.version,
                    now,
                    by=viewer.device,
                    is_given=outcome is Outcome.GIVEN,
                    moves_host=moves_host(draft, claim),
                )
        except (queries.ConflictError, MissingError):
            continue
        return _ANSWERS[outcome]


def take_hosts_seat(slug: str, position: int, viewer: Viewer, now: datetime.datetime) -> bool:
    """Give the host's seat to a phone that asked for it, once the host's phone has had its time to refuse.

    Return whether it has the seat now.
    """
    while True:
        draft = queries.find_draft(slug)
        asked = (claim for claim in draft.claims if claim.position == position)
        claim = next((claim for claim in asked if may_take(draft, claim, viewer, now)), None)
        if claim is None:
            return False
        try:
            claims.move_seat(slug, claim.key, draft.version, now, by=viewer.device, is_given=False, moves_host=True)
        except (queries.ConflictError, MissingError):
            continue
        return True


def release_seat(slug: str, position: int, now: datetime.datetime) -> None:
    """Let the host take care of a seat; a hidden focus stays sealed, since the host must not see it."""
    claims.release_seat(slug, position, now)
