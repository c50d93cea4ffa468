"""A paper form as typed: parsed into a document for the audit, corrected by repairs, stored as an inspection."""

from __future__ import annotations

import datetime
import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ...forms.entry.inspection import LONGEST_REMARKS
from ...forms.entry.paper_sheet import LIBRARY
from ...scoring.categories import Category
from ...scoring.documents.paper_sheet import CELLS, SHEET_FORMAT, Cell, SheetLine
from ...scoring.sections import Section
from ...scoring.terms import find_terms
from ...store.tables import archive, queries
from ...store.tables.drafts import Details, Kind, StoredLibrary, StoredSeat, Table
from ...wording.audit.sentences import SECTIONS
from ...wording.languages import find_translations
from ...wording.scorecard.figures import MINUS, format_points
from ..access.documents import STABILITY, read_figure
from ..houses.reach import Reach

_MINUSES = str.maketrans(dict.fromkeys(f"{MINUS}–‐‑", "-"))
"""What keyboards and other programs use as a minus."""
_CHANGE = re.compile(r"(\d|library)\.(\w+):(-?\d{1,9}):(-?\d{1,9})")


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column of the sheet."""

    key: str
    """The number of a librarian's column from 0, or ``forms.paper_entry.LIBRARY``."""
    name: str
    focus: str
    """A category code, or empty if nobody remembers."""
    figures: Mapping[str, str]
    """As typed, keyed by cell, without empty ones."""


@dataclass(frozen=True, slots=True)
class MendedFigure:
    """A figure that a repair has changed."""

    key: str
    cell: Cell
    written: int
    meant: int


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """The whole sheet."""

    form: str
    edition: str
    prominent: str
    banned: str
    columns: tuple[TypedColumn, ...]
    mended: tuple[MendedFigure, ...] = ()
    """What the repairs accepted so far have changed."""

    @property
    def standing(self) -> tuple[MendedFigure, ...]:
        """The corrected figures that have not been changed since."""
        figures = {(column.key, cell): text for column in self.columns for cell, text in column.figures.items()}
        return tuple(
            mended
            for mended in self.mended
            if mended.written != mended.meant
            and read_line(mended.cell, figures.get((mended.key, mended.cell), "")) == mended.meant
        )


def read_mended(text: str) -> tuple[MendedFigure, ...]:
    """Parse what ``write_mended`` wrote, in order: of several changes to one figure, the first and last values stay.

    >>> [(figure.written, figure.meant) for figure in read_mended("2.M:4:8 2.M:8:9 sooner or later")]
    [(4, 9)]
    """
    figures: dict[tuple[str, str], MendedFigure] = {}
    for match in filter(None, map(_CHANGE.fullmatch, text.split())):
        key, cell, written, meant = match.groups()
        if cell in CELLS:
            change = MendedFigure(key, CELLS[CELLS.index(cell)], int(written), int(meant))
            figures[key, cell] = replace(figures.get((key, cell), change), meant=change.meant)
    return tuple(figures.values())


def write_mended(figures: Iterable[MendedFigure]) -> str:
    """Write changed figures into a text for a hidden form field."""
    return " ".join(f"{figure.key}.{figure.cell}:{figure.written}:{figure.meant}" for figure in figures)


def read_line(cell: Cell, text: str) -> int | str:
    """Return a typed figure as a number, or unchanged if it is not one; B3 may have been typed without its minus.

    >>> read_line(SheetLine.BANNED, "4"), read_line(SheetLine.TOTAL, "−2"), read_line(SheetLine.VARIETY, "-3")
    (-4, -2, '-3')
    """
    figure = read_figure(text.translate(_MINUSES))
    if isinstance(figure, str):
        return text
    if cell is SheetLine.BANNED:
        return -abs(figure)
    return text if figure < 0 and cell is not SheetLine.TOTAL else figure


def check_figures(sheet: TypedSheet, language: str) -> dict[tuple[str, Cell], str]:
    """Find what is wrong with the figures as such: one sentence per non-number, and per missing tally."""
    t = find_translations(language)
    sentences: dict[tuple[str, Cell], str] = {}
    for column in sheet.columns:
        for cell in CELLS:
            text = column.figures.get(cell, "")
            if not text and isinstance(cell, Category):
                sentences[column.key, cell] = t.gettext("Nothing is entered here. Enter 0 if there are none.")
            elif text and isinstance(read_line(cell, text), str):
                sentence = t.gettext("Expected a whole number such as 7, found “%(typed)s”. Please enter a number.")
                sentences[column.key, cell] = sentence % {"typed": text}
    return sentences


