"""Polls that are answered before the app sees them: the same request again, and nothing that it counts has changed.

A phone that follows a page repeats its request word for word every two seconds. What the app answered with *304* it
would answer so again as long as the counts of ``tag_page`` stay what they were: these are read, and nothing else.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import Flask, request
from sqlalchemy.exc import SQLAlchemyError

from ...workflow.access.roles import Viewer
from ...workflow.tables.drafts import MissingError
from ...workflow.tables.following import list_counts
from .clock import now

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_KNOWN = 5000
"""Polls that are kept in mind: a few hundred bytes each."""

_COUNTED = "companion.counted"
_REQUEST = ("PATH_INFO", "QUERY_STRING", "SCRIPT_NAME", "REMOTE_ADDR", "wsgi.url_scheme")
"""What an answer may depend on, besides the headers."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted for an answer."""

    slug: str
    viewer: Viewer
    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """An answer that nothing has changed."""

    counted: Counted
    headers: tuple[tuple[str, str], ...]


def note_counts(counted: Counted) -> None:
    """Say what the answer to this request depends on; call this before the answer is made."""
    request.environ[_COUNTED] = counted


class Unchanged:
    """Stands before an app and repeats its *304* as long as it would be given again."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._answer: WSGIApplication = app.wsgi_app
        self._known: OrderedDict[bytes, Known] = OrderedDict()
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET" or "HTTP_IF_NONE_MATCH" not in environ:
            return self._answer(environ, start_response)
        key = _digest(environ)
        known = self._find(key)
        if known is not None and self._is_same(known.counted):
            start_response("304 NOT MODIFIED", list(known.headers))
            return ()

        def start(status: str, headers: list[tuple[str, str]], *others: Any) -> Any:
            counted: Counted | None = environ.get(_COUNTED)
            if counted is not None and status.startswith("304 ") and all(name != "Set-Cookie" for name, _ in headers):
                self._keep(key, Known(counted, tuple(headers)))
            return start_response(status, headers, *others)

        return self._answer(environ, start)

    def _is_same(self, counted: Counted) -> bool:
        try:
            with self._app.app_context():
                return list_counts(counted.slug, counted.viewer, now()) == counted.counts
        except (MissingError, SQLAlchemyError):
            # The app knows what to say.
            return False

    def _find(self, key: bytes) -> Known | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def _keep(self, key: bytes, known: Known) -> None:
        with self._lock:
            self._known[key] = known
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)


def _digest(environ: WSGIEnvironment) -> bytes:
    """Return what tells a request from every other one; as long for the longest headers as for the shortest."""
    headers = [item for item in environ.items() if item[0].startswith("HTTP_")]
    return hashlib.blake2s(repr((headers, [environ.get(name) for name in _REQUEST])).encode()).digest()
