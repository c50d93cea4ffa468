"""Entering a shelf, in the grid editor or as text: it is kept as typed and answered with a preview."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _

from ..store.drafts import Draft, SeatDraft
from ..store.queries import ConflictError, write_shelf
from ..workflow.desk import find_next_seat
from ..workflow.preview import Preview, has_errors
from ..workflow.seats import list_letters, preview_seat
from .clock import now
from .inspections import Page, find_draft
from .languages import find_language
from .words import list_categories

bp = Blueprint("shelves", __name__, url_prefix="/inspections/<slug>/seats/<int:position>")


@bp.get("/shelf")
def edit(slug: str, position: int) -> Page:
    """Show the editor with the shelf as typed."""
    draft = find_draft(slug)
    seat = find_seat(draft, position)
    return render_template("shelves/edit.html", editor=_view_editor(draft, seat))


@bp.post("/shelf")
def save(slug: str, position: int) -> Page:
    """Keep the shelf as typed, readable or not; answer with its preview, or go on to the next seat."""
    text = request.form.get("shelf", "")
    wants_json = request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"
    try:
        draft = write_shelf(slug, position, text, request.form.get("version", type=int), now())
    except ConflictError as conflict:
        if wants_json:
            return jsonify(preview_seat(conflict.draft, conflict.seat, find_language())), 409
        return _show_conflict(conflict.draft, conflict.seat, text), 409
    except LookupError:
        abort(404)
    seat = draft.find_seat(position)
    if wants_json:
        return jsonify(preview_seat(draft, seat, find_language()))
    editor = _view_editor(draft, seat)
    if has_errors(editor["preview"]):
        return render_template("shelves/edit.html", editor=editor), 422
    return redirect(editor["next_url"])


def find_seat(draft: Draft, position: int) -> SeatDraft:
    """Return a seat or answer 404."""
    try:
        return draft.find_seat(position)
    except LookupError:
        abort(404)


def find_next_address(draft: Draft, position: int, way: str = "shelves.edit") -> str:
    """Return where to go once a seat is entered: the next one without an entry, the same way; else the desk."""
    following = find_next_seat(draft, position)
    if following is not None:
        return url_for(way, slug=draft.slug, position=following)
    return url_for("inspections.desk", slug=draft.slug)


def _view_editor(draft: Draft, seat: SeatDraft) -> dict[str, Any]:
    return {
        "title": _("%(name)s’s shelf", name=seat.name),
        "name": seat.name,
        "action": url_for("shelves.save", slug=draft.slug, position=seat.position),
        "back_url": url_for("inspections.desk", slug=draft.slug),
        "tally_url": url_for("seats.tally", slug=draft.slug, position=seat.position),
        "advice_url": url_for("advice.show", slug=draft.slug, position=seat.position),
        "next_url": find_next_address(draft, seat.position),
        "edition": draft.details.edition,
        "letters": list_letters(draft.details.edition),
        "categories": list_categories(),
        "shelf_text": seat.shelf,
        "version": seat.version,
        "preview": preview_seat(draft, seat, find_language()),
    }


def _show_conflict(draft: Draft, kept: SeatDraft, typed: str) -> str:
    """Show what was typed, say what another phone has filed meanwhile, and let a second save decide."""
    editor = _view_editor(draft, replace(kept, shelf=typed))
    preview: Preview = editor["preview"]
    sentence = _(
        "This shelf was changed elsewhere meanwhile, and what you wrote is not saved yet. "
        "Save again to keep yours; filed now is: %(shelf)s",
        shelf=kept.shelf or _("nothing"),
    )
    finding = {"severity": "error", "code": "conflict", "row": None, "column": None, "token": None, "message": sentence}
    preview["findings"].insert(0, finding)
    return render_template("shelves/edit.html", editor=editor)
