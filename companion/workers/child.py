"""A worker process: claims jobs and does them, one after the other, until its parent ends.

Started by ``companion.workers.supervisor``, which says what is told on standard output.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import secrets
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import astuple
from threading import Event, Lock, Thread
from typing import IO, Any

from sqlalchemy.exc import SQLAlchemyError

from ..settings import SettingsError, load_settings
from ..store.access.abandoned import clear_abandoned
from ..store.access.limits import clear_limits
from ..store.database import lend_database, opened_database
from ..store.jobs import leases
from ..store.jobs.changes import Changes
from ..store.jobs.jobs import ClaimedJob, Kind
from ..store.outages import find_cause
from ..store.sqlite_file import StoreError
from ..vision.photos.header import measure_picture
from ..workflow.decks.carrying import carry_some_over
from ..workflow.faults import hide_values
from ..workflow.houses.bin import clear_bin
from ..workflow.jobs.working import find_preparations, free_memory, run_next
from .limits import (
    LARGE_PHOTO_PIXELS,
    MEGABYTES,
    USUAL,
    Limits,
    adopt_limits,
    give_way,
    limit_photo,
    measure_megabytes,
    release_memory,
)

IDLE_SECONDS = 0.02
"""Between two questions whether there may be a job; the look itself takes twenty times as long as the question."""
RENEWAL_SECONDS = 2.0
"""Between two renewals of the lease, a fifth of which this is."""
OUTAGE_SECONDS = 1.0
"""Between two looks for a database that is away."""
CLEARING_SECONDS = 600.0
MOST_JOBS = 1000
"""After which a worker is replaced: what libraries keep to themselves does not add up."""
MOST_KEPT_MEGABYTES = 0.6 * MEGABYTES
"""A worker that uses more between two jobs frees what it keeps for the next ones: the largest photos that are not
``LARGE_PHOTO_PIXELS`` take 150 MB more."""
MOST_IDLE_MEGABYTES = 0.85 * MEGABYTES
"""A worker that uses more even then is replaced."""
NICENESS = 10
"""Pages are served first: beside a busy page a worker gets a tenth of a processor, else all that is left."""


def main(arguments: list[str]) -> int:
    """Work until the parent ends; return the exit status."""
    adopt_limits()
    hide_values()
    # Whatever a library prints must not be taken for a message.
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        url = load_settings().database_url
        with opened_database(url):
            # Only now: whoever waits for a job that was given back should not wait for libraries to load as well.
            give_way(NICENESS)
            return Worker(messages, lend_database(), Changes(url)).run(
                **(json.loads(arguments[0]) if arguments else {})
            )
    except (SettingsError, StoreError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


class Worker:
    """Does one job after the other, renews its lease meanwhile, and ends with its parent."""

    def __init__(
        self, messages: IO[bytes], enter_database: Callable[[], AbstractContextManager[Any]], changes: Changes
    ) -> None:
        """Tell ``messages`` what is being done; threads of its own ``enter_database``."""
        self.name = f"{socket.gethostname()[:30]}-{os.getpid()}-{secrets.token_hex(8)}"
        self._messages = messages
        self._enter_database = enter_database
        self._changes = changes
        self._job: ClaimedJob | None = None
        self._carried = 0
        self._lock = Lock()
        self._idle = Event()

    def run(self, fate: dict[str, str] | None = None, kinds: Sequence[str] = ()) -> int:
        """Work until there is a reason to end; return the exit status.

        ``fate`` is what became of the job of the worker before; ``kinds`` are those of the jobs that were done before,
        for which there is no better time to prepare than when there is nothing to do.
        """
        preparations = list(find_preparations(kinds))
        for task in (self._follow_parent, self._renew):
            Thread(target=task, daemon=True).start()
        if fate:
            self._insist(lambda: settle_fate(fate, read_clock()))
            self._tell({"settled": fate["job"]})
        done, waited = 0, CLEARING_SECONDS
        while done < MOST_JOBS and measure_megabytes(os.getpid()) < MOST_IDLE_MEGABYTES:
            if self._changes.has_news(time.monotonic()) and self._do_next():
                done += 1
                continue
            if preparations:
                preparations.pop(0)()
                continue
            waited += IDLE_SECONDS
            if waited >= CLEARING_SECONDS:
                self._insist(lambda: clear_old(read_clock()))
                self._insist(self._carry_over)
                waited = 0.0
            self._idle.wait(IDLE_SECONDS)
        return 0

    def _carry_over(self) -> None:
        """Give lessons that were learned by an older version what they lack, some at a time."""
        self._carried = carry_some_over(self._carried)

    def _do_next(self) -> bool:
        """Do the next job; return whether there was one. One that the database leaves us alone with is given back."""
        try:
            with self._enter_database():
                is_done = run_next(self.name, read_clock, self._begin)
        except SQLAlchemyError as error:
            if find_cause(error) is None:
                raise
            job = self._end()
            self._idle.wait(OUTAGE_SECONDS)
            if job:
                self._insist(lambda: leases.give_back(job.slug, self.name, read_clock()))
            return False
        if is_done:
            self._end()
            release_memory()
            if measure_megabytes(os.getpid()) > MOST_KEPT_MEGABYTES:
                free_memory()
                release_memory()
        return is_done

    def _insist(self, write: Callable[[], object]) -> None:
        """Write something, however long the database is away."""
        while True:
            try:
                # In a session of its own: what a lost connection leaves behind goes with it.
                with self._enter_database():
                    write()
                return
            except SQLAlchemyError as error:
                if find_cause(error) is None:
                    raise
            self._idle.wait(OUTAGE_SECONDS)

    def _begin(self, job: ClaimedJob) -> None:
        with self._lock:
            self._job = job
        limits = astuple(find_limits(job))
        self._tell({"begin": job.slug, "kind": job.kind, "worker": self.name, "limits": limits})

    def _end(self) -> ClaimedJob | None:
        with self._lock:
            job, self._job = self._job, None
        if job:
            self._tell({"end": job.slug})
        return job

    def _tell(self, message: dict[str, object]) -> None:
        self._messages.write(json.dumps(message).encode() + b"\n")

    def _follow_parent(self) -> None:
        """Wait for the parent's end; then give the job back and end at once."""
        with contextlib.suppress(OSError):
            while os.read(0, 1024):
                pass
        with self._lock:
            if self._job:
                with contextlib.suppress(Exception), self._enter_database():
                    leases.give_back(self._job.slug, self.name, read_clock())
            os._exit(0)

    def _renew(self) -> None:
        """Renew the lease as long as there is a job; end where it is no longer ours, since nobody wants it."""
        while not self._idle.wait(RENEWAL_SECONDS):
            with self._lock:
                job = self._job
                with contextlib.suppress(Exception), self._enter_database():
                    if job and not leases.renew_lease(job.slug, self.name, read_clock()):
                        os._exit(0)


