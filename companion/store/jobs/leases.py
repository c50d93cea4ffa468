"""Doing jobs: the workers' side of the queue. Each function is one short transaction.

The row is the truth. A worker that claims a job holds a lease, which it renews while it works. A lease that has run out
gives the job to the next worker; whatever the first one still does is then refused, since results and effects are
written in one transaction that checks the lease.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import and_, bindparam, delete, or_, select, update

from ...wording.jobs.failures import Failure
from ..database import reading, writing
from ..models import JobFileRow, JobRow, db
from ..tables.drafts import MissingError
from ..tables.rows import RowSession
from .jobs import KEPT, LEASE, MOST_AHEAD, MOST_ATTEMPTS, ClaimedJob, Kind, LostJobError, Outcome, State
from .queue import close_row, find_job_row, to_owner
from .rows import CONTENT, OUTPUT

# A lease that ends far ahead was given before the clock was set back: its worker may be lost, and it cannot be told
# from the lease. One that is alive loses the job, which is then done again.
_LEASE_HAS_RUN_OUT = and_(
    JobRow.state == State.RUNNING.value, or_(JobRow.until < bindparam("now"), JobRow.until > bindparam("farthest"))
)
_ANY_DUE = select(JobRow.id).where(or_(JobRow.state == State.WAITING.value, _LEASE_HAS_RUN_OUT)).limit(1)


def claim_job(worker: str, now: datetime.datetime) -> ClaimedJob | None:
    """Claim the next job for a worker, with a lease; ``None`` if there is nothing to do.

    A job whose lease has run out is next like any other; after ``MOST_ATTEMPTS`` attempts it has failed instead.
    """
    if not _is_any_due(now):
        return None
    with writing() as session:
        _take_back(session, now)
        query = select(JobRow.id).where(JobRow.state == State.WAITING.value).order_by(JobRow.turn, JobRow.id)
        found = session.scalar(query.limit(1).with_for_update(skip_locked=True))
        row = session.get(JobRow, found) if found is not None else None
        if row is None:
            return None
        row.state = State.RUNNING.value
        row.worker = worker
        row.until = now + LEASE
        row.attempts += 1
        row.progress = 0
        content = select(JobFileRow.content).where(JobFileRow.job_id == row.id, JobFileRow.name == CONTENT)
        return ClaimedJob(
            slug=row.slug,
            worker=worker,
            kind=Kind(row.kind),
            owner=to_owner(session, row),
            subject=row.subject,
            input=dict(row.input),
            content=session.scalar(content) or b"",
        )


def renew_lease(slug: str, worker: str, now: datetime.datetime) -> bool:
    """Renew a worker's lease; return whether the job is still the worker's.

    One that the worker has finished is: it may finish it while the thread that renews the lease waits for its turn.
    """
    if _write(slug, worker, until=now + LEASE):
        return True
    finished = (State.DONE.value, State.FAILED.value)
    own = (JobRow.slug == slug, JobRow.worker == worker, JobRow.state.in_(finished))
    with reading() as session:
        return session.scalar(select(JobRow.id).where(*own)) is not None


def tell_progress(slug: str, worker: str, percent: int) -> None:
    """Note how far a job is."""
    _write(slug, worker, progress=percent)


@contextmanager
def holding_job(slug: str, worker: str) -> Iterator[None]:
    """Write in one transaction while the job is the worker's; raise ``LostJobError`` if it is not."""
    with writing() as session:
        _find_own(session, slug, worker)
        yield


@contextmanager
def finishing_job(slug: str, worker: str, now: datetime.datetime) -> Iterator[list[Outcome]]:
    """Finish a job in the same transaction as its effects, which are written inside.

    The outcome is put into the list that is yielded. If anything raises, nothing is stored. Raises ``LostJobError`` if
    the job is no longer the worker's.
    """
    with writing() as session:
        row = _find_own(session, slug, worker)
        outcomes: list[Outcome] = []
        yield outcomes
        for outcome in outcomes:
            row.result = dict(outcome.result)
            if outcome.output is not None:
                session.add(JobFileRow(job_id=row.id, name=OUTPUT, content=outcome.output))
        row.progress = 100
        close_row(session, row, State.DONE, now)


def fail_job(slug: str, worker: str, problem: Mapping[str, Any], now: datetime.datetime) -> None:
    """Note that a job has failed by itself: it is not tried again. A job that is no longer the worker's stays."""
    with writing() as session:
        try:
            row = _find_own(session, slug, worker)
        except LostJobError:
            return
        row.problem = dict(problem)
        close_row(session, row, State.FAILED, now)


def give_back(slug: str, worker: str, now: datetime.datetime) -> None:
    """Give back the job of a worker that was lost, without waiting until its lease runs out."""
    if _write(slug, worker, until=now - LEASE):
        with writing() as session:
            _take_back(session, now)


def clear_jobs(now: datetime.datetime) -> int:
    """Delete the jobs that were finished ``KEPT`` ago; return how many."""
    with writing() as session:
        old = select(JobRow.id).where(JobRow.finished < now - KEPT)
        gone = list(session.scalars(old))
        session.execute(delete(JobRow).where(JobRow.id.in_(gone)))
        return len(gone)


def _is_any_due(now: datetime.datetime) -> bool:
    """Look before locking: workers ask often, and mostly there is nothing to do.

    The statement is made once and needs no session, which is a fifth of the time.
    """
    with db.engine.connect() as connection:
        return connection.scalar(_ANY_DUE, _measure_leases(now)) is not None


def _measure_leases(now: datetime.datetime) -> dict[str, datetime.datetime]:
    return {"now": now, "farthest": now + MOST_AHEAD}


def _take_back(session: RowSession, now: datetime.datetime) -> None:
    """Let the jobs wait again whose leases have run out; those that were begun too often have failed."""
    lost = select(JobRow).where(_LEASE_HAS_RUN_OUT).with_for_update(skip_locked=True)
    for row in session.scalars(lost, _measure_leases(now)):
        if row.attempts < MOST_ATTEMPTS:
            row.state = State.WAITING.value
        else:
            row.problem = {"code": Failure.LOST.value}
            close_row(session, row, State.FAILED, now)
    session.flush()


def _find_own(session: RowSession, slug: str, worker: str) -> JobRow:
    try:
        row = find_job_row(session, slug, lock=True)
    except MissingError as error:
        raise LostJobError(f"the job {slug!r} has been deleted") from error
    if row.state != State.RUNNING.value or row.worker != worker:
        raise LostJobError(f"the job {slug!r} is no longer that of {worker!r}")
    return row


def _write(slug: str, worker: str, **values: Any) -> bool:
    own = (JobRow.slug == slug, JobRow.worker == worker, JobRow.state == State.RUNNING.value)
    with writing() as session:
        return session.scalar(update(JobRow).where(*own).values(**values).returning(JobRow.id)) is not None
