"""Advice: the best cards to turn by hand, compared with CP-SAT on the same shelves. ``python -m bench.advice``.

Ours returns the plans for the best place and for the most points, and the table of all prospects; CP-SAT is asked for
the same table, for the highest total alone, and for the best place, then the most points, then the fewest flips. Both
run on one core, in this process.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Sequence
from statistics import median

from companion.scoring import read_inspection
from companion.scoring.advice import Advice, advise
from companion.scoring.inspection import Inspection

from .integer_program import solve_best_plan, solve_best_total
from .shelves import HARD, bring_close, draw_shelf, draw_tables, seat

COMPARED = 10
"""How many shelves of each kind CP-SAT solves as well."""


def time_advice(table: Inspection) -> tuple[float, Advice]:
    """Compute Rita's advice; return the milliseconds and the advice."""
    start = time.perf_counter()
    advice = advise(table, "Rita")
    return (time.perf_counter() - start) * 1e3, advice


def time_total(table: Inspection, advice: Advice) -> float:
    """Let CP-SAT find the highest total; check that it is the same, and return the milliseconds."""
    start = time.perf_counter()
    if solve_best_total(table, 0) != advice.total_best:
        raise AssertionError("the two disagree")
    return (time.perf_counter() - start) * 1e3


def time_prospects(table: Inspection, advice: Advice) -> float:
    """Let CP-SAT find the total for every number of prominent books; check that they agree; return milliseconds."""
    start = time.perf_counter()
    for prospect in advice.by_prominent:
        if solve_best_total(table, 0, prospect.prominent_books) != prospect.total:
            raise AssertionError("the two disagree")
    return (time.perf_counter() - start) * 1e3


def time_plan(table: Inspection, advice: Advice) -> float:
    """Let CP-SAT find the best place, then points, then flips; insist on the same, and return the milliseconds."""
    start = time.perf_counter()
    best = advice.best
    if solve_best_plan(table, 0) != (best.outcome.rank, best.total, len(best.turns)):
        raise AssertionError("the two disagree")
    return (time.perf_counter() - start) * 1e3


def make_close_tables(tables: Sequence[Inspection]) -> list[Inspection]:
    """Bring the rivals so near that the place depends on the tiebreaks."""
    rng = random.Random(19)
    return [bring_close(table, rng, 2) for table in tables]


def make_hard_tables(size: int) -> list[Inspection]:
    """Yield tables on which Rita has one of fifty hard shelves: ten kinds, in order or with five cards moved."""
    rng = random.Random(50)
    shelves = [draw_shelf(rng, size, icons, moved=moved) for icons in HARD.values() for moved in (0, 0, 0, 0, 5)]
    return [read_inspection(seat(shelf, [9, 6, 3]))[0] for shelf in shelves]


def make_random_tables(count: int, size: int) -> list[Inspection]:
    """Yield tables on which Rita has random shelves of one size, from sorted to shuffled."""
    return [read_inspection(table)[0] for table in draw_tables(count, range(size, size + 1), seed=size)]


def report(title: str, tables: Sequence[Inspection]) -> None:
    answers = [time_advice(table) for table in tables]
    times = [milliseconds for milliseconds, _ in answers]
    both = list(zip(tables, answers, strict=True))[:: max(1, len(tables) // COMPARED)]
    ours = [milliseconds for _, (milliseconds, _) in both]
    totals = [time_total(table, advice) for table, (_, advice) in both]
    prospects = [time_prospects(table, advice) for table, (_, advice) in both]
    plans = [time_plan(table, advice) for table, (_, advice) in both]
    print(title)
    print(f"  advise                     {median(times):7.1f} ms median {max(times):7.1f} ms worst of {len(times)}")
    questions = {"the same table": prospects, "the total alone": totals, "the best place": plans}
    for name, theirs in questions.items():
        ratio = sum(ours) / sum(theirs)
        print(
            f"  {'CP-SAT, ' + name:25}  {median(theirs):7.1f} ms median {max(theirs):7.1f} ms worst of {len(theirs)}; "
            f"advise takes {ratio:.2f} times as long on these"
        )


def main() -> None:
    # Warm up: the first call of either loads modules.
    report("8 cards, random, to warm up", make_random_tables(1, 8))
    # Now and then the garbage collector visits everything that CP-SAT has loaded: 60 ms that count for neither.
    gc.collect()
    gc.freeze()
    report("24 cards, random", make_random_tables(200, 24))
    report("24 cards, hard", make_hard_tables(24))
    report("40 cards, random", make_random_tables(1000, 40))
    report("40 cards, hard", make_hard_tables(40))
    report("24 cards, close", make_close_tables(make_hard_tables(24)))
    report("40 cards, close", make_close_tables(make_hard_tables(40)))


if __name__ == "__main__":
    main()
