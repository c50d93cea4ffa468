"""Date, place, inspector, and remarks of an inspection, which may be written at any time."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.particulars import ParticularsForm
from ...workflow.tables.drafts import ConflictError
from ...workflow.tables.particulars import Particulars, mend_particulars, read_particulars
from ..access.guards import find_draft, require_seated
from ..access.rendering import render
from ..shelves.clashes import Line, compare_heads, describe_particulars
from ..site.answers import Page
from ..site.clock import now

bp = Blueprint("particulars", __name__, url_prefix="/inspections/<slug>")


@bp.route("/particulars", methods=["GET", "POST"])
def edit(slug: str) -> Page:
    """Enter or edit them; the inspection does not have to be amended for that."""
    require_seated(slug)
    draft = find_draft(slug)
    kept = asdict(read_particulars(draft.details))
    form = ParticularsForm(data=None if request.method == "POST" else kept)
    status = 422 if form.is_submitted() else 200
    clash: list[Line] = []
    if form.validate_on_submit():
        particulars = Particulars(**{name: form[name].data for name in kept})
        try:
            mend_particulars(slug, particulars, request.form.get("head_version", type=int), now())
        except ConflictError:
            status, draft = 409, find_draft(slug)
            theirs = describe_particulars(read_particulars(draft.details))
            clash = compare_heads(describe_particulars(particulars), theirs)
        if not clash:
            flash(_("Noted."))
            return redirect(url_for("scorecard.show", slug=slug))
    seen = {"lines": clash} if clash else None
    return render("tables/particulars.html", form=form, draft=draft, clash=seen), status
