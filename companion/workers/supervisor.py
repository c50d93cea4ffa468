"""The parent of the workers: starts them, watches what they use, ends those that use too much, and starts them again.

It is small, loads nothing but the standard library, and knows nothing of jobs. A worker tells on its standard output
when it begins and ends a piece of work, and what that may use:

    {"begin": "<the job's slug>", "kind": "<its kind>", "worker": "<its name>", "limits": [8, 60, 400]}
    {"end": "<the job's slug>"}

Its standard input stays open as long as its parent lives: at its end the worker ends too, however the parent died. What
has become of a worker's job is told to the worker that takes its place, which has the database open; that one says when
it has noted it:

    {"settled": "<the job's slug>"}

It is told of the kinds of jobs that were done before, too, the latest first: it prepares for them while it has nothing
to do, so that the next one takes no longer than with the worker before.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import IO

from .limits import Limits, judge_use, measure_busy_seconds

LOOK_SECONDS = 0.05
"""Between two looks: memory that grows by 2 GB a second grows by 100 MB meanwhile."""
RESTART_SECONDS = 1.0
"""Between the starts of two workers in the same place: what ends them all at once does not start a thousand."""
FAREWELL_SECONDS = 5.0

CHILD = (sys.executable, "-m", "companion.workers.child")
WORKER_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OPENCV_FOR_THREADS_NUM": "1",
    "MALLOC_MMAP_THRESHOLD_": "4194304",
}
"""Several workers share the processors; each of them is one. Parts of pictures go back to the system as soon as they
are freed: glibc would keep up to 32 MB each."""


@dataclass(slots=True)
class Work:
    """What a worker is at."""

    job: str
    worker: str
    limits: Limits
    began: float
    """By the monotonic clock."""
    busy_before: float
    """Processor seconds that the worker had used before."""


@dataclass(slots=True)
class Child:
    """A worker process."""

    process: subprocess.Popen[bytes]
    started: float
    work: Work | None = None
    unread: bytes = b""
    verdict: str = ""
    """Why it was ended: the code of the failure of its job."""
    fate: dict[str, str] | None = None
    """What it was told about the job of the worker before, until it has noted that."""


@dataclass(slots=True)
class Supervisor:
    """Keeps a number of workers alive until it is told to stop."""

    count: int
    command: Sequence[str] = CHILD
    clock: Callable[[], float] = time.monotonic
    stopping: Event = field(default_factory=Event)
    children: list[Child] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    """Of the jobs that the workers have begun, the latest first."""

    def run(self) -> None:
        """Keep the workers alive until ``stopping`` is set; then end them."""
        try:
            self.children = [self._start() for _ in range(self.count)]
            while not self.stopping.wait(LOOK_SECONDS):
                self.look()
        finally:
            self.end()

    def look(self) -> None:
        """Look after each worker once."""
        for place, child in enumerate(self.children):
            has_ended = child.process.poll() is not None
            self._listen(child)
            if has_ended:
                if self.clock() - child.started >= RESTART_SECONDS:
                    self.children[place] = self._replace(child)
            elif child.work and not child.verdict:
                work, seconds = child.work, self.clock() - child.work.began
                child.verdict = judge_use(child.process.pid, work.limits, seconds, work.busy_before)
                if child.verdict:
                    child.process.kill()

    def end(self) -> None:
        """End all workers: each gives its job back."""
        for child in self.children:
            _close(child.process.stdin)
        for child in self.children:
            try:
                child.process.wait(FAREWELL_SECONDS)
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
            _close(child.process.stdout)
        self.children = []

    def _start(self, fate: dict[str, str] | None = None) -> Child:
        told = {**({"fate": fate} if fate else {}), **({"kinds": self.kinds} if self.kinds else {})}
        process = subprocess.Popen(  # noqa: S603 - our own program
            [*self.command, *([json.dumps(told)] if told else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **WORKER_ENVIRONMENT},
            # Ctrl+C in the terminal is the parent's affair.
            start_new_session=True,
        )
        if process.stdout is not None:
            os.set_blocking(process.stdout.fileno(), False)
        return Child(process, self.clock(), fate=fate)

    def _listen(self, child: Child) -> None:
        """Read what a worker has told."""
        pipe = child.process.stdout
        told = pipe.read() if pipe and not pipe.closed else None
        *lines, child.unread = (child.unread + (told or b"")).split(b"\n")
        for line in lines:
            self._hear(child, json.loads(line))

    def _hear(self, child: Child, message: dict[str, object]) -> None:
        if "begin" in message:
            limits, kind = message["limits"], str(message["kind"])
            self.kinds = [kind, *(known for known in self.kinds if known != kind)]
            child.work = Work(
                str(message["begin"]),
                str(message["worker"]),
                Limits(*limits) if isinstance(limits, list) else Limits(0, 0, 0),
                self.clock(),
                measure_busy_seconds(child.process.pid),
            )
        elif "end" in message:
            child.work = None
        else:
            child.fate = None

    def _replace(self, child: Child) -> Child:
        """Start another worker, and tell it what has become of the job of the one before."""
        _close(child.process.stdin)
        _close(child.process.stdout)
        try:
            return self._start(_tell_fate(child))
        except OSError as error:
            # The system has no room for another process at the moment.
            sys.stderr.write(f"No worker could be started: {error}. Trying again.\n")
            child.started = self.clock()
            return child


def _tell_fate(child: Child) -> dict[str, str] | None:
    """Return what became of the job that a worker left behind, if need be of the one that it was told of itself.

    Whoever was ended by us, or broke down by itself, did so because of its job; whoever was ended by somebody else, as
    by a system short of memory, had nothing to do with it.
    """
    if child.work is None:
        return child.fate
    fate = {"job": child.work.job, "worker": child.work.worker}
    if child.verdict:
        return {**fate, "code": child.verdict}
    is_broken = child.process.returncode not in (-signal.SIGKILL, -signal.SIGTERM, 0)
    return {**fate, "code": "crashed"} if is_broken else fate


def _close(pipe: IO[bytes] | None) -> None:
    if pipe:
        with contextlib.suppress(BrokenPipeError):
            pipe.close()


def start_supervisor(count: int) -> tuple[Supervisor, Thread]:
    """Look after workers in a thread of its own, beside a server."""
    supervisor = Supervisor(count)
    thread = Thread(target=supervisor.run, name="supervisor", daemon=True)
    thread.start()
    return supervisor, thread
