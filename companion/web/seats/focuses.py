"""A librarian's own page: the focus that nobody else sees, and the cover screen of a phone that is passed around."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, url_for
from flask_babel import gettext as _

from ...forms.entry.table import FocusForm
from ...workflow.access.seeing import SeenDraft, SeenSeat
from ...workflow.seats.focuses import choose_focus
from ..access.guards import refuse, require_owner
from ..access.rendering import answer_json, render
from ..jobs.pages import go
from ..site.answers import Page, wants_json
from ..site.clock import now
from ..site.words import list_categories

bp = Blueprint("focuses", __name__, url_prefix="/inspections/<slug>/seats/<int:position>/focus")


@bp.get("")
def cover(slug: str, position: int) -> Page:
    """Say who should be holding the phone; on a player's own phone the focus is shown at once."""
    draft = require_owner(slug, position)
    seat = draft.find_seat(position)
    if draft.is_dealt and seat.has_focus and not seat.is_withheld:
        return redirect(url_for("game.focus", slug=slug, position=position))
    if draft.handover:
        return render("seats/handover/cover.html", draft=draft, seat=seat)
    return _uncover(draft, seat)


@bp.post("/open")
def uncover(slug: str, position: int) -> Page:
    """Show the focus to the player holding the phone: in response to a POST, which does not stay in the history."""
    draft = require_owner(slug, position, handed_to=position)
    seat = draft.find_seat(position)
    if wants_json() and not seat.is_withheld:
        return answer_json({"html": _render(draft, seat, "seats/handover/_shown.html")})
    return _uncover(draft, seat)


@bp.get("/peek")
def peek(slug: str, position: int) -> Response:
    """Answer with the focus, for as long as its owner holds a button down: it is in no page, and nothing keeps it.

    A phone that goes round shows it on its cover screens alone, and one that got the seat without consent never.
    """
    draft = require_owner(slug, position)
    seat = draft.find_seat(position)
    if draft.handover or not seat.focus:
        refuse(_("This focus is not shown here."))
    return answer_json({"html": render("seats/_peek.html", seat=seat)})


@bp.post("")
def choose(slug: str, position: int) -> Page:
    """Store the focus and cover it again; a shared phone is passed on. Without a choice the focus stays as it is."""
    draft = require_owner(slug, position)
    choose_focus(slug, position, FocusForm().focus.data, now())
    following = _find_next(draft, position) if draft.handover else None
    if following is None:
        return go(url_for("inspections.desk", slug=slug))
    return go(url_for("focuses.cover", slug=slug, position=following))


def _find_next(draft: SeenDraft, after: int) -> int | None:
    """Return this phone's next seat without a focus, going on from a seat."""
    later = draft.seats[draft.seats.index(draft.find_seat(after)) + 1 :]
    return next((seat.position for seat in later if seat.position in draft.role.seats and not seat.has_focus), None)


def _uncover(draft: SeenDraft, seat: SeenSeat) -> Page:
    return _render(draft, seat, "seats/focus.html")


def _render(draft: SeenDraft, seat: SeenSeat, template: str) -> str:
    form = FocusForm(formdata=None, data={"focus": seat.focus})
    return render(template, draft=draft, seat=seat, form=form, categories=list_categories())
