"""What views return, and whether a request comes from a browser that wants a page or from a script that wants JSON."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

Page = str | Response | tuple[str | Response, int]
"""What a view returns: a page or a response, with a status if that is not 200."""


def wants_json() -> bool:
    """Whether the request asks for JSON rather than for a page."""
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"