def settle_fate(fate: dict[str, str], now: datetime.datetime) -> None:
    """Note what became of the job of the worker before: it failed by itself, or is given back."""
    if "code" in fate:
        leases.fail_job(fate["job"], fate["worker"], {"code": fate["code"]}, now)
    else:
        leases.give_back(fate["job"], fate["worker"], now)


def clear_old(now: datetime.datetime) -> None:
    """Delete what was kept for a while, and whose time is over."""
    leases.clear_jobs(now)
    clear_bin(now)
    clear_limits(now)
    clear_abandoned(now)


def find_limits(job: ClaimedJob) -> Limits:
    """Return what a job may use."""
    if job.kind in (Kind.READ_PHOTO, Kind.READ_PILE):
        header = measure_picture(job.content)
        is_large = header is not None and header.width * header.height > LARGE_PHOTO_PIXELS
        return limit_photo(is_large=is_large, is_splayed=job.kind is Kind.READ_PILE)
    # Each photo takes as long as reading it did.
    photos = len(job.input.get("sizes", ())) if job.kind is Kind.TAKE_LESSONS else 12 * (job.kind is Kind.TEACH_DECK)
    return Limits(USUAL.busy_seconds * max(1, photos), USUAL.seconds * max(1, photos), USUAL.megabytes)


def read_clock() -> datetime.datetime:
    """Return the current time."""
    return datetime.datetime.now(datetime.UTC)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
