"""The results of stored inspections, person by person: totals, averages by section, and what flips cost."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import fmean

from ...scoring.advice import AdviceError, advise
from ...scoring.documents.inspections import DocumentError, read_inspection
from ...scoring.inspection import CountedShelf, Form
from ...scoring.inspector import inspect
from ...scoring.scorecard import PlayerScore, Scorecard
from ...scoring.sections import Section
from ...scoring.statistics.people import find_person
from ..access.seeing import SeenDraft
from ..tables.documents import assemble_document

SECTIONS = (Section.B1, Section.B2, Section.B3, Section.B4, Section.B5, Section.TOTAL)

MOST_OUTCOMES = 5000
"""Each takes about 4 kB with its document: 20 MB at most."""
MOST_ADVISED = 5000
"""One number each."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a librarian's column."""

    name: str
    points: tuple[int, ...]
    """B1 to B5 and the total."""
    rival: int | None
    """The best total of the others, or the public library's in a solo game; ``None`` without an opponent."""
    has_won: bool
    """Named Grand Librarian, including a shared title, or granted the license; not while a tie is undecided.

    By the table's own word where it has one.
    """
    turned: int | None
    """How many cards A1 turned; ``None`` if the shelf was counted on paper."""
    cost: int
    """By how many points the total would be higher had those cards stayed face up; negative if it would be lower."""

    @property
    def total(self) -> int:
        """The sum of section B."""
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an inspection."""

    form: Form
    date: datetime.date | None
    place: str
    remarks: str
    difficulty: int | None
    is_declared: bool
    """Whether the table's own word decided who has won."""
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """One librarian's participation in one inspection."""

    slug: str
    date: datetime.date
    """The date on the form, else the date on which the inspection was started."""
    document: str
    """The whole inspection as JSON."""
    outcome: Outcome
    result: Result

    @property
    def person(self) -> str:
        """Who it is: names that are equal in searches belong to the same person."""
        return find_person(self.result.name)

    @property
    def is_solo(self) -> bool:
        """Whether it was played alone, against the public library."""
        return self.outcome.form is Form.S_42A

    @property
    def librarians(self) -> int:
        """How many sat at the table."""
        return len(self.outcome.results)


_Mark = tuple[int, str, tuple[str, ...]]
"""The public version, and the focuses, whose changes do not increase it."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """An inspection as of its last reading."""

    slug: str
    mark: _Mark
    created: datetime.datetime
    document: str
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of several sittings."""

    games: int
    wins: int
    averages: tuple[float, ...]
    """Of B1 to B5 and of the total."""
    bests: tuple[int, ...]
    """The highest value in each of them."""
    best: Sitting
    """The earliest sitting with the highest total."""
    shelves: int
    """How many of the shelves are known card by card; the next three figures are about those alone."""
    shelves_turned: int
    """On how many of them A1 turned a card."""
    turned: int
    """How many cards it turned."""
    cost: int
    """How many points that cost; negative if it gained more than it cost."""


