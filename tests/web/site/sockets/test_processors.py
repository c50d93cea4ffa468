"""The server's threads run on one processor, and leave it to others who need it."""

from __future__ import annotations

import os
from threading import Event, current_thread

import pytest

from companion.web.site.sockets import processors
from companion.web.site.sockets.processors import Use, choose_processor, read_use

NOTHING = Use(0.0, 0.0, {0: 0.0, 1: 0.0, 2: 0.0})


@pytest.mark.parametrize(
    ("own", "used", "chosen"),
    [
        (9.0, {0: 9.5, 1: 0.0, 2: 0.0}, 0),
        (2.0, {0: 9.5, 1: 4.0, 2: 1.0}, 2),
        (2.0, {0: 9.5, 1: 7.0, 2: 6.5}, 0),
        (0.0, {0: 2.0, 1: 0.0, 2: 0.0}, 0),
        (5.0, {0: 10.0, 1: 3.0, 2: 3.0}, 1),
        (5.0, {1: 3.0, 2: 4.0}, 1),
        (5.0, {}, 0),
    ],
    ids=["it is ours", "others need it", "there is no room", "a little", "the first of two", "it is gone", "no word"],
)
def test_a_processor_that_others_need_is_left_for_one_with_room(own, used, chosen):
    assert choose_processor(NOTHING, Use(10.0, own, used), 0) == chosen


def test_the_system_is_asked_for_what_it_has_counted():
    allowed = os.sched_getaffinity(0)
    before = read_use(allowed)
    after = read_use(allowed)
    assert set(before.processors) == allowed
    assert all(before.processors[name] <= after.processors[name] for name in allowed)
    assert before.moment <= after.moment
    assert before.own <= after.own


def test_threads_run_on_one_processor_and_are_free_again_afterwards(monkeypatch):
    moved, chosen = [], Event()

    def move(thread, where):
        moved.append((thread, where))
        chosen.set()

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5})
    monkeypatch.setattr(os, "sched_setaffinity", move)
    thread = current_thread()
    with processors.kept_together([thread]):
        assert chosen.wait(60)
    (first, one), (last, both) = moved
    assert first == last == thread.native_id
    assert len(one) == 1
    assert one < both == {3, 5}


def test_where_there_is_one_processor_nothing_is_moved(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3}, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", lambda *_: pytest.fail("moved"), raising=False)
    with processors.kept_together([current_thread()]):
        pass
