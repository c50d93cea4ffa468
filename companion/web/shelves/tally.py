"""Shelves counted on paper: the six figures of A2 and the stability of B1, typed into one grid as on the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.inspection import TallyForm
from ...forms.entry.paper_sheet import LIBRARY
from ...scoring.categories import CATEGORIES
from ...scoring.documents.paper_sheet import Cell
from ...scoring.inspection import Form
from ...scoring.terms import find_terms
from ...workflow.access.seeing import SeenDraft, SeenSeat
from ...workflow.audit.views import Mark, MarkKind, list_rows
from ...workflow.shelves.entry import TYPED_FIGURES, check_tally, write_library_tally, write_tallies, write_tally
from ...workflow.tables.drafts import ConflictError, Kind, TypedTally
from ..access.guards import find_draft, find_viewer, require_entry, require_seated
from ..access.rendering import Showable, render
from ..site.answers import Page
from ..site.clock import now
from ..site.grid import Grid, GridCell, GridColumn, GridRow
from ..site.languages import find_language
from .clashes import Line, compare_tallies, say_whose
from .pages import find_next_address, find_seat
from .returning import find_way_back, name_way_back

bp = Blueprint("tally", __name__, url_prefix="/inspections/<slug>")
PILE_FIGURES = tuple(category.value for category in CATEGORIES)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the grid: a seat's, or the public library's."""

    key: str
    name: str
    kept: TypedTally
    figures: tuple[str, ...] = TYPED_FIGURES
    seat: SeenSeat | None = None
    prefix: str = ""
    """What stands before the names of its fields."""

    def read(self) -> dict[str, str]:
        """Return what was typed in the form that was sent."""
        form = TallyForm(prefix=self.prefix, meta={"csrf": False})
        return form.read_tally(with_stability=self.seat is not None)

    @property
    def version(self) -> int | None:
        """The version of the seat that whoever sent the form had seen."""
        return request.form.get(f"{self.prefix}version", type=int)


@bp.route("/seats/<int:position>/tally", methods=["GET", "POST"])
def edit(slug: str, position: int) -> Page:
    """Show the tally of a seat, or store it as typed; a phone that counts for several has them in one grid."""
    draft = find_draft(slug)
    seat = find_seat(draft, position)
    column = Column(str(position), seat.name, seat.tally, seat=seat)
    if request.method == "GET":
        if position in draft.role.seats and len(list_columns(draft)) > 1:
            return redirect(url_for("tally.edit_all", slug=slug))
        return _show(draft, (column,), {column.key: seat.tally})
    require_entry(slug, position)
    typed = column.read()
    try:
        draft = write_tally(slug, position, typed, column.version, find_viewer(), now())
    except ConflictError:
        return _show_clash(slug, (column,), {column.key: typed})
    if check_tally(typed, TYPED_FIGURES, find_language()):
        return _show(draft, (_renew(column, draft),), {column.key: typed}, 422)
    return redirect(find_next_address(draft, position, "tally.edit"))


@bp.route("/tally", methods=["GET", "POST"])
def edit_all(slug: str) -> Page:
    """Show the tallies of all seats that this phone counts for, or store what was changed and go back to the desk."""
    require_seated(slug)
    draft = find_draft(slug)
    columns = list_columns(draft)
    if request.method == "GET":
        return _show(draft, columns, {column.key: column.kept for column in columns})
    typed = {column.key: column.read() for column in columns}
    changed = [column for column in columns if _is_changed(column, typed[column.key])]
    seats = {column.seat.position: (typed[column.key], column.version) for column in changed if column.seat}
    try:
        write_tallies(slug, seats, find_viewer(), now())
    except ConflictError:
        return _show_clash(slug, columns, typed)
    if any(column.seat is None for column in changed):
        write_library_tally(slug, typed[LIBRARY], now())
    draft = find_draft(slug)
    if any(check_tally(typed[column.key], column.figures, find_language()) for column in columns):
        return _show(draft, tuple(_renew(column, draft) for column in columns), typed, 422)
    return redirect(find_way_back(draft))


