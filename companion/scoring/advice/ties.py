"""Sets of cards with the same rest, where a tie is to be broken: better tiebreaks weighed against fewer flips.

Where another player has just the total that this one can bring, the place depends on the books face up as well, and
on the banned ones among them. So this is the search of ``search`` with one difference: a state keeps not its best
beginning alone, but every one that no other surpasses in both the tiebreak and the merit.

The tiebreak, more books and then fewer banned ones, is one whole number: for every card its books times a number
greater than all banned books together, less its banned books. Like the merit it is a sum over the cards kept, so a
continuation adds the same to all beginnings of a state, and what is surpassed in both stays surpassed. A beginning
with fewer points than another of the same state can be dropped, whatever its tiebreak: the target is the greatest
rest there is, and if this beginning reached it, the other would exceed it.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import add, mul

from ..sections.categorical_variety import POINTS_PER_BOOK
from .bounds import SCALE, Bounds
from .search import Choice, Rows, Search, Stand

_Beginning = tuple[int, int]
"""Tiebreak and merit."""
_Front = list[_Beginning]
"""Beginnings with the same points of which none surpasses another, the best tiebreak first."""
_Fronts = dict[Stand, dict[Rows, _Front]]


def find_tied_choices(bounds: Bounds, prominent: int, most: int) -> list[Choice]:
    """Find the sets with the greatest rest, ``most``, that no other such set surpasses in both tiebreak and choice.

    The best tiebreak comes first, the best choice last. No set reaches a place in a tie that none of these reaches,
    and none that reaches it is the better choice.
    """
    search = Search(bounds, prominent, most)
    steps = search.steps
    per_book = 1 + sum(step.banned for step in steps)
    fronts: _Fronts = {(0, prominent): {(0,) * len(bounds.rows): [(0, 0)]}}
    for index, step in enumerate(steps):
        following: _Fronts = {}
        kept = (step.points << search.digits) + search.spared + (search.spared >> (index + 1))
        tiebreak = per_book * step.books - step.banned
        for (barred, left), beginnings in fronts.items():
            if barred > step.lower:
                turned = ((rows, _move(front, 0, search.spared)) for rows, front in beginnings.items())
                _go_on(search, index + 1, (barred - 1, left), turned, following)
                continue
            _go_on(search, index + 1, (barred, left), beginnings.items(), following)
            if step.prominent <= left:
                added = (
                    (search.add(rows, step.others), _move(front, tiebreak, kept)) for rows, front in beginnings.items()
                )
                _go_on(search, index + 1, (step.barred_by, left - step.prominent), added, following)
        fronts = following
    ends = [
        (tiebreak, merit + (POINTS_PER_BOOK * min(rows) << search.digits))
        for beginnings in fronts.values()
        for rows, front in beginnings.items()
        for tiebreak, merit in front
    ]
    best = [(tiebreak, merit) for tiebreak, merit in ends if merit >> search.digits == most]
    return [search.read(merit) for _, merit in _keep_unsurpassed(best)]


def _move(front: _Front, tiebreak: int, merit: int) -> _Front:
    return [(own + tiebreak, other + merit) for own, other in front]


def _keep_unsurpassed(beginnings: _Front) -> _Front:
    kept: _Front = []
    for beginning in sorted(beginnings, reverse=True):
        if not kept or beginning[1] > kept[-1][1]:
            kept.append(beginning)
    return kept


def _go_on(
    search: Search, index: int, stand: Stand, beginnings: Iterable[tuple[Rows, _Front]], following: _Fronts
) -> None:
    """Note beginnings that come to a stand, but for those surpassed and those that cannot reach the target."""
    needs = search.find_needs(index, stand)
    if needs is None:
        return
    needed, rows_ahead, blended = needs
    best = following.setdefault(stand, {})
    for rows, front in beginnings:
        points = front[0][1] >> search.digits
        known = best.get(rows)
        if known is None:
            if any(SCALE * points + sum(map(mul, weights, rows)) < bound for weights, bound in blended):
                continue
            if points + POINTS_PER_BOOK * min(search.ceiling, *map(add, rows, rows_ahead)) >= needed:
                best[rows] = front
        elif (others := known[0][1] >> search.digits) == points:
            best[rows] = _keep_unsurpassed(known + front)
        elif others < points:
            best[rows] = front
