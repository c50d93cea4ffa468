"""Polling: every two seconds, phones ask whether anything has changed that they may see.

As long as nothing has, the answer costs one small query (see ``unchanged``). Its ETag consists of the number of public
changes and of this phone's own secret ones, so that it tells nobody else anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, abort, current_app, make_response, request

from ... import __version__
from ...workflow.access.seeing import SeenDraft
from ...workflow.tables.following import list_counts
from ..access.guards import find_draft, find_viewer
from ..access.rendering import answer_json
from .clock import now
from .languages import find_language
from .unchanged import Counted, note_counts

bp = Blueprint("live", __name__, url_prefix="/inspections/<slug>/live")


@dataclass(frozen=True, slots=True)
class Fragment:
    """The part of a page that is updated live."""

    html: str
    go: str | None = None
    """Where the phone should go instead, if the table has moved on."""


Renderer = Callable[[SeenDraft], Fragment]


@bp.get("/<page>")
def follow(slug: str, page: str) -> Response:
    """Answer 304 as long as nothing has changed, else with a page's fragment."""

    def draw() -> Response:
        renderers: dict[str, Renderer] = current_app.extensions["live"]
        if page not in renderers:
            abort(404)
        fragment = renderers[page](find_draft(slug))
        return answer_json({"html": fragment.html, "go": fragment.go})

    return answer_changed(tag_page(slug, page, request.query_string.decode()), draw)


def answer_changed(tag: str, draw: Callable[[], Response]) -> Response:
    """Answer 304 to whoever already has what a tag stands for, anybody else with what ``draw`` returns."""
    response = make_response("", 304) if request.if_none_match.contains(tag) else draw()
    response.set_etag(tag)
    return response


def register(app: Flask, page: str, render: Renderer) -> None:
    """Register a page for live updates under a name."""
    app.extensions.setdefault("live", {})[page] = render


def tag_page(slug: str, page: str, query: str = "") -> str:
    """Return a page's current ETag, for the page to start with, or answer 404.

    ``query`` is that of the URL that is polled. Call this before reading the draft: a change in between is then merely
    sent twice.
    """
    viewer = find_viewer()
    counts = list_counts(slug, viewer, now())
    note_counts(Counted(slug, viewer, counts))
    parts = (__version__, page, query, find_language(), *counts)
    return hashlib.blake2s("|".join(parts).encode(), digest_size=12).hexdigest()
