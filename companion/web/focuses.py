"""A librarian's own page: the focus that nobody else sees, and the cover that a phone wears while it goes round."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for

from ..forms.table_entry import FocusForm
from ..store import tables
from ..store.drafts import Draft
from .clock import now
from .doors import find_draft, find_viewer, mask, require_owner
from .inspections import Page
from .shelves import find_seat
from .words import list_categories

bp = Blueprint("focuses", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/focus")


@bp.get("")
def cover(slug: str, position: int) -> Page:
    """Say to whom the phone is to be handed; on a phone of its own the focus is shown at once."""
    whole = require_owner(slug, position)
    seat = find_seat(mask(whole), position)
    if whole.is_dealt and whole.find_seat(position).focus:
        return redirect(url_for("game.focus", slug=slug, position=position))
    if whole.handover:
        return render_template("focuses/cover.html", draft=mask(whole), seat=seat)
    return _uncover(slug, position, FocusForm(data={"focus": seat.focus}))


@bp.post("/open")
def uncover(slug: str, position: int) -> Page:
    """Show the focus to whom the phone has been handed: the answer to a press of a button, which no history keeps."""
    require_owner(slug, position)
    seat = find_seat(find_draft(slug, position), position)
    return _uncover(slug, position, FocusForm(formdata=None, data={"focus": seat.focus}))


@bp.post("")
def choose(slug: str, position: int) -> Page:
    """Keep the focus and cover it again; a phone that goes round is handed on."""
    whole = require_owner(slug, position)
    form = FocusForm()
    if not form.validate_on_submit():
        return _uncover(slug, position, form)
    tables.write_focus(slug, position, form.focus.data, now())
    following = _find_next(mask(whole), position) if whole.handover else None
    if following is None:
        return redirect(url_for("inspections.desk", slug=slug))
    return redirect(url_for("focuses.cover", slug=slug, position=following))


def _find_next(draft: Draft, after: int) -> int | None:
    """Return the next seat that has no focus yet, going on from one."""
    return next((seat.position for seat in draft.seats if seat.position > after and not seat.is_sealed), None)


def _uncover(slug: str, position: int, form: FocusForm) -> Page:
    draft = find_draft(slug, position)
    if not find_viewer().device and draft.host:
        abort(403)
    seat = find_seat(draft, position)
    return render_template("focuses/choose.html", draft=draft, seat=seat, form=form, categories=list_categories())
