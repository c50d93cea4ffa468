"""The inspector's advice: a what-if for one shelf, with every figure and the best flips; and what each could have had.

Nothing is filed but by taking an attempt over; that writes the shelf as the editor does, and can be taken back.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import asdict

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _

from ..scoring.advice import AdviceError
from ..scoring.editions import find_edition
from ..scoring.shelf import Place
from ..store.drafts import Draft, Kind, SeatDraft
from ..store.queries import ConflictError, write_shelf
from ..workflow.advice import (
    Footing,
    find_footing,
    find_obstacle,
    list_seat_tasks,
    view_chances,
    view_race,
)
from ..workflow.documents import judge_draft
from ..workflow.flips import find_lying, format_places, parse_places, write_flips
from ..workflow.what_if import Attempt, find_best, try_out
from .clock import now
from .inspections import Page, find_counter, find_draft
from .languages import find_language
from .sheets import turn_back
from .shelves import find_seat

bp = Blueprint("advice", __name__, url_prefix="/inspections/<slug>")

SEAT = "/seats/<int:position>/advice"


@bp.get("/advice")
def table(slug: str) -> Page:
    """Show what each could have had, once everything can be counted."""
    draft = find_draft(slug)
    inspection = judge_draft(draft).inspection
    if inspection is None:
        return turn_back(draft)
    chances, refusal = view_chances(draft, inspection, find_language())
    return render_template("advice/table.html", draft=draft, chances=chances, refusal=refusal)


@bp.get(SEAT)
def show(slug: str, position: int) -> Page:
    """Show the shelf as it lies, ready to be tried out; or why there is no advice yet."""
    draft = find_draft(slug)
    return _render(draft, find_seat(draft, position), None)


@bp.post(SEAT)
def ask(slug: str, position: int) -> Page:
    """Answer a what-if: the shelf with these cards face down, or with those that the inspector would turn."""
    draft = find_draft(slug)
    seat = find_seat(draft, position)
    footing = find_footing(draft, seat)
    if not footing.is_whole or request.form.get("version", type=int) != seat.version:
        return _refuse(draft, seat)
    act = request.form.get("act")
    down = None if act == "back" else _read_down()
    if down is not None and "turn" in request.form:
        down ^= parse_places(request.form["turn"])
    try:
        attempt = _try_out(footing, down, is_best=act == "best")
    except AdviceError:
        # The page itself says why; there is nothing to turn.
        return _refuse(draft, seat)
    if _wants_json():
        return jsonify(asdict(attempt))
    return _render(draft, seat, attempt)
