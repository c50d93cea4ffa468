"""A visitor: a browser without scripts, whose forms carry their token, with a fixed clock.

Several phones at a table are several visitors to one app.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.engine import make_url
from werkzeug.test import TestResponse

from companion.store.models import db
from companion.store.tables import queries
from companion.store.tables.drafts import StoredDraft
from companion.web.access.guards import COOKIE

from ..conftest import do_jobs

EVENING = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
HEAD = {"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C", "date": "2026-11-20"}
SEATED = ({"position": "1", "name": "Rita"}, {"position": "2", "name": "Eric"})
FIGURES = {"C": "4", "F": "8", "H": "10", "M": "6", "R": "8", "S": "7"}


SEAL = re.compile('name="csrf_token" value="[^"]+"')


def without_seals(page: str) -> str:
    """A page without its tokens: they hold the second in which they were made, so two pages may differ in it."""
    return SEAL.sub("", page)


class Visitor:
    """Opens pages and submits forms; returns the page's text with entities decoded."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.status = 0
        self.address = "/"
        self.headers: dict[str, str] = {}
        self.token = ""

    def open(self, address: str, **headers: str) -> str:
        return self._take(self.client.get(address, headers=headers))

    def send(self, address: str, fields: dict[str, object] | None = None, **headers: str) -> str:
        """Submit a form and follow redirects."""
        data = {"csrf_token": self.find_token(), **(fields or {})}
        return self._take(self.client.post(address, data=data, headers=headers, follow_redirects=True))

    def store(self, address: str, fields: dict[str, object] | None = None) -> str:
        """Submit a form that is accepted; return the address that it leads to, which is not opened."""
        data = {"csrf_token": self.find_token(), **(fields or {})}
        response = self.client.post(address, data=data)
        response.close()
        assert response.status_code == 302, (address, response.status_code)
        return urlsplit(response.location).path

    def follow(self) -> str:
        """Let waiting jobs be done, and reload the page that follows one: it goes on to what came of it."""
        do_jobs(self.client.application)
        return self._take(self.client.get(self.address, follow_redirects=True))

    @property
    def cookies(self) -> tuple[tuple[str, str], ...]:
        kept = (self.client.get_cookie(name) for name in (COOKIE, "session"))
        return tuple((cookie.key, cookie.value) for cookie in kept if cookie)

    def find_token(self) -> str:
        """The token that every form of this visitor carries."""
        if not self.token:
            page = self.client.get("/join").get_data(as_text=True)
            match = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', page)
            assert match is not None
            self.token = match[1]
        return self.token

    def start(self, *names: str, **fields: str) -> str:
        """Start an inspection; return the URL of its desk."""
        seats = {f"seats-{number}-name": name for number, name in enumerate(names)}
        focuses = {f"seats-{number}-focus": focus for number, focus in zip(range(len(names)), "SHMF", strict=False)}
        way = "solo" if fields.get("form") == "S-42A" else "all"
        leads = self.store("/inspections/new", {**HEAD, "way": way, **seats, **focuses, **fields})
        self.address = leads.removesuffix("/game")
        assert re.fullmatch(r"/inspections/[\w-]{16}", self.address), self.address
        return self.address

    def open_table(self, name: str = "Rita") -> str:
        """Open a table for several phones, with or without taking a seat; return the URL of its desk."""
        self.address = self.store("/tables/new", {"name": name, "edition": "en", "date": "2026-11-20"})
        return self.address

    def sit_down(self, code: str, name: str) -> str:
        """Join a table; return the resulting page."""
        return self.send(f"/join/{code}", {"name": name})

    def ask_for(self, code: str, position: int) -> str:
        """Claim a seat; return the resulting page."""
        return self.send(f"/join/{code}/seats/{position}")

    def find_number(self, desk: str, position: int) -> str:
        """The number that this phone shows while it waits for a seat; empty if it does not wait."""
        match = re.search(r'class="claim-word"><b>(\d{4})</b>', self.open(f"{desk}/seats/{position}/moving"))
        return match[1] if match else ""

    def answer_claim(self, desk: str, position: int, number: str, answer: str = "yes") -> str:
        """Answer another phone that asks for a seat, as this phone's desk offers it; else with a guessed key."""
        section = re.search(rf'aria-labelledby="claim-{number}".*?</section>', self.open(desk), re.DOTALL)
        key = re.search(r'name="key" value="([^"]+)"', section[0]) if section else None
        return self.send(f"{desk}/seats/{position}/moving", {"key": key[1] if key else "guessed", "answer": answer})

    def _take(self, response: TestResponse) -> str:
        self.status = response.status_code
        self.address = response.request.path
        self.headers = dict(response.headers)
        content = response.get_data()
        response.close()
        return unescape(content.decode()) if response.mimetype == "text/html" else content.decode(errors="replace")


@pytest.fixture(scope="session", autouse=True)
def forms(forms_drawn_once: None) -> None:
    """Forms that are printed here are drawn once for all tests."""


@pytest.fixture
def phones(app: Flask) -> Callable[[], Visitor]:
    """A function that returns another phone visiting the same app."""
    app.config["CLOCK"] = lambda: EVENING
    return lambda: Visitor(app.test_client())


@pytest.fixture
def visitor(phones: Callable[[], Visitor]) -> Visitor:
    return phones()


@pytest.fixture
def find_kept(app: Flask) -> Callable[[str], StoredDraft]:
    """A function that returns the stored draft behind a desk's URL, unmasked."""

    def find(desk: str) -> StoredDraft:
        with app.app_context():
            return queries.find_draft(desk.removeprefix("/inspections/"))

    return find


