"""500 phones at 100 tables while 200 photos and 50 PDFs wait at once: ``python -m bench.workers.evening``.

The phones are those of ``bench.tables``; they play undisturbed first, and then until all photos are read and all forms
drawn. Once on SQLite, with one server and its workers, and once on PostgreSQL, with two servers and two programs of
workers. Everything runs on the same machine, the phones included; what share of a processor each of them uses is
printed. At the end the database is opened and every write that was acknowledged has to be there.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from threading import Event, Thread

from bench.evening import Librarian, Phone, Record, open_pages, play
from bench.tables import count_kept, describe, find_share, set_tables
from companion.store.database import lend_database, opened_database

from .processors import measured_use
from .sites import count_done, measured_memory, prepared_site, queue_forms, queue_photos, start_all, take_photo

GOAL_MILLISECONDS = 60.0
ROUND_SECONDS = 20.0
EVERY_SECONDS = 10.0
"""Between two writes of a librarian."""
LONGEST_SECONDS = 1500.0


async def open_all(phones: list[Phone]) -> None:
    """Open every phone's page; its line belongs to this event loop, and the next one opens another."""
    await open_pages(phones)
    for phone in phones:
        phone.line.hang_up()


def play_until(phones: list[Phone], done: Event, least_seconds: float) -> Record:
    """Let all phones play, in rounds, until something is done; return what was measured."""
    whole, begun = Record(), time.perf_counter()
    while not done.is_set() or time.perf_counter() - begun < least_seconds:
        if time.perf_counter() - begun > LONGEST_SECONDS:
            raise AssertionError(f"not done within {LONGEST_SECONDS:g} s")
        record = asyncio.run(play(phones, ROUND_SECONDS, EVERY_SECONDS))
        whole.polls += record.polls
        whole.writes += record.writes
        whole.faults += record.faults
        whole.stale += record.stale
        whole.stale_kept += record.stale_kept
    return whole


def measure(name: str, chosen: argparse.Namespace) -> bool:
    """Measure one size, and print it; return whether all was kept."""
    with prepared_site(name) as site, opened_database(site.url):
        phones = [phone for table in set_tables(site.environment, chosen.tables, 5) for phone in table]
        start_all(site, name, chosen.workers)
        for number, phone in enumerate(phones):
            phone.line.port = site.ports[number % len(site.ports)]
        asyncio.run(open_all(phones))
        at_once, enter, slugs, seconds = Event(), lend_database(), list[str](), list[float]()
        at_once.set()
        with measured_memory(site) as memory:
            with measured_use(site) as use_alone:
                alone = play_until(phones, at_once, chosen.seconds)
            done = Event()

            def do_jobs() -> None:
                begun = time.perf_counter()
                with enter():
                    slugs.extend([*queue_photos(chosen.photos), *queue_forms(chosen.pdfs)])
                    while count_done(slugs) < len(slugs):
                        time.sleep(1)
                seconds.append(time.perf_counter() - begun)
                done.set()

            asking = Thread(target=do_jobs, daemon=True)
            asking.start()
            with measured_use(site) as use_beside:
                beside = play_until(phones, done, 0)
            asking.join()
        found, more = count_kept(site.environment, phones)
    acknowledged = sum(phone.acknowledged for phone in phones if isinstance(phone, Librarian))
    faults = [*alone.faults, *beside.faults]
    p95 = find_share(beside.all, 0.95)
    print(
        f"{name}: {len(phones)} phones, {chosen.workers} workers, {chosen.photos} photos and {chosen.pdfs} PDFs at once"
    )
    print(f"  {'milliseconds':24}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}")
    print(f"  {'undisturbed':24}{describe(alone.all)}")
    print(f"  {'while photos are read':24}{describe(beside.all)}")
    print(f"  undisturbed, {use_alone.describe()}")
    print(f"  while photos are read, {use_beside.describe()}")
    print(f"  all {len(slugs)} jobs done in {seconds[0]:.0f} s, {60 * len(slugs) / seconds[0]:.0f} a minute")
    print(f"  {memory.describe()}")
    print(f"  writes: {acknowledged} acknowledged, {found} found, {more} doubled; unexpected answers: {len(faults)}")
    print(
        f"  p95 {p95:.0f} ms: {'within' if p95 < GOAL_MILLISECONDS else 'BEYOND'} {GOAL_MILLISECONDS:g} ms", flush=True
    )
    for fault in faults[:5]:
        print(f"  {fault}")
    return not faults and found == acknowledged and not more and not beside.stale_kept and p95 < GOAL_MILLISECONDS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workers.evening", description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="with five phones each")
    parser.add_argument("--photos", type=int, default=200)
    parser.add_argument("--pdfs", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20, help="how long the phones are undisturbed before")
    parser.add_argument("--on", choices=("sqlite", "postgresql"), nargs="*", default=("sqlite", "postgresql"))
    chosen = parser.parse_args()
    for number in range(3):
        take_photo(number)
    good = [measure(name, chosen) for name in chosen.on]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
