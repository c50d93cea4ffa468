"""Statistics: everyone's averages and best results, and the record of one librarian."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...scoring.terms import Terms, find_terms
from ...wording.scorecard.figures import format_points
from ..access.showing import PageValue
from .charts import format_average
from .flip_plots import FlipRow, Flips, draw_flip_rows, draw_flips
from .plots import Comparison, Course, Level, Stack, draw_comparisons, draw_course, draw_stacks, list_levels
from .results import ResultCache, Sitting, sum_up

CHART_LENGTH = 40
"""How many of the latest inspections are drawn and analyzed: with more, dots overlap on a small phone."""
BARS = 12
"""The chart shows those inspected most often; the table next to it lists everyone."""
BEST_RESULTS = 10


@dataclass(frozen=True, slots=True)
class Person:
    """A person who has been inspected, with the most recent spelling of the name."""

    key: str
    name: str
    table: tuple[Sitting, ...]
    """Multiplayer games, the oldest first."""
    solo: tuple[Sitting, ...]
    """Solo games against the public library."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in the list of everyone."""

    name: str
    games: int
    wins: int
    average: str
    best: str
    applications: int
    licences: int


@dataclass(frozen=True, slots=True)
class CountRow:
    """Results of inspections with a given number of librarians; of all inspections if that is ``None``."""

    librarians: int | None
    games: int
    wins: int
    average: str
    best: str
    turned: str
    """Average number of cards that A1 turned per shelf; like ``cost``, a dash if no shelf is known."""
    cost: str


@dataclass(frozen=True, slots=True)
class BestRow:
    """One of the best results."""

    sitting: Sitting
    points: str


@dataclass(frozen=True, slots=True)
class Overview(PageValue):
    """Everything that the overview page shows."""

    entries: tuple[Entry, ...]
    stacks: tuple[Stack, ...]
    drawn: tuple[Stack, ...]
    """Those that the chart has room for."""
    flips: tuple[FlipRow, ...]
    drawn_flips: tuple[FlipRow, ...]
    counts: tuple[CountRow, ...]
    best: tuple[BestRow, ...]
    levels: tuple[Level, ...]
    solo_best: tuple[BestRow, ...]
    declared: int = 0
    """At how many inspections the table's own word decided who holds the title, or the license."""


@dataclass(frozen=True, slots=True)
class Record:
    """The results of a librarian's inspections, either multiplayer or solo."""

    games: int
    wins: int
    """Titles, or licenses."""
    average: str
    best: BestRow
    course: Course
    comparisons: tuple[Comparison, ...]
    flips: Flips
    flip_row: FlipRow | None
    """``None`` if all shelves were counted on paper."""
    counts: tuple[CountRow, ...]
    """For multiplayer games."""
    levels: tuple[Level, ...]
    """For solo games."""
    drawn: int
    """How many inspections the charts show, counted from the latest."""
    declared: int
    """At how many of all the table's own word decided who holds the title, or the license."""


@dataclass(frozen=True, slots=True)
class PersonView(PageValue):
    """Everything that the page of one librarian shows."""

    name: str
    table: Record | None
    solo: Record | None


def list_people(sittings: Iterable[Sitting]) -> tuple[Person, ...]:
    """Group sittings by person; whoever was inspected most often comes first."""
    gathered: dict[str, list[Sitting]] = {}
    for sitting in sittings:
        gathered.setdefault(sitting.person, []).append(sitting)
    people = (
        Person(
            key=key,
            name=own[-1].result.name,
            table=tuple(sitting for sitting in own if not sitting.is_solo),
            solo=tuple(sitting for sitting in own if sitting.is_solo),
        )
        for key, own in gathered.items()
    )
    return tuple(sorted(people, key=lambda person: (-len(person.table) - len(person.solo), person.key)))


