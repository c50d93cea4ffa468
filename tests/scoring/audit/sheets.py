"""Paper sheets that the tests audit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.scoring.documents.paper_sheet import PaperSheet, SheetLine, read_sheet

from ..documents.documents import Document, count, table

LINES = tuple(line.value for line in SheetLine)


def column(name: str | None, tally: Sequence[int], *lines: int | None, **more: Any) -> Document:
    """One column: the tally in the order C F H M R S, then B1 to B5 and the total, ``None`` where none is written."""
    written = {line: points for line, points in zip(LINES, lines, strict=False) if points is not None}
    return {**({"name": name} if name else {}), "tally": count(tally), **written, **more}


def sheet(*columns: Document, **changes: Any) -> Document:
    """A B-7c sheet: banned C and prominent R."""
    return table(*columns, **{"format": "ex-libris/sheet@1", **changes})


def solo_sheet(librarian: Document, library: Any, **changes: Any) -> Document:
    """An S-42A sheet."""
    return sheet(librarian, form="S-42A", library=library, **changes)


def rulebook(**changes: Document) -> Document:
    """The table that the rulebook prints (002:339-352), with its two defects; changes by player."""
    columns = {
        "Rita": column("Rita", (2, 12, 5, 6, 7, 6), 8, 4, -2, 15, 12, 37),
        "Eric": column("Eric", (4, 8, 10, 6, 8, 7), 12, 9, -4, 18, 20, 55),
        "Alberto": column("Alberto", (5, 3, 6, 4, 4, 4), 10, 0, -5, 9, 18, 32),
        "Dária": column("Dária", (4, 10, 7, 7, 9, 1), 9, 15, -4, 3, 20, 38),
    }
    return sheet(*({**fields, **changes.get(name, {})} for name, fields in columns.items()))


def sound(**changes: Document) -> Document:
    """The same table, repaired."""
    alberto = {"tally": count((5, 3, 6, 9, 4, 4))}
    repaired = {"Alberto": alberto, "Dária": {"stability": 4}}
    players = {name: {**repaired.get(name, {}), **changes.get(name, {})} for name in {*repaired, *changes}}
    return rulebook(**players)


def read(document: Document) -> PaperSheet:
    """Read a sheet that is expected to be readable."""
    return read_sheet(document)
