"""Who is at the table: whoever comes late or must go is a tap on a chip."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for

from ...forms.entry.fields import LONGEST_NAME, tidy_line
from ...scoring.inspection import Form
from ...workflow.tables.drafts import Kind
from ...workflow.tables.head import change_people, list_known_names
from ..access.guards import find_reach, require_host
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("people", __name__, url_prefix="/inspections/<slug>/people")

MOST_CHIPS = 12


@bp.get("")
def show(slug: str) -> str:
    """Show who sits there and who could; ``leaving`` asks before a seat goes for which something was entered."""
    draft = require_host(slug)
    if draft.details.form == Form.S_42A:
        abort(404)
    leaving = request.args.get("leaving", type=int)
    seated = {seat.name.casefold() for seat in draft.seats}
    others = [name for name in list_known_names(find_reach()) if name.casefold() not in seated]
    return render(
        "tables/people.html",
        draft=draft,
        leaving=next((seat for seat in draft.seats if seat.position == leaving), None),
        others=others[:MOST_CHIPS],
        longest=LONGEST_NAME,
    )


@bp.post("/add")
def add(slug: str) -> Page:
    """Seat somebody who comes late."""
    require_host(slug)
    change_people(slug, now(), comes=tidy_line(request.form.get("name"))[:LONGEST_NAME])
    return redirect(url_for(".show", slug=slug))


@bp.post("/<int:position>/leave")
def leave(slug: str, position: int) -> Page:
    """Take away the seat of somebody who has to go, after asking if something was entered there."""
    seat = require_host(slug).find_seat(position)
    if (seat.kind is not Kind.NONE or seat.has_focus or seat.is_taken) and request.form.get("sure") != "y":
        return redirect(url_for(".show", slug=slug, leaving=position))
    change_people(slug, now(), leaves=position)
    return redirect(url_for(".show", slug=slug))
