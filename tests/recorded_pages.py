"""An app and phones that record every page they are shown, for tests that check all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from companion.web.access.guards import COOKIE

from .web.conftest import EVENING, Visitor


@dataclass(frozen=True, slots=True)
class Shown:
    """A page as shown to a phone."""

    state: str
    """What it shows and to whom, in words."""
    endpoint: str
    """The endpoint that was requested; empty if there is none."""
    address: str
    status: int
    html: str
    token: str
    """The phone's token; empty if it has none."""


class Phone(Visitor):
    """A visitor who records pages."""

    def __init__(self, client: FlaskClient, note: Callable[[Shown], None]) -> None:
        super().__init__(client)
        self.note = note

    def see(self, state: str, address: str, status: int = 200) -> str:
        """Record the page at a URL."""
        return self._note(state, "GET", address, None, status)

    def answer(self, state: str, address: str, fields: dict[str, object] | None, status: int = 200) -> str:
        """Record the page that answers a form; without fields the token is missing as well."""
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
        self.note(Shown(state, endpoint, address, status, html, token))
        return html


class Site:
    """An app with a fixed clock, the phones that visit it, and the callback for recorded pages."""

    def __init__(self, app: Flask, note: Callable[[Shown], None], language: str = "en") -> None:
        app.config["CLOCK"] = lambda: EVENING
        self.app = app
        self.note = note
        self.language = language

    def new_phone(self) -> Phone:
        """Return a new phone with the app's language."""
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = self.language
        return Phone(client, self.note)


def find_endpoint(app: Flask, address: str, method: str) -> str:
    """Return the endpoint of a URL; empty if there is none."""
    try:
        endpoint, _values = app.url_map.bind("localhost").match(address.partition("?")[0], method=method)
    except HTTPException:
        return ""
    return str(endpoint)
