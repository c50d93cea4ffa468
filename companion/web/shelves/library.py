"""The public library of S-42A: its focus, and the discard pile, by category or as a list of cards."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for

from ...forms.entry.inspection import LibraryForm
from ...forms.entry.paper_sheet import LIBRARY
from ...scoring.inspection import Form
from ...scoring.terms import find_terms
from ...workflow.shelves.entry import write_library
from ...workflow.shelves.library import check_library
from ...workflow.tables.drafts import Kind, LibraryEntry
from ..access.guards import find_draft, require_host
from ..access.limits import read_shelf
from ..access.rendering import render
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language
from .tally import PILE_FIGURES, Column, lay_grid

WAYS = {"pile": "pile.edit", "photo": "pile.show"}
"""Where the cards of the pile are entered: what is on the page is noted down before."""

bp = Blueprint("library", __name__, url_prefix="/inspections/<slug>/library")


@bp.route("", methods=["GET", "POST"])
def edit(slug: str) -> Page:
    """Show what is known about the public library, or store it as typed and go back to the desk."""
    draft = find_draft(slug)
    if draft.details.form != Form.S_42A:
        abort(404)
    library = draft.library
    given = {
        **library.tally,
        "focus": library.focus,
        "kind": library.kind.value or Kind.DISCARDS.value,
        "discards": library.discards,
    }
    form = LibraryForm(data=None if request.method == "POST" else given)
    status = 200
    if request.method == "POST":
        read_shelf("discards")
    if form.validate_on_submit():
        require_host(slug)
        write_library(slug, _read_library(form, asks_focus=not library.is_sealed), now())
        draft = find_draft(slug)
        status = 422
        if (way := request.form.get("go")) in WAYS:
            return redirect(url_for(WAYS[way], slug=slug))
    check = check_library(draft, find_language())
    if status == 422 and not check.is_faulty:
        return redirect(url_for("inspections.desk", slug=slug))
    column = Column(LIBRARY, find_terms(find_language()).public_library, {}, PILE_FIGURES)
    typed = form.read_tally(with_stability=False)
    grid = lay_grid(draft, (column,), {LIBRARY: typed}, {LIBRARY: check.figures})
    return render("shelves/library.html", draft=draft, form=form, check=check, grid=grid), status


def _read_library(form: LibraryForm, *, asks_focus: bool) -> LibraryEntry:
    tally = form.read_tally(with_stability=False)
    discards = form.discards.data or ""
    texts = {Kind.TALLY: any(tally.values()), Kind.DISCARDS: bool(discards.strip())}
    chosen = Kind.DISCARDS if form.kind.data == Kind.DISCARDS else Kind.TALLY
    # Whoever typed only into the other one wants that to count.
    kinds = [kind for kind in (chosen, *texts) if texts[kind]]
    focus = form.focus.data if asks_focus else None
    return LibraryEntry(focus, kinds[0] if kinds else Kind.NONE, tally, discards)
