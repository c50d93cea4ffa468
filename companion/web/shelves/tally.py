"""A librarian counted on paper: the six figures of A2 and the stability of B1, typed in."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request

from ...forms.entry.inspection import STABILITY, TallyForm
from ...workflow.shelves.entry import TYPED_FIGURES, check_tally, write_tally
from ...workflow.tables.drafts import ConflictError
from ..access.guards import find_draft, find_viewer, require_entry
from ..access.rendering import Showable, render
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language
from .clashes import compare_tallies, say_whose
from .pages import find_next_address, find_seat

bp = Blueprint("tally", __name__, url_prefix="/inspections/<slug>/seats/<int:position>")


@bp.route("/tally", methods=["GET", "POST"])
def edit(slug: str, position: int) -> Page:
    """Show the tally, or store it as typed and go on."""
    draft = find_draft(slug)
    seat = find_seat(draft, position)
    if request.method == "POST":
        require_entry(slug, position)
    form = TallyForm(data=None if request.method == "POST" else dict(seat.tally))
    status, errors = 200, check_tally(seat.tally, TYPED_FIGURES, find_language())
    clash: dict[str, Showable] | None = None
    if form.validate_on_submit():
        typed = form.read_tally(with_stability=True)
        errors = check_tally(typed, TYPED_FIGURES, find_language())
        try:
            version = request.form.get("version", type=int)
            draft = write_tally(slug, position, typed, version, find_viewer(), now())
        except ConflictError:
            status, draft = 409, find_draft(slug)
            lines = compare_tallies(typed, draft.find_seat(position).tally)
            clash = {"lines": lines, "whose": say_whose(draft, position)}
        except LookupError:
            abort(404)
        else:
            if not errors:
                return redirect(find_next_address(draft, position, "tally.edit"))
            status = 422
        seat = draft.find_seat(position)
    return (
        render(
            "shelves/tally.html",
            draft=draft,
            seat=seat,
            form=form,
            errors=errors,
            clash=clash,
            stability=form[STABILITY],
        ),
        status,
    )