class ResultCache:
    """Caches the outcomes of inspections while the app runs, so that no page has to score all of them again."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._find_missed = lru_cache(MOST_ADVISED)(find_missed)

    def recall(
        self, outlines: Iterable[SeenDraft], read: Callable[[Sequence[str]], Iterable[SeenDraft]]
    ) -> tuple[Sitting, ...]:
        """List the participations in all inspections that can be scored, the oldest first.

        Inspections that cannot be scored, because they are unfinished or have a focus that is sealed to the viewer,
        are left out. So are unchanged copies: they are the same inspection, which counts once.
        """
        marks = {outline.slug: _mark(outline) for outline in outlines if not _is_sealed(outline)}
        missing = [slug for slug, mark in marks.items() if slug not in self._kept or self._kept[slug].mark != mark]
        found = {slug: self._kept[slug] for slug in marks.keys() - set(missing)}
        for draft in read(missing) if missing else ():
            if not _is_sealed(draft):
                found[draft.slug] = self._keep(draft)
        known: dict[str, _Kept] = {}
        for kept in sorted(found.values(), key=lambda kept: (kept.created, kept.slug)):
            known.setdefault(kept.document, kept)
        sittings = (sitting for kept in known.values() for sitting in _seat(kept))
        return tuple(sorted(sittings, key=lambda sitting: sitting.date))

    def find_missed(self, sitting: Sitting) -> int | None:
        """Find how many more points the best flips by hand would have gained; see the function of this name."""
        return self._find_missed(sitting.document, sitting.result.name)

    def _keep(self, draft: SeenDraft) -> _Kept:
        document = json.dumps(assemble_document(draft), sort_keys=True)
        kept = _Kept(draft.slug, _mark(draft), draft.created, document, judge_document(document))
        while len(self._kept) >= MOST_OUTCOMES:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[draft.slug] = kept
        return kept


def judge_document(document: str) -> Outcome | None:
    """Score an inspection given as JSON text; ``None`` if it cannot be scored."""
    try:
        inspection, _ = read_inspection(json.loads(document))
    except DocumentError:
        return None
    card = inspect(inspection)
    return Outcome(
        form=inspection.form,
        date=inspection.date,
        place=inspection.place,
        remarks=inspection.remarks,
        difficulty=inspection.difficulty,
        is_declared=card.is_titled_by_table,
        results=tuple(_view_result(card, player) for player in card.players),
    )


def find_missed(document: str, name: str) -> int | None:
    """Find how many more points a librarian would have gained by turning the best cards by hand before the check.

    The others' shelves count as they lay. ``None`` if there is no advice: the shelf was counted on paper, or has more
    cards than any shelf in the game.
    """
    inspection, _ = read_inspection(json.loads(document))
    try:
        advice = advise(inspection, name)
    except AdviceError:
        return None
    return advice.total_best - advice.total_now


def sum_up(sittings: Sequence[Sitting]) -> Summary:
    """Summarize sittings; raise ``ValueError`` if there are none."""
    if not sittings:
        raise ValueError("expected at least one sitting, got none")
    results = [sitting.result for sitting in sittings]
    columns = list(zip(*(result.points for result in results), strict=True))
    turned = [result.turned for result in results if result.turned is not None]
    return Summary(
        games=len(results),
        wins=sum(result.has_won for result in results),
        averages=tuple(map(fmean, columns)),
        bests=tuple(map(max, columns)),
        best=max(sittings, key=lambda sitting: sitting.result.total),
        shelves=len(turned),
        shelves_turned=sum(map(bool, turned)),
        turned=sum(turned),
        cost=sum(result.cost for result in results),
    )


def _mark(draft: SeenDraft) -> _Mark:
    return draft.version, draft.library.focus, tuple(seat.focus for seat in draft.seats)


def _is_sealed(draft: SeenDraft) -> bool:
    return draft.library.is_sealed or any(seat.is_sealed for seat in draft.seats)


def _seat(kept: _Kept) -> Iterable[Sitting]:
    outcome = kept.outcome
    if outcome is None:
        return []
    date = outcome.date or kept.created.date()
    return [Sitting(kept.slug, date, kept.document, outcome, result) for result in outcome.results]


def _view_result(card: Scorecard, player: PlayerScore) -> Result:
    figures = player.figures
    rivals = [other.figures.total for other in card.players if other is not player]
    rivals += [card.library.total] if card.library else []
    return Result(
        name=player.name,
        points=(*(line.points for line in figures.lines), figures.total),
        rival=max(rivals, default=None),
        has_won=_has_won(card, player),
        turned=len(player.order.flips) if player.order else None,
        cost=_find_cost(card, player),
    )


def _has_won(card: Scorecard, player: PlayerScore) -> bool:
    return player.name in card.titled


def _find_cost(card: Scorecard, player: PlayerScore) -> int:
    """Score again with all of the player's cards as they lay before A1, and the others as they are."""
    index = card.players.index(player)
    players = list(card.inspection.players)
    holding = players[index].holding
    if isinstance(holding, CountedShelf) or not player.order or not player.order.flips:
        return 0
    # A face-down card counts for stability like a face-up one: B1 does not change.
    unchecked = CountedShelf(holding.tally(), player.figures.stability.points)
    players[index] = replace(players[index], holding=unchecked)
    inspection = replace(card.inspection, players=tuple(players))
    return inspect(inspection).players[index].figures.total - player.figures.total
