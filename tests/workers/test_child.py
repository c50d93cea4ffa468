"""A real worker: it does a job, gives it back when it is killed, and ends with its parent."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError, OperationalError

from companion.forms.sheets.pdf import find_renderer
from companion.scoring.decks.deck import Deck
from companion.scoring.decks.document import DeckFile
from companion.store.database import lend_database, reading
from companion.store.decks.queries import make_deck
from companion.store.houses.bin import KEPT_IN_BIN, bin_deck
from companion.store.jobs import leases, queue
from companion.store.jobs.changes import Changes
from companion.store.jobs.jobs import ClaimedJob, Kind, Owner, State
from companion.store.models import DeckRow
from companion.vision.networks import inference
from companion.workers import child
from companion.workers.child import Worker, clear_old, find_limits, settle_fate
from companion.workers.limits import LARGE_PHOTO, LARGE_PHOTO_PIXELS, PILE, USUAL
from companion.workflow.jobs import working
from companion.workflow.photos.asking import ask_reading
from companion.workflow.photos.filing import DeckShelf, Purpose

from .headers import draw_header
from .workshop import look_until

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SHELF = DeckShelf(1)
JOB = ClaimedJob("slug", "worker", Kind.READ_PHOTO, Owner(), "", {}, b"")


@pytest.fixture
def ask(app: Flask) -> Iterator[Callable[[bytes], str]]:
    """A function that asks for a photo of a deck's cards to be read."""
    with app.app_context():
        make_deck(DeckFile(Deck.begin("Box", "en")), NOW)
        yield lambda content: ask_reading(SHELF, content, Purpose.WHOLE, None, "key", "", NOW).slug


@pytest.mark.slow
def test_what_is_no_photo_is_a_sentence_and_the_worker_goes_on(supervisor, ask):
    slug = ask(b"meow")
    look_until(supervisor, lambda: queue.find_job(slug).state.is_finished)
    assert queue.find_job(slug).problem == {"code": "photo", "problem": "not_a_photo", "figures": {}}
    (child,) = supervisor.children
    assert child.process.poll() is None
    supervisor.end()
    assert child.process.returncode == 0


class Away:
    """A database that is away for the first so many questions."""

    def __init__(self, act: Callable[..., object], count: int) -> None:
        self.act, self.left = act, count

    def __call__(self, *arguments: object) -> object:
        if self.left:
            self.left -= 1
            raise OperationalError("SELECT", None, Exception("gone"), connection_invalidated=True)
        return self.act(*arguments)


@pytest.fixture
def worker(ask: object, monkeypatch: pytest.MonkeyPatch) -> Worker:
    """A worker in this process that does not wait."""
    monkeypatch.setattr(child, "OUTAGE_SECONDS", 0)
    monkeypatch.setattr(child, "release_memory", lambda: None)
    return Worker(BytesIO(), lend_database(), Changes("postgresql://nowhere/"))


def test_a_job_that_cannot_be_stored_is_given_back_as_soon_as_the_database_is_there(worker, ask, monkeypatch):
    slug = ask(b"photo")
    monkeypatch.setattr(working, "run_job", Away(lambda *_: None, 1))
    monkeypatch.setattr(leases, "give_back", Away(leases.give_back, 2))
    assert not worker._do_next()
    assert queue.find_job(slug).state is State.WAITING
    messages = [json.loads(line) for line in worker._messages.getvalue().splitlines()]
    assert [next(iter(message)) for message in messages] == ["begin", "end"]
    assert leases.claim_job("next", NOW).slug == slug


def test_a_worker_waits_for_the_database_between_two_jobs(worker, monkeypatch):
    monkeypatch.setattr(child, "run_next", Away(lambda *_: True, 1))
    assert (worker._do_next(), worker._do_next()) == (False, True)


