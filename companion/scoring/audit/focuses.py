"""B5 where the focus is known, and where it is forgotten: whose bonus can be right if no focus is dealt twice."""

from __future__ import annotations

from collections.abc import Sequence

from ..categories import Category
from ..documents.paper_sheet import PaperColumn, PaperSheet, SheetLine
from ..sections.library_focus import POINTS_PER_BOOK, score_focus
from .expectation import deal_focuses, list_free_focuses
from .verdict import Reason, Verdict

_Deal = tuple[Category, ...]


def judge_focuses(sheet: PaperSheet) -> tuple[Verdict, ...]:
    """Judge B5 of every column.

    Where focuses are forgotten, they are dealt so that as many bonuses as possible are right. A bonus that is right
    in all those deals is right, one that is in none of them is wrong; of those that are in some, one takes the row
    from another, and they are in doubt together.
    """
    deals = tuple(deal_focuses(sheet))
    if not deals:
        return tuple(_judge_alone(sheet, column) for column in sheet.columns)
    hits = [[_is_hit(*pair) for pair in zip(sheet.columns, deal, strict=True)] for deal in deals]
    most = max(map(sum, hits))
    best = [(deal, hit) for deal, hit in zip(deals, hits, strict=True) if sum(hit) == most]
    verdicts = []
    for index, column in enumerate(sheet.columns):
        if column.focus is not None:
            verdicts.append(_judge_known(column, column.focus))
            continue
        written = column[SheetLine.FOCUS_BONUS]
        possible = {_pay(column, deal[index]) for deal, _ in best}
        if written is not None and all(hit[index] for _, hit in best):
            possible = {written}
        elif any(hit[index] for _, hit in best) and written is not None:
            possible = set()
        verdicts.append(_judge_forgotten(column, possible, list_free_focuses(sheet)))
    return tuple(verdicts)


def _pay(column: PaperColumn, focus: Category) -> int:
    return score_focus(column.tally, focus).points


def _is_hit(column: PaperColumn, focus: Category) -> bool:
    return column[SheetLine.FOCUS_BONUS] in (None, _pay(column, focus))


def _judge_alone(sheet: PaperSheet, column: PaperColumn) -> Verdict:
    """Judge a column of a table that has forgotten more focuses than there are: any row may be its focus."""
    if column.focus is not None:
        return _judge_known(column, column.focus)
    rows = tuple(category for category in Category if category not in (sheet.prominent, sheet.banned))
    possible = {_pay(column, category) for category in rows}
    written = column[SheetLine.FOCUS_BONUS]
    return _judge_forgotten(column, {written} if written in possible else possible, rows)


def _judge_known(column: PaperColumn, focus: Category) -> Verdict:
    bonus = score_focus(column.tally, focus)
    return Verdict((bonus.points,), worked_out=bonus)


def _judge_forgotten(column: PaperColumn, possible: set[int], rows: Sequence[Category]) -> Verdict:
    written = column[SheetLine.FOCUS_BONUS]
    if written in {_pay(column, row) for row in rows}:
        reason = Reason.FOCUS_DEALT_ELSEWHERE
    elif (written or 0) % POINTS_PER_BOOK:
        reason = Reason.ODD_FOCUS_BONUS
    else:
        reason = Reason.NO_ROW_FOR_FOCUS
    return Verdict(tuple(sorted(possible)), reason)
