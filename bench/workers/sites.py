"""The companion as it runs: servers, workers and database, all processes of their own; and honest photos."""

from __future__ import annotations

import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Event, Thread

import cv2

from bench.games import make_games
from companion.forms.sheets.parts import Paper
from companion.scoring.documents.inspections import parse_inspection
from companion.scoring.inspection import Form
from companion.store.database import upgrade_database
from companion.store.jobs import queue
from companion.store.jobs.jobs import State
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat
from companion.wording.languages import find_languages
from companion.workflow.photos.asking import ask_reading
from companion.workflow.photos.filing import Purpose, SeatShelf
from companion.workflow.sheets.asking import ask_blank, ask_form
from tools.scenes.faces import parchment
from tools.scenes.photos import make_photo

PROGRAM = (sys.executable, "-m", "companion.cli")
PHOTO_PX = (4000, 3000)
"""What a phone takes: 12 megapixels."""
PHOTOS = 3
LOOK_SECONDS = 0.02


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def take_photo(number: int) -> bytes:
    """Return one of a few made photos of shelves, as a phone's camera would write it."""
    return _take_photo(number % PHOTOS)


@cache
def _take_photo(number: int) -> bytes:
    image = make_photo(parchment(), 940_001 + number, size=PHOTO_PX).image
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, 92))[1].tobytes()


@dataclass(slots=True)
class Site:
    """A companion that runs."""

    environment: dict[str, str]
    url: str
    ports: list[int] = field(default_factory=list)
    servers: list[subprocess.Popen[str]] = field(default_factory=list)
    others: list[subprocess.Popen[str]] = field(default_factory=list)

    def start_server(self, workers: int) -> None:
        """Start ``companion serve`` with workers of its own, or none."""
        command = [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0"]
        process = self._start(command, workers)
        welcome = process.stdout.readline() if process.stdout else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", welcome)
        if not found:
            raise AssertionError("companion serve did not start")
        self.servers.append(process)
        self.ports.append(int(found[1]))

    def start_workers(self, workers: int) -> None:
        """Start ``companion work``."""
        process = self._start([*PROGRAM, "work", "--workers", str(workers)], 0)
        if process.stdout is None or "At work" not in process.stdout.readline():
            raise AssertionError("companion work did not start")
        self.others.append(process)

    def list_workers(self) -> list[int]:
        """Return the process ids of the workers."""
        return [child for process in (*self.servers, *self.others) for child in find_children(process.pid)]

    def stop(self) -> None:
        for process in (*self.servers, *self.others):
            process.terminate()
        for process in (*self.servers, *self.others):
            process.communicate()

    def _start(self, command: list[str], workers: int) -> subprocess.Popen[str]:
        environment = {**self.environment, "COMPANION_WORKERS": str(workers)}
        return subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)


