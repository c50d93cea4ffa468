"""Who sits where around the table: the question, its answer, and what happens if two phones answer at once."""

from __future__ import annotations

import re

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...workflow.access.seeing import SeenDraft
from ...workflow.seats.around import find_seen, list_names, seat_around, view_around
from ...workflow.tables.drafts import ConflictError, Stage
from ..access.guards import find_draft, find_viewer, require_seated
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("around", __name__, url_prefix="/inspections/<slug>/around")

_ORDER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,9}")
"""Positions as they stand in an address or a form: ``1.3.2``."""


@bp.get("")
def ask(slug: str) -> Page:
    """Show who sits where, and ask who sits on whose left."""
    require_seated(slug)
    draft = find_draft(slug)
    said = _read_order(request.args.get("said", ""))
    around = view_around(draft, said, asks_again="again" in request.args)
    return render("seats/around.html", draft=draft, around=around)


@bp.post("")
def answer(slug: str) -> Page:
    """Store the order once all of it is said; two phones that say the same do not disturb each other."""
    require_seated(slug)
    order = _read_order(request.form.get("order", ""))
    if not order or len(set(order)) != len(order):
        abort(400)
    try:
        seat_around(slug, order, _read_order(request.form.get("seen", "")), find_viewer(), now())
    except ConflictError:
        draft = find_draft(slug)
        mine = list_names(draft, order)
        page = render(
            "seats/around.html",
            draft=draft,
            around=view_around(draft),
            clash={"mine": mine, "order": order, "seen": find_seen(draft)},
        )
        return page, 409
    flash(_("Noted."))
    return redirect(_find_way_back(find_draft(slug)))


def _find_way_back(draft: SeenDraft) -> str:
    return url_for("walk.show" if draft.stage is Stage.LOCKED else "inspections.desk", slug=draft.slug)


def _read_order(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("."))) if _ORDER.fullmatch(text) else ()
