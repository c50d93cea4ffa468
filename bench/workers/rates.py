"""Photos a minute with one, two and three workers, with and without phones that load pages.

    python -m bench.workers.rates [--photos 24] [--tables 20]

Each worker has one thread. The phones are those of ``bench.tables``: every one polls every two seconds, and one of each
table lays a card every ten seconds. Printed as ratios to one worker without phones.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from threading import Event, Thread

from bench.evening import Phone, open_pages, play
from bench.tables import find_share, set_tables
from companion.store.database import opened_database, reading
from companion.store.jobs.queue import find_job_row

from .sites import Site, count_done, prepared_site, queue_photos, take_photo, wait_for

LONGEST_SECONDS = 1800.0
WARM_SECONDS = 3.0


def measure(workers: int, photos: int, tables: int) -> tuple[float, list[float]]:
    """Return photos a minute, and the milliseconds of the phones' requests."""
    with prepared_site("sqlite") as site, opened_database(site.url):
        phones = [phone for table in set_tables(site.environment, tables, 5) for phone in table] if tables else []
        site.start_server(workers)
        warm = queue_photos(workers)
        wait_for(lambda: count_done(warm) == workers, LONGEST_SECONDS)
        stopping, times = Event(), list[float]()
        playing = Thread(target=lambda: times.extend(load_pages(site, phones, stopping)))
        playing.start()
        if phones:
            time.sleep(WARM_SECONDS)
        slugs = queue_photos(photos)
        wait_for(lambda: count_done(slugs) == photos, LONGEST_SECONDS)
        stopping.set()
        playing.join()
        seconds = measure_span(slugs)
    return 60 * photos / seconds, times


def measure_span(slugs: list[str]) -> float:
    """Return the seconds from the first job's request to the last one's end."""
    with reading() as session:
        rows = [find_job_row(session, slug) for slug in slugs]
        ends = [row.finished for row in rows if row.finished]
        return (max(ends) - min(row.made for row in rows)).total_seconds()


def load_pages(site: Site, phones: list[Phone], stopping: Event) -> list[float]:
    """Let phones play, in short rounds, until they are stopped; return the milliseconds of their requests."""
    times: list[float] = []
    for phone in phones:
        phone.line.port = site.ports[0]
    while phones and not stopping.is_set():
        asyncio.run(play_round(phones, times))
    return times


async def play_round(phones: list[Phone], times: list[float]) -> None:
    await open_pages(phones)
    record = await play(phones, 10, 10)
    if record.faults:
        raise AssertionError(record.faults[:5])
    times += record.all


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workers.rates", description=__doc__)
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--tables", type=int, default=20, help="with five phones each")
    parser.add_argument("--workers", type=int, nargs="*", default=(1, 2, 3))
    chosen = parser.parse_args()
    for number in range(3):
        take_photo(number)
    alone = 0.0
    for tables in (0, chosen.tables):
        for workers in chosen.workers:
            rate, times = measure(workers, chosen.photos, tables)
            alone = alone or rate
            beside = f", pages p95 {find_share(times, 0.95):.0f} ms of {len(times)}" if times else ""
            rates = f"{rate:5.1f} photos a minute, {rate / alone:.2f} times"
            print(f"{workers} workers, {5 * tables:3} phones: {rates}{beside}", flush=True)


if __name__ == "__main__":
    main()
