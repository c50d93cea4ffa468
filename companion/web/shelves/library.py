"""The public library of S-42A: its focus, and the discard pile, by category or as a list of cards."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for

from ...forms.entry.inspection import LibraryForm
from ...forms.entry.paper_sheet import LIBRARY
from ...scoring.inspection import Form
from ...scoring.terms import find_terms
from ...workflow.access.seeing import SeenLibrary
from ...workflow.shelves.entry import write_library
from ...workflow.shelves.library import check_library
from ...workflow.tables.drafts import ConflictError, Kind, LibraryEntry
from ..access.guards import find_draft, require_host
from ..access.limits import read_shelf
from ..access.rendering import Showable, render
from ..site.answers import Page
from ..site.clock import now
from ..site.languages import find_language
from .clashes import compare_libraries
from .returning import find_way_back, name_way_back
from .tally import PILE_FIGURES, Column, lay_grid

WAYS = {"pile": "pile.edit", "photo": "pile.show"}
"""Where the cards of the pile are entered: what is on the page is noted down before."""

bp = Blueprint("library", __name__, url_prefix="/inspections/<slug>/library")


@bp.route("", methods=["GET", "POST"])
def edit(slug: str) -> Page:
    """Show what is known about the public library, or store it as typed and go back."""
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
    clash: dict[str, Showable] | None = None
    if request.method == "POST":
        read_shelf("discards")
    if form.validate_on_submit():
        require_host(slug)
        entry, version = _read_library(form, library)
        try:
            write_library(slug, entry, version, now())
        except ConflictError:
            status, clash = 409, {"lines": compare_libraries(entry, library), "whose": ""}
        else:
            draft = find_draft(slug)
            status = 422
            if (way := request.form.get("go")) in WAYS:
                return redirect(url_for(WAYS[way], slug=slug))
    check = check_library(draft, find_language())
    if status == 422 and not check.is_faulty:
        return redirect(find_way_back(draft))
    column = Column(LIBRARY, find_terms(find_language()).public_library, {}, PILE_FIGURES)
    typed = form.read_tally(with_stability=False)
    grid = lay_grid(draft, (column,), {LIBRARY: typed}, {LIBRARY: check.figures})
    back, back_name = find_way_back(draft), name_way_back(draft)
    page = render(
        "shelves/library.html",
        draft=draft,
        form=form,
        check=check,
        grid=grid,
        clash=clash,
        back=back,
        back_name=back_name,
    )
    return page, status


def _read_library(form: LibraryForm, kept: SeenLibrary) -> tuple[LibraryEntry, int | None]:
    """Return what was typed, and the version over which it is to be written.

    A pile that was not changed on this page stays as it is by now: its editor may have stored a card meanwhile.
    """
    tally = form.read_tally(with_stability=False)
    discards = form.discards.data or ""
    version = request.form.get("version", type=int)
    if discards.split() == request.form.get("was-discards", "\0").split():
        discards = kept.discards
        if all(tally.get(key, "") == kept.tally.get(key, "") for key in PILE_FIGURES):
            version = kept.version
    texts = {Kind.TALLY: any(tally.values()), Kind.DISCARDS: bool(discards.strip())}
    chosen = Kind.DISCARDS if form.kind.data == Kind.DISCARDS else Kind.TALLY
    # Whoever typed only into the other one wants that to count.
    kinds = [kind for kind in (chosen, *texts) if texts[kind]]
    focus = None if kept.is_sealed else form.focus.data
    return LibraryEntry(focus, kinds[0] if kinds else Kind.NONE, tally, discards), version
