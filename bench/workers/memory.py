"""What 100 photos and 50 PDFs leave in memory, and how long a PDF takes: ``python -m bench.workers.memory``.

Starts ``companion serve`` with one worker, takes in photos over HTTP and draws completed forms, and prints the resident
memory of both processes at the end and at its peak. A PDF is measured from its request to its end in the queue, up to
0.04 s of which a worker needs to notice it.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from statistics import median

from bench.tables import find_share
from companion.store.database import opened_database, reading
from companion.store.jobs.jobs import Kind, Owner
from companion.store.jobs.queue import find_job_row, find_latest
from companion.workers.limits import measure_busy_seconds

from .sites import Site, measured_memory, prepared_site, read_megabytes, take_photo
from .visitors import open_table

WEB_MB, WORKER_MB, PDF_SECONDS = 150, 400, 0.35
LONGEST_SECONDS = 120.0
SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC"


def read_photos(site: Site, count: int) -> None:
    """Send photos, four to a table, and wait for each."""
    for number in range(count):
        if number % 4 == 0:
            visitor, desk = open_table(site, 4)
        answer = visitor.send_photo(f"{desk}/seats/{number % 4 + 1}/photo", take_photo(number))
        visitor.await_end(answer, LONGEST_SECONDS)


@dataclass(slots=True)
class Drawn:
    """What completed forms took, in seconds."""

    seconds: list[float] = field(default_factory=list)
    """From the request to the end."""
    busy: list[float] = field(default_factory=list)
    """Of processor time, where one worker was there all the time."""


def draw_forms(site: Site, count: int) -> Drawn:
    """Draw completed forms of different inspections, one after the other."""
    drawn = Drawn()
    for number in range(count):
        visitor, desk = open_table(site, 2)
        for position in (1, 2):
            visitor.send(f"{desk}/seats/{position}/shelf", {"shelf": SHELF, "remarks": str(number)})
        workers = site.list_workers()
        before = sum(map(measure_busy_seconds, workers))
        visitor.fetch_pdf(f"{desk}/sheet.pdf?language=en&paper=a4")
        drawn.seconds.append(measure_pdf(desk))
        if site.list_workers() == workers:
            drawn.busy.append(sum(map(measure_busy_seconds, workers)) - before)
    return drawn


def measure_pdf(desk: str) -> float:
    """Return the seconds from the request for a table's form to its end."""
    job = find_latest(Owner(slug=desk.split("/")[2]), Kind.PRINT_FORM, "")
    if job is None or job.finished is None:
        raise AssertionError(f"{desk}: no form")
    with reading() as session:
        return (job.finished - find_job_row(session, job.slug).made).total_seconds()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workers.memory", description=__doc__)
    parser.add_argument("--photos", type=int, default=100)
    parser.add_argument("--pdfs", type=int, default=50)
    chosen = parser.parse_args()
    with prepared_site("sqlite") as site, opened_database(site.url):
        site.start_server(1)
        with measured_memory(site) as memory:
            read_photos(site, chosen.photos)
            first = draw_forms(site, 1)
            warm = draw_forms(site, chosen.pdfs - 1)
            (server,), (worker, *_) = site.servers, site.list_workers()
            web_mb, worker_mb = read_megabytes(server.pid, "VmRSS"), read_megabytes(worker, "VmRSS")
    print(f"after {chosen.photos} photos and {chosen.pdfs} PDFs: web {web_mb:.0f} MB, worker {worker_mb:.0f} MB")
    print(f"peaks: {memory.describe()}; {len(memory.workers)} worker processes in all")
    typical, late = median(warm.seconds), find_share(warm.seconds, 0.95)
    print(f"a PDF: the first {first.seconds[0]:.2f} s, then {typical:.2f} s, 95 % within {late:.2f} s")
    print(f"of these, {median(warm.busy):.2f} s of a worker's processor time")
    is_good = web_mb <= WEB_MB and max(memory.workers.values()) <= WORKER_MB and typical <= PDF_SECONDS
    print("within" if is_good else "BEYOND", f"{WEB_MB} MB, {WORKER_MB} MB and {PDF_SECONDS} s")
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
