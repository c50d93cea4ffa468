"""What a page answers with, and whether it was asked by a browser that shows it or by a script that wants values."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

Page = str | Response | tuple[str | Response, int]
"""What a view returns: a page or an answer, with a status where that is not 200."""


def wants_json() -> bool:
    """Whether the request asks for JSON rather than for a page."""
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"
