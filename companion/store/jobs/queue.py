"""Asking for jobs, and looking at them: the web's side of the queue. Each function is one short transaction."""

from __future__ import annotations

import datetime
import secrets

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.exc import IntegrityError

from ..database import deleting, reading, writing
from ..models import DeckRow, InspectionRow, JobFileRow, JobRow
from ..tables.drafts import MissingError
from ..tables.rows import RowSession
from .jobs import MOST_WAITING, Job, Kind, Order, Owner, State, TooManyJobsError
from .rows import CONTENT, OUTPUT

SLUG_BYTES = 18
"""A job's address leads to what its owner alone may see."""
_UNFINISHED = (State.WAITING.value, State.RUNNING.value)


def add_job(
    order: Order,
    now: datetime.datetime,
    *,
    anew_after: datetime.timedelta | None = None,
    keeps_done: bool = False,
) -> Job:
    """Queue a job; a request that was made before gets the job that it got then.

    A job that was finished more than ``anew_after`` ago is queued anew, unless it is done and ``keeps_done``. Raises
    ``MissingError`` for an owner that does not exist, and ``TooManyJobsError``.
    """
    try:
        with writing() as session:
            row = _find_request(session, order.request_key)
            if row is not None:
                is_old = anew_after is not None and row.finished is not None and now - row.finished > anew_after
                if not is_old or (keeps_done and row.state == State.DONE.value):
                    return to_job(session, row)
                session.delete(row)
                session.flush()
            return to_job(session, _add(session, order, now))
    except IntegrityError:
        # PostgreSQL: the same request in another process, a moment earlier.
        with reading() as session:
            row = _find_request(session, order.request_key)
            if row is None:
                raise
            return to_job(session, row)


def find_job(slug: str) -> Job:
    """Return a job; raise ``MissingError`` if it does not exist, or no longer does."""
    with reading() as session:
        return to_job(session, find_job_row(session, slug))


def find_request(request_key: str) -> Job | None:
    """Return the job that a request got, if there is one."""
    with reading() as session:
        row = _find_request(session, request_key)
        return to_job(session, row) if row is not None else None


def find_latest(owner: Owner, kind: Kind, subject: str) -> Job | None:
    """Return the job of this kind that an owner asked for last; raise ``MissingError`` for an unknown owner."""
    with reading() as session:
        mine = _find_owner(session, owner)
        query = select(JobRow).where(mine, JobRow.kind == kind.value, JobRow.subject == subject)
        row = session.scalars(query.order_by(JobRow.id.desc()).limit(1)).one_or_none()
        return to_job(session, row) if row is not None else None


def find_output(slug: str) -> bytes:
    """Return the file that a job has made; raise ``MissingError`` if there is none."""
    with reading() as session:
        query = select(JobFileRow.content).join(JobRow).where(JobRow.slug == slug, JobFileRow.name == OUTPUT)
        output = session.scalar(query)
    if output is None:
        raise MissingError(f"no file of job {slug!r}")
    return output


def count_ahead(slug: str) -> int:
    """Count the jobs that are done before a waiting one, those included that are running."""
    with reading() as session:
        row = find_job_row(session, slug)
        before = and_(
            JobRow.state == State.WAITING.value,
            or_(JobRow.turn < row.turn, and_(JobRow.turn == row.turn, JobRow.id < row.id)),
        )
        ahead = or_(before, JobRow.state == State.RUNNING.value)
        return session.scalar(select(func.count()).where(ahead, JobRow.id != row.id)) or 0


def cancel_job(slug: str, now: datetime.datetime) -> Job:
    """Cancel a job unless it is finished; a running one is given up by its worker. Raises ``MissingError``."""
    with writing() as session:
        row = find_job_row(session, slug, lock=True)
        if row.state in _UNFINISHED:
            close_row(session, row, State.CANCELLED, now)
        return to_job(session, row)


def forget_jobs(session: RowSession, row: InspectionRow) -> None:
    """Delete the jobs that hold photos of a table, as its photos are when its inspection closes."""
    holding = (Kind.READ_PHOTO, Kind.READ_PILE, Kind.READ_AGAIN, Kind.TAKE_LESSONS, Kind.MAKE_TRUTH)
    kinds = [kind.value for kind in holding]
    for job in session.scalars(select(JobRow).where(JobRow.inspection_id == row.id, JobRow.kind.in_(kinds))):
        session.delete(job)


