"""The table of a form: its rows from A1 to the total, with one column per librarian."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...scoring.categories import CATEGORIES, Category
from ...scoring.decisions.decision import DecidedLine
from ...scoring.decisions.declaring import find_own_figure
from ...scoring.inspection import Form
from ...scoring.scorecard import Figures, Scorecard
from ...scoring.sections.alphabetical_order import OrderCheck
from ...scoring.sections.categorical_variety import POINTS_PER_BOOK as POINTS_PER_SCARCE_BOOK
from ...scoring.sections.library_focus import POINTS_PER_BOOK as POINTS_PER_FOCUS_BOOK
from ...scoring.sections.prominent_works import Award
from ...scoring.sections.shelf_stability import POINTS_PER_ENTOMBED_CARD, Stability
from ...scoring.terms import Terms, find_terms
from ...wording.languages import Translations, find_translations
from ...wording.scorecard.figures import format_points
from .fitting.sizes import (
    MARK_WIDTH,
    SIZES,
    find_column_width,
    find_label_width,
    fit_categories,
    fit_figure,
    fit_hint,
    fit_note,
    fit_own_figure,
    fit_sum,
    fit_title,
    fit_total,
)
from .parts import CategoryMark, Cell, Paper, Ring, Row, RowKind
from .strokes import draw_oval, draw_zigzag

DASH = "–"
_OVERHANG = 2.4
"""How far a ring extends beyond the table's edge on either side."""
_RING_ABOVE = 0.8
_SECTION_ROOM = 13.5
_MARK_ROOM = 27.0
_LINES = {
    "A1": DecidedLine.FLIPPED,
    "B1": DecidedLine.STABILITY,
    "B2": DecidedLine.PROMINENT,
    "B3": DecidedLine.BANNED,
    "B4": DecidedLine.VARIETY,
    "B5": DecidedLine.FOCUS_BONUS,
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column's values: what A1 did, if it was checked, and the figures."""

    figures: Figures
    order: OrderCheck | None
    wins: bool
    own: Mapping[DecidedLine, int] = field(default_factory=dict)
    """The table's own figures, where it has any."""


def find_columns(card: Scorecard) -> tuple[Column, ...]:
    """List the columns of a scorecard: the librarians, then the public library of a solo game."""
    columns = [Column(player.figures, player.order, player.name in card.winners) for player in card.players]
    if card.library:
        columns = [Column(column.figures, column.order, bool(card.won)) for column in columns]
        columns.append(Column(card.library, None, not card.won))
    if card.declared is None:
        return tuple(columns)
    return tuple(replace(column, own=_list_own(card, index)) for index, column in enumerate(columns))


def _list_own(card: Scorecard, index: int) -> dict[DecidedLine, int]:
    figures = {line: find_own_figure(card, index, line) for line in DecidedLine}
    return {line: figure for line, figure in figures.items() if figure is not None}


def fill_rows(card: Scorecard, language: str, paper: Paper) -> tuple[Row, ...]:
    """Make the rows of a completed form."""
    columns = find_columns(card)
    inspection = card.inspection
    return _Table(language, paper, len(columns), inspection.form).rows(columns, inspection.prominent, inspection.banned)


def blank_rows(form: Form, columns: int, language: str, paper: Paper) -> tuple[Row, ...]:
    """Make the rows of a form to be filled in by hand."""
    return _Table(language, paper, columns, form).rows()


def mark_category(category: Category, terms: Terms) -> CategoryMark:
    """Return a category's pictogram with its name."""
    return CategoryMark(category.value.lower(), terms.name(category))


class _Table:
    def __init__(self, language: str, paper: Paper, columns: int, form: Form) -> None:
        self.terms: Terms = find_terms(language)
        self.t: Translations = find_translations(language)
        self.paper = paper
        self.columns = columns
        self.form = form
        self.column_width = find_column_width(paper, columns)
        self.label_width = find_label_width(columns)

    def rows(
        self, columns: Sequence[Column] = (), prominent: Category | None = None, banned: Category | None = None
    ) -> tuple[Row, ...]:
        terms = self.terms
        return (
            Row(RowKind.PART, terms.section_a),
            self._line("A1", columns, self._note_order, hint=self.t.gettext("cards flipped face down")),
            Row(RowKind.HEADING, terms.sections["A2"], "A2"),
            *(self._category(category, columns, prominent, banned) for category in CATEGORIES),
            Row(RowKind.PART, terms.section_b),
            *self._points(columns, prominent, banned),
            Row(
                RowKind.TOTAL,
                terms.sections["="],
                "=",
                fit_title(terms.sections["="], self.label_width - _SECTION_ROOM),
                cells=tuple(
                    self._add_own(
                        Cell(fit_total(format_points(column.figures.total), self.column_width), wins=column.wins),
                        column,
                        DecidedLine.TOTAL,
                    )
                    for column in columns
                )
                or self._empty(),
            ),
        )

    def _points(
        self, columns: Sequence[Column], prominent: Category | None, banned: Category | None
    ) -> tuple[Row, ...]:
        t = self.t
        if self.form is Form.S_42A:
            awards = t.gettext("15 to the higher; ties go to the library")
        else:
            awards = t.gettext("15, 9, 4; ties pooled")
        return (
            self._line("B1", columns, self._note_stability, hint=t.gettext("largest rectangle on the bottom row")),
            self._line("B2", columns, self._note_award, awards, prominent),
            self._line("B3", columns, self._note_penalty, t.gettext("−1 per book"), banned),
            self._line("B4", columns, self._note_variety, hint=t.gettext("3 per book of the scarcest, not banned")),
            self._line("B5", columns, self._note_focus, hint=t.gettext("2 per focus book")),
        )

    def _line(
        self,
        section: str,
        columns: Sequence[Column],
        note: Callable[[Column], Cell],
        hint: str,
        category: Category | None = None,
    ) -> Row:
        title = self.terms.section(section, self.form)
        room = self.label_width - _SECTION_ROOM
        written = self.terms.name(category) if category else ""
        fitted = fit_hint(hint, written, room)
        return Row(
            RowKind.LINE,
            title,
            section,
            fit_title(title, room),
            fitted.text,
            fitted.size,
            written if fitted.is_named else "",
            mark_category(category, self.terms) if category and not fitted.is_named else None,
            cells=tuple(self._add_own(note(column), column, _LINES[section]) for column in columns) or self._empty(),
        )

    def _category(
        self, category: Category, columns: Sequence[Column], prominent: Category | None, banned: Category | None
    ) -> Row:
        name = self.terms.name(category)
        return Row(
            RowKind.CATEGORY,
            name,
            size=fit_categories(self.terms.categories.values(), self.label_width - _MARK_ROOM),
            mark=mark_category(category, self.terms),
            ring=self._ring(category, prominent, banned),
            cells=tuple(
                self._add_own(self._cell(str(column.figures.tally[category])), column, DecidedLine(category.value))
                for column in columns
            )
            or self._empty(),
        )

    def _ring(self, category: Category, prominent: Category | None, banned: Category | None) -> Ring | None:
        width, height = SIZES[self.paper].table + 2 * _OVERHANG, SIZES[self.paper].row + 2 * _RING_ABOVE
        if category is prominent:
            return Ring("prominent", draw_oval(width, height), width, height, self.terms.prominent)
        if category is banned:
            return Ring("banned", draw_zigzag(width, height), width, height, self.terms.banned)
        return None

    def _empty(self) -> tuple[Cell, ...]:
        return (Cell(),) * self.columns

    def _cell(self, figure: str, notes: Sequence[str] = ("",), *categories: Category) -> Cell:
        """Fill a cell; ``notes`` are ways to write the calculation, the fullest first."""
        marks = tuple(mark_category(category, self.terms) for category in categories)
        return Cell(fit_figure(figure, self.column_width), fit_sum(notes, self.column_width, len(marks)), marks)

    def _add_own(self, cell: Cell, column: Column, line: DecidedLine) -> Cell:
        """Put the table's own figure beside that of the rules."""
        own = column.own.get(line)
        if own is None:
            return cell
        return replace(cell, own=fit_own_figure(format_points(own), cell.figure, self.column_width))

    def _note_order(self, column: Column) -> Cell:
        if column.order is None:
            return self._cell(DASH)
        names = [flip.card.name for flip in column.order.flips]
        return self._cell(str(len(names)), [fit_note(names, self.column_width) if names else ""])

    def _note_stability(self, column: Column) -> Cell:
        line = column.figures.stability
        return self._cell(format_points(line.points), [format_sum(line)])

    def _note_award(self, column: Column) -> Cell:
        line = column.figures.award
        return self._cell(format_points(line.points), self._place(line))

    def _place(self, line: Award) -> Sequence[str]:
        if line.tied > 1:
            return (
                f"({' + '.join(str(award) for award in line.pooled[:4])}) ÷ {line.tied}",
                f"{sum(line.pooled)} ÷ {line.tied}",
            )
        return ("" if self.form is Form.S_42A else self.t.gettext("place %(place)d") % {"place": line.place},)

    def _note_penalty(self, column: Column) -> Cell:
        return self._cell(format_points(column.figures.penalty.points))

    def _note_variety(self, column: Column) -> Cell:
        line = column.figures.variety
        return self._cell(
            format_points(line.points),
            [f"{POINTS_PER_SCARCE_BOOK} × {line.books}"],
            *line.scarcest[: self._most_marks()],
        )

    def _note_focus(self, column: Column) -> Cell:
        line = column.figures.focus_bonus
        return self._cell(format_points(line.points), [f"{POINTS_PER_FOCUS_BOOK} × {line.books}"], line.category)

    def _most_marks(self) -> int:
        return max(1, int((self.column_width - 12) / MARK_WIDTH))


def format_sum(line: Stability) -> str:
    """Write out the calculation of B1: ``4 × 2 + 2 × 1``, the rectangle's width and height and the entombed cards."""
    rectangle = f"{line.rectangle.width} × {line.rectangle.height}" if line.rectangle else ""
    entombed = f"{POINTS_PER_ENTOMBED_CARD} × {line.entombed}" if line.entombed else ""
    return " + ".join(part for part in (rectangle, entombed) if part)
