"""Tables with several phones: taking a seat, moving a seat, being ready, and the stages.

Each function is one short, idempotent transaction.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from sqlalchemy import func, select

from ..database import reading, writing
from ..models import InspectionRow, RevisionRow, SeatRow
from ..photos.queries import forget_photos
from .drafts import MissingError, Revision, StoredDraft, StoredSeat
from .queries import ConflictError
from .rows import find_row, find_seat_row, fold, lock_row, open_row, to_draft, to_seat_row, touch
from .stages import Act, Stage, StageError, advance

MOST_SEATS = 4
CODE_LIFETIME = datetime.timedelta(hours=24)
"""How long after a table's last change its code remains valid."""


class Obstacle(StrEnum):
    """Why someone cannot take a seat."""

    FULL = "full"
    STARTED = "started"
    TAKEN = "taken"
    ASKED = "asked"


class SeatingError(RuntimeError):
    """Raised when a seat cannot be taken; says why."""

    def __init__(self, obstacle: Obstacle) -> None:
        self.obstacle = obstacle
        super().__init__(obstacle.value)


def find_table(code: str, now: datetime.datetime) -> StoredDraft:
    """Return the table that a code belongs to; raise ``MissingError`` for an unknown or expired code."""
    with reading() as session:
        row = session.scalars(select(InspectionRow).where(InspectionRow.code == code)).one_or_none()
        if row is None or not is_code_good(draft := to_draft(row), now):
            raise MissingError(f"no table has the code {code!r}")
        return draft


def is_code_good(draft: StoredDraft, now: datetime.datetime) -> bool:
    """Whether a table has a code that is still valid."""
    return bool(draft.code) and now - draft.updated < CODE_LIFETIME


def write_code(slug: str, code: str | None, now: datetime.datetime) -> None:
    """Open the table to other phones with a code, or close it with ``None``; a valid code stays as it is."""
    with writing() as session:
        row = lock_row(session, slug)
        is_done = is_code_good(to_draft(row), now) if code else row.code is None
        if not is_done:
            row.code = code
            touch(row, now)


def is_code_free(code: str) -> bool:
    """Whether no table has a code."""
    with reading() as session:
        return session.scalar(select(InspectionRow.id).where(InspectionRow.code == code)) is None


def sit_down(slug: str, name: str, device: str, now: datetime.datetime) -> int:
    """Give a device a new seat; return its position, or that of the seat which it already has under that name.

    Raises ``SeatingError`` if the table is full, the inspection has begun, or the name is that of a seat which the
    device may not take: see ``take_seat``.
    """
    with writing() as session:
        row = lock_row(session, slug)
        for seat in row.seats:
            if fold(seat.name) == fold(name):
                return _take(row, seat, device, now)
        if Stage(row.stage) is not Stage.DRAFT:
            raise SeatingError(Obstacle.STARTED)
        if len(row.seats) >= (1 if row.form == "S-42A" else MOST_SEATS):
            raise SeatingError(Obstacle.FULL)
        position = max((seat.position for seat in row.seats), default=0) + 1
        row.seats.append(to_seat_row(StoredSeat(name, device=device), position))
        # A form header that was opened before would remove the newcomer.
        row.head_version += 1
        touch(row, now)
        return position


def take_seat(slug: str, position: int, device: str, now: datetime.datetime) -> None:
    """Give a device a seat that the host takes care of.

    Raises ``SeatingError`` if another device has it, or if it has a focus, which the new owner would see.
    """
    with writing() as session:
        row = lock_row(session, slug)
        _take(row, find_seat_row(row, position), device, now)


def claim_seat(slug: str, position: int, device: str, word: str, now: datetime.datetime) -> str:
    """Ask for a seat that another device has; return the claim word that both sides see.

    Raises ``SeatingError`` if a third device has already asked.
    """
    with writing() as session:
        row = lock_row(session, slug)
        seat = find_seat_row(row, position)
        if seat.claimant and seat.claimant != device:
            raise SeatingError(Obstacle.ASKED)
        if not seat.claimant:
            seat.claimant, seat.claim_word = device, word
            touch(row, now)
        return seat.claim_word


def answer_claim(slug: str, position: int, word: str, now: datetime.datetime, *, consents: bool) -> bool:
    """Move a seat to the device that asked for it, or refuse; return whether there was anything to answer.

    The role of host goes with the host's seat. Only the claim identified by ``word`` is answered: it may have been
    answered before, and another device may be asking by now.
    """
    with writing() as session:
        row = lock_row(session, slug)
        seat = find_seat_row(row, position)
        if not seat.claimant or seat.claim_word != word:
            return False
        if consents:
            if seat.device and seat.device == row.host:
                row.host = seat.claimant
            seat.device = seat.claimant
        seat.claimant = seat.claim_word = ""
        touch(row, now)
        return True