def view_overview(sittings: Sequence[Sitting], language: str) -> Overview:
    """Summarize everyone and everything."""
    people = list_people(sittings)
    table = [sitting for sitting in sittings if not sitting.is_solo]
    solo = [sitting for sitting in sittings if sitting.is_solo]
    summaries = [(person.name, sum_up(person.table)) for person in people if person.table]
    known = [(name, summary) for name, summary in summaries if summary.shelves]
    return Overview(
        entries=tuple(_view_entry(person, language) for person in people),
        stacks=draw_stacks(summaries, language),
        drawn=draw_stacks(summaries[:BARS], language),
        flips=draw_flip_rows(known, language),
        drawn_flips=draw_flip_rows(known[:BARS], language),
        counts=_list_counts(table, language),
        best=_list_best(table),
        levels=list_levels(solo, find_terms(language)),
        solo_best=_list_best(solo),
        declared=_count_declared(sittings),
    )


def view_person(person: Person, sittings: Sequence[Sitting], results: ResultCache, language: str) -> PersonView:
    """Summarize one librarian, compared with everyone."""
    return PersonView(
        name=person.name,
        table=_view_record(person, person.table, sittings, results, language),
        solo=_view_record(person, person.solo, sittings, results, language),
    )


def _view_record(
    person: Person, own: tuple[Sitting, ...], sittings: Sequence[Sitting], results: ResultCache, language: str
) -> Record | None:
    if not own:
        return None
    terms: Terms = find_terms(language)
    is_solo = own[0].is_solo
    summary, overall = sum_up(own), sum_up([sitting for sitting in sittings if sitting.is_solo is is_solo])
    drawn = own[-CHART_LENGTH:]
    return Record(
        games=summary.games,
        wins=summary.wins,
        average=format_average(summary.averages[-1], language),
        best=BestRow(summary.best, format_points(summary.best.result.total)),
        course=draw_course(drawn, summary.averages[-1], language),
        comparisons=draw_comparisons(summary, overall, terms, language),
        flips=draw_flips(drawn, [results.find_missed(sitting) for sitting in drawn]),
        flip_row=draw_flip_rows([(person.name, summary)], language)[0] if summary.shelves else None,
        counts=() if is_solo else _list_counts(own, language),
        levels=list_levels(own, terms) if is_solo else (),
        drawn=len(drawn),
        declared=_count_declared(own),
    )


def _view_entry(person: Person, language: str) -> Entry:
    table = sum_up(person.table) if person.table else None
    return Entry(
        name=person.name,
        games=len(person.table),
        wins=table.wins if table else 0,
        average=format_average(table.averages[-1], language) if table else "",
        best=format_points(table.best.result.total) if table else "",
        applications=len(person.solo),
        licences=sum(sitting.result.has_won for sitting in person.solo),
    )


def _list_counts(sittings: Sequence[Sitting], language: str) -> tuple[CountRow, ...]:
    """List the results by number of librarians, and the overall results if there are several numbers."""
    numbers = sorted({sitting.librarians for sitting in sittings})
    rows = [
        _view_count(number, [sitting for sitting in sittings if sitting.librarians == number], language)
        for number in numbers
    ]
    if len(numbers) > 1:
        rows.append(_view_count(None, sittings, language))
    return tuple(rows)


def _view_count(librarians: int | None, sittings: Sequence[Sitting], language: str) -> CountRow:
    summary = sum_up(sittings)
    return CountRow(
        librarians=librarians,
        games=len({sitting.slug for sitting in sittings}),
        wins=summary.wins,
        average=format_average(summary.averages[-1], language),
        best=format_points(summary.best.result.total),
        turned=_divide(summary.turned, summary.shelves, language),
        cost=_divide(summary.cost, summary.shelves, language),
    )


def _list_best(sittings: Sequence[Sitting]) -> tuple[BestRow, ...]:
    best = sorted(sittings, key=lambda sitting: -sitting.result.total)[:BEST_RESULTS]
    return tuple(BestRow(sitting, format_points(sitting.result.total)) for sitting in best)


def _count_declared(sittings: Iterable[Sitting]) -> int:
    return len({sitting.slug for sitting in sittings if sitting.outcome.is_declared})


def _divide(total: int, count: int, language: str) -> str:
    return format_average(total / count, language) if count else "–"
