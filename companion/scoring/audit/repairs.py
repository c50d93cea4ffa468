"""The smallest sets of changed figures after which a sheet contradicts itself no more, likeliest first.

Columns depend on each other in two ways only: B2 ranks the prominent books of all, and focuses forgotten are dealt
once. With the prominent books and the focuses settled, every column is repaired by itself (see ``column``). So all
ways to change up to three prominent books and all ways to deal the focuses are tried; what each column then needs at
least is added up, and the smallest sums are the repairs.

One prominent row is tried with every figure up to ``MOST_TRIED``; where several are changed at once, each with what
it may be misread from and with the figures at which a rank or the scarcest row changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import combinations, product
from math import prod

from ..cards import BOOKS_OF_A_CATEGORY
from ..documents.paper_sheet import CELLS, Cell, PaperSheet, SheetLine
from ..sections.categorical_variety import POINTS_PER_BOOK
from .column import MOST_CHANGES, MOST_TRIED, Changes, ColumnRepairs, Given
from .expectation import deal_focuses, find_awards
from .slips import WEIGHTS, Slip, list_readings
from .stories import find_slips

MOST_COLUMNS = 4
"""A table of more breaks the rules already."""
MOST_REPAIRS = 100
"""Where figures are hardly held by others there are many repairs: the likeliest of them."""


@dataclass(frozen=True, slots=True)
class Change:
    """One figure, to be written anew."""

    player: str | None
    """``None`` for the public library."""
    line: Cell
    written: int
    meant: int
    slip: Slip
    """How it may have come about."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes that together bring a sheet in order; no fewer do."""

    changes: tuple[Change, ...]
    """In the order of the form, player by player."""
    likelihood: float
    """From 0 to 1, by how easily each figure is mistaken; those of all repairs of a sheet add up to 1."""


_Sheet = tuple[Changes, ...]
"""The changes of all columns, or of the first of them."""


def find_repairs(sheet: PaperSheet) -> tuple[Repair, ...]:
    """Find the repairs; none for a sheet in order, and none where more than ``MOST_CHANGES`` are needed."""
    if len(sheet.columns) > MOST_COLUMNS:
        return ()
    search = _Search(sheet)
    for size in range(sum(search.is_wrong), MOST_CHANGES + 1):
        found = search.find(size)
        if found:
            return search.rank(found) if size else ()
    return ()


