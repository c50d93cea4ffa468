"""Paper sheets (``ex-libris/sheet@1``): what somebody wrote on a form, right or wrong, as it is written there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ..categories import Category, Tally
from ..checks.findings import Code, Finding
from ..checks.table import PlayerEntry, check_counted_shelves, check_dealt_categories, check_player_count, check_tallies
from ..inspection import CountedShelf, Form, Library
from .fields import FieldReader
from .heading import HEADING_KEYS, RECORD_KEYS, DocumentError, list_players, open_document, parse_json, read_heading

SHEET_FORMAT = "ex-libris/sheet@1"

_LIBRARY_KEY = "library"


class SheetLine(StrEnum):
    """The lines of section B, under their names in the document."""

    STABILITY = "stability"
    PROMINENT = "prominent"
    BANNED = "banned"
    VARIETY = "variety"
    FOCUS_BONUS = "focus_bonus"
    TOTAL = "total"


Cell = Category | SheetLine
"""A figure of a column: a row of A2, or a line of section B."""
CELLS: tuple[Cell, ...] = (*Category, *SheetLine)

_NEGATIVE = (SheetLine.BANNED, SheetLine.TOTAL)
"""The lines that may be less than nothing."""
_LINE_KEYS = frozenset(line.value for line in SheetLine)
_PLAYER_KEYS = _LINE_KEYS | {"name", "focus", "hand", "tally"}
_LIBRARY_KEYS = _LINE_KEYS | {"focus", "tally"}


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """One column of the sheet."""

    name: str | None
    """``None`` for the public library."""
    tally: Tally
    focus: Category | None = None
    """``None`` where nobody knows it any more."""
    lines: Mapping[SheetLine, int] = field(default_factory=dict)
    """Those that are written there."""

    def __getitem__(self, cell: Cell) -> int | None:
        """Return a figure, or ``None`` where none is written."""
        return self.tally[cell] if isinstance(cell, Category) else self.lines.get(cell)


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A form as it is written."""

    form: Form
    prominent: Category
    banned: Category
    columns: tuple[PaperColumn, ...]
    """The players in order; in a solo game the librarian, then the public library."""
    warnings: tuple[Finding, ...] = ()

    @property
    def permitted(self) -> tuple[Category, ...]:
        """The five rows of B4."""
        return tuple(category for category in Category if category is not self.banned)


def parse_sheet(text: str | bytes) -> PaperSheet:
    """Parse JSON (UTF-8) and read the sheet; see ``read_sheet``."""
    return read_sheet(parse_json(text))


def read_sheet(document: object) -> PaperSheet:
    """Read a sheet: an inspection whose players give their tally and the lines as written; any line may be missing.

    Raises ``DocumentError`` with all findings if there is any error among them. What the lines say is no finding:
    that is the audit's business.
    """
    top = open_document(document)
    heading = read_heading(top, SHEET_FORMAT)
    entries = _read_players(top)
    is_solo = heading.form is Form.S_42A or (heading.form is None and _LIBRARY_KEY in top.fields)
    library = _read_library(top) if is_solo else None
    top.read_extra(HEADING_KEYS | RECORD_KEYS | ({_LIBRARY_KEY} if is_solo else set()))
    columns = [column for column in entries if column is not None]
    top.findings += _check(heading.form, heading.prominent, heading.banned, entries, library)
    findings = tuple(top.findings)
    if not (heading.form and heading.edition and heading.prominent and heading.banned) or any(
        finding.is_error for finding in findings
    ):
        raise DocumentError(findings)
    scored = [*columns[:1], library] if library else columns
    return PaperSheet(heading.form, heading.prominent, heading.banned, tuple(scored), findings)


def _read_players(top: FieldReader) -> list[PaperColumn | None]:
    columns: list[PaperColumn | None] = []
    names: set[str | None] = set()
    for reader in list_players(top):
        column = None
        if reader is not None:
            name = reader.read_name()
            reader.read_count("hand")
            column = _read_column(reader, _PLAYER_KEYS)
            if name is not None and name in names:
                reader.report(Code.DUPLICATE_NAME, name)
            names.add(name)
        columns.append(column)
    return columns


def _read_library(top: FieldReader) -> PaperColumn | None:
    fields = top.fields.get(_LIBRARY_KEY)
    if not isinstance(fields, dict):
        top.report(Code.MISSING_LIBRARY)
        return None
    return _read_column(FieldReader(fields, top.findings, about={"within": "library"}), _LIBRARY_KEYS)


def _read_column(reader: FieldReader, known: frozenset[str]) -> PaperColumn | None:
    focus = reader.read_category("focus") if "focus" in reader.fields else None
    tally = None
    if "tally" in reader.fields:
        tally = reader.read_tally()
    else:
        reader.report(Code.MISSING_FIELD, field="tally")
    lines = dict(_read_lines(reader))
    reader.read_extra(known)
    return PaperColumn(reader.owner, tally, focus, lines) if tally else None


def _read_lines(reader: FieldReader) -> Iterator[tuple[SheetLine, int]]:
    for line in SheetLine:
        points = reader.read_points(line) if line in _NEGATIVE else reader.read_count(line)
        if points is not None:
            yield line, points


def _check(
    form: Form | None,
    prominent: Category | None,
    banned: Category | None,
    columns: Sequence[PaperColumn | None],
    library: PaperColumn | None,
) -> Iterator[Finding]:
    entries = [_enter(column) if column else PlayerEntry() for column in columns]
    dealt = Library(library.focus, library.tally) if library and library.focus else None
    yield from check_player_count(form, entries)
    yield from check_dealt_categories(prominent, banned, entries, dealt)
    counted = [*entries, _enter(library)] if library else entries
    yield from check_counted_shelves(counted, None)
    yield from check_tallies(counted, None)


def _enter(column: PaperColumn) -> PlayerEntry:
    """Enter a column where the checks of a table look for it, with a stability that they have nothing to say about."""
    return PlayerEntry(column.name, column.focus, CountedShelf(column.tally, 0))
