"""The queue of jobs beside libraries that could be it: jobs a second, and what a killed worker leaves behind.

    python -m bench.workers.jobs                                     # our rows, on SQLite
    python -m bench.workers.jobs postgresql+psycopg://…/empty        # our rows on PostgreSQL, and procrastinate

huey and procrastinate are measured where they are installed: ``pip install huey procrastinate``. Two worker processes
do 500 jobs that do nothing; then one of two is killed with -9 in the middle of a job.
"""

from __future__ import annotations

import datetime
import importlib.util
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

JOBS = 500
WORKERS = 2
HELD = "held"
"""The job in the middle of which a worker is killed."""
LONGEST_SECONDS = 30


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def note(folder: str, name: str) -> None:
    """Note that a job was done; twice leaves two marks."""
    handle, _ = tempfile.mkstemp(prefix=f"{name}-", dir=folder)
    os.close(handle)


def hold(folder: str) -> None:
    """Hold the job for ever where it is begun first; do it where it is begun again."""
    try:
        Path(folder, "begun").touch(exist_ok=False)
    except FileExistsError:
        note(folder, HELD)
        return
    Path(folder, "pid").write_text(str(os.getpid()), encoding="ascii")
    time.sleep(1000)


def do(folder: str, name: str) -> None:
    hold(folder) if name == HELD else note(folder, name)


class Rows:
    """Our own: the row with its lease."""

    def __init__(self, url: str, folder: str) -> None:
        self.url, self.folder = url, folder

    def prepare(self) -> None:
        from companion.store.database import upgrade_database

        upgrade_database(self.url)

    def fill(self, names: list[str]) -> None:
        from companion.store.database import opened_database
        from companion.store.jobs.jobs import Kind, Order, Owner
        from companion.store.jobs.queue import add_job

        with opened_database(self.url):
            for name in names:
                # One owner each: fifty tables, say, and not one that sends five hundred.
                add_job(Order(Kind.PRINT_BLANK, Owner(device=name), name, input={"name": name}), now())

    def work(self) -> None:
        from companion.store.database import opened_database
        from companion.store.jobs.jobs import Outcome
        from companion.store.jobs.leases import claim_job, finishing_job

        with opened_database(self.url):
            while True:
                job = claim_job(str(os.getpid()), now())
                if job is None:
                    time.sleep(0.05)
                    continue
                do(self.folder, job.input["name"])
                with finishing_job(job.slug, job.worker, now()) as outcomes:
                    outcomes.append(Outcome())


class Huey:
    """huey over SQLite, by its own consumer's two steps."""

    def __init__(self, url: str, folder: str) -> None:
        self.folder = folder

    def prepare(self) -> None:
        return None

    def open(self) -> tuple[Any, Any]:
        from huey import SqliteHuey

        queue = SqliteHuey(filename=f"{self.folder}/huey.sqlite3", results=False)
        return queue, queue.task(name="do")(self._do)

    def _do(self, name: str) -> None:
        do(self.folder, name)

    def fill(self, names: list[str]) -> None:
        _queue, task = self.open()
        for name in names:
            task(name)

    def work(self) -> None:
        queue, _task = self.open()
        while True:
            task = queue.dequeue()
            if task is None:
                time.sleep(0.05)
            else:
                queue.execute(task)


class Procrastinate:
    """procrastinate over PostgreSQL, with its own worker."""

    def __init__(self, url: str, folder: str) -> None:
        self.url, self.folder = url.replace("postgresql+psycopg", "postgresql"), folder

    def open(self) -> tuple[Any, Any]:
        import procrastinate

        app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=self.url))
        folder = self.folder

        @app.task(name="do")  # type: ignore[untyped-decorator]
        def run(name: str) -> None:
            do(folder, name)

        return app, run

    def prepare(self) -> None:
        import procrastinate

        with procrastinate.App(connector=procrastinate.SyncPsycopgConnector(conninfo=self.url)).open() as app:
            app.schema_manager.apply_schema()

    def fill(self, names: list[str]) -> None:
        import procrastinate

        with procrastinate.App(connector=procrastinate.SyncPsycopgConnector(conninfo=self.url)).open() as app:
            for name in names:
                app.configure_task("do").defer(name=name)

    def work(self) -> None:
        import asyncio

        async def run() -> None:
            app, _task = self.open()
            async with app.open_async():
                await app.run_worker_async(
                    concurrency=1, install_signal_handlers=False, fetch_job_polling_interval=0.05
                )

        asyncio.run(run())


def count(folder: str, prefix: str = "task") -> int:
    return len(list(Path(folder).glob(f"{prefix}*-*")))


def wait_until(is_reached: Callable[[], bool], seconds: float) -> float | None:
    """Return after how many seconds something was reached; ``None`` if it was not."""
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        if is_reached():
            return time.perf_counter() - begun
        time.sleep(0.02)
    return None


def measure(kind: type[Any], url: str) -> None:
    """Measure one queue, and print it."""
    with tempfile.TemporaryDirectory() as folder:
        queue = kind(url or f"sqlite:///{folder}/jobs.sqlite3", folder)
        queue.prepare()
        queue.fill([f"task{number}" for number in range(JOBS)])
        spawn = multiprocessing.get_context("spawn")
        workers = [spawn.Process(target=queue.work, daemon=True) for _ in range(WORKERS)]
        for worker in workers:
            worker.start()
        wait_until(lambda: count(folder) > 0, LONGEST_SECONDS)
        seconds = wait_until(lambda: count(folder) >= JOBS, 4 * LONGEST_SECONDS)
        queue.fill([HELD])
        wait_until(lambda: Path(folder, "pid").exists() and Path(folder, "pid").stat().st_size > 0, LONGEST_SECONDS)
        os.kill(int(Path(folder, "pid").read_text(encoding="ascii")), signal.SIGKILL)
        back = wait_until(lambda: count(folder, HELD) > 0, LONGEST_SECONDS)
        done = count(folder)
        for worker in workers:
            worker.kill()
            worker.join()
    rate = f"{JOBS / seconds:.0f} jobs a second" if seconds else "never done"
    fate = f"back after {back:.1f} s" if back else f"not back after {LONGEST_SECONDS} s"
    place = "PostgreSQL" if url else "SQLite"
    print(f"{kind.__name__:14} {place:11} {rate:22} done {done} of {JOBS}; the job of the killed worker: {fate}")


def main() -> None:
    url = sys.argv[1] if len(sys.argv) > 1 else ""
    measure(Rows, url)
    if not url and importlib.util.find_spec("huey"):
        measure(Huey, "")
    if url and importlib.util.find_spec("procrastinate"):
        measure(Procrastinate, url)


if __name__ == "__main__":
    # Under its own name: huey finds tasks by their module's, which is another one in a spawned process.
    from bench.workers.jobs import main as run

    run()
