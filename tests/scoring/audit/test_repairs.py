"""The repairs held against a search that knows nothing but the rules: every figure, and every two, tried with any."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest

from companion.scoring.audit import audit
from companion.scoring.audit.column import MOST_TRIED
from companion.scoring.audit.repairs import MOST_REPAIRS
from companion.scoring.sections.prominent_works import award_prominent_works, award_solo

from ..documents.documents import Document
from .sheets import LINES, column, read, sheet, solo_sheet

CODES = "CFHMRS"
STABILITIES = (0, 2, 4, 6, 8, 9, 10, 11, 12)

Table = list[dict[str, Any]]
"""Each column's figures by cell, its focus, and whether it is the public library."""
Repair = frozenset[tuple[int, str, int]]


def draw_table(rng: random.Random, size: int, dealt: str, *, is_solo: bool) -> Table:
    """Draw a sheet in order; some focuses are forgotten and some lines are missing."""
    prominent, banned = dealt[0], dealt[1]
    table: Table = []
    for index in range(size):
        figures: dict[str, Any] = {code: rng.randrange(7) for code in CODES}
        figures["focus"] = dealt[2 + index]
        figures["is_library"] = is_solo and index == 1
        table.append(figures)
    awards = list_awards(table, prominent, is_solo=is_solo)
    for figures, award in zip(table, awards, strict=True):
        figures["stability"] = 0 if figures["is_library"] else rng.choice(STABILITIES)
        figures["prominent"] = award
        figures["banned"] = -figures[banned]
        figures["variety"] = 3 * min(figures[code] for code in CODES if code != banned)
        figures["focus_bonus"] = 2 * figures[figures["focus"]]
        figures["total"] = sum(figures[line] for line in LINES[:5])
        if rng.random() < 0.5:
            figures["focus"] = None
        for line in LINES:
            if rng.random() < 0.15:
                figures[line] = None
    return table


def spoil(rng: random.Random, table: Table, slips: int) -> None:
    written = [(figures, cell) for figures in table for cell in (*CODES, *LINES) if figures[cell] is not None]
    for figures, cell in rng.sample(written, slips):
        figures[cell] = figures[cell] + rng.choice((-6, -3, -2, -1, 1, 2, 3, 6))
        if cell not in ("banned", "total"):
            figures[cell] = abs(figures[cell])


def list_awards(table: Table, prominent: str, *, is_solo: bool) -> list[int]:
    books = [figures[prominent] for figures in table]
    awards = award_solo(prominent, *books) if is_solo else award_prominent_works(prominent, books)  # type: ignore[arg-type]
    return [award.points for award in awards]


def is_in_order(table: Table, prominent: str, banned: str, *, is_solo: bool) -> bool:
    """Tell whether some way to deal the forgotten focuses makes every line right."""
    awards = list_awards(table, prominent, is_solo=is_solo)
    known = {figures["focus"] for figures in table}
    free = [code for code in CODES if code not in known | {prominent, banned}]
    forgotten = [index for index, figures in enumerate(table) if figures["focus"] is None]
    for dealt in permutations(free, len(forgotten)):
        focuses = dict(zip(forgotten, dealt, strict=True))
        if all(
            is_column_in_order(figures, award, figures["focus"] or focuses[index], banned)
            for index, (figures, award) in enumerate(zip(table, awards, strict=True))
        ):
            return True
    return False


def is_column_in_order(figures: dict[str, Any], award: int, focus: str, banned: str) -> bool:
    variety = 3 * min(figures[code] for code in CODES if code != banned)
    right = {"prominent": award, "banned": -figures[banned], "variety": variety, "focus_bonus": 2 * figures[focus]}
    if any(figures[line] not in (None, points) for line, points in right.items()):
        return False
    stability, total = figures["stability"], figures["total"]
    if stability is not None and not is_stability(stability, figures):
        return False
    if total is None:
        return True
    left = total - sum(right.values())
    return left == stability if stability is not None else is_stability(left, figures)


def is_stability(points: int, figures: dict[str, Any]) -> bool:
    return points == 0 if figures["is_library"] else 0 <= points <= MOST_TRIED and points not in (1, 3, 5, 7)


def list_values(cell: str) -> range:
    if cell in CODES or cell == "stability":
        return range(11)
    return {"banned": range(-10, 11), "total": range(-5, 50)}.get(cell, range(25))


