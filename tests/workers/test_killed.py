"""A job in whose middle the web, its worker or the database is killed with -9: it is done once, and by itself."""

from __future__ import annotations

import datetime
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import pytest
from flask import Flask

from companion.forms.sheets.parts import Paper
from companion.scoring.decks.deck import Deck
from companion.scoring.decks.document import DeckFile
from companion.scoring.inspection import Form
from companion.settings import Settings
from companion.store.database import reading
from companion.store.decks.queries import make_deck
from companion.store.jobs import queue
from companion.store.jobs.jobs import State
from companion.workflow.photos.asking import ask_reading
from companion.workflow.photos.filing import DeckShelf, Purpose, find_review
from companion.workflow.sheets.asking import ask_blank

from ..vision.made_photos import take_photo
from .workshop import PATIENCE_SECONDS, look_until

pytestmark = pytest.mark.long

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SHELF = DeckShelf(1)
# What keeps the workers of `companion serve` and of `companion work`; it says what they tell.
WEB = """
import json, sys
from companion.workers.supervisor import Supervisor

class Telling(Supervisor):
    def _hear(self, child, message):
        super()._hear(child, message)
        print(json.dumps(message), flush=True)

Telling(1).run()
"""
ON_POSTGRESQL = pytest.mark.parametrize("kind_of_database", ["postgresql"], indirect=True)


@dataclass(frozen=True, slots=True)
class Asked:
    """A job that was asked for."""

    slug: str
    has_one_result: Callable[[], bool]

    def is_finished(self) -> bool:
        return queue.find_job(self.slug).state.is_finished

    def is_done_once(self) -> bool:
        return queue.find_job(self.slug).state is State.DONE and self.has_one_result()


def ask_photo() -> Asked:
    make_deck(DeckFile(Deck.begin("Box", "en")), NOW)
    content = cv2.imencode(".jpg", take_photo(3).image)[1].tobytes()
    slug = ask_reading(SHELF, content, Purpose.WHOLE, None, "key", "", NOW).slug
    return Asked(slug, lambda: [photo.number for photo in find_review(SHELF)[1]] == [1])


def ask_pdf() -> Asked:
    slug = ask_blank(Form.B_7C, language="en", paper=Paper.A4, now=NOW).slug
    return Asked(slug, lambda: queue.find_output(slug).startswith(b"%PDF-"))


@pytest.fixture(params=[ask_photo, ask_pdf], ids=["photo", "pdf"])
def asked(app: Flask, request: pytest.FixtureRequest) -> Iterator[Asked]:
    """A job that waits for a worker."""
    with app.app_context():
        yield request.param()


@contextmanager
def web(settings: Settings) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "COMPANION_DATABASE_URL": settings.database_url}
    process = subprocess.Popen([sys.executable, "-c", WEB], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE_SECONDS)


def listen_for(process: subprocess.Popen[str], what: str) -> None:
    for line in process.stdout or ():
        if what in json.loads(line):
            return
    raise AssertionError(f"no {what}")


@pytest.mark.sqlite_only
def test_a_job_whose_web_process_is_killed_is_done_by_the_next_one(asked, settings):
    with web(settings) as process:
        listen_for(process, "begin")
    # Its worker has given the job back, and ended: the next one need not wait until the lease runs out.
    with web(settings) as process:
        listen_for(process, "begin")
        with reading() as session:
            assert queue.find_job_row(session, asked.slug).attempts == 2
        listen_for(process, "end")
    assert asked.is_done_once()


@pytest.mark.sqlite_only
def test_a_job_whose_worker_is_killed_is_done_by_the_next_one(asked, supervisor):
    look_until(supervisor, lambda: supervisor.children[0].work is not None)
    (killed,) = supervisor.children
    os.kill(killed.process.pid, signal.SIGKILL)
    killed.process.wait(PATIENCE_SECONDS)
    look_until(supervisor, asked.is_finished)
    assert asked.is_done_once()
    assert supervisor.children != [killed]


@pytest.mark.sqlite_only
@ON_POSTGRESQL
@pytest.mark.parametrize("way", ["stop", "kill"])
def test_a_job_whose_database_is_stopped_or_killed_is_done_once_it_is_back(asked, supervisor, cluster, way):
    look_until(supervisor, lambda: supervisor.children[0].work is not None)
    (child,) = supervisor.children
    getattr(cluster, way)()
    cluster.start()
    look_until(supervisor, asked.is_finished)
    assert asked.is_done_once()
    assert supervisor.children == [child]
