"""Tables with several phones: taking a seat, being ready, a librarian's focus, and the stages.

``store.tables.claims`` moves seats from one device to another.

Each function is one short, idempotent transaction.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from sqlalchemy import String, cast, func, select

from ...scoring.statistics.people import fold
from ..access.quotas import check_room, count_versions
from ..database import reading, writing
from ..game.final_round import watching_final_round
from ..jobs.queue import forget_jobs
from ..models import InspectionRow, MemberRow, RevisionRow, SeatRow, TableEventRow
from ..photos.queries import forget_photos
from .claims import drop_claims, take_back
from .drafts import MissingError, Revision, StoredDraft, StoredSeat
from .events import Happening, log, log_run
from .queries import ConflictError
from .rows import RowSession, find_row, find_seat_row, lock_row, open_row, to_draft, to_seat_row, touch
from .stages import Act, Stage, StageError, advance

MOST_SEATS = 4
NUDGED_FOR = datetime.timedelta(minutes=1)
"""How long a question of the host stands before it can be asked again."""
CODE_LIFETIME = datetime.timedelta(hours=24)
"""How long after a table's last change its code remains valid."""


class Obstacle(StrEnum):
    """Why someone cannot take a seat."""

    FULL = "full"
    STARTED = "started"
    TAKEN = "taken"


class SeatingError(RuntimeError):
    """Raised when a seat cannot be taken; says why."""

    def __init__(self, obstacle: Obstacle) -> None:
        self.obstacle = obstacle
        super().__init__(obstacle.value)


def find_table(code: str, now: datetime.datetime) -> StoredDraft:
    """Return the table that a code belongs to; raise ``MissingError`` for an unknown or expired code."""
    query = select(InspectionRow).where(InspectionRow.code == code, InspectionRow.deleted.is_(None))
    with reading() as session:
        row = session.scalars(query).one_or_none()
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


def is_device_known(device: str) -> bool:
    """Whether a device has, or had, a seat or the role of host at any table, asks for a seat, or has a house."""
    seats = select(SeatRow.id).where((SeatRow.device == device) | (SeatRow.former == device))
    tables = select(InspectionRow.id).where(
        (InspectionRow.host == device)
        | (InspectionRow.former_host == device)
        | cast(InspectionRow.claims, String).contains(device)
    )
    houses = select(MemberRow.house_id).where(MemberRow.device == device)
    with reading() as session:
        return session.scalar(select(seats.exists() | tables.exists() | houses.exists())) is True


def sit_down(slug: str, name: str, device: str, now: datetime.datetime) -> int:
    """Give a device a new seat; return its position, or that of the seat which it already has under that name.

    Raises ``SeatingError`` if the table is full, the inspection has begun, or the name is that of a seat which the
    device may not take: see ``take_seat``.
    """
    with writing() as session:
        row = lock_row(session, slug)
        for seat in row.seats:
            if fold(seat.name) == fold(name):
                return _take(session, row, seat, device, now)
        if Stage(row.stage) is not Stage.DRAFT:
            raise SeatingError(Obstacle.STARTED)
        if len(row.seats) >= (1 if row.form == "S-42A" else MOST_SEATS):
            raise SeatingError(Obstacle.FULL)
        position = max((seat.position for seat in row.seats), default=0) + 1
        seat = to_seat_row(StoredSeat(name, device=device), position)
        with watching_final_round(row):
            row.seats.append(seat)
        # A form header that was opened before would remove the newcomer.
        row.head_version += 1
        _sit(session, row, seat, device, now)
        return position


def take_seat(slug: str, position: int, device: str, now: datetime.datetime) -> None:
    """Give a device a seat that the host takes care of, or one that it lost without having consented.

    Raises ``SeatingError`` if another device has it, or if it has a focus, which the new owner would see.
    """
    with writing() as session:
        row = lock_row(session, slug)
        _take(session, row, find_seat_row(row, position), device, now)


def write_ready(slug: str, position: int, now: datetime.datetime, *, is_ready: bool) -> None:
    """Store whether a librarian is done."""
    with writing() as session:
        row = open_row(session, slug)
        seat = find_seat_row(row, position)
        if seat.is_ready != is_ready:
            seat.is_ready = is_ready
            touch(row, now)


