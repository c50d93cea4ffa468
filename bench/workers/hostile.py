"""Some 220 broken and hostile files sent to a running server: ``python -m bench.workers.hostile [--few]``.

One phone sends them, ``--at-once`` at a time, each to a seat of its own; another one loads pages all the while, and
another sends an honest photo again and again. Before, both do so undisturbed. Each file has to end in a sentence within
10 s, no page and no honest photo may take 1 s longer, and no process may need more than 400 MB: 600 MB for the honest
photos of 64 megapixels among the files.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from threading import Event, Thread

from bench.photos.hostile import HONEST, MAX_HONEST_MB, MAX_MB, MAX_SECONDS
from bench.photos.hostile_files import FEW, list_files

from .sites import Site, measured_memory, running_site, take_photo
from .visitors import Visitor, open_table

MOST_LONGER = 1.0
PATIENCE_SECONDS = 120.0
PAUSE_SECONDS = 0.25
SEATS = 4


@dataclass(slots=True)
class Honest:
    """What honest phones wait for, in seconds."""

    pages: list[float] = field(default_factory=list)
    photos: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def load_pages(site: Site, waits: Honest, stopping: Event) -> None:
    """Load the pages of a table on one phone, again and again."""
    visitor, desk = open_table(site, 2)
    pages = ("/", desk, f"{desk}/seats/1/shelf", "/decks")
    while not stopping.wait(PAUSE_SECONDS):
        for page in pages:
            answer = visitor.ask(page)
            waits.pages.append(answer.seconds)
            if answer.status != 200:
                waits.faults.append(f"{page}: {answer.status}")


@contextmanager
def honest_phones(site: Site) -> Iterator[Honest]:
    """Let one phone load pages and another one send photos."""
    waits, stopping = Honest(), Event()

    def send_photos() -> None:
        while not stopping.is_set():
            visitor, desk = open_table(site, 1)
            begun = time.perf_counter()
            said = visitor.await_end(visitor.send_photo(f"{desk}/seats/1/photo", take_photo(0)), PATIENCE_SECONDS)
            waits.photos.append(time.perf_counter() - begun)
            waits.faults += said

    threads = [Thread(target=load_pages, args=(site, waits, stopping)), Thread(target=send_photos)]
    for thread in threads:
        thread.start()
    try:
        yield waits
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


def send_all(site: Site, paths: Sequence[Path], at_once: int) -> dict[str, tuple[float, tuple[str, ...]]]:
    """Send files, each to a seat of its own; return the seconds until each was read or refused, and what was said."""
    tables: list[tuple[Visitor, str]] = [open_table(site, SEATS) for _ in range(-(-len(paths) // SEATS))]

    def send(number: int) -> tuple[float, tuple[str, ...]]:
        visitor, desk = tables[number // SEATS]
        content = paths[number].read_bytes()
        begun = time.perf_counter()
        answer = visitor.send_photo(f"{desk}/seats/{number % SEATS + 1}/photo", content)
        said = visitor.await_end(answer, PATIENCE_SECONDS)
        return time.perf_counter() - begun, said

    with ThreadPoolExecutor(at_once) as pool:
        return dict(zip([path.name for path in paths], pool.map(send, range(len(paths))), strict=True))


def write_files(folder: Path, *, few: bool) -> list[Path]:
    """Write the files before anything is measured: making them takes longer than refusing them."""
    makers = list_files()
    for name in FEW if few else makers:
        (folder / name).write_bytes(makers[name]())
    return sorted(folder.iterdir())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workers.hostile", description=__doc__)
    parser.add_argument("--few", action="store_true", help="one file of each kind")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="how long the honest phones are undisturbed before")
    chosen = parser.parse_args()
    take_photo(0)
    with tempfile.TemporaryDirectory() as folder, running_site(chosen.on, chosen.workers) as site:
        paths = write_files(Path(folder), few=chosen.few)
        with honest_phones(site):
            time.sleep(chosen.seconds / 2)  # until all is warm
        with honest_phones(site) as before:
            time.sleep(chosen.seconds)
        with measured_memory(site) as memory, honest_phones(site) as meanwhile:
            ends = send_all(site, paths, chosen.at_once)
    report(ends, before, meanwhile, max(memory.servers.values()), max(memory.workers.values()))


def report(
    ends: dict[str, tuple[float, tuple[str, ...]]], before: Honest, meanwhile: Honest, web_mb: float, worker_mb: float
) -> None:
    """Print what was measured; exit with 1 where something is beyond its limit."""
    for name, (seconds, said) in sorted(ends.items(), key=lambda end: -end[1][0])[:12]:
        print(f"  {seconds:6.2f} s  {name:36} {' '.join(said)[:120]}")
    slowest = max(seconds for seconds, _ in ends.values())
    read = [name for name, (_, said) in ends.items() if not any(said)]
    print(
        f"{len(ends)} files: {len(ends) - len(read)} refused with a sentence, {len(read)} read; at most {slowest:.1f} s"
    )
    longer = {}
    for what in ("pages", "photos"):
        alone, beside = getattr(before, what), getattr(meanwhile, what)
        longer[what] = max(beside) - max(alone)
        print(
            f"honest {what}: {median(alone):.3f} s, at most {max(alone):.3f} s of {len(alone)}; meanwhile "
            f"{median(beside):.3f} s, at most {max(beside):.3f} s of {len(beside)}"
        )
    print(f"peaks: web {web_mb:.0f} MB, worker {worker_mb:.0f} MB")
    faults = [*before.faults, *meanwhile.faults]
    most_mb = MAX_HONEST_MB if any(name.startswith(HONEST) for name in ends) else MAX_MB
    limits = {
        f"{MAX_SECONDS:g} s": slowest <= MAX_SECONDS,
        f"{MOST_LONGER:g} s longer": max(longer.values()) <= MOST_LONGER,
        f"{most_mb} MB": max(web_mb, worker_mb) <= most_mb,
        "no honest phone refused": not faults,
    }
    print(", ".join(f"{name}: {'kept' if kept else 'NOT KEPT'}" for name, kept in limits.items()), *faults[:5])
    sys.exit(0 if all(limits.values()) else 1)


if __name__ == "__main__":
    main()
