"""What phones ask for every two seconds: whether anything has changed that they may see.

The answer costs one small query as long as nothing has. Its tag is made of the count of the changes that everybody may
see and of this phone's own secret ones, so that it tells nobody else anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, make_response, request

from ... import __version__
from ...workflow.tables.drafts import Draft
from ...workflow.tables.following import list_counts
from ..access.doors import find_draft, find_viewer
from .languages import find_language

bp = Blueprint("live", __name__, url_prefix="/inspections/<slug>/live")


@dataclass(frozen=True, slots=True)
class Fragment:
    """The part of a page that follows what happens."""

    html: str
    go: str | None = None
    """Where the phone is to go instead, when the table has moved on."""


Renderer = Callable[[Draft], Fragment]


@bp.get("/<page>")
def follow(slug: str, page: str) -> Response:
    """Answer 304 as long as nothing has changed, else with the fragment of a page."""
    tag = tag_page(slug, page, request.query_string.decode())
    if request.if_none_match.contains(tag):
        response = make_response("", 304)
    else:
        renderers: dict[str, Renderer] = current_app.extensions["live"]
        if page not in renderers:
            abort(404)
        fragment = renderers[page](find_draft(slug))
        response = jsonify(html=fragment.html, go=fragment.go)
    response.set_etag(tag)
    return response


def register(app: Flask, page: str, render: Renderer) -> None:
    """Let a page be followed under a name."""
    app.extensions.setdefault("live", {})[page] = render


def tag_page(slug: str, page: str, query: str = "") -> str:
    """Return the tag of a page as it is now, for the page to begin with, or answer 404.

    ``query`` is that of the address at which it is followed. Ask for it before the draft: what changes in between is
    then only sent once more.
    """
    parts = (__version__, page, query, find_language(), *list_counts(slug, find_viewer()))
    return hashlib.blake2s("|".join(parts).encode(), digest_size=12).hexdigest()
