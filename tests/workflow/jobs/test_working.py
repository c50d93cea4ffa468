"""A job in the hands of a worker: whatever happens to it ends in a sentence."""

from __future__ import annotations

import datetime
import sqlite3
from collections.abc import Callable

import pytest
from sqlalchemy.exc import OperationalError

from companion.store.jobs import leases, queue
from companion.store.jobs.jobs import Kind, Order, Outcome, Owner, State
from companion.store.tables.drafts import MissingError
from companion.store.tables.stages import Stage, StageError
from companion.wording.access.quotas import Quota
from companion.wording.jobs.failures import Failure, describe_failure
from companion.wording.languages import LANGUAGES
from companion.workflow.jobs import working
from companion.workflow.jobs.errors import JobError
from companion.workflow.jobs.task import Task

pytestmark = pytest.mark.usefixtures("inside")

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(hours=1)


@pytest.fixture
def do(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Task], object]], queue.Job]:
    """A function that does a job by a function of the test's, and returns the job."""

    def work(task: Callable[[Task], object]) -> queue.Job:
        monkeypatch.setattr(working, "_find_work", lambda _kind: task)
        slug = queue.add_job(Order(Kind.PRINT_BLANK, Owner(), "key"), NOW).slug
        assert working.run_next("worker", lambda: NOW, lambda _job: None)
        assert not working.run_next("worker", lambda: LATER, lambda _job: None), "nothing is tried again"
        return queue.find_job(slug)

    return work


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (JobError(Failure.CHANGED), "changed"),
        (StageError(Stage.LOCKED), "closed"),
        (MissingError("deck"), "gone"),
        (MemoryError(), "memory"),
    ],
)
@pytest.mark.parametrize("is_late", [False, True], ids=["before", "while writing"])
def test_a_job_that_fails_by_itself_says_why_and_is_not_tried_again(do, error, code, is_late):
    def fail(_task: Task | None = None) -> Outcome:
        raise error

    job = do((lambda _task: fail) if is_late else fail)
    assert (job.state, job.problem["code"]) == (State.FAILED, code)


def test_a_fault_of_ours_is_logged_and_told(do, caplog):
    job = do(lambda _task: 1 / 0)
    assert (job.state, job.problem["code"]) == (State.FAILED, "crashed")
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("is_late", [False, True], ids=["before", "while writing"])
def test_a_job_has_not_failed_where_the_database_is_away(do, is_late):
    away = sqlite3.OperationalError("disk I/O error")
    away.sqlite_errorcode = sqlite3.SQLITE_IOERR

    def lose(_task: Task | None = None) -> Outcome:
        raise OperationalError("SELECT", None, away)

    with pytest.raises(OperationalError):
        do((lambda _task: lose) if is_late else lose)
    slug = queue.find_request("key").slug
    assert queue.find_job(slug).state is State.RUNNING


def test_a_job_that_was_lost_meanwhile_is_left_alone(do):
    def lose(task: Task) -> Callable[[], Outcome]:
        queue.cancel_job(task.job.slug, NOW)
        return Outcome

    assert do(lose).state is State.CANCELLED


def test_what_is_written_on_the_way_is_guarded_by_the_lease(do):
    def work(task: Task) -> Callable[[], Outcome]:
        task.tell_progress(40)
        assert queue.find_job(task.job.slug).progress == 40
        with task.writing():
            pass
        queue.cancel_job(task.job.slug, NOW)
        with pytest.raises(leases.LostJobError), task.writing():
            pass
        return Outcome

    assert do(work).state is State.CANCELLED


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_job_can_be_done(kind):
    assert callable(working._find_work(kind))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_failure_is_a_sentence(language):
    full = {"quota": Quota.DECKS, "most": 100}
    sentences = {describe_failure({"code": failure.value, **full}, language) for failure in Failure}
    assert all(sentence.endswith((".", "?")) for sentence in sentences)
    assert len(sentences) == 12
    assert describe_failure({}, language) in sentences