def try_all(table: Table, prominent: str, banned: str, most: int, *, is_solo: bool) -> set[Repair]:
    """Find the smallest repairs by trying every value in every figure, then in every two."""
    cells = [(i, cell) for i, figures in enumerate(table) for cell in (*CODES, *LINES) if figures[cell] is not None]
    for size in range(most + 1):
        found = {
            repair
            for changed in combinations(cells, size)
            for repair in try_values(table, changed)
            if is_in_order(table, prominent, banned, is_solo=is_solo)
        }
        if found:
            return found
    return set()


def try_values(table: Table, changed: tuple[tuple[int, str], ...]) -> Iterator[Repair]:
    """Write every combination of new values, one after the other, and put back what was written."""
    if not changed:
        yield frozenset()
        return
    (index, cell), *rest = changed
    written = table[index][cell]
    for value in list_values(cell):
        if value != written:
            table[index][cell] = value
            for others in try_values(table, tuple(rest)):
                yield others | {(index, cell, value)}
    table[index][cell] = written


def write(table: Table, prominent: str, banned: str, *, is_solo: bool) -> Document:
    columns = [
        column(
            None if figures["is_library"] else f"P{index}",
            [figures[code] for code in CODES],
            *(figures[line] for line in LINES),
            **({"focus": figures["focus"]} if figures["focus"] else {}),
        )
        for index, figures in enumerate(table)
    ]
    if is_solo:
        return solo_sheet(columns[0], columns[1], prominent=prominent, banned=banned)
    return sheet(*columns, prominent=prominent, banned=banned)


def find_loose(repair: Repair, repairs: set[Repair]) -> int:
    """Count the figures of a repair that could as well be something else, the others as repaired."""
    cells = {(index, cell) for index, cell, _ in repair}
    alike = [other for other in repairs if {(index, cell) for index, cell, _ in other} == cells]
    return sum(any(change not in other and repair - {change} < other for other in alike) for change in repair)


def compare(rng: random.Random, size: int, dealt: str, slips: int, most: int, *, is_solo: bool = False) -> None:
    table = draw_table(rng, size, dealt, is_solo=is_solo)
    spoil(rng, table, slips)
    document = write(table, dealt[0], dealt[1], is_solo=is_solo)
    audited = audit(read(document))
    names = {player.name: index for index, player in enumerate(audited.sheet.columns)}
    ours = {
        frozenset((names[change.player], change.line.value, change.meant) for change in repair.changes)
        for repair in audited.repairs
    }
    theirs = try_all(table, dealt[0], dealt[1], most, is_solo=is_solo)
    within = {repair for repair in ours if all(value in list_values(cell) for _, cell, value in repair)}
    if theirs == {frozenset()}:
        assert audited.is_in_order, document
    elif not theirs or min(map(len, ours)) < min(map(len, theirs)):
        # There are smaller repairs than theirs, or repairs at all, only beyond what they try.
        assert all(len(repair) > most for repair in within), document
    else:
        assert within <= theirs, (document, within - theirs)
        # Without B1 a total asks for nothing; of very many repairs not all are listed; where two figures are loose at
        # once, only what they may be misread from is.
        asks = all(figures["stability"] is not None or figures["total"] is None for figures in table)
        if asks and len(audited.repairs) < MOST_REPAIRS:
            assert all(find_loose(repair, theirs) == 2 for repair in theirs - within), document


DEALS = ["RCSF", "CSRH", "RRSF", "RCRF", "RCCF", "RCCR"]
"""Prominent, banned and two focuses: as they should be, and as they clash."""


@pytest.mark.parametrize("dealt", DEALS)
@pytest.mark.parametrize("slips", [0, 1, pytest.param(2, marks=pytest.mark.long)])
def test_every_single_figure_that_repairs_two_columns_is_found(dealt: str, slips: int) -> None:
    rng = random.Random(f"{dealt} {slips}")  # noqa: S311 - figures, no secrets
    for _ in range(6):
        compare(rng, 2, dealt, slips, 1)


@pytest.mark.parametrize("slips", [1, 2])
def test_every_single_figure_that_repairs_a_solo_sheet_is_found(slips: int) -> None:
    rng = random.Random(slips)  # noqa: S311 - figures, no secrets
    for _ in range(15):
        compare(rng, 2, "RCSF", slips, 1, is_solo=True)


@pytest.mark.slow
@pytest.mark.parametrize("dealt", [*DEALS[3:], *(pytest.param(dealt, marks=pytest.mark.long) for dealt in DEALS[:3])])
def test_every_two_figures_that_repair_a_column_are_found(dealt: str) -> None:
    rng = random.Random(dealt)  # noqa: S311 - figures, no secrets
    for _ in range(2):
        compare(rng, 1, dealt, 2, 2)