@pytest.fixture
def memory(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens to the memory of a worker that has done a job: it is released, or kept for the next one freed."""
    said: list[str] = []
    monkeypatch.setattr(child, "run_next", lambda *_: True)
    monkeypatch.setattr(child, "release_memory", lambda: said.append("release"))
    monkeypatch.setattr(child, "free_memory", lambda: said.append("free"))
    return said


def test_a_worker_that_keeps_much_frees_it_before_it_would_have_to_be_replaced(worker, memory, monkeypatch):
    monkeypatch.setattr(child, "measure_megabytes", lambda _pid: child.MOST_KEPT_MEGABYTES)
    worker._do_next()
    assert memory == ["release"]
    monkeypatch.setattr(child, "measure_megabytes", lambda _pid: child.MOST_KEPT_MEGABYTES + 1)
    worker._do_next()
    assert memory == ["release", "release", "free", "release"]


def test_a_worker_prepares_for_what_was_done_before_while_it_has_nothing_to_do(worker, monkeypatch):
    happened, jobs = [], [True, False, True, False, False]

    def do_next() -> bool:
        happened.append("job" if jobs[0] else "look")
        return jobs.pop(0)

    def prepare(kinds: list[str]) -> Iterator[Callable[[], None]]:
        return (lambda kind=kind: happened.append(kind) for kind in kinds)

    monkeypatch.setattr(worker, "_do_next", do_next)
    monkeypatch.setattr(worker._changes, "has_news", lambda _now: True)
    monkeypatch.setattr(child, "Thread", lambda target, daemon: SimpleNamespace(start=lambda: None))
    monkeypatch.setattr(child, "find_preparations", prepare)
    monkeypatch.setattr(child, "clear_old", lambda _now: None)
    # Ends where it has looked for the last time.
    monkeypatch.setattr(child, "measure_megabytes", lambda _pid: 0 if jobs else child.MOST_IDLE_MEGABYTES)
    assert worker.run(kinds=["photos", "forms"]) == 0
    assert happened == ["job", "look", "photos", "job", "look", "forms", "look"]


def test_every_preparation_is_made_once_and_does_what_the_first_job_would():
    inference.close_networks()
    find_renderer.cache_clear()
    kinds = [Kind.PRINT_FORM, Kind.READ_PHOTO, Kind.PRINT_BLANK, Kind.READ_PILE, Kind.MERGE_DECK]
    preparations = working.find_preparations(kinds)
    assert len(preparations) == 2
    for prepare in preparations:
        prepare()
    assert find_renderer.cache_info().currsize == 1
    networks = {path.name for path in Path(inference.__file__).parents[1].glob("weights/*.onnx.gz")}
    assert {f"{name}.onnx.gz" for name in inference._NETWORKS} == networks
    inference.close_networks("detector")
    assert len(inference._NETWORKS) == len(networks) - 1
    working.free_memory()
    assert not inference._NETWORKS


def test_what_is_our_own_fault_ends_a_worker(worker, monkeypatch):
    def fail(*_: object) -> None:
        raise IntegrityError("INSERT", None, Exception("twice"))

    monkeypatch.setattr(child, "run_next", fail)
    with pytest.raises(IntegrityError):
        worker._do_next()
    with pytest.raises(IntegrityError):
        worker._insist(fail)


def test_what_became_of_the_worker_before_is_noted(ask):
    slug = ask(b"photo")
    leases.claim_job("lost", NOW)
    settle_fate({"job": slug, "worker": "lost"}, NOW)
    assert leases.claim_job("next", NOW).slug == slug
    settle_fate({"job": slug, "worker": "lost", "code": "time"}, NOW)
    assert queue.find_job(slug).state is State.RUNNING, "it is another one's by now"
    settle_fate({"job": slug, "worker": "next", "code": "memory"}, NOW)
    assert queue.find_job(slug).problem == {"code": "memory"}


def test_a_worker_clears_away_what_was_deleted_long_ago(ask):
    ask(b"photo")
    bin_deck(1, NOW)
    clear_old(NOW + KEPT_IN_BIN - datetime.timedelta(seconds=1))
    with reading() as session:
        assert session.scalar(select(func.count()).select_from(DeckRow)) == 1
    clear_old(NOW + KEPT_IN_BIN)
    with reading() as session:
        assert session.scalar(select(func.count()).select_from(DeckRow)) == 0


def test_a_large_photo_may_use_more_and_several_or_a_pile_longer():
    header = draw_header(LARGE_PHOTO_PIXELS)
    assert find_limits(JOB) == USUAL
    assert find_limits(replace(JOB, content=header)) == LARGE_PHOTO
    assert find_limits(replace(JOB, kind=Kind.READ_PILE)) == PILE
    large_pile = find_limits(replace(JOB, kind=Kind.READ_PILE, content=header))
    assert (large_pile.seconds, large_pile.megabytes) == (PILE.seconds, LARGE_PHOTO.megabytes)
    lessons = replace(JOB, kind=Kind.TAKE_LESSONS, input={"sizes": [[1, 10], [2, 10]]})
    assert find_limits(lessons).busy_seconds == 2 * USUAL.busy_seconds
    assert find_limits(replace(JOB, kind=Kind.PRINT_FORM)) == USUAL