def nudge(slug: str, now: datetime.datetime, *, device: str) -> bool:
    """Enter that the host asked those who are not done; ``False`` within ``NUDGED_FOR`` of the last time.

    Raises ``StageError`` where nobody is awaited anymore.
    """
    with writing() as session:
        row = lock_row(session, slug)
        if Stage(row.stage) is not Stage.DRAFT:
            raise StageError(Stage(row.stage))
        asked = select(func.max(TableEventRow.made)).where(
            TableEventRow.inspection_id == row.id, TableEventRow.kind == Happening.NUDGED.value
        )
        last = session.scalar(asked)
        if last is not None and now - last < NUDGED_FOR:
            return False
        log_run(session, row, now, Happening.NUDGED, device=device)
        touch(row, now)
        return True


def write_focus(slug: str, position: int, focus: str, now: datetime.datetime) -> None:
    """Store a focus. As long as it is hidden, others can see that there is one, but not when it changes.

    A focus dealt by the app stays as it is. One that is sealed, because the seat moved without the consent of the
    device that knows it, is replaced and logged, whether it was the same or not.
    """
    with writing() as session:
        row = open_row(session, slug)
        seat = find_seat_row(row, position)
        if row.is_dealt and seat.focus:
            return
        if seat.sealed_for:
            log(session, row, now, Happening.FOCUS_AGAIN, seat, device=seat.device or row.host)
            seat.sealed_for, seat.focus = "", focus
            seat.secret_version += 1
            touch(row, now)
            return
        if seat.focus == focus:
            return
        is_open = Stage(row.stage).shows_focuses or not row.host
        if is_open or bool(seat.focus) != bool(focus):
            touch(row, now)
        seat.focus = focus
        seat.secret_version += 1


def write_step(slug: str, step: str, now: datetime.datetime, pace: str | None = None) -> None:
    """Store the current step of the walk, and its pace if there is one to store.

    Raises ``StageError`` before the inspection is locked.
    """
    with writing() as session:
        row = lock_row(session, slug)
        if Stage(row.stage) is Stage.DRAFT:
            raise StageError(Stage.DRAFT)
        pace = pace or row.pace
        if (row.step, row.pace) != (step, pace):
            row.step, row.pace = step, pace
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
            forget_jobs(session, row)
            for seat in row.seats:
                seat.sealed_for = ""
        if following is Stage.DRAFT:
            log_run(session, row, now, Happening.UNLOCKED, device=row.host)
            row.step = ""
            for seat in row.seats:
                seat.is_ready = False
        touch(row, now)
        return following


def amend(
    slug: str,
    document: Mapping[str, Any],
    reason: str,
    now: datetime.datetime,
    version: int | None = None,
    *,
    device: str = "",
) -> None:
    """Open a revealed inspection for corrections and keep the old version; one that is already open stays as it is.

    ``device`` is the one that does so, for the log. ``version`` is that of the draft from which the ``document`` was
    made: raises ``ConflictError`` if it has changed since, and ``FullError`` if too many versions are kept.
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
        check_room(session, count_versions(row.id))
        session.add(RevisionRow(inspection_id=row.id, number=number, made=now, reason=reason, document=dict(document)))
        row.stage = following.value
        log(session, row, now, Happening.AMENDED, device=device)
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


def _take(session: RowSession, row: InspectionRow, seat: SeatRow, device: str, now: datetime.datetime) -> int:
    if seat.device != device and seat.former == device:
        take_back(session, row, seat, now)
        return seat.position
    is_shown = bool(seat.focus) and not seat.sealed_for
    owner = seat.device or (row.host if is_shown else "")
    if owner and owner != device:
        raise SeatingError(Obstacle.TAKEN)
    if not seat.device:
        _sit(session, row, seat, device, now)
        drop_claims(row, [seat.position])
    return seat.position


def _sit(session: RowSession, row: InspectionRow, seat: SeatRow, device: str, now: datetime.datetime) -> None:
    touch(row, now)
    seat.device, seat.seated = device, row.version
    log(session, row, now, Happening.SAT_DOWN, seat, device=device)
