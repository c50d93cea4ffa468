"""The queue of jobs: turns, leases that run out, results that are written once."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from companion.store.database import reading
from companion.store.jobs import leases, queue
from companion.store.jobs.jobs import KEPT, LEASE, MOST_ATTEMPTS, Kind, LostJobError, Order, Outcome, Owner, State
from companion.store.jobs.rows import OUTPUT
from companion.store.models import JobFileRow, db
from companion.store.tables import queries
from companion.store.tables.drafts import Details, MissingError, StoredLibrary, StoredSeat

from ..shredding import shred_draft

pytestmark = pytest.mark.usefixtures("inside")

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + LEASE + datetime.timedelta(seconds=1)


def ask(key: str, owner: Owner | None = None, **more: object) -> str:
    return queue.add_job(Order(Kind.PRINT_BLANK, owner or Owner(), key, **more), NOW).slug


def start_table() -> Owner:
    seats = [StoredSeat("Rita", "S"), StoredSeat("Eric", "H")]
    return Owner(slug=queries.start_draft(Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), NOW))


def claim(worker: str = "one", now: datetime.datetime = NOW) -> str:
    job = leases.claim_job(worker, now)
    return job.slug if job else ""


def finish(slug: str, worker: str, now: datetime.datetime = NOW) -> None:
    with leases.finishing_job(slug, worker, now) as outcomes:
        outcomes.append(Outcome({"by": worker}, b"file"))


def test_a_job_is_claimed_by_one_worker_and_its_file_deleted_once_it_is_done():
    slug = ask("a", content=b"photo")
    job = leases.claim_job("one", NOW)
    assert (job.slug, job.content) == (slug, b"photo")
    assert leases.claim_job("two", NOW) is None
    finish(slug, "one")
    done = queue.find_job(slug)
    assert (done.state, done.result, queue.find_output(slug)) == (State.DONE, {"by": "one"}, b"file")
    with reading() as session:
        assert session.scalars(select(JobFileRow.name)).all() == [OUTPUT]


@pytest.mark.sqlite_only
def test_what_happens_to_a_job_does_not_write_its_file_again():
    ask("a", content=bytes(1_000_000))
    written = Path(db.engine.url.database + "-wal").stat().st_size
    job = leases.claim_job("one", NOW)
    leases.renew_lease(job.slug, "one", NOW)
    leases.tell_progress(job.slug, "one", 50)
    db.session.remove()
    assert 0 < Path(db.engine.url.database + "-wal").stat().st_size - written < 200_000


def test_a_repeated_request_gets_the_same_job():
    assert ask("a") == ask("a")
    finish(claim(), "one")
    again = queue.add_job(Order(Kind.PRINT_BLANK, Owner(), "a"), LATER, anew_after=LEASE, keeps_done=True)
    assert again.state is State.DONE
    assert queue.add_job(Order(Kind.PRINT_BLANK, Owner(), "a"), LATER, anew_after=LEASE).state is State.WAITING


def test_a_lease_that_ran_out_gives_the_job_to_another_worker_whose_result_counts():
    slug = ask("a")
    claim("killed")
    assert claim("other", NOW + LEASE) == "", "the lease still holds"
    assert claim("other", LATER) == slug
    with pytest.raises(LostJobError):
        finish(slug, "killed", LATER)
    finish(slug, "other", LATER)
    with pytest.raises(LostJobError):
        finish(slug, "other", LATER)
    assert queue.find_job(slug).result == {"by": "other"}


def test_a_lease_that_is_renewed_does_not_run_out():
    slug = ask("a")
    claim("one")
    assert leases.renew_lease(slug, "one", LATER)
    assert claim("two", LATER) == ""
    assert not leases.renew_lease(slug, "two", LATER)


@pytest.mark.parametrize("ends", ["done", "failed"])
def test_a_lease_that_is_renewed_too_late_for_a_job_just_finished_is_not_lost(ends):
    slug = ask("a")
    claim("one")
    if ends == "done":
        finish(slug, "one")
    else:
        leases.fail_job(slug, "one", {"code": "photo"}, NOW)
    assert leases.renew_lease(slug, "one", LATER)
    assert not leases.renew_lease(slug, "two", LATER)
    assert queue.find_job(slug).state.value == ends, "it is not begun again"


def test_a_lease_from_before_the_clock_was_set_back_holds_nobody_up():
    slug = ask("a")
    claim("lost", NOW + datetime.timedelta(hours=1))
    assert claim("other") == slug
    with pytest.raises(LostJobError):
        finish(slug, "lost")
    finish(slug, "other")
    assert queue.find_job(slug).result == {"by": "other"}


def test_a_worker_that_is_alive_keeps_its_job_when_the_clock_is_set_forth():
    slug = ask("a")
    claim("one")
    ahead = NOW + datetime.timedelta(days=400)
    assert leases.renew_lease(slug, "one", ahead)
    assert claim("two", ahead) == ""
    finish(slug, "one", ahead)
    assert queue.find_job(slug).state is State.DONE


def test_a_job_is_begun_three_times_at_most():
    slug, now = ask("a"), NOW
    for _ in range(MOST_ATTEMPTS):
        assert claim("lost", now) == slug
        now += 2 * LEASE
    assert claim("lost", now) == ""
    job = queue.find_job(slug)
    assert (job.state, job.problem) == (State.FAILED, {"code": "lost"})


def test_the_job_of_a_worker_that_was_seen_to_die_is_given_back_at_once():
    slug = ask("a")
    claim("killed")
    leases.give_back(slug, "killed", NOW)
    assert claim("other") == slug
    leases.give_back(slug, "killed", NOW)
    assert claim("third") == "", "it is not the first one's any more"


def test_a_job_that_fails_by_itself_is_not_tried_again():
    slug = ask("a")
    leases.fail_job(slug, claim() and "one", {"code": "time"}, NOW)
    assert claim("two", LATER) == ""
    assert queue.find_job(slug).problem == {"code": "time"}


def test_the_effects_of_a_job_are_stored_with_its_end_or_not_at_all():
    slug = ask("a")
    claim("killed")
    claim("other", LATER)
    table = start_table()

    def write(worker: str, parts: int) -> None:
        with leases.finishing_job(slug, worker, LATER):
            queries.write_shelf(table.slug, 1, "A1:CF", None, NOW)
            1 / parts

    with pytest.raises(LostJobError):
        write("killed", 1)
    with pytest.raises(ZeroDivisionError):
        write("other", 0)
    assert queries.find_draft(table.slug).find_seat(1).shelf == ""
    write("other", 1)
    assert queries.find_draft(table.slug).find_seat(1).shelf == "A1:CF"


def test_a_job_that_was_canceled_stays_canceled():
    slug = ask("a")
    claim("one")
    assert queue.cancel_job(slug, NOW).state is State.CANCELLED
    assert not leases.renew_lease(slug, "one", NOW)
    with pytest.raises(LostJobError):
        finish(slug, "one")
    leases.fail_job(slug, "one", {"code": "time"}, NOW)
    assert queue.cancel_job(slug, LATER).state is State.CANCELLED


def test_tables_take_turns():
    one, two, three = (start_table() for _ in range(3))
    jobs = {ask(f"{owner.slug}{number}", owner): name for name, owner, number in [
        ("one", one, 1), ("one", one, 2), ("one", one, 3), ("two", two, 1), ("three", three, 1)
    ]}  # fmt: skip
    assert [jobs[claim()] for _ in jobs] == ["one", "two", "three", "one", "one"]


def test_whoever_comes_later_does_not_pass_those_whose_turn_it_is():
    one, two = start_table(), start_table()
    first, second, third = (ask(str(number), one) for number in range(3))
    for slug in (first, second):
        assert claim() == slug
        finish(slug, "one")
    other = [ask(f"other {number}", two) for number in range(2)]
    assert [claim() for _ in range(3)] == [third, *other]


def test_a_job_goes_with_its_table_and_unknown_owners_have_none():
    table = start_table()
    slug = ask("a", table)
    shred_draft(table.slug)
    for act in (queue.find_job, queue.find_output, lambda name: queue.cancel_job(name, NOW)):
        with pytest.raises(MissingError):
            act(slug)
    for owner in (table, Owner(deck=7)):
        with pytest.raises(MissingError):
            ask("b", owner)


def test_old_jobs_are_cleared():
    slug = ask("a")
    finish(claim(), "one")
    waiting = ask("b")
    assert leases.clear_jobs(NOW + KEPT) == 0
    assert leases.clear_jobs(NOW + 2 * KEPT) == 1
    assert queue.find_job(waiting).state is State.WAITING
    with pytest.raises(MissingError):
        queue.find_job(slug)
