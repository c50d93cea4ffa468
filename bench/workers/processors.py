"""Who uses the processors while something is measured: the phones of a bench, the web, its workers, and all others."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from companion.workers.limits import measure_busy_seconds

from .sites import Site

LOOK_SECONDS = 0.2


@dataclass(slots=True)
class Use:
    """Seconds of processor time that were used meanwhile."""

    seconds: float = 0.0
    """How long it took."""
    phones: float = 0.0
    """By this process, which is all phones."""
    web: float = 0.0
    workers: dict[int, float] = field(default_factory=dict)
    """By process id; workers come and go."""
    everybody: float = 0.0
    """By the whole machine, the system included: a database server, and whatever else runs there."""

    def describe(self) -> str:
        """Say what share of one processor each of them used."""
        workers = sum(self.workers.values())
        others = max(0.0, self.everybody - self.phones - self.web - workers)
        shares = {"phones": self.phones, "web": self.web, "workers": workers, "others": others}
        said = ", ".join(f"{name} {100 * busy / self.seconds:.0f} %" for name, busy in shares.items())
        return f"of one processor: {said}; there are {os.cpu_count()}"


@contextmanager
def measured_use(site: Site) -> Iterator[Use]:
    """Measure who uses the processors."""
    use, stopping = Use(), Event()
    at_start = {pid: measure_busy_seconds(pid) for pid in site.list_workers()}
    servers = [process.pid for process in site.servers]
    before = time.perf_counter(), time.process_time(), sum(map(measure_busy_seconds, servers)), read_everybody()

    def look() -> None:
        for pid in site.list_workers():
            busy = measure_busy_seconds(pid) - at_start.get(pid, 0.0)
            use.workers[pid] = max(busy, use.workers.get(pid, 0.0))

    def watch() -> None:
        while not stopping.wait(LOOK_SECONDS):
            look()

    thread = Thread(target=watch)
    thread.start()
    try:
        yield use
    finally:
        stopping.set()
        thread.join()
        look()
        after = time.perf_counter(), time.process_time(), sum(map(measure_busy_seconds, servers)), read_everybody()
        use.seconds, use.phones, use.web, use.everybody = (
            late - early for early, late in zip(before, after, strict=True)
        )


def read_everybody() -> float:
    """Return the processor seconds that the machine has spent on anything since its start; steal is not its own."""
    user, nice, system, _idle, _waiting, irq, softirq, *_ = (
        Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]
    )
    return sum(map(int, (user, nice, system, irq, softirq))) / os.sysconf("SC_CLK_TCK")
