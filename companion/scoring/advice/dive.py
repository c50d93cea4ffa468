"""A quick look for one set that reaches a target: downward first, along the more promising of two decisions.

``search`` walks all states side by side, as it must to find the best of the sets that reach a target. To learn whether
there is any, one is enough. At every card the decision of which the best blend hopes for more is followed, and the
other one waits; where a blend's own best set reaches the target, or one near it does, that takes a single walk.

States are those of ``search``, dropped by the same bounds, and a state is dropped, too, if it was met before with as
many points. Nothing that reaches the target is lost by that: whatever continues the one continues the other, to no
fewer points, and that other one is searched, waits, or fell to a bound that no set reaching the target falls under. So
where nothing waits any longer, no set reaches the target; where the dive is broken off, nothing is shown.
"""

from __future__ import annotations

from operator import add, mul

from ..sections.categorical_variety import POINTS_PER_BOOK
from .bounds import SCALE, Bounds

BLENDS = 3
"""How many blends every state is held against: more drop hardly more."""

State = tuple[int, int, int, tuple[int, ...]]
"""The next step, the cards barred, the prominent books still to be taken, and the other rows, cut at the ceiling."""


def can_reach(bounds: Bounds, prominent: int, target: int, longest: int) -> bool | None:
    """Tell whether a set with exactly so many prominent books brings the target.

    Returns ``None`` if it would take more than ``longest`` decisions.
    """
    steps, points_ahead = bounds.course.steps, bounds.points
    ceiling = bounds.find_ceiling(prominent)
    blends = [
        (blend.others, blend.table, SCALE * target - blend.pay_settled(prominent, ceiling))
        for blend in bounds.find_blends(prominent, BLENDS)
    ]
    end = len(steps)
    tables = bounds.rows
    met: dict[State, int] = {}
    waiting: list[tuple[State, int]] = [((0, 0, prominent, (0,) * len(tables)), 0)]
    decisions = 0
    while waiting:
        (index, barred, left, rows), points = waiting.pop()
        while index < end and barred > steps[index].lower:
            index += 1
            barred -= 1
        if index == end:
            # Nothing is ahead, so the last bound that it passed was what the set is worth.
            return True
        if decisions == longest:
            return None
        decisions += 1
        step = steps[index]
        index += 1
        following = [((index, barred, left, rows), points)]
        if step.prominent <= left:
            more = tuple([books if books < ceiling else ceiling for books in map(add, rows, step.others)])
            following.append(((index, step.barred_by, left - step.prominent, more), points + step.points))
        hopeful = []
        for state, worth in following:
            _, barred, left, rows = state
            ahead = points_ahead[index][barred]
            if left >= len(ahead) or met.get(state, worth - 1) >= worth:
                continue
            met[state] = worth
            surplus = []
            for weights, table, asked in blends:
                over = SCALE * worth + sum(map(mul, weights, rows)) + table[index][barred][left] - asked
                if over < 0:
                    break
                surplus.append(over)
            else:
                least = min(ceiling, *map(add, rows, [table[index][barred][left] for table in tables]))
                if worth + ahead[left] + POINTS_PER_BOOK * least >= target:
                    hopeful.append((surplus[0], (state, worth)))
        if len(hopeful) == 2 and hopeful[0][0] > hopeful[1][0]:
            hopeful.reverse()
        waiting.extend(found for _, found in hopeful)
    return False
