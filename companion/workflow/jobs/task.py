"""A job in the hands of the function that does it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ...store.jobs import leases
from ...store.jobs.jobs import ClaimedJob, Outcome

Effect = Callable[[], Outcome]
"""Writes what a job has to write, inside the transaction that finishes the job."""


@dataclass(frozen=True, slots=True)
class Task:
    """A claimed job with the clock; what it writes on the way is guarded by its lease."""

    job: ClaimedJob
    clock: Callable[[], datetime.datetime]

    def tell_progress(self, percent: int) -> None:
        """Note how far the job is."""
        leases.tell_progress(self.job.slug, self.job.worker, percent)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write something on the way, in one transaction.

        Only for what may be written again with the same effect. Raises ``LostJobError`` if the job is not ours any
        more; then nothing is stored.
        """
        with leases.holding_job(self.job.slug, self.job.worker):
            yield