@contextmanager
def prepared_site(name: str) -> Iterator[Site]:
    """Prepare an instance folder and an empty database: ``sqlite``, or ``postgresql`` on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "COMPANION_INSTANCE": folder, "COMPANION_SECRET_KEY": "a bench has no secrets"}
        cluster = None
        url = f"sqlite:///{folder}/companion.sqlite3"
        if name == "postgresql":
            from tests.postgresql import Cluster

            cluster = Cluster()
            url = cluster.make("bench")
        upgrade_database(url)
        site = Site(environment | {"COMPANION_DATABASE_URL": url}, url)
        try:
            yield site
        finally:
            site.stop()
            if cluster:
                cluster.remove()


@contextmanager
def running_site(name: str, workers: int) -> Iterator[Site]:
    """Run the smaller size on SQLite, one process and its workers; the larger on PostgreSQL, two and two."""
    with prepared_site(name) as site:
        start_all(site, name, workers)
        yield site


def start_all(site: Site, name: str, workers: int) -> None:
    """Start what a size consists of."""
    if name == "sqlite":
        site.start_server(workers)
    else:
        site.start_server(0)
        site.start_server(0)
        # Two programs, as on two machines.
        for share in (workers - workers // 2, workers // 2):
            if share:
                site.start_workers(share)


def queue_photos(count: int) -> list[str]:
    """Queue honest photos, one for each seat of new tables; return the slugs of their jobs."""
    slugs = []
    table, position = "", 0
    for number in range(count):
        if not table or position == 4:
            seats = [
                StoredSeat(name, focus) for name, focus in zip(("Rita", "Eric", "Ana", "Ola"), "SHMF", strict=True)
            ]
            table, position = queries.start_draft(Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), now()), 0
        position += 1
        shelf = SeatShelf(table, position)
        job = ask_reading(shelf, take_photo(number), Purpose.WHOLE, None, f"photo {number}", "", now())
        if job:
            slugs.append(job.slug)
    return slugs


def queue_blanks(count: int) -> list[str]:
    """Queue blank forms, at most one for each form, language and paper; return the slugs of their jobs."""
    kinds = [(form, language, paper) for form in Form for language in find_languages() for paper in Paper]
    if count > len(kinds):
        raise ValueError(f"at most {len(kinds)} blank forms differ")
    jobs = [ask_blank(form, language=language, paper=paper, now=now()) for form, language, paper in kinds[:count]]
    return [job.slug for job in jobs]


def queue_forms(count: int) -> list[str]:
    """Queue completed forms, each of a table of its own; return the slugs of their jobs."""
    slugs = []
    for game in make_games(count, seed=2):
        seats = [StoredSeat(player["name"], player["focus"]) for player in game["players"]]
        table = queries.start_draft(Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), now())
        inspection, _ = parse_inspection(json.dumps(game))
        slugs.append(ask_form(inspection, table, language="en", paper=Paper.A4, now=now()).slug)
    return slugs


def wait_for(is_reached: Callable[[], bool], seconds: float) -> float:
    """Look until something is reached; return after how many seconds. Raises ``AssertionError`` if it is not."""
    begun = time.perf_counter()
    while not is_reached():
        if time.perf_counter() - begun > seconds:
            raise AssertionError(f"not reached within {seconds:g} s")
        time.sleep(LOOK_SECONDS)
    return time.perf_counter() - begun


def count_done(slugs: list[str]) -> int:
    """Count the jobs that are done; raise ``AssertionError`` for one that has failed."""
    jobs = [queue.find_job(slug) for slug in slugs]
    failed = [(job.slug, dict(job.problem)) for job in jobs if job.state in (State.FAILED, State.CANCELLED)]
    if failed:
        raise AssertionError(f"failed: {failed}")
    return sum(job.state is State.DONE for job in jobs)


@dataclass(slots=True)
class Memory:
    """The peaks of resident memory of a site's processes, in MB, by process id."""

    servers: dict[int, float] = field(default_factory=dict)
    workers: dict[int, float] = field(default_factory=dict)

    def describe(self) -> str:
        return f"web at most {max(self.servers.values()):.0f} MB, worker at most {max(self.workers.values()):.0f} MB"


@contextmanager
def measured_memory(site: Site) -> Iterator[Memory]:
    """Watch the memory of a site's processes, workers that come and go included."""
    memory, stopping = Memory(), Event()

    def look() -> None:
        for pid in (process.pid for process in site.servers):
            memory.servers[pid] = max(memory.servers.get(pid, 0), read_megabytes(pid, "VmHWM"))
        for pid in site.list_workers():
            memory.workers[pid] = max(memory.workers.get(pid, 0), read_megabytes(pid, "VmHWM"))

    def watch() -> None:
        while not stopping.wait(0.1):
            look()

    thread = Thread(target=watch)
    thread.start()
    try:
        yield memory
    finally:
        look()
        stopping.set()
        thread.join()


def read_megabytes(pid: int, name: str) -> float:
    """Return a figure of a process by its name in ``/proc``: VmRSS or VmHWM; 0 where it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
        return int(status.split(f"{name}:")[1].split()[0]) / 1000
    except (OSError, IndexError):
        return 0.0


def find_children(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    try:
        return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()] + [
            int(pid)
            for task in Path(f"/proc/{parent}/task").iterdir()
            if task.name != str(parent)
            for pid in (task / "children").read_text().split()
        ]
    except OSError:
        return []