@dataclass
class Evening:
    """A table and the phones at it."""

    desk: str
    code: str
    rita: Visitor
    """The host, on seat 1."""
    eric: Visitor
    """A guest, on seat 2."""
    watcher: Visitor
    """Knows the URL and has no seat."""

    def send(self, path: str, phone: Visitor, fields: dict[str, object] | None = None) -> str:
        """Submit a form to a URL below the desk."""
        return phone.send(self.desk + path, fields)

    def store(self, path: str, phone: Visitor, fields: dict[str, object] | None = None) -> None:
        """Submit a form to a URL below the desk; it is accepted."""
        phone.store(self.desk + path, fields)

    def fill(self) -> None:
        """Enter everything that the inspection needs: a shelf, a tally, and two focuses."""
        names = {f"seats-{row}-{key}": value for row, seat in enumerate(SEATED) for key, value in seat.items()}
        self.store("/details", self.rita, {**HEAD, **names})
        self.store("/seats/1/shelf", self.rita, {"shelf": "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"})
        self.store("/seats/2/tally", self.eric, {**FIGURES, "stability": "12"})
        self.store("/seats/1/focus", self.rita, {"focus": "S"})
        self.store("/seats/2/focus", self.eric, {"focus": "H"})

    def reveal(self) -> None:
        """Enter everything and reveal the focuses."""
        self.fill()
        self.store("/lock", self.rita)
        self.store("/reveal", self.rita)


@dataclass(frozen=True)
class Memory:
    """What a scene has left: the database, what each visitor keeps of it, and what it returned."""

    database: bytes
    visitors: tuple[tuple[tuple[tuple[str, str], ...], str, str], ...]
    result: tuple[str, ...]


@pytest.fixture(scope="session")
def memories() -> dict[str, Memory]:
    return {}


def let_go(app: Flask) -> None:
    """Close the connections of an app to its database, which is one file then."""
    with app.app_context():
        db.engine.dispose()


class Recall(Protocol):
    def __call__(self, scene: Callable[[], tuple[str, ...]], *visitors: Visitor) -> tuple[str, ...]:
        """Play a scene that starts in an empty app; return what it returns."""


@pytest.fixture
def recall(app: Flask, memories: dict[str, Memory]) -> Recall:
    """A function that plays a scene once; on SQLite, later tests go on from a copy of what it left."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    path = Path(url.database or "") if url.get_backend_name() == "sqlite" else None

    def recall(scene: Callable[[], tuple[str, ...]], *visitors: Visitor) -> tuple[str, ...]:
        if path is None:
            return scene()
        memory = memories.get(scene.__qualname__)
        if memory is None:
            result = scene()
            let_go(app)
            kept = tuple((visitor.cookies, visitor.token, visitor.address) for visitor in visitors)
            memory = memories[scene.__qualname__] = Memory(path.read_bytes(), kept, result)
        else:
            let_go(app)
            path.write_bytes(memory.database)
            for visitor, (cookies, visitor.token, visitor.address) in zip(visitors, memory.visitors, strict=True):
                for name, value in cookies:
                    visitor.client.set_cookie(name, value)
        return memory.result

    return recall


@pytest.fixture
def evening(
    phones: Callable[[], Visitor], visitor: Visitor, find_kept: Callable[[str], StoredDraft], recall: Recall
) -> Evening:
    """A table of two phones, with nothing entered yet, and a third one that only watches."""
    eric = phones()

    def sit_down() -> tuple[str, str]:
        desk = visitor.open_table("Rita")
        code = find_kept(desk).code
        eric.sit_down(code, "Eric")
        return desk, code

    desk, code = recall(sit_down, visitor, eric)
    return Evening(desk, code, visitor, eric, phones())


@pytest.fixture
def filled(evening: Evening, recall: Recall) -> Evening:
    """The evening, with everything entered."""

    def fill() -> tuple[str, ...]:
        evening.fill()
        return ()

    recall(fill, evening.rita, evening.eric)
    return evening


@pytest.fixture
def desk(visitor: Visitor, recall: Recall) -> str:
    """The desk of an inspection of two, with nothing entered yet."""
    return recall(lambda: (visitor.start("Rita", "Eric"),), visitor)[0]


@pytest.fixture
def tied(visitor: Visitor, desk: str) -> str:
    """The desk of an inspection of two who are tied to the last step."""
    for position in (1, 2):
        visitor.store(f"{desk}/seats/{position}/tally", {**FIGURES, "H": "7", "stability": "12"})
    return desk


@pytest.fixture
def finished(visitor: Visitor, desk: str) -> str:
    """The desk of an inspection that can be scored: a shelf of Rita's, a tally of Eric's, who wins."""
    visitor.store(f"{desk}/seats/1/shelf", {"shelf": "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"})
    visitor.store(f"{desk}/seats/2/tally", {**FIGURES, "stability": "12"})
    return desk


@pytest.fixture
def solo(visitor: Visitor) -> str:
    """The desk of a solo game that can be scored."""
    desk = visitor.start("Rita", form="S-42A", library_focus="F", difficulty="3")
    visitor.store(f"{desk}/seats/1/tally", {**FIGURES, "stability": "12"})
    visitor.store(f"{desk}/library", {"focus": "F", "kind": "discards", "discards": "B2:CF K1:RS M8:CFFR"})
    return desk
