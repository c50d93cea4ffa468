"""How the changes of one column may have come about, taken together: what one figure alone does not show.

A total may lack a line, two lines may stand in each other's place, a figure may be the neighbor's.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..categories import Category
from ..documents.paper_sheet import Cell, PaperSheet, SheetLine
from ..sections.prominent_works import AWARDS
from .column import Changes
from .slips import WEIGHTS, Slip, find_slip

_LINES = tuple(line for line in SheetLine if line is not SheetLine.TOTAL)
_A_CARD = range(2, 5)
"""How many books of a category a card can add beyond the one that counting itself may miss."""


def find_slips(sheet: PaperSheet, index: int, changes: Changes) -> tuple[Slip, ...]:
    """Find the likeliest slip for each change of a column, in their order."""
    meant = dict(changes)
    return tuple(max(_list_slips(sheet, index, cell, meant), key=lambda slip: WEIGHTS[slip]) for cell in meant)


def _list_slips(sheet: PaperSheet, index: int, cell: Cell, meant: dict[Cell, int]) -> Iterator[Slip]:
    column = sheet.columns[index]
    written = column[cell] or 0
    awards = [award for other in sheet.columns if (award := other[SheetLine.PROMINENT]) is not None]
    yield find_slip(cell, written, meant[cell], awards)
    neighbors = sheet.columns[max(0, index - 1) : index] + sheet.columns[index + 1 : index + 2]
    if any(neighbor[cell] == written for neighbor in neighbors):
        yield Slip.NEIGHBOR
    if isinstance(cell, Category):
        if abs(meant[cell] - written) in _A_CARD:
            yield Slip.BY_A_CARD
    elif cell is SheetLine.TOTAL:
        lines = [meant.get(line, column[line] or 0) for line in _LINES]
        if sum(column[line] or 0 for line in _LINES) == written:
            yield Slip.CARRIED
        if meant[cell] != written and meant[cell] - written in lines:
            yield Slip.LINE_FORGOTTEN
        if meant[cell] - written == 10:
            yield Slip.CARRY_LOST
    else:
        if any(meant.get(line) == written and column[line] == meant[cell] for line in _LINES if line is not cell):
            yield Slip.LINES_SWAPPED
        if cell is SheetLine.PROMINENT and meant[cell] not in (*AWARDS, 0):
            yield Slip.SHARED_WRONGLY
