"""Standings over the tables of one phone: which there are, and what the chosen ones add up to."""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from ...scoring.checks.findings import Finding
from ...scoring.documents.inspections import read_inspection
from ...scoring.inspector import inspect
from ...scoring.statistics import Librarian, SeatedAt, Standings, StandingsError, add_up, format_standings
from ...scoring.statistics.document import format_no_standings
from ...wording.scorecard.figures import format_points
from ...wording.statistics.report import (
    ABSENT,
    describe_declared_tables,
    describe_lead,
    format_sourced_finding,
)
from ..access.showing import PageValue
from .results import Sitting

MOST_TABLES = 60
"""The newest are offered: more than a convention has tables."""


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
class StandingsView(PageValue):
    """Everything that the page shows."""

    choices: tuple[TableChoice, ...]
    chosen: tuple[TableChoice, ...]
    """The oldest first, as the totals of a row are."""
    strange: int
    """How many were asked for that are not among them."""
    rows: tuple[StandingsRow, ...]
    lead: str
    declared: str
    notes: tuple[str, ...]
    """What is odd about the standings, or why there are none."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """What was chosen, and what it adds up to or why it does not."""

    chosen: tuple[Sitting, ...]
    standings: Standings | None
    findings: tuple[Finding, ...]


def view_standings(sittings: Sequence[Sitting], slugs: Collection[str], language: str) -> StandingsView:
    """Offer the tables of these sittings, and add up those of these slugs."""
    tables = _list_tables(sittings)
    summed = _add_up(tables, slugs)
    standings = summed.standings
    describe = partial(format_sourced_finding, language=language)
    choices = {table.slug: _offer(table, is_chosen=table.slug in slugs) for table in tables}
    return StandingsView(
        choices=tuple(reversed(choices.values())),
        chosen=tuple(choices[table.slug] for table in summed.chosen),
        strange=len(set(slugs) - choices.keys()),
        rows=tuple(map(_view_row, standings.librarians)) if standings else (),
        lead=describe_lead(standings, language) if standings else "",
        declared=describe_declared_tables(standings, language) if standings else "",
        notes=tuple(map(describe, summed.findings)) if slugs else (),
    )


def write_standings(sittings: Sequence[Sitting], slugs: Collection[str], language: str) -> dict[str, object]:
    """Write the standings of the chosen tables as an ``ex-libris/standings@1`` document."""
    summed = _add_up(_list_tables(sittings), slugs)
    describe = partial(format_sourced_finding, language=language)
    if summed.standings is None:
        return format_no_standings(summed.findings, describe)
    return format_standings(summed.standings, (), describe)


def _list_tables(sittings: Sequence[Sitting]) -> list[Sitting]:
    """List one sitting of each table of several librarians, the oldest first."""
    tables = {sitting.slug: sitting for sitting in sittings if not sitting.is_solo}
    return list(tables.values())[-MOST_TABLES:]


def _add_up(tables: Sequence[Sitting], slugs: Collection[str]) -> _Sum:
    chosen = tuple(table for table in tables if table.slug in slugs)
    seated = []
    for table in chosen:
        inspection, _ = read_inspection(json.loads(table.document))
        seated.append(SeatedAt(_name_table(table), inspect(inspection)))
    try:
        standings = add_up(seated)
    except StandingsError as error:
        return _Sum(chosen, None, error.findings)
    return _Sum(chosen, standings, standings.findings)


def _name_table(table: Sitting) -> str:
    names = ", ".join(result.name for result in table.outcome.results)
    return f"{table.date.isoformat()} ({names})"


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
