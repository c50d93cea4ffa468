"""Advice while focuses are still secret: what is best however the hidden category cards may have been dealt.

Nobody's focus changes the own total: the others' shelves lie open, and with them the awards for prominent works. A
hidden focus changes only its owner's total, and so the place. Few cards are left to be hidden (six, less those that
are known), so every deal is looked at.

In each deal, ``aims`` finds the best place that any flips reach. Recommended are the flips that miss it in the fewest
deals, among these the most points, and among those the fewest flips. That is found by the same search: for a fixed
number of prominent books, of two sets of cards the one with the higher total, or with the same and the better
tiebreak, is placed no worse in any deal (``contest``), and so misses no more deals.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from ..categories import CATEGORIES, Category
from ..inspection import Inspection
from ..inspector import inspect
from .adviser import Aim, Plan, prepare
from .aims import Aims
from .contest import Contest, Outcome

Deal = tuple[Category, ...]
"""The hidden focuses: of the players in their order, then the public library's."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What a plan comes to in one deal."""

    deal: Deal
    outcome: Outcome
    best: int
    """The best rank that any flips reach in it."""

    @property
    def is_best(self) -> bool:
        """Whether the plan reaches it."""
        return self.outcome.rank == self.best


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to turn before the focuses are known."""

    player: str
    total_now: int
    plan: Plan
    hidden: tuple[str | None, ...]
    """Whose focus is hidden; ``None`` for the public library."""
    fates: tuple[Fate, ...]
    """One for every deal that is consistent with what is known."""

    @property
    def missed(self) -> tuple[Fate, ...]:
        """The deals in which other flips would reach a better place."""
        return tuple(fate for fate in self.fates if not fate.is_best)


class _AllDeals:
    """Counts in how many deals the best place is missed, as a place: 1 where it is missed in none."""

    def __init__(self, contests: Sequence[Contest], best: Sequence[int]) -> None:
        self._contests, self._best = contests, best

    def judge(self, prominent: int, total: int, books: int, banned: int) -> Outcome:
        outcomes = [contest.judge(prominent, total, books, banned) for contest in self._contests]
        missed = sum(outcome.rank > best for outcome, best in zip(outcomes, self._best, strict=True))
        return Outcome(1 + missed, None, min((o.lead for o in outcomes if o.lead is not None), default=None))


def forecast(
    inspection: Inspection, player_name: str, hidden: Collection[str | None], known: Collection[Category] = ()
) -> Forecast:
    """Find the cards to turn while the focuses of ``hidden`` are secret; ``None`` stands for the public library.

    The inspection holds something in their place, which is not looked at. ``known`` are category cards that were seen
    to be nobody's focus. Raises what ``advise`` raises, and ``LookupError`` if too few cards are left to be hidden.
    """
    owners = tuple(name for name in (*(player.name for player in inspection.players), None) if name in hidden)
    deals = tuple(_list_deals(inspection, owners, known))
    if not deals:
        raise LookupError(f"too few category cards are left for the focuses of {owners!r}")
    case = prepare(inspection, player_name)
    contests = [Contest(inspect(_deal(inspection, owners, deal)), case.index) for deal in deals]
    stability = case.figures.stability.points
    best = [Aims(case.bounds, contest, case.prospects, stability).find_place().outcome.rank for contest in contests]
    pick = Aims(case.bounds, _AllDeals(contests, best), case.prospects, stability).find_place()
    plan = case.plan(Aim.PLACE, pick)
    laid = _lay(inspection, case.index, plan)
    fates = tuple(
        Fate(deal, _judge(_deal(laid, owners, deal), case.index), rank) for deal, rank in zip(deals, best, strict=True)
    )
    return Forecast(case.name, case.figures.total, plan, owners, fates)


def _list_deals(inspection: Inspection, owners: Sequence[str | None], known: Collection[Category]) -> Iterator[Deal]:
    seen = {inspection.prominent, inspection.banned, *known}
    seen.update(player.focus for player in inspection.players if player.name not in owners)
    if inspection.library and None not in owners:
        seen.add(inspection.library.focus)
    return permutations([category for category in CATEGORIES if category not in seen], len(owners))


def _deal(inspection: Inspection, owners: Sequence[str | None], deal: Deal) -> Inspection:
    dealt = dict(zip(owners, deal, strict=True))
    players = tuple(replace(player, focus=dealt.get(player.name, player.focus)) for player in inspection.players)
    library = inspection.library
    if library and None in dealt:
        library = replace(library, focus=dealt[None])
    return replace(inspection, players=players, library=library)


def _lay(inspection: Inspection, index: int, plan: Plan) -> Inspection:
    players = list(inspection.players)
    players[index] = replace(players[index], holding=plan.shelf)
    return replace(inspection, players=tuple(players))


def _judge(inspection: Inspection, index: int) -> Outcome:
    card = inspect(inspection)
    figures = card.players[index].figures
    return Contest(card, index).judge(figures.award.books, figures.total, figures.books, figures.penalty.books)
