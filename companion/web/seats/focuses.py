"""A librarian's own page: the focus that nobody else sees, and the cover that a phone wears while it goes round."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for

from ...forms.entry.table import FocusForm
from ...workflow.seats.focuses import choose_focus
from ...workflow.tables.drafts import Draft, SeatDraft
from ..access.doors import find_role, mask, require_owner
from ..site.answers import Page
from ..site.clock import now
from ..site.words import list_categories

bp = Blueprint("focuses", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/focus")


@bp.get("")
def cover(slug: str, position: int) -> Page:
    """Say to whom the phone is to be handed; on a phone of its own the focus is shown at once."""
    whole = require_owner(slug, position)
    draft = mask(whole)
    seat = draft.find_seat(position)
    if whole.is_dealt and whole.find_seat(position).focus:
        return redirect(url_for("game.focus", slug=slug, position=position))
    if draft.handover:
        return render_template("seats/cover.html", draft=draft, seat=seat)
    return _uncover(draft, seat)


@bp.post("/open")
def uncover(slug: str, position: int) -> Page:
    """Show the focus to whom the phone has been handed: the answer to a press of a button, which no history keeps."""
    draft = mask(require_owner(slug, position), position)
    return _uncover(draft, draft.find_seat(position))


@bp.post("")
def choose(slug: str, position: int) -> Page:
    """Keep the focus and cover it again; a phone that goes round is handed on. What is not chosen stays as it is."""
    whole = require_owner(slug, position)
    choose_focus(slug, position, FocusForm().focus.data, now())
    following = _find_next(whole, position) if mask(whole).handover else None
    if following is None:
        return redirect(url_for("inspections.desk", slug=slug))
    return redirect(url_for("focuses.cover", slug=slug, position=following))


def _find_next(whole: Draft, after: int) -> int | None:
    """Return the next seat of this phone that has no focus yet, going on from one."""
    own = find_role(whole.slug).seats
    return next((s.position for s in whole.seats if s.position in own and s.position > after and not s.focus), None)


def _uncover(draft: Draft, seat: SeatDraft) -> Page:
    form = FocusForm(formdata=None, data={"focus": seat.focus})
    return render_template("seats/focus.html", draft=draft, seat=seat, form=form, categories=list_categories())
