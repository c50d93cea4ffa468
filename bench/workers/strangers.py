"""500 phones at 100 tables while 30 strangers do their worst for a minute: ``python -m bench.workers.strangers``.

The phones are those of ``bench.tables``, the five of a table behind a router of their own; another one loads whole
pages all the while. They play undisturbed first. Then strangers join in, one half from the addresses of honest tables
and the other from addresses of their own: they draw forms, open tables, guess codes, write and send nonsense, take
connections, and so on, each as fast as it is answered. Everything runs on the same machine. Honest answers have to
come within 150 ms (p95) and without a fault, and at the end every acknowledged write has to be in the database.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import multiprocessing
import os
import random
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Thread
from urllib.parse import quote, urlencode

from bench.evening import Librarian, Phone, Record, play
from bench.tables import count_kept, describe, find_share, set_tables
from companion.forms.sheets.parts import Paper
from companion.store.database import opened_database
from companion.wording.languages import find_languages

from .evening import open_all
from .hostile import Honest, load_pages
from .sites import measured_memory, prepared_site, start_all
from .visitors import Visitor

GOAL_MILLISECONDS = 150.0
EVERY_SECONDS = 10.0
"""Between two writes of a librarian."""
PATIENCE_SECONDS = 10.0
"""How long a stranger waits for an answer."""
CONNECTIONS = 100
"""How many a stranger takes at once who takes connections."""
HEAD = {"way": "all", "edition": "en", "prominent": "R", "banned": "C", "date": "2026-11-20"}
TEN_MEGABYTES = 10_000_000


def post(stranger: Visitor, path: str, fields: dict[str, str]) -> int:
    """Send a form with a good token, whatever comes of it; return the status."""
    return stranger.ask(path, urlencode({"csrf_token": stranger.find_token(), **fields}).encode()).status


def draw_forms(stranger: Visitor) -> int:
    language, paper = random.choice(sorted(find_languages())), random.choice(list(Paper))
    form, way = random.choice(("B-7c", "S-42A")), random.choice(("page", "pdf"))
    return stranger.ask(f"/forms/blank?form={form}&language={language}&paper={paper.value}&as={way}").status


def open_tables(stranger: Visitor) -> int:
    """Open a table with a device of its own each time."""
    fresh = Visitor(stranger.port, address=stranger.address, patience_seconds=PATIENCE_SECONDS)
    return post(fresh, "/tables/new", {"name": "Mallory", "edition": "en", "date": "2026-11-20", "deck": "new"})


def guess_codes(stranger: Visitor) -> int:
    return stranger.ask("/join/" + "".join(random.choices("CDFGHJKMNPQRTVWX", k=6))).status


def write_nonsense(stranger: Visitor) -> int:
    """Write the longest shelf that makes the longest answer, and let the table be counted."""
    desk = find_own_table(stranger)
    text = random.choice(("? " * 90_000, "#" * 80_000, "A1:CFHMRS " * 9_000, "/ " * 90_000))
    statuses = [post(stranger, f"{desk}/seats/1/shelf", {"shelf": text})]
    statuses += [stranger.ask(f"{desk}{path}").status for path in ("", "/seats/1/advice", "/scorecard", "/sheet.pdf")]
    return max(statuses)


def bring_decks(stranger: Visitor) -> int:
    return send_file(stranger, "/decks/bring", "file", b"[" + b"[]," * (TEN_MEGABYTES // 3) + b"[]]")


def send_photos(stranger: Visitor) -> int:
    picture = b"\xff\xd8\xff\xe0" + os.urandom(TEN_MEGABYTES // 5)
    return send_file(stranger, f"{find_own_table(stranger)}/seats/1/photo", "photo", picture)


def send_bodies(stranger: Visitor) -> int:
    """Send a body without an end to where none is taken."""
    line = connect(stranger)
    with line, suppress(OSError):
        line.sendall(b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(TEN_MEGABYTES // 65_536):
            line.sendall(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
    return 0


def take_connections(stranger: Visitor) -> int:
    """Open many connections and let a request trickle on each."""
    lines = []
    with suppress(OSError):
        for _ in range(CONNECTIONS):
            lines.append(connect(stranger))
            lines[-1].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    for _ in range(10):
        time.sleep(1)
        for line in lines:
            with suppress(OSError):
                line.sendall(b"x")
    for line in lines:
        line.close()
    return 0


def search(stranger: Visitor) -> int:
    words = " ".join(random.choices(("Rita", "Eric", "%", "_", "ž"), k=1000))
    return stranger.ask(random.choice((f"/?q={quote(words)}", "/people", "/standings", f"/?q={'x' * 60_000}"))).status


def begin_houses(stranger: Visitor) -> int:
    return post(stranger, "/houses/new", {"name": "Hideout"})


ATTACKS: tuple[Callable[[Visitor], int], ...] = (
    *(draw_forms, open_tables, guess_codes, write_nonsense, bring_decks),
    *(send_photos, send_bodies, take_connections, search, begin_houses),
)


def find_own_table(stranger: Visitor) -> str:
    """Return the desk of a table of the stranger's own."""
    desk = stranger.cookies.get("desk", "")
    if not desk:
        fields = {"csrf_token": stranger.find_token(), **HEAD, "seats-0-name": "Mallory", "seats-0-focus": "S"}
        answer = stranger.ask("/inspections/new", urlencode(fields).encode())
        desk = answer.headers.get("location", "/inspections/refused")
        if answer.status == 302:
            # A cookie that the server does not know, and a place to keep it.
            stranger.cookies["desk"] = desk
    return desk


