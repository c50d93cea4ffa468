"""Whether the app can serve: for proxies and monitors, and for a page that waits until the database is back."""

from __future__ import annotations

from flask import Blueprint, Response

from ...workflow.database import find_outage
from ..access.rendering import answer_json

bp = Blueprint("health", __name__)


@bp.get("/health")
def show() -> tuple[Response, int]:
    """Answer 200 if the database answers, else 503."""
    outage = find_outage()
    if outage is None:
        return answer_json({"status": "ok"}), 200
    return answer_json({"status": outage.name.lower().replace("_", "-")}), 503
