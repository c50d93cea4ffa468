"""The lines of a sheet that cannot be right, each held against what it is worked out from, as that is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from ..documents.paper_sheet import PaperColumn, PaperSheet, SheetLine
from ..scorecard import Line
from ..sections.banned_books import penalise_banned_books
from ..sections.categorical_variety import score_variety
from .expectation import can_be_stability, find_awards
from .focuses import judge_focuses
from .verdict import Reason, Verdict


@dataclass(frozen=True, slots=True)
class Defect:
    """A line that cannot be right."""

    player: str | None
    """``None`` for the public library."""
    line: SheetLine
    written: int
    expected: int | None
    """``None`` where the sheet does not say what it should be."""
    reason: Reason
    worked_out: Line | None = None
    """The line as the rules work it out, where they do."""


def find_defects(sheet: PaperSheet) -> tuple[Defect, ...]:
    """Find every line that cannot be right, column by column, in the order of the form.

    B2 to B5 are held against the tally, B1 and the total against the lines, all as they are written: one slip is one
    defect, not a trail of them. A total is right if it adds up with any line as it is written or as it should be.
    """
    awards = find_awards(sheet, [column.tally[sheet.prominent] for column in sheet.columns])
    defects: list[Defect] = []
    for column, award, focus in zip(sheet.columns, awards, judge_focuses(sheet), strict=True):
        penalty = penalise_banned_books(column.tally, sheet.banned)
        variety = score_variety(column.tally, sheet.banned)
        verdicts = {
            SheetLine.PROMINENT: Verdict((award.points,), worked_out=award),
            SheetLine.BANNED: Verdict((penalty.points,), worked_out=penalty),
            SheetLine.VARIETY: Verdict((variety.points,), worked_out=variety),
            SheetLine.FOCUS_BONUS: focus,
        }
        verdicts[SheetLine.STABILITY] = _judge_stability(column, verdicts)
        verdicts[SheetLine.TOTAL] = _judge_total(column, verdicts)
        defects += _list_defects(column, verdicts)
    return tuple(defects)


_Verdicts = Mapping[SheetLine, Verdict]


def _list_defects(column: PaperColumn, verdicts: _Verdicts) -> Iterator[Defect]:
    for line in SheetLine:
        written, verdict = column[line], verdicts[line]
        if written is not None and written not in verdict.possible:
            yield Defect(column.name, line, written, verdict.expected, verdict.reason, verdict.worked_out)


def _judge_stability(column: PaperColumn, others: _Verdicts) -> Verdict:
    """Judge B1: the figure itself, and if that cannot be, what the total leaves for it."""
    if column.name is None:
        return Verdict((0,), Reason.LIBRARY_HAS_NO_SHELF)
    written, total = column[SheetLine.STABILITY], column[SheetLine.TOTAL]
    if written is not None and can_be_stability(written, column):
        return Verdict((written,))
    rest = _add_up(column, others)
    if total is not None and rest is not None and can_be_stability(total - rest, column):
        return Verdict((total - rest,), Reason.NO_SUCH_STABILITY)
    return Verdict((), Reason.NO_SUCH_STABILITY)


def _judge_total(column: PaperColumn, lines: _Verdicts) -> Verdict:
    total = column[SheetLine.TOTAL]
    if total is None:
        return Verdict(())
    others = [{*lines[line].possible, column[line]} - {None} for line in lines if line is not SheetLine.STABILITY]
    left = {total - sum(figure or 0 for figure in figures) for figures in product(*others)}
    stability, written = lines[SheetLine.STABILITY], column[SheetLine.STABILITY]
    if written in left or any(points in left for points in stability.possible):
        return Verdict((total,))
    if not stability.possible and any(can_be_stability(points, column) for points in left):
        return Verdict((total,))
    rest = _add_up(column, lines)
    if rest is None or stability.expected is None:
        return Verdict((), Reason.SUM_OF_NOTHING)
    return Verdict((stability.expected + rest,), Reason.SUM)


def _add_up(column: PaperColumn, lines: _Verdicts) -> int | None:
    """Add up B2 to B5 as they are or should be; ``None`` where the sheet does not say."""
    best = [_choose(column[line], lines[line]) for line in lines if line is not SheetLine.STABILITY]
    return None if None in best else sum(points or 0 for points in best)


def _choose(written: int | None, verdict: Verdict) -> int | None:
    return written if written in verdict.possible or not verdict.possible else verdict.expected