def drop_jobs(owner: Owner, kind: Kind, subject: str) -> None:
    """Delete an owner's jobs of a kind with what they have made, as if nobody had asked; raise ``MissingError``."""
    with deleting() as session:
        mine = _find_owner(session, owner)
        session.execute(delete(JobRow).where(mine, JobRow.kind == kind.value, JobRow.subject == subject))


def find_job_row(session: RowSession, slug: str, *, lock: bool = False) -> JobRow:
    """Return a job's row; raise ``MissingError`` if there is none."""
    query = select(JobRow).where(JobRow.slug == slug)
    row = session.scalars(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise MissingError(f"no job {slug!r}")
    return row


def close_row(session: RowSession, row: JobRow, state: State, now: datetime.datetime) -> None:
    """Finish a job in some way; the file that it worked on is deleted."""
    row.state = state.value
    row.finished = now
    row.until = None
    session.execute(delete(JobFileRow).where(JobFileRow.job_id == row.id, JobFileRow.name == CONTENT))


def to_job(session: RowSession, row: JobRow) -> Job:
    """Return a row as a value."""
    return Job(
        slug=row.slug,
        kind=Kind(row.kind),
        owner=to_owner(session, row),
        subject=row.subject,
        input=dict(row.input),
        state=State(row.state),
        progress=row.progress,
        result=dict(row.result or {}),
        problem=dict(row.problem or {}),
        finished=row.finished,
    )


def to_owner(session: RowSession, row: JobRow) -> Owner:
    """Return for whom a job is done."""
    query = select(InspectionRow.slug).where(InspectionRow.id == row.inspection_id)
    slug = session.scalar(query) if row.inspection_id is not None else None
    return Owner(slug or "", row.deck_id, row.device)


def _add(session: RowSession, order: Order, now: datetime.datetime) -> JobRow:
    mine = _find_owner(session, order.owner)
    unfinished = JobRow.state.in_(_UNFINISHED)
    waiting, last = session.execute(select(func.count(), func.max(JobRow.turn)).where(mine, unfinished)).one()
    if waiting >= MOST_WAITING:
        raise TooManyJobsError(f"{waiting} jobs of one owner are unfinished")
    # Fair queueing by start time: one turn after the owner's last job, but not before the turn that it is now.
    current = session.scalar(select(func.min(JobRow.turn)).where(unfinished)) or 0
    row = JobRow(
        slug=secrets.token_urlsafe(SLUG_BYTES),
        kind=order.kind.value,
        request_key=order.request_key,
        inspection_id=_find_table(session, order.owner.slug),
        deck_id=order.owner.deck,
        device=order.owner.device,
        subject=order.subject,
        turn=max(current, 0 if last is None else last + 1) + order.turns_later,
        made=now,
        input=dict(order.input),
    )
    session.add(row)
    session.flush()
    if order.content is not None:
        session.add(JobFileRow(job_id=row.id, name=CONTENT, content=order.content))
    return row


def _find_owner(session: RowSession, owner: Owner) -> ColumnElement[bool]:
    """Return the condition that a job is an owner's; raise ``MissingError`` if there is no such owner."""
    if owner.slug:
        return JobRow.inspection_id == _find_table(session, owner.slug)
    if owner.deck is not None:
        if session.scalar(select(DeckRow.id).where(DeckRow.id == owner.deck, DeckRow.deleted.is_(None))) is None:
            raise MissingError(f"no deck {owner.deck!r}")
        return JobRow.deck_id == owner.deck
    return and_(JobRow.inspection_id.is_(None), JobRow.deck_id.is_(None), JobRow.device == owner.device)


def _find_table(session: RowSession, slug: str) -> int | None:
    if not slug:
        return None
    found = session.scalar(select(InspectionRow.id).where(InspectionRow.slug == slug, InspectionRow.deleted.is_(None)))
    if found is None:
        raise MissingError(f"no inspection {slug!r}")
    return found


def _find_request(session: RowSession, request_key: str) -> JobRow | None:
    return session.scalars(select(JobRow).where(JobRow.request_key == request_key)).one_or_none()
