"""Counting in the database, for all processes together."""

from __future__ import annotations

import datetime
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store.access.limits import DatabaseStorage, clear_limits
from companion.store.database import reading
from companion.store.models import LimitRow, db

pytestmark = pytest.mark.both_databases

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)


@pytest.fixture
def clock():
    """The time, as a list of one."""
    return [NOW]


@pytest.fixture
def storage(inside, clock):
    return DatabaseStorage(lambda: clock[0])


def test_a_window_counts_until_it_is_over(storage, clock):
    assert [storage.incr("a", 60) for _ in range(3)] == [1, 2, 3]
    assert storage.incr("b", 60, 5) == 5
    clock[0] += datetime.timedelta(seconds=59)
    assert (storage.get("a"), storage.incr("a", 60)) == (3, 4)
    assert storage.get_expiry("a") == (NOW + datetime.timedelta(seconds=60)).timestamp()
    clock[0] += datetime.timedelta(seconds=1)
    assert (storage.get("a"), storage.incr("a", 60)) == (0, 1)


def test_what_was_never_counted_is_nothing(storage):
    assert (storage.get("a"), storage.get_expiry("a"), storage.check()) == (0, NOW.timestamp(), True)


def test_windows_can_be_forgotten(storage):
    storage.incr("a", 60)
    storage.incr("b", 60)
    storage.clear("a")
    assert (storage.get("a"), storage.get("b")) == (0, 1)
    assert storage.reset() == 1
    assert storage.get("b") == 0


def test_windows_that_are_over_are_cleared_away(storage):
    storage.incr("a", 60)
    storage.incr("b", 120)
    assert clear_limits(NOW + datetime.timedelta(seconds=60)) == 1
    with reading() as session:
        assert [row.key for row in session.query(LimitRow)] == ["b"]


def test_all_who_count_at_once_count_together(app, clock):
    """As processes do: each thread has a session and connections of its own."""

    def count(_number: int) -> int:
        with app.app_context():
            return DatabaseStorage(lambda: clock[0]).incr("a", 60)

    with ThreadPoolExecutor(8) as threads:
        sums = sorted(threads.map(count, range(120)))
    assert sums == list(range(1, 121))
    with app.app_context():
        db.engine.dispose()
