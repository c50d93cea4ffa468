"""An office whose phones note every page that they are shown, for the tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from companion.web.access.doors import COOKIE

from .web.conftest import EVENING, Visitor


@dataclass(frozen=True, slots=True)
class Shown:
    """A page as a phone was shown it."""

    state: str
    """What it shows and to whom, in words."""
    endpoint: str
    """Where it was asked for; nothing where there is no such address."""
    address: str
    status: int
    is_asked: bool
    """Whether it was asked for, rather than answered to a form."""
    html: str
    token: str
    """Of the phone; nothing where it has none."""


class Phone(Visitor):
    """A visitor who notes pages."""

    def __init__(self, client: FlaskClient, note: Callable[[Shown], None]) -> None:
        super().__init__(client)
        self.note = note

    def see(self, state: str, address: str, status: int = 200) -> str:
        """Note the page at an address."""
        return self._note(state, "GET", address, None, status)

    def answer(self, state: str, address: str, fields: dict[str, object] | None, status: int = 200) -> str:
        """Note the page that answers a form; without fields its token is missing as well."""
        data = None if fields is None else {"csrf_token": self.find_token(), **fields}
        return self._note(state, "POST", address, data, status)

    def _note(self, state: str, method: str, address: str, data: dict[str, object] | None, status: int) -> str:
        response = self.client.open(address, method=method, data=data)
        html = response.get_data(as_text=True)
        response.close()
        assert (response.status_code, response.mimetype) == (status, "text/html"), f"{state}: {response.status}"
        cookie = self.client.get_cookie(COOKIE)
        endpoint = find_endpoint(self.client.application, address, method)
        token = cookie.value if cookie else ""
        self.note(Shown(state, endpoint, address, status, method == "GET", html, token))
        return html


class Office:
    """An app at a fixed hour, the phones that visit it, and who is told of the pages that they note."""

    def __init__(self, app: Flask, note: Callable[[Shown], None], language: str = "en") -> None:
        app.config["CLOCK"] = lambda: EVENING
        self.app = app
        self.note = note
        self.language = language

    def hand_out(self) -> Phone:
        """Hand out a phone that wants the office's language."""
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = self.language
        return Phone(client, self.note)


def find_endpoint(app: Flask, address: str, method: str) -> str:
    """Return what answers at an address; nothing where nothing does."""
    try:
        endpoint, _values = app.url_map.bind("localhost").match(address.partition("?")[0], method=method)
    except HTTPException:
        return ""
    return str(endpoint)
