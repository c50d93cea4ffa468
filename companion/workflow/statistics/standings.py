"""Standings over the tables of one phone: which there are, and what the chosen ones add up to."""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from babel import Locale
from babel.dates import format_date

from ...scoring.checks.findings import Finding
from ...scoring.documents.inspections import read_inspection
from ...scoring.inspector import inspect
from ...scoring.ranking import RACES
from ...scoring.statistics import Librarian, SeatedAt, Standings, StandingsError, add_up, format_standings, name_source
from ...scoring.statistics.document import format_no_standings
from ...scoring.statistics.people import find_person
from ...wording.scorecard.figures import format_points
from ...wording.statistics.report import (
    ABSENT,
    describe_declared_tables,
    describe_lead,
    describe_uncounted_hands,
    format_sourced_finding,
)
from ..access.showing import PageValue
from .results import Sitting

MOST_TABLES = 60
"""The newest are offered, beside older ones that are chosen already: more than a convention has tables."""
MOST_CHOSEN = 2 * MOST_TABLES


@dataclass(frozen=True, slots=True)
class TableChoice(PageValue):
    """A table that may be chosen."""

    slug: str
    date: datetime.date
    place: str
    names: tuple[str, ...]
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class StandingsRow(PageValue):
    """One librarian's results, added up."""

    place: int
    name: str
    total: str
    totals: tuple[str, ...]
    titles: int
    books: int
    hand: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class RaceEntrant(PageValue):
    """A librarian still tied for the first place when the reading race begins."""

    name: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class StandingsView(PageValue):
    """Everything that the page shows."""

    choices: tuple[TableChoice, ...]
    chosen: tuple[TableChoice, ...]
    """The oldest first, as the totals of a row are."""
    strange: int
    """How many were asked for that are not this phone's."""
    rows: tuple[StandingsRow, ...]
    lead: str
    stays: str
    """Why a tie cannot be broken; else empty."""
    race: tuple[RaceEntrant, ...]
    """Empty where no race decides."""
    winner: str
    """Who won that race; empty while nobody has."""
    declared: str
    notes: tuple[str, ...]
    """What is odd about the standings, or why there are none."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """What was chosen, and what it adds up to or why it does not."""

    chosen: tuple[Sitting, ...]
    standings: Standings | None
    warnings: tuple[Finding, ...]
    """Those of the inspections themselves."""
    findings: tuple[Finding, ...]
    """Those of the standings."""
    racers: tuple[str, ...] = ()


def view_standings(
    sittings: Sequence[Sitting], slugs: Collection[str], language: str, reading_winner: str = ""
) -> StandingsView:
    """Offer the tables of these sittings, and add up those of these slugs."""
    tables = _list_tables(sittings)
    summed = _add_up(tables, slugs, language, reading_winner)
    standings = summed.standings
    findings = (*summed.warnings, *summed.findings) if standings else (*summed.findings, *summed.warnings)
    choices = {table.slug: _offer(table, is_chosen=table.slug in slugs) for table in tables}
    newest = [*choices][-MOST_TABLES:]
    race = tuple(RaceEntrant(name, find_person(name) == find_person(reading_winner)) for name in summed.racers)
    return StandingsView(
        choices=tuple(choices[slug] for slug in reversed(choices) if slug in newest or slug in slugs),
        chosen=tuple(choices[table.slug] for table in summed.chosen),
        strange=len(set(slugs) - choices.keys()),
        rows=tuple(map(_view_row, standings.librarians)) if standings else (),
        lead=describe_lead(standings, language) if standings else "",
        stays=describe_uncounted_hands(standings, language) if standings else "",
        race=race,
        winner=next((entrant.name for entrant in race if entrant.has_won), ""),
        declared=describe_declared_tables(standings, language) if standings else "",
        notes=tuple(format_sourced_finding(finding, language) for finding in findings) if slugs else (),
    )


def write_standings(
    sittings: Sequence[Sitting], slugs: Collection[str], language: str, reading_winner: str = ""
) -> dict[str, object]:
    """Write the standings of the chosen tables as an ``ex-libris/standings@1`` document."""
    summed = _add_up(_list_tables(sittings), slugs, language, reading_winner)
    describe = partial(format_sourced_finding, language=language)
    if summed.standings is None:
        return format_no_standings((*summed.findings, *summed.warnings), describe)
    return format_standings(summed.standings, summed.warnings, describe)


def _list_tables(sittings: Sequence[Sitting]) -> list[Sitting]:
    """List one sitting of each table of several librarians, the oldest first."""
    return [*{sitting.slug: sitting for sitting in sittings if not sitting.is_solo}.values()]


def _add_up(tables: Sequence[Sitting], slugs: Collection[str], language: str, reading_winner: str) -> _Sum:
    chosen = tuple(table for table in tables if table.slug in slugs)
    seated: list[SeatedAt] = []
    warnings: list[Finding] = []
    for number, table in enumerate(chosen, start=1):
        inspection, found = read_inspection(json.loads(table.document))
        one = SeatedAt(_name_table(number, table, language), inspect(inspection))
        seated.append(one)
        warnings += name_source(one.source, (*found, *one.card.findings))
    try:
        unraced = add_up(seated)
    except StandingsError as error:
        return _Sum(chosen, None, tuple(warnings), error.findings)
    racers = unraced.winners if unraced.tiebreak in RACES else ()
    standings = add_up(seated, reading_winner) if reading_winner else unraced
    return _Sum(chosen, standings, tuple(warnings), standings.findings, racers)


def _name_table(number: int, table: Sitting, language: str) -> str:
    """Name a table by its number in the list: two rounds of one evening differ in nothing else."""
    date = format_date(table.date, "medium", locale=Locale.parse(language, sep="-"))
    return f"{number}. ({' · '.join(filter(None, (date, table.outcome.place)))})"


def _offer(table: Sitting, *, is_chosen: bool) -> TableChoice:
    names = tuple(result.name for result in table.outcome.results)
    return TableChoice(table.slug, table.date, table.outcome.place, names, is_chosen)


def _view_row(librarian: Librarian) -> StandingsRow:
    return StandingsRow(
        place=librarian.place,
        name=librarian.name,
        total=format_points(librarian.total),
        totals=tuple(ABSENT if total is None else format_points(total) for total in librarian.totals),
        titles=librarian.titles,
        books=librarian.books,
        hand=ABSENT if librarian.hand is None else str(librarian.hand),
        is_first=librarian.place == 1,
    )
