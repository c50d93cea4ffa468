"""What a process that works on strangers' files may use."""

from __future__ import annotations

import contextlib
import ctypes
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one piece of work."""

    busy_seconds: float
    """Of processor time: what an honest file needs does not depend on how much else the machine has to do."""
    seconds: float
    """From start to end: what hangs need not be busy."""
    megabytes: int
    """Of memory, as seen in ``/proc`` (Linux); elsewhere memory is not watched."""


MEGABYTES = 400
USUAL = Limits(busy_seconds=8, seconds=60, megabytes=MEGABYTES)
"""A photo of 12 megapixels is read in 2 to 3 s, a form drawn in 0.3 s, the first one in 1.5 s; a deck with all pictures
and lessons is taken in within 1 s."""
LARGE_PHOTO_PIXELS = 25_000_000
LARGE_PHOTO = Limits(busy_seconds=20, seconds=90, megabytes=600)
"""An honest photo of 64 megapixels, as progressive JPEG in full color, is decoded in 423 MB."""
PILE = Limits(busy_seconds=100, seconds=300, megabytes=500)
"""A splayed pile of 40 cards, which is followed from band to band, takes 13 to 25 s of processor time; one that shows
another printing than was thought is read twice. It takes up to 390 MB."""
MOST_FILE_BYTES = 4_000_000_000
"""Of a file that a worker writes; SQLite's database is one."""
MOST_OPEN_FILES = 128
MOST_DATA_BYTES = 1_500_000_000
"""Of private memory, whether used or not: stops at once what would grow by more than can be watched."""

GROUP_TRIES = 12
GROUP_PAUSE_SECONDS = 0.11
"""Between two tries; a refused one costs nobody a turn, so that each time one of those who wait succeeds."""


def adopt_limits() -> None:
    """Limit this process in what the system can limit: sizes of files, open files, private memory, and core dumps."""
    with contextlib.suppress(ImportError):  # Windows has none
        import resource

        for kind, most in (
            (resource.RLIMIT_FSIZE, MOST_FILE_BYTES),
            (resource.RLIMIT_NOFILE, MOST_OPEN_FILES),
            (resource.RLIMIT_DATA, MOST_DATA_BYTES),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def give_way(niceness: int) -> None:
    """Let this process have the processor after others, where the system knows such a thing."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
    # On Linux each session may be a group of its own, within which alone niceness counts: see sched(7).
    for _ in range(GROUP_TRIES):
        try:
            Path("/proc/self/autogroup").write_text(str(niceness), encoding="ascii")
        except BlockingIOError:
            # Linux lets one process of the whole system do so in 100 ms, and workers start together.
            time.sleep(GROUP_PAUSE_SECONDS)
        except OSError:
            return
        else:
            return


def limit_photo(*, is_large: bool, is_splayed: bool) -> Limits:
    """Return what the photo of a shelf may use, or that of a pile; a large one takes more memory."""
    shelf = LARGE_PHOTO if is_large else USUAL
    return replace(PILE, megabytes=max(PILE.megabytes, shelf.megabytes)) if is_splayed else shelf


def judge_use(pid: int, limits: Limits, seconds: float, busy_before: float = 0.0) -> str:
    """Return the code of the failure where a process uses more than it may, else nothing.

    ``seconds`` is how long it has been at it, ``busy_before`` the processor time that it had used before.
    """
    if measure_megabytes(pid) > limits.megabytes:
        return "memory"
    is_busy = measure_busy_seconds(pid) - busy_before > limits.busy_seconds
    return "time" if seconds > limits.seconds or is_busy else ""


def release_memory() -> None:
    """Give freed memory back to the system; glibc keeps it otherwise, and the next job comes on top of it."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def measure_megabytes(pid: int) -> float:
    """Return the memory that a process uses, in MB; 0 where that is not known."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


def measure_busy_seconds(pid: int) -> float:
    """Return the processor time that a process has used, in seconds; 0 where that is not known."""
    try:
        # The name, in parentheses, may hold anything.
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
        figures = told.rpartition(")")[2].split()
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0.0
