"""Asking for heavy work, and looking at how far it is. Loads nothing of what does the work."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from ...store.jobs.jobs import Job, Kind, Order, Owner, State, TooManyJobsError
from ...store.jobs.queue import (
    add_job,
    cancel_job,
    count_ahead,
    drop_jobs,
    find_job,
    find_latest,
    find_output,
    find_request,
)
from ..access.showing import PageValue

__all__ = [
    "Job",
    "Kind",
    "Order",
    "Owner",
    "State",
    "TooManyJobsError",
    "add_job",
    "cancel_job",
    "drop_jobs",
    "find_job",
    "find_latest",
    "find_output",
    "find_request",
]


REPEATED = datetime.timedelta(seconds=10)
"""A request without a key of its own that comes again within this time is the same one; a later one is meant."""


@dataclass(frozen=True, slots=True)
class JobView(PageValue):
    """How far a job is."""

    slug: str
    is_running: bool
    ahead: int
    """How many jobs are done before it, while it waits."""
    progress: int
    """In percent, where the work has parts; else 0."""


def view_job(job: Job) -> JobView:
    """Show how far a job is."""
    ahead = count_ahead(job.slug) if job.state is State.WAITING else 0
    return JobView(job.slug, job.state is State.RUNNING, ahead, job.progress)


def find_unfinished(owner: Owner, kind: Kind, subject: str) -> Job | None:
    """Return the job of this kind that an owner is waiting for, if any; raise ``MissingError``."""
    job = find_latest(owner, kind, subject)
    return job if job and not job.state.is_finished else None


def make_request_key(kind: Kind, *parts: str | bytes) -> str:
    """Return the idempotency key of a request, from all that makes it different from others."""
    digest = hashlib.blake2s(kind.value.encode())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def wait_briefly(job: Job, pause: Callable[[], None], tries: int) -> Job:
    """Wait for a job that is probably done in a moment; return it as it is then.

    ``pause`` is called between two looks, ``tries`` times at most. The caller sees to it that few requests wait at the
    same time.
    """
    for _ in range(tries):
        if job.state.is_finished:
            break
        pause()
        job = find_job(job.slug)
    return job
