"""The smallest changes that bring one column in order, its prominent books, its award and its focus being settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ..cards import BOOKS_OF_A_CATEGORY
from ..categories import Category
from ..documents.paper_sheet import CELLS, Cell, PaperColumn, PaperSheet, SheetLine
from ..sections.categorical_variety import POINTS_PER_BOOK as VARIETY_POINTS
from ..sections.library_focus import POINTS_PER_BOOK as FOCUS_POINTS
from .expectation import can_be_stability
from .slips import list_readings

MOST_CHANGES = 3
"""A sheet that needs more of them is counted again rather than repaired."""
MOST_TRIED = 40
"""How far figures are tried that merely have to be large enough: half of a category, a shelf of forty cards."""

Changes = tuple[tuple[Cell, int], ...]
"""What to write instead, in the order of the form."""


@dataclass(frozen=True, slots=True)
class Given:
    """What is settled about a column before its own figures are looked at."""

    prominent: int
    award: int
    focus: Category


@dataclass(frozen=True, slots=True)
class _Trial:
    """The three numbers from which B3, B4 and B5 follow, as tried."""

    banned: int
    focus: int
    scarcest: int


class ColumnRepairs:
    """One column, to be brought in order.

    Each of the three numbers of a trial is what the tally says, or what a line asks for that depends on it (B4 asks
    for the row of the focus, too), or what the total asks for: held by none of these it may as well stay what the
    tally says, which changes less. And the total asks for one of them at most, or for B1: if two were changed for its
    sake, the total alone could be changed instead. So all smallest repairs are among the trials. Where a figure merely
    has to be large enough, all are tried up to ``MOST_TRIED``; where that goes for several rows at once, the least
    that will do and what each may be misread from. What is not written is taken to be whatever fits; without B1, a
    total asks for nothing.
    """

    def __init__(self, sheet: PaperSheet, column: PaperColumn) -> None:
        self.sheet, self.column = sheet, column
        self.total = column[SheetLine.TOTAL]
        self.stability = 0 if column.name is None else column[SheetLine.STABILITY]

    def find(self, given: Given) -> tuple[Changes, ...]:
        """List the smallest sets of changes: the empty one where all is in order, nothing where too many are needed."""
        found: dict[Changes, None] = {}
        fewest = MOST_CHANGES
        for trial in dict.fromkeys((*self._try_lines(given), *self._try_total(given))):
            settled, rest = self._work_out(given, trial)
            if len(settled) > fewest:
                continue
            ends = self._list_ends(rest)
            for rows in self._list_rows(given, trial):
                if (size := len(settled) + len(rows) + len(ends[0])) <= fewest:
                    fewest = size
                    found.update((_sort({**settled, **dict(rows), **end}), None) for end in ends)
        return tuple(changes for changes in found if len(changes) == fewest)

    def _try_lines(self, given: Given) -> Iterator[_Trial]:
        """Try what the tally and the lines say."""
        for banned in self._list_banned(given):
            for focus in self._list_focus(given, banned):
                for scarcest in self._list_scarcest(given, focus):
                    yield _Trial(banned, focus, scarcest)

    def _try_total(self, given: Given) -> Iterator[_Trial]:
        """Try the one number with which the lines add up to the total."""
        if self.total is None or self.stability is None:
            return
        # So much remains for B3, B4 and B5: 3 scarcest + 2 focus - banned.
        rest = self.total - self.stability - given.award
        for trial in self._try_lines(given):
            wanted = rest - VARIETY_POINTS * trial.scarcest
            if given.focus is self.sheet.banned:
                yield _Trial(wanted, wanted, trial.scarcest)
            else:
                yield _Trial(FOCUS_POINTS * trial.focus - wanted, trial.focus, trial.scarcest)
            scarcest, odd = divmod(rest + trial.banned - FOCUS_POINTS * trial.focus, VARIETY_POINTS)
            if not odd:
                yield _Trial(trial.banned, trial.focus, scarcest)
        if self._focus_has_a_row(given):
            yield from self._try_total_by_focus(given, rest)

    def _try_total_by_focus(self, given: Given, rest: int) -> Iterator[_Trial]:
        for banned in self._list_banned(given):
            for scarcest in self._list_scarcest(given, None):
                focus, odd = divmod(rest + banned - VARIETY_POINTS * scarcest, FOCUS_POINTS)
                if not odd:
                    yield _Trial(banned, focus, scarcest)
            both, odd = divmod(rest + banned, VARIETY_POINTS + FOCUS_POINTS)
            if not odd:
                yield _Trial(banned, both, both)

    def _focus_has_a_row(self, given: Given) -> bool:
        """Tell whether the focus is neither prominent nor banned, as it should be."""
        return given.focus not in (self.sheet.prominent, self.sheet.banned)

    def _list_banned(self, given: Given) -> set[int]:
        if self.sheet.banned is self.sheet.prominent:
            return {given.prominent}
        asked = {self.column.tally[self.sheet.banned], -(self.column[SheetLine.BANNED] or 0)}
        return asked | (self._list_asked_by_bonus() if given.focus is self.sheet.banned else set())

    def _list_focus(self, given: Given, banned: int) -> set[int]:
        if not self._focus_has_a_row(given):
            return {given.prominent if given.focus is self.sheet.prominent else banned}
        books, least = self.column.tally[given.focus], (self.column[SheetLine.VARIETY] or 0) // VARIETY_POINTS
        enough = {least} if books >= least else set(range(least, MOST_TRIED + 1))
        return {books} | self._list_asked_by_bonus() | enough

    def _list_asked_by_bonus(self) -> set[int]:
        books, odd = divmod(self.column[SheetLine.FOCUS_BONUS] or 0, FOCUS_POINTS)
        return set() if odd else {books}

    def _list_scarcest(self, given: Given, focus: int | None) -> set[int]:
        """List the books of the scarcest row, by the rows and by B4; ``focus`` are the books of the focus, if known."""
        books = [self.column.tally[category] for category in self._list_other_rows(given)]
        books += self._list_settled(given, focus)
        line = self.column[SheetLine.VARIETY]
        return {min(books)} | ({line // VARIETY_POINTS} if line is not None and line % VARIETY_POINTS == 0 else set())

    def _list_other_rows(self, given: Given) -> list[Category]:
        return [row for row in self.sheet.permitted if row not in (self.sheet.prominent, given.focus)]

    def _list_settled(self, given: Given, focus: int | None) -> list[int]:
        """List the books of those of the five rows that a trial fixes."""
        settled = [given.prominent] if self.sheet.prominent in self.sheet.permitted else []
        return [*settled, focus] if focus is not None and self._focus_has_a_row(given) else settled

    def _list_rows(self, given: Given, trial: _Trial) -> Iterator[Changes]:
        """List what to write in the other rows so that the scarcest row has its books."""
        if min(trial.banned, trial.focus, trial.scarcest) < 0 or max(trial.banned, trial.focus) > BOOKS_OF_A_CATEGORY:
            return
        if self.sheet.banned is self.sheet.prominent and trial.banned != given.prominent:
            return
        least, settled = trial.scarcest, self._list_settled(given, trial.focus)
        others = {row: self.column.tally[row] for row in self._list_other_rows(given)}
        if any(books < least for books in settled):
            return
        low = [row for row, books in others.items() if books < least]
        is_met = least in settled or least in others.values()
        if is_met and not low:
            yield ()
        elif not low:
            yield from (((row, least),) for row in others)
        elif len(low) == 1 and is_met:
            yield from (((low[0], books),) for books in range(least, MOST_TRIED + 1))
        elif len(low) <= MOST_CHANGES:
            likely = [
                {least, *(books for books in list_readings(others[row]) if least < books <= MOST_TRIED)} for row in low
            ]
            for chosen in product(*map(sorted, likely)):
                if is_met or least in chosen:
                    yield tuple(zip(low, chosen, strict=True))

    def _work_out(self, given: Given, trial: _Trial) -> tuple[dict[Cell, int], int]:
        """Work out B2 to B5; list what has to be written where they and their rows differ, and add them up."""
        lines: dict[Cell, int] = {
            SheetLine.PROMINENT: given.award,
            SheetLine.BANNED: -trial.banned,
            SheetLine.VARIETY: VARIETY_POINTS * trial.scarcest,
            SheetLine.FOCUS_BONUS: FOCUS_POINTS * trial.focus,
        }
        figures = dict(lines)
        if self.sheet.banned is not self.sheet.prominent:
            figures[self.sheet.banned] = trial.banned
        if self._focus_has_a_row(given):
            figures[given.focus] = trial.focus
        changes = {cell: figure for cell, figure in figures.items() if self.column[cell] not in (None, figure)}
        return changes, sum(lines.values())

    def _list_ends(self, rest: int) -> list[dict[Cell, int]]:
        """List how B1 and the total can agree, all in as many changes; ``rest`` is the sum of the other lines."""
        written = self.column[SheetLine.STABILITY]
        is_sound = written is None or can_be_stability(written, self.column)
        sound = [points for points in range(MOST_TRIED + 1) if can_be_stability(points, self.column)]
        if self.total is None:
            return [{}] if is_sound else [{SheetLine.STABILITY: points} for points in sound]
        asked = self.total - rest
        can_be_asked = can_be_stability(asked, self.column)
        if can_be_asked and written in (None, asked):
            return [{}]
        if written is None:
            return [{SheetLine.TOTAL: rest + points} for points in sound]
        by_stability: list[dict[Cell, int]] = [{SheetLine.STABILITY: asked}] if can_be_asked else []
        if is_sound:
            return [{SheetLine.TOTAL: rest + written}, *by_stability]
        return by_stability or [{SheetLine.STABILITY: points, SheetLine.TOTAL: rest + points} for points in sound]


def _sort(changes: dict[Cell, int]) -> Changes:
    return tuple((cell, changes[cell]) for cell in CELLS if cell in changes)
