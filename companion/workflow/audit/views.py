"""The audit of a paper form as its page shows it: marks on figures, and repairs ready to be accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from ...forms.entry.paper_sheet import LIBRARY
from ...scoring.audit import Audit, audit
from ...scoring.audit.defects import find_defects
from ...scoring.audit.expectation import deal_focuses
from ...scoring.categories import Category
from ...scoring.documents.inspections import DocumentError
from ...scoring.documents.paper_sheet import CELLS, Cell, PaperSheet, read_sheet
from ...scoring.sections import Section
from ...scoring.terms import find_terms
from ...wording.audit.report import Likelihood, describe_repairs, name_likelihood, rate_repair
from ...wording.audit.sentences import SECTIONS, describe_defect, describe_slip, describe_verdict
from ...wording.findings.sentences import format_finding
from ...wording.languages import find_translations
from ...wording.scorecard.figures import format_points
from ..access.showing import PageValue
from .typed_sheet import MendedFigure, TypedSheet, assemble_sheet, check_figures, write_mended

REPAIRS_SHOWN = 6
"""The others are collapsed: none of them is likely."""


class MarkKind(StrEnum):
    """What is to be said about a figure."""

    FAULT = "fault"
    """It is not a number: nothing can be audited before it is corrected."""
    DEFECT = "defect"
    """It cannot be right."""
    MENDED = "mended"
    """A repair has changed it."""


@dataclass(frozen=True, slots=True)
class Row(PageValue):
    """A line of the sheet."""

    cell: Cell
    section: Section
    title: str
    category: Category | None


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark on one figure."""

    column: str
    cell: Cell
    kind: MarkKind
    name: str
    """Whose column it is."""
    sentence: str
    figure: str = ""
    """What the figure should be, if known; for a corrected figure, what the paper says."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One figure of a repair."""

    name: str
    row: Row
    written: str
    meant: str
    story: str


@dataclass(frozen=True, slots=True)
class RepairView:
    """A repair, with the values that its button submits."""

    likelihood: Likelihood
    word: str
    changes: tuple[ChangeView, ...]
    code: str


@dataclass(frozen=True, slots=True)
class AuditView(PageValue):
    """Everything that the page shows of an audit."""

    marks: tuple[Mark, ...] = ()
    obstacles: tuple[str, ...] = ()
    """What else prevents an audit, besides the faults among the marks."""
    verdict: str = ""
    is_right: bool = False
    remarks: tuple[str, ...] = ()
    repairs: tuple[RepairView, ...] = ()
    repairs_sentence: str = ""
    focuses: tuple[tuple[str, str], ...] = ()
    """The focus of each column as far as it is known or can be deduced, keyed by column."""

    @property
    def is_audited(self) -> bool:
        """Whether the figures could be checked against each other."""
        return bool(self.verdict)

    def find_mark(self, column: str, cell: str) -> Mark | None:
        """Return the mark on a figure."""
        return next((mark for mark in self.marks if (mark.column, mark.cell) == (column, cell)), None)

    def list_marks(self, cell: str) -> tuple[Mark, ...]:
        """List the marks of a row, column by column."""
        return tuple(mark for mark in self.marks if mark.cell == cell)


def list_rows(language: str) -> tuple[Row, ...]:
    """List the lines of a sheet from top to bottom."""
    terms = find_terms(language)
    return tuple(
        Row(cell, Section.A2, terms.name(cell), cell)
        if isinstance(cell, Category)
        else Row(cell, SECTIONS[cell], terms.sections[SECTIONS[cell]], None)
        for cell in CELLS
    )


def mark_faults(sheet: TypedSheet, language: str) -> AuditView:
    """Mark what is not a number, and missing tallies; nothing is checked against anything yet."""
    names, faults = _name_columns(sheet, language), check_figures(sheet, language)
    return AuditView(tuple(Mark(key, cell, MarkKind.FAULT, names[key], said) for (key, cell), said in faults.items()))


