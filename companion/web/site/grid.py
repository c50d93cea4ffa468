"""A grid of figures to type, as on the paper form: one column for each librarian, one row for each line.

The tally of a table and the audit of a paper form are both such grids; ``templates/site/grid.html`` draws them, and
``static/js/site/grid.js`` gives them sums, keys under the thumb, and pasting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...workflow.access.showing import PageValue
from ...workflow.audit.views import Mark, Row


@dataclass(frozen=True, slots=True)
class GridColumn(PageValue):
    """A column, and whose it is."""

    key: str
    name: str
    """What screen readers say in front of each of its lines."""
    heading: str
    """A name, or the number of the column as long as nobody has one."""
    number: int = 0
    """Stands in the heading while a script finds no name; 0 for a heading that never changes."""
    is_printed: bool = False
    """Whether the name is the form's own, as the public library's."""
    note: str = ""
    css: str = ""
    """``table-only`` or ``solo-only`` on a page on which the form can be changed."""


@dataclass(frozen=True, slots=True)
class GridCell(PageValue):
    """A field."""

    name: str
    """The field's name, and its id."""
    value: str
    note: Mark | None = None


@dataclass(frozen=True, slots=True)
class GridRow(PageValue):
    """A line of the form."""

    row: Row
    cells: tuple[GridCell | None, ...]
    """In the order of the columns; ``None`` where the form has no field."""
    small: str = ""
    """What stands in small print under the title."""

    @property
    def notes(self) -> tuple[tuple[str, Mark], ...]:
        """What is said of its figures, each with the id of the field."""
        return tuple((cell.name, cell.note) for cell in self.cells if cell and cell.note)


@dataclass(frozen=True, slots=True)
class Grid(PageValue):
    """The whole of it."""

    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]
    prominent: str = ""
    banned: str = ""
    shows_sums: bool = False
    """Whether the books of each column are summed while they are typed."""
    takes_minus: bool = False
    """Whether a figure may be less than nothing."""
    is_solo: bool = False

    @property
    def parts(self) -> Iterator[tuple[str, tuple[GridRow, ...]]]:
        """The two sections, each with its rows."""
        for part in ("A", "B"):
            yield part, tuple(row for row in self.rows if (row.row.category is None) == (part == "B"))

    @property
    def least(self) -> int:
        """How many columns the table has on the form of one librarian, that of the titles included."""
        return 1 + sum(column.css != "table-only" for column in self.columns)

    @property
    def extra(self) -> int:
        """How many more it has on that of several."""
        classes = [column.css for column in self.columns]
        return max(0, classes.count("table-only") - classes.count("solo-only"))

    @property
    def span(self) -> int:
        """How many columns a note goes across."""
        return self.least if self.is_solo else self.least + self.extra
