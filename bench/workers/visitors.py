"""A phone as a plain HTTP client: forms with their token, photos, and waiting for what becomes of them."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from urllib.parse import urlencode

from .sites import Site

_COOKIE = re.compile(r"([^=;]+)=([^;]*)")
FORM = "application/x-www-form-urlencoded"
POLL_SECONDS = 0.1
_ADDRESSES = (f"127.1.{number // 250 % 250}.{number % 250 + 1}" for number in count())
NAMES = ("Rita", "Eric", "Ana", "Ola")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and the seconds that it took."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        return unescape(self.body.decode("utf-8", "replace"))


@dataclass(slots=True)
class Visitor:
    """A phone with its cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    address: str = field(default_factory=_ADDRESSES.__next__)
    """Its own, as each phone in a Wi-Fi has: what is costly is limited by address too."""
    patience_seconds: float = 120.0

    def ask(
        self, path: str, body: bytes | None = None, kind: str = FORM, accept: str = "text/html", tag: str = ""
    ) -> Answer:
        """Send one request over a connection of its own."""
        headers = {"Accept": accept, "Accept-Language": "en", "Cookie": "; ".join(map("=".join, self.cookies.items()))}
        headers |= {"Content-Type": kind} if body is not None else {}
        headers |= {"If-None-Match": tag} if tag else {}
        begun = time.perf_counter()
        line = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=self.patience_seconds, source_address=(self.address, 0)
        )
        line.request("GET" if body is None else "POST", path, body, headers)
        response = line.getresponse()
        content = response.read()
        seconds = time.perf_counter() - begun
        for name, value in response.getheaders():
            if name.lower() == "set-cookie" and (found := _COOKIE.match(value)):
                self.cookies[found[1]] = found[2]
        line.close()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, content, seconds)

    def find_token(self) -> str:
        if not self.token:
            found = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', self.ask("/inspections/new").text)
            if not found:
                raise AssertionError("no form has a token")
            self.token = found[1]
        return self.token

    def send(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form."""
        body = urlencode({"csrf_token": self.find_token(), **fields}).encode()
        answer = self.ask(path, body)
        if answer.status not in (200, 302, 303):
            raise AssertionError(f"{path}: {answer.status}")
        return answer

    def send_photo(self, path: str, content: bytes) -> Answer:
        """Send a photo as the page's script does."""
        edge = secrets.token_hex(16)
        fields = {"csrf_token": self.find_token(), "request_key": secrets.token_hex(16), "purpose": "whole"}
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in fields.items()
        ]
        head = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n'
        parts += [head.encode(), b"Content-Type: image/jpeg\r\n\r\n", content, f"\r\n--{edge}--\r\n".encode()]
        return self.ask(path, b"".join(parts), f"multipart/form-data; boundary={edge}", "application/json")

    def await_end(self, answer: Answer, seconds: float) -> tuple[str, ...]:
        """Follow a photo, as the page's script does; return the sentences that say why it could not be read."""
        told = json.loads(answer.body)
        if "follow" not in told:
            return tuple(told.get("sentences", ())) or (str(told.get("error", "")),)
        address, tag, begun = told["follow"], "", time.perf_counter()
        while time.perf_counter() - begun < seconds:
            answer = self.ask(address, accept="application/json", tag=tag)
            if answer.status == 200:
                told, tag = json.loads(answer.body), answer.headers.get("etag", "")
                if "go" in told:
                    return tuple(told.get("sentences", ()))
            elif answer.status != 304:
                raise AssertionError(f"{address}: {answer.status}")
            time.sleep(POLL_SECONDS)
        raise AssertionError(f"{address}: nothing became of it within {seconds:g} s")

    def fetch_pdf(self, path: str) -> bytes:
        """Ask for a form until it is there."""
        answer = self.ask(path)
        if answer.status in (302, 303):
            for _ in range(600):
                time.sleep(POLL_SECONDS)
                answer = self.ask(path)
                if answer.status == 200:
                    break
        if not answer.body.startswith(b"%PDF-"):
            raise AssertionError(f"{path}: {answer.status} {answer.body[:200]!r}")
        return answer.body


def open_table(site: Site, seats: int, port: int = 0) -> tuple[Visitor, str]:
    """Open an inspection that one phone keeps alone; return the phone and the URL of its desk."""
    visitor = Visitor(port or site.ports[0])
    names = {f"seats-{number}-name": name for number, name in zip(range(seats), NAMES, strict=False)}
    focuses = {f"seats-{number}-focus": focus for number, focus in zip(range(seats), "SHMF", strict=False)}
    head = {"way": "all", "edition": "en", "prominent": "R", "banned": "C", "date": "2026-11-20"}
    answer = visitor.send("/inspections/new", {**head, **names, **focuses})
    return visitor, answer.headers["location"]
