"""The parent of the workers: what uses too much is ended, what ended is replaced, and told what became of its job."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.workers import limits
from companion.workers.limits import measure_busy_seconds, measure_megabytes
from companion.workers.supervisor import Supervisor, _tell_fate

LIMITS = [100.0, 60.0, 400]
PATIENCE_SECONDS = 60
"""How long a busy machine may take; a faster one does not wait longer."""

WORKER = """
import json, os, sys
limits, act = json.loads(sys.argv[1]), sys.argv[2]
told = json.loads(sys.argv[3]) if len(sys.argv) > 3 else {}
fate = json.dumps(told["fate"]) if "fate" in told else None
if act == "unsettled" and fate and told["fate"]["worker"] == "w":
    # The database is away: what it was told is still to be noted.
    sys.exit(1)
if act == "grow":
    used = bytearray(os.urandom(1)) * 150_000_000
kind = act if not told else ",".join(told["kinds"])
print(json.dumps({"begin": fate or "job", "kind": kind, "worker": "w", "limits": limits}), flush=True)
if act == "abort" and not fate:
    os.abort()
if act == "settle":
    print(json.dumps({"end": fate or "job"}), flush=True)
    print(json.dumps({"settled": "job"}), flush=True)
if act == "finish":
    print(json.dumps({"end": "job"}), flush=True)
    print("", end="", flush=True)