class _Search:
    """The search for the repairs of one sheet, with what it has found out about its columns."""

    def __init__(self, sheet: PaperSheet) -> None:
        self.sheet = sheet
        self.written = [column.tally[sheet.prominent] for column in sheet.columns]
        self.awards = [column[SheetLine.PROMINENT] for column in sheet.columns]
        self.columns = [ColumnRepairs(sheet, column) for column in sheet.columns]
        self.focuses = tuple(deal_focuses(sheet))
        self.known: dict[tuple[int, Given], tuple[Changes, ...]] = {}
        self.is_wrong = [self._is_wrong(index) for index in range(len(sheet.columns))]
        """Which columns need a change whatever happens to the others."""

    def _is_wrong(self, index: int) -> bool:
        written = self.awards[index]
        awards = self._list_awards() if written is None else {written}
        focuses = {deal[index] for deal in self.focuses}
        return not any(
            self._repair(index, Given(self.written[index], award, focus)) == ((),)
            for award, focus in product(awards, focuses)
        )

    def _list_awards(self) -> set[int]:
        """List all awards that a table of this size can give."""
        ranks = range(len(self.written))
        tables = product(ranks, repeat=len(ranks))
        return {award.points for table in tables for award in find_awards(self.sheet, table)}

    def find(self, size: int) -> dict[_Sheet, float]:
        """Find the likeliest repairs of so many changes, and how likely each is; expects that fewer do not do."""
        found: dict[_Sheet, float] = {}
        for varied in range(size + 1):
            for books in self._vary(size, varied):
                awards = [award.points for award in find_awards(self.sheet, books)]
                wrong = sum(written not in (None, award) for written, award in zip(self.awards, awards, strict=True))
                if varied + wrong > size:
                    continue
                for focuses in self.focuses:
                    settled = map(Given, books, awards, focuses)
                    choices = [self._repair(index, given) for index, given in enumerate(settled)]
                    if all(choices) and sum(len(choice[0]) for choice in choices) == size:
                        found.update(self._combine(choices))
        return found

    def _vary(self, size: int, varied: int) -> Iterator[tuple[int, ...]]:
        """Change the prominent books of so many columns, where that leaves enough changes for the others."""
        for changed in combinations(range(len(self.written)), varied):
            others = sum(is_wrong for index, is_wrong in enumerate(self.is_wrong) if index not in changed)
            if varied + others > size:
                continue
            choices = [
                self._list_books(index, alone=varied == 1) if index in changed else [books]
                for index, books in enumerate(self.written)
            ]
            yield from product(*choices)

    def _list_books(self, index: int, *, alone: bool) -> list[int]:
        column, written = self.sheet.columns[index], self.written[index]
        if alone:
            books = set(range(MOST_TRIED + 1))
        else:
            ranks = {rival + step for rival in self.written for step in (-1, 0, 1)}
            books = {*list_readings(written), *ranks, (column[SheetLine.VARIETY] or 0) // POINTS_PER_BOOK}
        return sorted(book for book in books if 0 <= book <= BOOKS_OF_A_CATEGORY and book != written)

    def _repair(self, index: int, given: Given) -> tuple[Changes, ...]:
        """List the smallest changes of a column, that of its prominent row included."""
        if (index, given) not in self.known:
            repairs = self.columns[index].find(given)
            if given.prominent != self.written[index]:
                row = self.sheet.prominent, given.prominent
                repairs = tuple(tuple(sorted((*changes, row), key=_place)) for changes in repairs)
            self.known[index, given] = repairs
        return self.known[index, given]

    def _combine(self, choices: Sequence[tuple[Changes, ...]]) -> Iterator[tuple[_Sheet, float]]:
        """Combine the changes of the columns; what is likeliest of the first ones stays so whatever follows."""
        combined: list[tuple[float, _Sheet]] = [(1.0, ())]
        for index, choice in enumerate(choices):
            weighed = [(self._weigh(index, changes), changes) for changes in choice]
            combined = nlargest(
                MOST_REPAIRS,
                ((so_far * weight, (*before, changes)) for so_far, before in combined for weight, changes in weighed),
                key=lambda pair: pair[0],
            )
        return ((changes, weight) for weight, changes in combined)

    def _weigh(self, index: int, changes: Changes) -> float:
        return prod(WEIGHTS[slip] for slip in find_slips(self.sheet, index, changes))

    def rank(self, found: dict[_Sheet, float]) -> tuple[Repair, ...]:
        """Put the repairs in order, likeliest first, and share the likelihood among them."""
        # Rounded, so that equal chances multiplied in another order stay equal.
        ranked = sorted(
            found, key=lambda changes: (-round(found[changes], 12), [[*map(_place_and_figure, c)] for c in changes])
        )
        listed = ranked[:MOST_REPAIRS]
        whole = sum(found[changes] for changes in listed)
        return tuple(Repair(tuple(self._list_changes(changes)), found[changes] / whole) for changes in listed)

    def _list_changes(self, changes: _Sheet) -> Iterator[Change]:
        for index, (column, cells) in enumerate(zip(self.sheet.columns, changes, strict=True)):
            for (cell, meant), slip in zip(cells, find_slips(self.sheet, index, cells), strict=True):
                yield Change(column.name, cell, column[cell] or 0, meant, slip)


def _place(change: tuple[Cell, int]) -> int:
    return CELLS.index(change[0])


def _place_and_figure(change: tuple[Cell, int]) -> tuple[int, int]:
    return _place(change), change[1]