def release_seat(slug: str, position: int, now: datetime.datetime) -> None:
    """Let the host take care of a seat; a hidden focus is deleted, since the host must not see it."""
    with writing() as session:
        row = open_row(session, slug)
        seat = find_seat_row(row, position)
        if seat.device in ("", row.host):
            return
        seat.device = seat.claimant = seat.claim_word = ""
        if not Stage(row.stage).shows_focuses:
            seat.focus = ""
        seat.is_ready = False
        touch(row, now)


def write_ready(slug: str, position: int, now: datetime.datetime, *, is_ready: bool) -> None:
    """Store whether a librarian is done."""
    with writing() as session:
        row = open_row(session, slug)
        seat = find_seat_row(row, position)
        if seat.is_ready != is_ready:
            seat.is_ready = is_ready
            touch(row, now)


def write_focus(slug: str, position: int, focus: str, now: datetime.datetime) -> None:
    """Store a focus. As long as it is hidden, others can see that there is one, but not when it changes.

    A focus dealt by the app stays as it is.
    """
    with writing() as session:
        row = open_row(session, slug)
        seat = find_seat_row(row, position)
        if seat.focus == focus or (row.is_dealt and seat.focus):
            return
        is_open = Stage(row.stage).shows_focuses or not row.host
        if is_open or bool(seat.focus) != bool(focus):
            touch(row, now)
        seat.focus = focus
        seat.secret_version += 1


def write_step(slug: str, step: str, now: datetime.datetime) -> None:
    """Store the current step of the walk; raise ``StageError`` before the inspection is locked."""
    with writing() as session:
        row = lock_row(session, slug)
        if Stage(row.stage) is Stage.DRAFT:
            raise StageError(Stage.DRAFT)
        if row.step != step:
            row.step = step
            touch(row, now)


def move_stage(slug: str, act: Act, now: datetime.datetime, version: int | None = None) -> Stage:
    """Move an inspection on; return its stage.

    ``version`` is the draft version that the decision was based on: raises ``ConflictError`` if it has changed since,
    and ``StageError`` if the act is not possible at this stage. The reveal deletes all photos of shelves.
    """
    with writing() as session:
        row = lock_row(session, slug)
        stage = Stage(row.stage)
        following = advance(stage, act)
        if following is stage:
            return stage
        _refuse_stale(row, version)
        row.stage = following.value
        if following is Stage.REVEALED:
            forget_photos(session, row)
        if following is Stage.DRAFT:
            row.step = ""
            for seat in row.seats:
                seat.is_ready = False
        touch(row, now)
        return following


def amend(
    slug: str, document: Mapping[str, Any], reason: str, now: datetime.datetime, version: int | None = None
) -> None:
    """Open a revealed inspection for corrections and keep the old version; one that is already open stays as it is.

    ``version`` is that of the draft from which the ``document`` was made: raises ``ConflictError`` if it has changed
    since.
    """
    with writing() as session:
        row = lock_row(session, slug)
        stage = Stage(row.stage)
        following = advance(stage, Act.AMEND)
        if following is stage:
            return
        _refuse_stale(row, version)
        query = select(func.max(RevisionRow.number)).where(RevisionRow.inspection_id == row.id)
        number = (session.scalar(query) or 0) + 1
        session.add(RevisionRow(inspection_id=row.id, number=number, made=now, reason=reason, document=dict(document)))
        row.stage = following.value
        touch(row, now)


def list_revisions(slug: str) -> tuple[Revision, ...]:
    """Return the previous versions of an inspection, the oldest first."""
    with reading() as session:
        row = find_row(session, slug)
        query = select(RevisionRow).where(RevisionRow.inspection_id == row.id).order_by(RevisionRow.number)
        return tuple(
            Revision(kept.number, kept.made, kept.reason, dict(kept.document)) for kept in session.scalars(query)
        )


def _refuse_stale(row: InspectionRow, version: int | None) -> None:
    if version is not None and version != row.version:
        raise ConflictError


def _take(row: InspectionRow, seat: SeatRow, device: str, now: datetime.datetime) -> int:
    owner = seat.device or (row.host if seat.focus else "")
    if owner and owner != device:
        raise SeatingError(Obstacle.TAKEN)
    if not seat.device:
        seat.device = device
        touch(row, now)
    return seat.position
