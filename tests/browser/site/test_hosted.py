"""The larger size: two servers and two workers, all of them processes of their own, serve one game on PostgreSQL."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.store.database import opened_database, upgrade_database
from companion.store.jobs.jobs import Kind, State
from companion.store.models import JobRow, db

from ..games import WON_BY_THE_HAND, Librarian
from ..phones import Phone, Room
from ..photos.photo_review import choose_photo, look_at_doubts, use_shelf
from ..photos.photographs import photograph
from ..signed_form import check_form

PATIENCE = 300_000
"""Milliseconds to wait for a worker's first form: workers give way to whatever else the machine is at."""
ANA, BRUNO = WON_BY_THE_HAND.librarians
STEPS = ("A1", "A2-C", "A2-F", "A2-H", "A2-M", "A2-R", "A2-S", "B1", "B2", "B3", "B4", "B5", "TOTAL", "TIEBREAK")


@contextmanager
def running(folder: Path, url: str, *command: str) -> Iterator[str]:
    """Run the program with an instance folder of its own, as on a machine of its own; yield its first line."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")} | {
        "COMPANION_INSTANCE": str(folder),
        "COMPANION_DATABASE_URL": url,
        "COMPANION_SECRET_KEY": "the same for all of them",
        "COMPANION_WORKERS": "0",
    }
    program = [sys.executable, "-m", "companion.cli", *command]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, env=environment, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline()
    finally:
        process.terminate()
        process.communicate()


@pytest.fixture
def servers(cluster, tmp_path: Path) -> Iterator[tuple[str, ...]]:
    """The addresses of two servers, whose jobs two workers do."""
    url = cluster.make("hosted")
    upgrade_database(url)
    with ExitStack() as site:
        said = [
            site.enter_context(running(tmp_path / f"{n}", url, "serve", "--host", "127.0.0.1", "--port", "0"))
            for n in range(2)
        ]
        working = site.enter_context(running(tmp_path / "work", url, "work", "--workers", "2"))
        assert "At work: 2" in working
        yield tuple(re.findall(r"http://127\.0\.0\.1:\d+", " ".join(said)))


class TwoServers:
    """The game: Ana's phone is sent to one server, Bruno's to the other."""

    def __init__(self, one: Room, other: Room, servers: tuple[str, ...]) -> None:
        self.servers = servers
        self.ana, self.bruno = one.new_phone(), other.new_phone()
        self.desk = ""

    def sit_down(self) -> None:
        ana, bruno = self.ana, self.bruno
        ana.open("/")
        ana.follow("Open a table")
        ana.fill("Your name", ANA.name)
        ana.find("#particulars > summary").tap()
        ana.find("[name=edition]").select_option("en")
        ana.go_on()
        code = ana.find(".join-line b").inner_text()
        self.desk = ana.page.url.removeprefix(self.servers[0])
        bruno.open("/")
        bruno.follow("Join a table")
        bruno.fill("Table code", code)
        bruno.go_on()
        bruno.fill("Your name", BRUNO.name)
        bruno.press("Sit down")
        bruno.page.wait_for_url(f"{self.servers[1]}{self.desk}")
        ana.wait()
        expect(ana.find(".own-seat h3, .seat-chip .hand")).to_have_text([ANA.name, BRUNO.name])

    def choose_categories(self) -> None:
        self.ana.go_on()
        self.ana.choose("prominent", WON_BY_THE_HAND.prominent)
        self.ana.choose("banned", WON_BY_THE_HAND.banned)
        self.ana.go_on()
        for phone, librarian in ((self.ana, ANA), (self.bruno, BRUNO)):
            phone.follow(phone.terms.focus, librarian.name)
            phone.choose("focus", librarian.focus)
            expect(phone.find(".own-seat .seat-focus")).to_be_visible()

    def photograph_shelves(self) -> None:
        """Both send a photo before either is read; each reviews their own."""
        phones = ((self.ana, ANA), (self.bruno, BRUNO))
        photos = [photograph(librarian.shelf, "en", seed) for seed, librarian in enumerate((ANA, BRUNO), start=1)]
        for (phone, librarian), photo in zip(phones, photos, strict=True):
            phone.follow("Shelf", librarian.name)
            phone.page.wait_for_url("**/shelf")
            choose_photo(phone.page, "#choose-whole", photo)
        for phone, librarian in phones:
            self.review(phone, librarian)

    def review(self, phone: Phone, librarian: Librarian) -> None:
        cells = [row.split() for row in librarian.shelf.split(" / ")]
        # A worker gives way to everything else: on a busy machine a photo takes its time.
        expect(phone.find(".photo-count")).to_contain_text(f"{sum(map(len, cells))} cards", timeout=120_000)
        assert look_at_doubts(phone.page, cells)[1] == []
        use_shelf(phone.page)
        phone.leave_shelf()

    def change_servers(self) -> None:
        """The proxy sends each phone to the other server from now on."""
        for phone, server in ((self.ana, self.servers[1]), (self.bruno, self.servers[0])):
            phone.open(f"{server}{self.desk}")
            expect(phone.find(".own-seat")).to_be_visible()

    def walk(self) -> None:
        for phone in (self.ana, self.bruno):
            phone.be_done()
        self.ana.wait()
        self.ana.press("Begin the inspection")
        for step in STEPS:
            if step != "A1":
                self.ana.wait()
                self.ana.find("[data-walk=next]").tap()
            self.ana.expect_step(step)
            self.bruno.follow_to(step)
        for phone, librarian in ((self.ana, ANA), (self.bruno, BRUNO)):
            phone.page.get_by_label(librarian.name, exact=True).fill(str(librarian.hand))
            phone.press("Note it down")
            expect(phone.find("[data-tiebreak=hand] .answers")).to_contain_text(f"{librarian.name} {librarian.hand}")
        self.ana.wait()
        self.ana.find("[data-walk=next]").tap()
        self.bruno.follow_to("PROCLAIM")

    def fetch_form(self) -> bytes:
        self.bruno.go_on()
        self.bruno.page.wait_for_url(re.compile("/scorecard$"))
        self.bruno.page.set_default_timeout(PATIENCE)
        with self.bruno.page.expect_download() as download:
            with self.bruno.page.expect_response(re.compile(r"/sheet\.pdf")) as response:
                self.bruno.press("Download the PDF")
            if response.value.status == 302:
                # A worker that draws its first form needs longer than a page waits.
                self.bruno.page.wait_for_url("**/jobs/*")
                self.bruno.page.clock.resume()
                self.bruno.follow("Download the PDF")
        return download.value.path().read_bytes()


@pytest.mark.long
def test_two_servers_and_two_workers_serve_one_game(chromium: Browser, servers, cluster):
    with Room(chromium, servers[0], "en") as one, Room(chromium, servers[1], "en") as other:
        evening = TwoServers(one, other, servers)
        evening.sit_down()
        evening.choose_categories()
        evening.photograph_shelves()
        evening.change_servers()
        evening.walk()
        check_form(evening.fetch_form(), WON_BY_THE_HAND, WON_BY_THE_HAND.verdict)
        assert one.complaints == other.complaints == []
    with opened_database(cluster.find_url("hosted")):
        # The photos of an inspection go as it closes, and their jobs with them.
        jobs = db.session.query(JobRow).filter(JobRow.kind != Kind.TAKE_LESSONS.value)
        assert [(job.kind, job.state, job.attempts) for job in jobs] == [(Kind.PRINT_FORM, State.DONE, 1)]