def assemble_sheet(sheet: TypedSheet) -> dict[str, object]:
    """Write a sheet as an ``ex-libris/sheet@1`` document; expects that ``check_figures`` found nothing."""
    document: dict[str, object] = {
        "format": SHEET_FORMAT,
        "form": sheet.form,
        "edition": sheet.edition,
        "prominent": sheet.prominent,
        "banned": sheet.banned,
        "players": [
            {"name": column.name, **_assemble_column(column)} for column in sheet.columns if column.key != LIBRARY
        ],
    }
    for column in sheet.columns:
        if column.key == LIBRARY:
            document[LIBRARY] = _assemble_column(column)
    return document


def file_sheet(
    sheet: TypedSheet,
    focuses: Mapping[str, str],
    date: str,
    place: str,
    language: str,
    now: datetime.datetime,
    table: Table,
    reach: Reach,
) -> str:
    """Store a sheet without defects as an inspection counted on paper; return its slug.

    ``focuses`` are those known by now, keyed by column. The remarks say what the repairs have changed.
    """
    seats, library = [], StoredLibrary()
    for column in sheet.columns:
        focus, tally = focuses.get(column.key, ""), _complete_tally(column)
        if column.key == LIBRARY:
            library = StoredLibrary(focus, Kind.TALLY, tally)
        else:
            seats.append(StoredSeat(column.name, focus, kind=Kind.TALLY, tally=tally))
    remarks = textwrap.shorten(describe_mended(sheet, language), LONGEST_REMARKS, placeholder=" …")
    details = Details(sheet.form, sheet.edition, sheet.prominent, sheet.banned, date, place, remarks)
    latest = archive.find_latest(reach)
    drawn = (latest.sheet_language, latest.sheet_paper) if latest else ("", "")
    return queries.start_draft(details, seats, library, now, drawn, table=table)


def describe_mended(sheet: TypedSheet, language: str) -> str:
    """Say which figures the repairs have changed; empty if none."""
    if not sheet.standing:
        return ""
    t = find_translations(language)
    names = {column.key: column.name or find_terms(language).public_library for column in sheet.columns}
    change = t.gettext("%(name)s, %(line)s: %(written)s → %(meant)s")
    changes = [
        change
        % {
            "name": names[figure.key],
            "line": _name_briefly(figure.cell, language),
            "written": format_points(figure.written),
            "meant": format_points(figure.meant),
        }
        for figure in sheet.standing
    ]
    return t.gettext("Corrected in the audit: %(changes)s.") % {"changes": "; ".join(changes)}


def _name_briefly(cell: Cell, language: str) -> str:
    """Name a figure briefly, so that several fit into the remarks: a section by its number."""
    terms = find_terms(language)
    if isinstance(cell, Category):
        return terms.name(cell)
    section = SECTIONS[cell]
    return terms.sections[section] if section is Section.TOTAL else section


def _assemble_column(column: TypedColumn) -> dict[str, object]:
    figures = {cell: read_line(cell, column.figures[cell]) for cell in CELLS if column.figures.get(cell)}
    document: dict[str, object] = {"focus": column.focus} if column.focus else {}
    document["tally"] = {cell.value: figure for cell, figure in figures.items() if isinstance(cell, Category)}
    return document | {cell.value: figure for cell, figure in figures.items() if isinstance(cell, SheetLine)}


def _complete_tally(column: TypedColumn) -> dict[str, str]:
    """Find what an inspection needs from a column counted on paper: A2 and B1, derived from other lines if needed."""
    lines = {line: read_line(line, column.figures[line]) for line in SheetLine if column.figures.get(line)}
    tally = {category.value: str(read_line(category, column.figures[category])) for category in Category}
    known = [points for line, points in lines.items() if line is not SheetLine.TOTAL and isinstance(points, int)]
    total = lines.get(SheetLine.TOTAL)
    if SheetLine.STABILITY in lines:
        tally[STABILITY] = str(lines[SheetLine.STABILITY])
    elif isinstance(total, int) and len(known) == len(SheetLine) - 2:
        tally[STABILITY] = str(total - sum(known))
    return tally
