"""A visitor to the office: a browser without scripts, whose forms carry their token, at a fixed hour."""

from __future__ import annotations

import datetime
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

EVENING = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
FIGURES = {"C": "4", "F": "8", "H": "10", "M": "6", "R": "8", "S": "7"}


class Visitor:
    """Opens pages and sends forms; what comes back is the page's text, entities undone."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.status = 0
        self.address = "/"
        self.headers: dict[str, str] = {}
        self.token = ""

    def open(self, address: str, **headers: str) -> str:
        return self._take(self.client.get(address, headers=headers))

    def send(self, address: str, fields: dict[str, object] | None = None, **headers: str) -> str:
        """Send a form and follow where it leads."""
        data = {"csrf_token": self.find_token(), **(fields or {})}
        return self._take(self.client.post(address, data=data, headers=headers, follow_redirects=True))

    def find_token(self) -> str:
        """The token that every form of this visitor carries."""
        if not self.token:
            page = self.client.get("/inspections/new").get_data(as_text=True)
            match = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', page)
            assert match is not None
            self.token = match[1]
        return self.token

    def start(self, *names: str, **fields: str) -> str:
        """Start an inspection; return the address of its desk."""
        head = {"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C", "date": "2026-11-20"}
        seats = {f"seats-{number}-name": name for number, name in enumerate(names)}
        focuses = {f"seats-{number}-focus": focus for number, focus in zip(range(len(names)), "SHMF", strict=False)}
        self.send("/inspections/new", {**head, **seats, **focuses, **fields})
        assert re.fullmatch(r"/inspections/[\w-]{16}", self.address), self.address
        return self.address

    def _take(self, response: TestResponse) -> str:
        self.status = response.status_code
        self.address = response.request.path
        self.headers = dict(response.headers)
        content = response.get_data()
        response.close()
        return unescape(content.decode()) if response.mimetype == "text/html" else content.decode(errors="replace")


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    app.config["CLOCK"] = lambda: EVENING
    return Visitor(app.test_client())


@pytest.fixture
def desk(visitor: Visitor) -> str:
    """The desk of an inspection of two, with nothing entered yet."""
    return visitor.start("Rita", "Eric")


@pytest.fixture
def tied(visitor: Visitor, desk: str) -> str:
    """The desk of an inspection of two who are tied to the last."""
    for position in (1, 2):
        visitor.send(f"{desk}/seats/{position}/tally", {**FIGURES, "H": "7", "stability": "12"})
    return desk


@pytest.fixture
def finished(visitor: Visitor, desk: str) -> str:
    """The desk of an inspection that can be counted: a shelf of Rita's, a tally of Eric's, who wins."""
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"})
    visitor.send(f"{desk}/seats/2/tally", {**FIGURES, "stability": "12"})
    return desk


@pytest.fixture
def solo(visitor: Visitor) -> str:
    """The desk of a solo game that can be counted."""
    desk = visitor.start("Rita", form="S-42A", library_focus="F", difficulty="3")
    visitor.send(f"{desk}/seats/1/tally", {**FIGURES, "stability": "12"})
    visitor.send(f"{desk}/library", {"focus": "F", "kind": "discards", "discards": "B2:CF K1:RS M8:CFFR"})
    return desk