def list_columns(draft: SeenDraft) -> tuple[Column, ...]:
    """List whose figures this phone enters: its own seats, or all for a host that has none; on S-42A the pile, too."""
    role = draft.role
    own = role.seats or frozenset(seat.position for seat in draft.seats if role.is_host)
    columns = [
        Column(str(seat.position), seat.name, seat.tally, seat=seat, prefix=f"{seat.position}-")
        for seat in draft.seats
        if seat.position in own
    ]
    if draft.details.form == Form.S_42A and role.is_host:
        name = find_terms(find_language()).public_library
        columns.append(Column(LIBRARY, name, draft.library.tally, PILE_FIGURES, prefix=f"{LIBRARY}-"))
    return tuple(columns)


def _is_changed(column: Column, typed: TypedTally) -> bool:
    return any(typed.get(key, "") != column.kept.get(key, "") for key in column.figures)


def _renew(column: Column, draft: SeenDraft) -> Column:
    """Return a column with the seat as it is now."""
    if column.seat is None:
        return column
    seat = draft.find_seat(column.seat.position)
    return Column(column.key, column.name, seat.tally, seat=seat, prefix=column.prefix)


def _show_clash(slug: str, columns: Sequence[Column], typed: Mapping[str, TypedTally]) -> Page:
    """Show what was typed, and which of it another phone has written differently meanwhile."""
    draft = find_draft(slug)
    renewed = tuple(_renew(column, draft) for column in columns)
    lines: list[Line] = []
    for column in renewed:
        both = compare_tallies(typed[column.key], column.kept)
        if len(renewed) == 1:
            lines += both
        elif column.version is not None and column.seat and column.version != column.seat.version:
            lines += [
                Line(_("%(name)s, %(line)s", name=column.name, line=line.label), line.mine, line.theirs, line.code)
                for line in both
                if line.differs
            ]
    whose = say_whose(draft, renewed[0].seat.position) if len(renewed) == 1 and renewed[0].seat else ""
    return _show(draft, renewed, typed, 409, clash={"lines": lines, "whose": whose})


def _show(
    draft: SeenDraft,
    columns: Sequence[Column],
    typed: Mapping[str, TypedTally],
    status: int = 200,
    *,
    clash: Mapping[str, Showable] | None = None,
) -> Page:
    """Show the grid as typed, with every fault beside its field."""
    page = render(
        "shelves/tally.html",
        draft=draft,
        seat=columns[0].seat if columns else None,
        grid=lay_grid(draft, columns, typed),
        versions=[(f"{column.prefix}version", column.seat.version) for column in columns if column.seat],
        is_faulty=status == 422,
        clash=clash,
        back=find_way_back(draft),
        back_name=name_way_back(draft),
    )
    return page, status


def lay_grid(
    draft: SeenDraft,
    columns: Sequence[Column],
    typed: Mapping[str, TypedTally],
    faults: Mapping[str, Mapping[str, str]] | None = None,
) -> Grid:
    """Lay out the rows of A2 and B1 for some columns, with what is wrong in them; no row that is nobody's."""
    language = find_language()
    faults = faults or {column.key: check_tally(typed[column.key], column.figures, language) for column in columns}

    def make_cell(column: Column, cell: Cell) -> GridCell | None:
        if cell.value not in column.figures:
            return None
        fault = faults[column.key].get(cell.value)
        note = Mark(column.key, cell, MarkKind.FAULT, column.name, fault) if fault else None
        return GridCell(f"{column.prefix}{cell.value}", typed[column.key].get(cell.value, ""), note)

    explained = _("cards in the rectangle, plus 2 for each entombed card")
    rows = tuple(
        GridRow(row, tuple(make_cell(column, row.cell) for column in columns), "" if row.category else explained)
        for row in list_rows(language)
        if any(row.cell.value in column.figures for column in columns)
    )
    heads = tuple(
        GridColumn(
            column.key,
            column.name,
            column.name,
            is_printed=column.seat is None,
            note=_("by card") if column.seat and column.seat.kind is Kind.SHELF else "",
        )
        for column in columns
    )
    return Grid(heads, rows, draft.details.prominent, draft.details.banned, shows_sums=True)
