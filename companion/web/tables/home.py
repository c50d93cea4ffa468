"""The front page: tonight's table, the last result, and what was filed before."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from ...workflow.houses.bin import is_bin_used
from ...workflow.tables.archive import list_files
from ..access.guards import find_reach, find_viewer
from ..access.rendering import render
from ..site.clock import now
from ..site.languages import find_language

bp = Blueprint("home", __name__)

LONGEST_SEARCH = 200
"""Characters: as long as any name, place, date and remark that somebody would type in."""


@bp.get("/")
def show() -> str:
    """Show the newest inspections that are this phone's to see, or search results; answer 422 for too many words."""
    words = request.args.get("q", "").strip()
    if len(words) > LONGEST_SEARCH:
        abort(422)
    reach = find_reach()
    archive = list_files(words, request.args.get("page", 1, type=int), find_viewer(), reach, now(), find_language())
    is_front = not words and archive.page == 1
    fronted = archive.files if is_front else ()
    return render(
        "tables/home.html",
        archive=archive,
        words=words,
        longest=LONGEST_SEARCH,
        tonight=next((file for file in fronted if file.is_tonights), None),
        latest=next((file for file in fronted if file.is_finished), None),
        is_front=is_front,
        has_waste=is_front and is_bin_used(reach, now()),
    )


@bp.get("/favicon.ico")
def icon() -> Response:
    """Redirect to the icon: browsers request this path by default if the document is not one of our pages but a PDF."""
    return redirect(url_for("static", filename="touch-icon.png"))
