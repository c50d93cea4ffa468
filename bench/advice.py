"""Advice: the cards to turn by hand, proven best, beside CP-SAT on the same shelves. ``python -m bench.advice``.

Ours answers for every number of prominent books, CP-SAT only for the highest total; both on one core, in this process.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from statistics import median

from companion.scoring import read_inspection
from companion.scoring.advice import advise
from companion.scoring.inspection import Inspection

from .integer_program import solve_best_total
from .shelves import HARD, draw_shelf, draw_tables, seat

COMPARED = 25
"""How many shelves of each kind CP-SAT is asked about as well."""


def time_advice(tables: Sequence[Inspection]) -> list[float]:
    """Advise Rita at each table; return the milliseconds of each."""
    return [_time_one(table)[0] for table in tables]


def _time_one(table: Inspection) -> tuple[float, int]:
    start = time.perf_counter()
    best = advise(table, "Rita").total_best
    return (time.perf_counter() - start) * 1e3, best


def compare(tables: Sequence[Inspection]) -> tuple[list[float], list[float]]:
    """Ask both about the same shelves; return the milliseconds of each, ours first, and insist on the same totals."""
    ours, theirs = [], []
    for table in tables:
        milliseconds, best = _time_one(table)
        start = time.perf_counter()
        if solve_best_total(table, 0) != best:
            raise AssertionError("the two disagree")
        theirs.append((time.perf_counter() - start) * 1e3)
        ours.append(milliseconds)
    return ours, theirs


def make_hard_tables(size: int) -> list[Inspection]:
    """Seat Rita with fifty shelves that are hard to advise: ten kinds, in order or with five cards moved."""
    rng = random.Random(50)
    shelves = [draw_shelf(rng, size, icons, moved=moved) for icons in HARD.values() for moved in (0, 0, 0, 0, 5)]
    return [read_inspection(seat(shelf, [9, 6, 3]))[0] for shelf in shelves]


def make_random_tables(count: int, size: int) -> list[Inspection]:
    """Seat Rita with random shelves of one size, from sorted to shuffled."""
    return [read_inspection(table)[0] for table in draw_tables(count, range(size, size + 1), seed=size)]


def report(title: str, tables: Sequence[Inspection]) -> None:
    times = time_advice(tables)
    print(title)
    print(f"  advise                {median(times):8.1f} ms median {max(times):8.1f} ms worst of {len(times)}")
    ours, theirs = compare(tables[:: max(1, len(tables) // COMPARED)])
    print(f"  CP-SAT, total alone   {median(theirs):8.1f} ms median {max(theirs):8.1f} ms worst of {len(theirs)}")
    print(f"  ratio on the same     {sum(ours) / sum(theirs):8.2f} to 1")


def main() -> None:
    # The first call of either loads what later ones find loaded.
    compare(make_random_tables(1, 8))
    report("24 cards, random", make_random_tables(200, 24))
    report("24 cards, hard", make_hard_tables(24))
    report("40 cards, random", make_random_tables(1000, 40))
    report("40 cards, hard", make_hard_tables(40))


if __name__ == "__main__":
    main()
