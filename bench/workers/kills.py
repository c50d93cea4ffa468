"""A worker killed with -9 in the middle of each of 20 jobs: ``python -m bench.workers.kills [--jobs 20]``.

Ten honest photos and ten blank forms, on SQLite and on PostgreSQL. Each job has to be done within 10 s of the kill, and
each photo has to be in its review once. The moment of the kill is drawn at random, but the same on every run.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
from contextlib import suppress

from companion.store.database import opened_database, reading
from companion.store.jobs.jobs import State
from companion.store.jobs.queue import find_job, find_job_row
from companion.workflow.photos.filing import SeatShelf, find_review

from .sites import prepared_site, queue_blanks, queue_photos, take_photo, wait_for

GOAL_SECONDS = 10.0
LONGEST_SECONDS = 60.0
LATEST_KILL_SECONDS = 1.2


def find_worker(slug: str) -> int:
    """Return the process id of the worker that has a job; 0 if none has."""
    with reading() as session:
        row = find_job_row(session, slug)
        # A name is the host's, the process id, and something unique.
        return int(row.worker.rsplit("-", 2)[1]) if row.state == State.RUNNING.value else 0


def kill_in(slug: str, delay: float) -> float:
    """Kill a job's worker in its middle; return after how many seconds the job is done."""
    wait_for(lambda: find_worker(slug) > 0, LONGEST_SECONDS)
    time.sleep(delay)
    worker = find_worker(slug)
    if worker:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    return wait_for(lambda: find_job(slug).state.is_finished, LONGEST_SECONDS)


def count_results(slug: str) -> int:
    """Count the results of a job: a file, or photos in a review."""
    job = find_job(slug)
    if job.state is not State.DONE:
        return 0
    if not job.owner.slug:
        return 1
    review = find_review(SeatShelf(job.owner.slug, int(job.subject.removeprefix("seat "))))
    return len(review[1]) if review else 0


def measure(name: str, jobs: int) -> bool:
    """Measure one database, and print it; return whether all went well."""
    rng = random.Random(1)
    seconds, results, attempts = [], [], []
    with prepared_site(name) as site, opened_database(site.url):
        site.start_workers(1)
        for number in range(jobs):
            slug = (queue_photos(1) if number % 2 else queue_blanks(number // 2 + 1)[-1:])[0]
            delay = rng.uniform(0, LATEST_KILL_SECONDS if number % 2 else LATEST_KILL_SECONDS / 12)
            seconds.append(kill_in(slug, delay))
            results.append(count_results(slug))
            with reading() as session:
                attempts.append(find_job_row(session, slug).attempts)
    killed = sum(count > 1 for count in attempts)
    is_good = results == [1] * jobs and max(seconds) <= GOAL_SECONDS
    print(
        f"{name}: {jobs} jobs, {killed} killed in their middle; results {sum(results)}, one each: "
        f"{results == [1] * jobs}; done after a kill within {max(seconds):.1f} s, half of them within "
        f"{sorted(seconds)[jobs // 2]:.1f} s ({'within' if is_good else 'BEYOND'} {GOAL_SECONDS:g} s)"
    )
    return is_good


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workers.kills", description=__doc__)
    parser.add_argument("--jobs", type=int, default=20)
    parser.add_argument("--on", choices=("sqlite", "postgresql"), nargs="*", default=("sqlite", "postgresql"))
    chosen = parser.parse_args()
    take_photo(0)
    good = [measure(name, chosen.jobs) for name in chosen.on]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