def send_file(stranger: Visitor, path: str, name: str, content: bytes) -> int:
    edge = "0" * 32
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in {"csrf_token": stranger.find_token(), "request_key": os.urandom(9).hex()}.items()
    ]
    head = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="x"\r\n\r\n'.encode()
    body = b"".join([*parts, head, content, f"\r\n--{edge}--\r\n".encode()])
    return stranger.ask(path, body, f"multipart/form-data; boundary={edge}").status


def connect(stranger: Visitor) -> socket.socket:
    return socket.create_connection(("127.0.0.1", stranger.port), PATIENCE_SECONDS, (stranger.address, 0))


def attack(port: int, addresses: Sequence[str], seconds: float) -> dict[str, Counter[str]]:
    """Let strangers do their worst for a while; return what each kind was answered, and how often.

    Runs in a process of its own: the honest phones must not wait for these threads.
    """
    answered: dict[str, Counter[str]] = {kind.__name__: Counter() for kind in ATTACKS}

    def rage(number: int) -> None:
        kind = ATTACKS[number // 2 % len(ATTACKS)]
        stranger = Visitor(port, address=addresses[number], patience_seconds=PATIENCE_SECONDS)
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            try:
                answer = str(kind(stranger))
            except (OSError, http.client.HTTPException, AssertionError) as error:
                answer = type(error).__name__
            answered[kind.__name__][answer] += 1

    with ThreadPoolExecutor(len(addresses)) as pool:
        list(pool.map(rage, range(len(addresses))))
    return answered


def list_addresses(phones: Sequence[Phone], strangers: int) -> list[str]:
    """Give the phones of each table an address; return those of the strangers, every other one an honest table's."""
    tables = list(dict.fromkeys(phone.page.split("/")[2] for phone in phones))
    routers = {table: f"127.2.{number // 250}.{number % 250 + 1}" for number, table in enumerate(tables)}
    for phone in phones:
        phone.line.address = routers[phone.page.split("/")[2]]
    honest = list(routers.values())
    return [f"127.9.0.{number + 1}" if number % 2 else honest[number // 2 % len(honest)] for number in range(strangers)]


def play_for(phones: list[Phone], seconds: float) -> Record:
    return asyncio.run(play(phones, seconds, EVERY_SECONDS))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workers.strangers", description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="with five phones each")
    parser.add_argument("--strangers", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60, help="how long the strangers do their worst")
    parser.add_argument("--before", type=float, default=20, help="how long the phones are undisturbed before")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--on", choices=("sqlite", "postgresql"), default="sqlite")
    sys.exit(0 if measure(parser.parse_args()) else 1)


def measure(chosen: argparse.Namespace) -> bool:
    """Measure and print; return whether all was kept."""
    pages, meanwhile = Honest(), Honest()
    with (
        prepared_site(chosen.on) as site,
        opened_database(site.url),
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as others,
    ):
        phones = [phone for table in set_tables(site.environment, chosen.tables, 5) for phone in table]
        addresses = list_addresses(phones, chosen.strangers)
        start_all(site, chosen.on, chosen.workers)
        for number, phone in enumerate(phones):
            phone.line.port = site.ports[number % len(site.ports)]
        asyncio.run(open_all(phones))
        with measured_memory(site) as memory:
            records = []
            for waits, seconds, is_raging in ((pages, chosen.before, False), (meanwhile, chosen.seconds, True)):
                stopping = Event()
                loading = Thread(target=load_pages, args=(site, waits, stopping))
                raging = others.submit(attack, site.ports[0], addresses, seconds) if is_raging else None
                loading.start()
                records.append(play_for(phones, seconds))
                stopping.set()
                loading.join()
            answered = raging.result() if raging else {}
        found, more = count_kept(site.environment, phones)
    alone, beside = records
    acknowledged = sum(phone.acknowledged for phone in phones if isinstance(phone, Librarian))
    p95 = find_share([*beside.all, *(1000 * seconds for seconds in meanwhile.pages)], 0.95)
    faults = [*alone.faults, *beside.faults, *pages.faults, *meanwhile.faults]
    print(f"{chosen.on}: {len(phones)} phones, {chosen.strangers} strangers for {chosen.seconds:g} s")
    print(f"  {'milliseconds':28}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>8}")
    for title, record, waits in (("undisturbed", alone, pages), ("beside strangers", beside, meanwhile)):
        print(f"  {f'phones, {title}':28}{describe(record.all)}")
        print(f"  {f'whole pages, {title}':28}{describe([1000 * seconds for seconds in waits.pages])}")
    for kind, counts in answered.items():
        print(f"  {kind:18}" + ", ".join(f"{number} x {answer}" for answer, number in counts.most_common()))
    for title, processes in (("web", memory.servers), ("worker", memory.workers)):
        print(f"  {title}: " + ", ".join(f"{megabytes:.0f} MB" for megabytes in processes.values()))
    print(f"  writes: {acknowledged} acknowledged, {found} found, {more} doubled; unexpected answers: {len(faults)}")
    print(f"  load average {os.getloadavg()[0]:.1f}")
    print(
        f"  p95 {p95:.0f} ms: {'within' if p95 < GOAL_MILLISECONDS else 'BEYOND'} {GOAL_MILLISECONDS:g} ms", flush=True
    )
    for fault in faults[:5]:
        print(f"  {fault}")
    return not faults and found == acknowledged and not more and not beside.stale_kept and p95 < GOAL_MILLISECONDS


if __name__ == "__main__":
    main()
