"""The audit of a paper form: copied figure by figure, marked, corrected, and stored once there are no defects.

Nothing is stored before that: the form carries everything.
"""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask_babel import gettext as _

from ...forms.entry.paper_sheet import LIBRARY, ColumnForm, PaperForm
from ...scoring.documents.paper_sheet import Cell, SheetLine
from ...scoring.terms import find_terms
from ...wording.scorecard.figures import format_points
from ...workflow.audit.typed_sheet import TypedColumn, TypedSheet, file_sheet, read_mended, write_mended
from ...workflow.audit.views import REPAIRS_SHOWN, AuditView, audit_typed, list_rows, mark_faults
from ...workflow.tables.archive import suggest_start
from ...workflow.tables.drafts import Table
from ..access.guards import admit_viewer, find_reach
from ..access.rendering import render
from ..houses.choice import settle_house
from ..site.answers import Page
from ..site.clock import now
from ..site.grid import Grid, GridCell, GridColumn, GridRow
from ..site.languages import find_language

bp = Blueprint("audit", __name__, url_prefix="/audit")


@bp.get("")
def show() -> str:
    """Show an empty form to copy into."""
    suggestion = suggest_start(find_language(), now().date(), find_reach())
    head = {"edition": suggestion.edition, "date": suggestion.date, "place": suggestion.place}
    return _render(PaperForm(formdata=None, data=head), is_open=True)


@bp.post("")
def check() -> Page:
    """Audit what was copied; apply a repair first, or store the sheet afterwards, if requested."""
    form = PaperForm()
    _take_repair(form, request.form.get("take", ""))
    is_valid, sheet = form.validate(), _read_sheet(form)
    if not is_valid:
        return _render(form, mark_faults(sheet, find_language()), is_open=True), 422
    view = audit_typed(sheet, find_language())
    if view.is_right and request.form.get("act") == "file":
        table = Table(admit_viewer().device, house=settle_house())
        head = form.date.data, form.place.data
        slug = file_sheet(sheet, dict(view.focuses), *head, find_language(), now(), table, find_reach())
        return redirect(url_for("scorecard.show", slug=slug, _anchor="sheet"))
    return _render(form, view, is_open=bool(view.obstacles)), 200 if view.is_audited else 422


def _take_repair(form: PaperForm, code: str) -> None:
    """Write the figures of a repair into the form, and mark them as corrected."""
    columns = dict(_list_columns(form))
    for change in read_mended(code):
        if change.key in columns:
            columns[change.key][change.cell].data = format_points(change.meant)
    form.mended.data = write_mended(read_mended(f"{form.mended.data} {code}"))


def _read_sheet(form: PaperForm) -> TypedSheet:
    columns = tuple(
        TypedColumn(key, name, column.focus.data, {cell: text for cell, text in column.figures.items() if text})
        for key, name, column in form.table
    )
    mended = read_mended(form.mended.data)
    return TypedSheet(form.form.data, form.edition.data, form.prominent.data, form.banned.data, columns, mended)


def _list_columns(form: PaperForm) -> list[tuple[str, ColumnForm]]:
    """List all columns of the page with their keys, including empty ones."""
    librarians = [(str(index), column.form) for index, column in enumerate(form.columns)]
    return [*librarians, (LIBRARY, form.library.form)]


def _lay_grid(form: PaperForm, view: AuditView | None) -> Grid:
    columns = tuple(_head_column(key, column) for key, column in _list_columns(form))
    fields = dict(_list_columns(form))

    def make_cell(key: str, cell: Cell) -> GridCell | None:
        if key == LIBRARY and cell is SheetLine.STABILITY:
            return None
        field = fields[key][cell.value]
        return GridCell(field.name, field.data or "", view.find_mark(key, cell) if view else None)

    rows = tuple(
        GridRow(row, tuple(make_cell(column.key, row.cell) for column in columns)) for row in list_rows(find_language())
    )
    return Grid(columns, rows, form.prominent.data, form.banned.data, takes_minus=True, is_solo=form.is_solo)


def _head_column(key: str, column: ColumnForm) -> GridColumn:
    """Head a librarian's column, or the public library's, which stands only on S-42A; most others only on B-7c."""
    if key == LIBRARY:
        name = find_terms(find_language()).public_library
        return GridColumn(key, name, name, is_printed=True, css="solo-only")
    number, name = int(key) + 1, column.name.data
    spoken = name or _("Librarian %(number)s", number=number)
    return GridColumn(key, spoken, name or str(number), number, css="table-only" if number > 1 else "")


def _render(form: PaperForm, view: AuditView | None = None, *, is_open: bool) -> str:
    """Show the sheet; ``is_open`` unfolds its header."""
    return render(
        "audit/show.html",
        form=form,
        columns=_list_columns(form),
        grid=_lay_grid(form, view),
        view=view,
        is_faulty=view is not None and not view.is_audited,
        is_open=is_open,
        shown=REPAIRS_SHOWN,
    )
