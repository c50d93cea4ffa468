"""On which processor the server's threads run: all on the same one, where the system lets us say so.

Only one thread of a process runs Python at a time. Where there are several processors, each call of the system or of
the database hands the interpreter from one to another, and waking a processor takes longer than answering a poll: with
500 phones, half of all answers took longer than 0.5 s although the server used two thirds of one processor, and 0.03 s
with all its threads on one (``bench.workers.evening``).

The system can then no longer move them to where there is room: that is done here.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

LOOK_SECONDS = 5.0
"""Between two looks at who else uses the processor."""
MOST_FOREIGN = 0.25
"""The share of the processor that others may use before we look for another one."""
LEAST_GAIN = 0.15
"""By how much less another processor has to be used."""
STATISTICS = Path("/proc/stat")


@dataclass(frozen=True, slots=True)
class Use:
    """Seconds used up to a moment."""

    moment: float
    """In seconds."""
    own: float
    """By this process."""
    processors: Mapping[int, float]
    """By everybody on each processor, without what runs with a lower priority, as workers do."""


@contextmanager
def kept_together(threads: Sequence[Thread]) -> Iterator[None]:
    """Run threads on one processor meanwhile, and move them together when others need it.

    Where there is only one processor, or the system cannot be asked for one, nothing is done.
    """
    allowed = os.sched_getaffinity(0) if sys.platform == "linux" and STATISTICS.exists() else set()
    if len(allowed) < 2:
        yield
        return
    stopping = Event()
    following = Thread(target=_follow, args=(threads, allowed, stopping), daemon=True)
    following.start()
    try:
        yield
    finally:
        stopping.set()
        following.join()
        _move(threads, allowed)


def _follow(threads: Sequence[Thread], allowed: set[int], stopping: Event) -> None:
    # Several servers on one machine should not begin on the same processor.
    chosen = random.choice(sorted(allowed))  # noqa: S311 - nothing secret
    _move(threads, {chosen})
    before = read_use(allowed)
    while not stopping.wait(LOOK_SECONDS):
        after = read_use(allowed)
        better = choose_processor(before, after, chosen)
        # Two servers that are in each other's way should not both move, and meet again.
        if better != chosen and random.random() < 0.5:  # noqa: S311 - nothing secret
            chosen = better
            _move(threads, {chosen})
        before = after


def _move(threads: Sequence[Thread], processors: set[int]) -> None:
    for thread in threads:
        # A thread may have ended, and a processor may have been taken away.
        with suppress(OSError):
            os.sched_setaffinity(thread.native_id or 0, processors)


def read_use(allowed: set[int]) -> Use:
    """Return what the system has counted so far."""
    tick = os.sysconf("SC_CLK_TCK")
    processors = {}
    for line in STATISTICS.read_text(encoding="ascii").splitlines():
        name, *fields = line.split()
        if name.startswith("cpu") and name[3:].isdigit() and int(name[3:]) in allowed:
            user, _nice, system, _idle, _waiting, *others = map(int, fields[:8])
            processors[int(name[3:])] = (user + system + sum(others)) / tick
    return Use(time.monotonic(), time.process_time(), processors)


def choose_processor(before: Use, after: Use, current: int) -> int:
    """Return the processor to run on: the current one, unless others need it and another has clearly more room."""
    seconds = max(after.moment - before.moment, 1e-9)
    used = {name: (total - before.processors.get(name, total)) / seconds for name, total in after.processors.items()}
    foreign = used.get(current, 1.0) - (after.own - before.own) / seconds
    best = min(used, key=lambda name: (used[name], name), default=current)
    if foreign <= MOST_FOREIGN or best == current or used[best] > foreign - LEAST_GAIN:
        return current
    return best