def audit_typed(sheet: TypedSheet, language: str) -> AuditView:
    """Audit a sheet as typed, or say what prevents it."""
    faults = mark_faults(sheet, language)
    if faults.marks:
        return faults
    names = _name_columns(sheet, language)
    try:
        found = audit(read_sheet(assemble_sheet(sheet)))
    except DocumentError as error:
        return AuditView(obstacles=tuple(format_finding(f, language) for f in error.findings if f.is_error))
    marks = tuple(_mark_defects(found, sheet, language))
    marked = {(mark.column, mark.cell) for mark in marks}
    mended = tuple(mark for mark in _mark_mended(sheet, names, language) if (mark.column, mark.cell) not in marked)
    focuses = tuple(zip(names, _find_focuses(found.sheet), strict=True))
    is_right = found.is_in_order
    return AuditView(
        marks=(*marks, *mended),
        verdict=describe_verdict(found, language),
        is_right=is_right,
        remarks=(
            *(format_finding(finding, language) for finding in found.sheet.warnings),
            *(_tell_focuses(sheet, dict(focuses), names, language) if is_right else ()),
        ),
        repairs=tuple(_view_repairs(found, sheet, language)),
        repairs_sentence=describe_repairs(found, language),
        focuses=tuple((key, focus.value) for key, focus in focuses if focus),
    )


def _name_columns(sheet: TypedSheet, language: str) -> dict[str, str]:
    return {column.key: column.name or find_terms(language).public_library for column in sheet.columns}


def _mark_defects(found: Audit, sheet: TypedSheet, language: str) -> Iterator[Mark]:
    keys = _find_keys(sheet)
    for defect in found.defects:
        name = defect.player or find_terms(language).public_library
        figure = "" if defect.expected is None else format_points(defect.expected)
        sentence = describe_defect(defect, language)
        yield Mark(keys[defect.player], defect.line, MarkKind.DEFECT, name, sentence, figure)


def _mark_mended(sheet: TypedSheet, names: Mapping[str, str], language: str) -> Iterator[Mark]:
    sentence = find_translations(language).gettext("Corrected; the paper says %(figure)s.")
    for mended in sheet.standing:
        figure = format_points(mended.written)
        said = sentence % {"figure": figure}
        yield Mark(mended.key, mended.cell, MarkKind.MENDED, names[mended.key], said, figure)


def _find_keys(sheet: TypedSheet) -> dict[str | None, str]:
    """Find the column of each player; the library's has no name."""
    return {None if column.key == LIBRARY else column.name: column.key for column in sheet.columns}


def _find_focuses(sheet: PaperSheet) -> tuple[Category | None, ...]:
    """Deduce the missing focuses of a sheet: those that are the same in every consistent reading."""
    deals = [deal for deal in deal_focuses(sheet) if not find_defects(_deal(sheet, deal))]
    if not deals:
        return tuple(column.focus for column in sheet.columns)
    return tuple(focuses[0] if len(set(focuses)) == 1 else None for focuses in zip(*deals, strict=True))


def _deal(sheet: PaperSheet, focuses: tuple[Category, ...]) -> PaperSheet:
    pairs = zip(sheet.columns, focuses, strict=True)
    return replace(sheet, columns=tuple(replace(column, focus=focus) for column, focus in pairs))


def _tell_focuses(
    sheet: TypedSheet, focuses: Mapping[str, Category | None], names: Mapping[str, str], language: str
) -> Iterator[str]:
    """Say which missing focuses were deduced from the figures."""
    t, terms = find_translations(language), find_terms(language)
    for column in sheet.columns:
        focus = focuses[column.key]
        if focus and not column.focus:
            sentence = t.gettext("%(name)s: by the figures, the focus can only have been %(category)s.")
            yield sentence % {"name": names[column.key], "category": terms.name(focus)}


def _view_repairs(found: Audit, sheet: TypedSheet, language: str) -> Iterator[RepairView]:
    keys, rows = _find_keys(sheet), {row.cell: row for row in list_rows(language)}
    for repair in found.repairs:
        likelihood = rate_repair(repair, found)
        yield RepairView(
            likelihood=likelihood,
            word=name_likelihood(likelihood, language),
            changes=tuple(
                ChangeView(
                    name=change.player or find_terms(language).public_library,
                    row=rows[change.line],
                    written=format_points(change.written),
                    meant=format_points(change.meant),
                    story=describe_slip(change, language),
                )
                for change in repair.changes
            ),
            code=write_mended(
                MendedFigure(keys[change.player], change.line, change.written, change.meant)
                for change in repair.changes
            ),
        )