sys.stdin.read()
"""


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def supervise(clock: Clock) -> Iterator[Callable[..., Supervisor]]:
    """A function that starts a supervisor with one worker that acts in some way, and looks after it once."""
    started: list[Supervisor] = []

    def start(act: str, limits: list[float] = LIMITS) -> Supervisor:
        supervisor = Supervisor(1, (sys.executable, "-c", WORKER, json.dumps(limits), act), clock)
        supervisor.children = [supervisor._start()]
        started.append(supervisor)
        hear(supervisor)
        return supervisor

    yield start
    for supervisor in started:
        supervisor.end()


def hear(supervisor: Supervisor) -> None:
    """Wait until the worker tells something, or ends, and look after it."""
    (child,) = supervisor.children
    assert select.select([child.process.stdout], [], [], PATIENCE_SECONDS)[0]
    supervisor.look()


def find_fate(supervisor: Supervisor, clock: Clock) -> dict[str, str]:
    """Let the worker end and be replaced; return what the next one is told."""
    (before,) = supervisor.children
    before.process.wait(PATIENCE_SECONDS)
    clock.now += 5
    supervisor.look()
    (after,) = supervisor.children
    assert after is not before
    hear(supervisor)
    return json.loads(after.work.job)


def test_a_worker_within_its_limits_is_left_alone(supervise, clock):
    supervisor = supervise("hang")
    clock.now += LIMITS[1]
    supervisor.look()
    (child,) = supervisor.children
    assert (child.process.poll(), child.verdict, child.work.job) == (None, "", "job")


def test_a_worker_that_hangs_is_ended_and_its_job_has_failed(supervise, clock):
    supervisor = supervise("hang")
    clock.now += LIMITS[1] + 1
    supervisor.look()
    assert find_fate(supervisor, clock) == {"job": "job", "worker": "w", "code": "time"}


def test_a_worker_that_is_busy_for_too_long_is_ended(supervise, clock):
    supervisor = supervise("hang", [-1.0, 60.0, 400])
    assert find_fate(supervisor, clock)["code"] == "time"


def test_a_worker_that_needs_too_much_memory_is_ended(supervise, clock):
    supervisor = supervise("grow", [100.0, 60.0, 100])
    assert find_fate(supervisor, clock)["code"] == "memory"


def test_a_worker_that_breaks_down_by_itself_did_so_because_of_its_job(supervise, clock):
    supervisor = supervise("abort")
    assert find_fate(supervisor, clock)["code"] == "crashed"


def test_a_worker_that_somebody_else_ended_gives_its_job_back(supervise, clock):
    supervisor = supervise("hang")
    os.kill(supervisor.children[0].process.pid, signal.SIGKILL)
    assert find_fate(supervisor, clock) == {"job": "job", "worker": "w"}


def test_a_worker_is_told_what_was_done_before_it(supervise, clock):
    supervisor = supervise("hang")
    supervisor.kinds += ["older"]
    supervisor.children[0].process.kill()
    find_fate(supervisor, clock)
    assert supervisor.kinds == ["hang,older", "hang", "older"]
    supervisor._hear(supervisor.children[0], {"begin": "job", "kind": "hang", "worker": "w", "limits": LIMITS})
    assert supervisor.kinds == ["hang", "hang,older", "older"]


def test_what_a_worker_could_not_note_is_told_to_the_next_one(supervise, clock):
    supervisor = supervise("unsettled")
    (first,) = supervisor.children
    os.kill(first.process.pid, signal.SIGKILL)
    for _ in range(3):
        (before,) = supervisor.children
        before.process.wait(PATIENCE_SECONDS)
        clock.now += 1
        supervisor.look()
        (after,) = supervisor.children
        assert after.process.pid != before.process.pid
        assert after.fate == {"job": "job", "worker": "w"}


def test_what_a_worker_has_noted_is_told_to_nobody_else(supervise, clock):
    supervisor = supervise("settle")
    os.kill(supervisor.children[0].process.pid, signal.SIGKILL)
    supervisor.children[0].process.wait(PATIENCE_SECONDS)
    clock.now += 1
    supervisor.look()
    (child,) = supervisor.children
    child.fate = {"job": "job", "worker": "w"}
    while child.fate:
        hear(supervisor)
    assert _tell_fate(child) is None


def test_workers_that_end_at_once_are_not_started_at_once(supervise, clock):
    supervisor = supervise("abort")
    (child,) = supervisor.children
    child.process.wait(PATIENCE_SECONDS)
    clock.now += 0.9
    supervisor.look()
    assert supervisor.children == [child]
    clock.now += 0.2
    supervisor.look()
    assert supervisor.children != [child]


def test_where_no_process_can_be_started_it_is_tried_again(supervise, clock, monkeypatch, capsys):
    supervisor = supervise("abort")
    (child,) = supervisor.children
    child.process.wait(PATIENCE_SECONDS)
    command, supervisor.command = supervisor.command, ("/nowhere",)
    clock.now += 1
    supervisor.look()
    supervisor.look()
    assert capsys.readouterr().err.count("No worker could be started") == 1
    supervisor.command = command
    clock.now += 1
    supervisor.look()
    assert supervisor.children != [child]
    hear(supervisor)
    assert json.loads(supervisor.children[0].work.job)["code"] == "crashed"


def test_a_worker_between_two_jobs_leaves_none_behind(supervise, clock):
    supervisor = supervise("finish")
    (child,) = supervisor.children
    while child.work:
        hear(supervisor)
    clock.now += 2 * LIMITS[1]
    supervisor.look()
    assert child.process.poll() is None


def test_all_workers_end_with_their_supervisor(supervise):
    supervisor = supervise("hang")
    (child,) = supervisor.children
    supervisor.stopping.set()
    supervisor.end()
    assert child.process.returncode == 0


def test_a_worker_gives_way_to_everything_else():
    # In a session of its own, as a worker is.
    program = "import os; from companion.workers.limits import give_way; give_way(10); print(os.nice(0))"
    show = "import pathlib; group = pathlib.Path('/proc/self/autogroup'); print(group.exists() and group.read_text())"
    told = subprocess.run(
        [sys.executable, "-c", f"{program}; {show}"], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    niceness, group = told.stdout.splitlines()[:2]
    assert int(niceness) == min(os.nice(0) + 10, 19)
    # Empty where sessions are no groups.
    assert group in ("", "False") or group.endswith("nice 10")


@pytest.mark.parametrize(
    ("refused", "error", "tries"),
    [(2, BlockingIOError, 3), (99, BlockingIOError, limits.GROUP_TRIES), (99, PermissionError, 1)],
    ids=["busy", "always busy", "forbidden"],
)
def test_a_worker_that_starts_beside_others_tries_again_to_give_way(monkeypatch, refused, error, tries):
    written, paused = [], []

    def write(path: Path, text: str, encoding: str) -> None:
        written.append((str(path), text))
        if len(written) <= refused:
            raise error

    monkeypatch.setattr(limits.os, "nice", lambda niceness: niceness)
    monkeypatch.setattr(limits.Path, "write_text", write)
    monkeypatch.setattr(limits.time, "sleep", paused.append)
    limits.give_way(10)
    assert written == [("/proc/self/autogroup", "10")] * tries
    assert len(paused) == (0 if error is PermissionError else min(refused, tries))


def test_a_process_that_is_gone_uses_nothing():
    done = subprocess.Popen([sys.executable, "-c", ""])
    assert measure_megabytes(os.getpid()) > 10
    assert measure_busy_seconds(os.getpid()) > 0
    done.wait()
    assert (measure_megabytes(done.pid), measure_busy_seconds(done.pid)) == (0, 0)
