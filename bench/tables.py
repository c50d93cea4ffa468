"""Tables of phones that poll one server on one core, compared with an empty Flask route. ``python -m bench.tables``.

Every phone polls every two seconds, and one librarian per table enters a shelf card by card. At the end the database is
checked: every acknowledged write has to be there, and none of those sent twice may count twice.
"""

from __future__ import annotations

import asyncio
import gc
import os
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from companion.app import create_app
from companion.settings import load_settings
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.web.access.guards import COOKIE, find_signer, hash_token
from companion.web.site.clock import read_clock
from companion.workflow.seats.codes import make_code

from .evening import Librarian, Phone, Record, open_pages, play
from .games import make_games
from .lines import Line

COMPANION = [sys.executable, "-m", "companion.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
EMPTY = [sys.executable, "-m", "bench.empty"]
GOAL = 50.0
"""Milliseconds within which 95 % of requests should be answered."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs on its own core."""

    port: int
    pid: int

    def read_seconds(self) -> float:
        """Return the seconds of its core that it has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def set_tables(environment: Mapping[str, str], count: int, phones: int) -> list[list[Phone]]:
    """Open tables with all shelves but the first one entered; return their phones, the screen last.

    ``environment`` names the instance folder, and the database if it is not there.
    """
    app = create_app(load_settings(environment))
    tables, signer = [], find_signer(app)
    with app.app_context():
        for number, game in enumerate(make_games(count)):
            # Signed as the app's own: the server tells phones apart by them.
            tokens = [signer.sign(f"bench-{number}-{place}").decode() for place in range(phones - 1)]
            seats = [
                StoredSeat(player["name"], player["focus"], device=hash_token(token))
                for player, token in zip(game["players"], tokens, strict=False)
            ]
            details = Details("B-7c", "en", game["prominent"], game["banned"], game["date"])
            table = Table(host=seats[0].device, code=make_code())
            slug = queries.start_draft(details, seats, StoredLibrary(), read_clock(), table=table)
            for position, player in list(enumerate(game["players"][: len(seats)], start=1))[1:]:
                queries.write_shelf(slug, position, player["shelf"], None, read_clock())
            tables.append(_hand_out(slug, tokens, game["players"][0]["shelf"]))
    return tables


def _hand_out(slug: str, tokens: Sequence[str], shelf: str) -> list[Phone]:
    desk = f"/inspections/{slug}"
    lines = [Line(0, {COOKIE: token}) for token in tokens]
    cards = tuple(shelf.replace(" / ", " ").split())
    first = Librarian(f"{desk}/seats/1/shelf", lines[0], cards=cards)
    return [first, *(Phone(desk, line) for line in lines[1:]), Phone(f"{desk}/screen", Line(0))]


@contextmanager
def serve(command: Sequence[str], folder: str, core: int) -> Iterator[Server]:
    """Run a server on one core; at the end it is killed without a chance to clean up."""
    others = os.sched_getaffinity(0)
    # Child processes inherit it, and so do all threads of the server.
    os.sched_setaffinity(0, {core})
    environment = {**os.environ, "COMPANION_INSTANCE": folder}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
    os.sched_setaffinity(0, others)
    try:
        welcome = process.stdout.readline() if process.stdout else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", welcome)
        if not found:
            raise AssertionError(f"{command[-1]} did not start")
        yield Server(int(found[1]), process.pid)
    finally:
        process.kill()
        process.communicate()


def run(server: Server, phones: list[Phone], chosen: Namespace, *, opens: bool) -> tuple[Record, float]:
    """Let the phones play against a server; return what was measured and the share of its core in use."""
    for phone in phones:
        phone.line.port = server.port
        if not opens:
            phone.live = phone.page

    async def evening() -> tuple[Record, float]:
        if opens:
            await open_pages(phones)
        before = server.read_seconds()
        record = await play(phones, chosen.seconds, chosen.every)
        return record, (server.read_seconds() - before) / chosen.seconds

    # The load generator must not be late because of its own garbage collection.
    gc.collect()
    gc.freeze()
    return asyncio.run(evening())


def count_kept(environment: Mapping[str, str], phones: list[Phone]) -> tuple[int, int]:
    """Open the database; return how many acknowledged writes are in it, and how many more than were acknowledged."""
    found = more = 0
    app = create_app(load_settings(environment))
    with app.app_context():
        for phone in phones:
            if isinstance(phone, Librarian):
                seat = queries.find_draft(phone.page.split("/")[2]).find_seat(1)
                kept = seat.version - phone.first_version
                found += min(kept, phone.acknowledged) - (phone.acknowledged > 0 and seat.shelf != phone.shelf)
                more += max(0, kept - phone.acknowledged)
    return found, more


def find_share(milliseconds: Sequence[float], share: float) -> float:
    """Return the time within which a share of the requests was answered."""
    return sorted(milliseconds)[min(len(milliseconds) - 1, int(share * len(milliseconds)))]


def describe(times: Sequence[float]) -> str:
    """Format the times of requests as a line of a table."""
    shares = "".join(f"{find_share(times, share):8.1f}" for share in (0.5, 0.95, 0.99, 1))
    return f"{shares}   of {len(times)}"


def report(name: str, record: Record, use: float) -> None:
    """Print the times of one server."""
    print(f"{name}: {100 * use:.0f} % of its core")
    print(f"  {'milliseconds':12}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}")
    for title, times in (("all", record.all), ("questions", record.polls), ("writes", record.writes)):
        if times:
            print(f"  {title:12}{describe(times)}")


def read_arguments(given: Sequence[str] | None = None) -> Namespace:
    parser = ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--phones", type=int, default=5, choices=range(2, 6), help="of each table, the screen included")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, default=10, help="seconds between two writes of a librarian")
    return parser.parse_args(given)


def main() -> None:
    chosen = read_arguments()
    *_, core = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, os.sched_getaffinity(0) - {core} or {core})
    with tempfile.TemporaryDirectory() as folder:
        environment = {"COMPANION_INSTANCE": folder}
        phones = [phone for table in set_tables(environment, chosen.tables, chosen.phones) for phone in table]
        rest = [phone for table in set_tables(environment, chosen.tables, chosen.phones) for phone in table]
        with serve(EMPTY, folder, core) as server:
            empty, empty_use = run(server, rest, chosen, opens=False)
        with serve(COMPANION, folder, core) as server:
            record, use = run(server, phones, chosen, opens=True)
        found, more = count_kept(environment, phones)
    acknowledged = sum(phone.acknowledged for phone in phones if isinstance(phone, Librarian))
    print(f"{chosen.tables} tables of {chosen.phones} phones for {chosen.seconds:g} s")
    report("the companion", record, use)
    report("an empty route", empty, empty_use)
    p95, beside = find_share(record.all, 0.95), find_share(empty.all, 0.95)
    ratios = {"p50": median(record.all) / median(empty.all), "p95": p95 / beside, "core": use / empty_use}
    print("beside it: " + ", ".join(f"{name} {ratio:.1f} times" for name, ratio in ratios.items()))
    print(f"load average {os.getloadavg()[0]:.1f}")
    print(f"unchanged (304): {100 * record.unchanged / len(record.polls):.0f} % of the questions")
    print(f"writes: {acknowledged} acknowledged, {found} found, {more} doubled")
    print(f"  {record.lost_answers} sent again as the answer was lost, {record.repeated} although it was not")
    print(f"  {record.stale} more from old pages, {record.stale_kept} of them kept")
    if record.faults or found != acknowledged or more or record.stale_kept:
        raise AssertionError(f"something was lost or doubled: {record.faults[:5]}")
    print(f"p95 {p95:.1f} ms: {'within' if p95 < GOAL else 'beyond'} {GOAL:g} ms")


if __name__ == "__main__":
    main()
