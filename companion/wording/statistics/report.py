"""Standings for people: what decided the first place, and the whole of it for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...scoring.checks.findings import Finding
from ...scoring.scorecard import Tiebreak
from ...scoring.statistics import Standings
from ..findings.sentences import format_finding
from ..languages import find_translations
from ..scorecard.decision import name_tiebreak
from ..scorecard.figures import format_points

ABSENT = "–"
"""Stands for the total of an inspection at which somebody did not sit, and for hand cards that nobody counted."""


def format_sourced_finding(finding: Finding, language: str) -> str:
    """Say a finding with the document that it is about in front."""
    source = finding.details.get("source")
    sentence = format_finding(finding, language)
    return f"{source}: {sentence}" if source else sentence


def describe_lead(standings: Standings, language: str) -> str:
    """Say who leads and what decided that."""
    t = find_translations(language)
    words = {"winners": ", ".join(standings.winners)}
    if standings.tiebreak is None:
        return t.gettext("%(winners)s leads by points; no tiebreak was needed.") % words
    words["step"] = name_tiebreak(standings.tiebreak, language)
    if standings.tiebreak is Tiebreak.SHARED:
        return t.gettext("Tied to the end: the first place is shared (%(winners)s).") % words
    if len(standings.winners) > 1:
        return t.gettext("Tied for the first place: %(winners)s. What would decide: %(step)s.") % words
    return t.gettext("Tied on points; %(winners)s leads. What decided: %(step)s.") % words


def describe_uncounted_hands(standings: Standings, language: str) -> str:
    """Say that a tie stays where nobody counted the hand cards that would break it; else the empty string."""
    if standings.tiebreak is not Tiebreak.HAND or len(standings.winners) == 1:
        return ""
    return find_translations(language).gettext(
        "The cards in hand of all the tied were not noted down at every table: the tie stays until they are."
    )


def describe_declared_tables(standings: Standings, language: str) -> str:
    """Say at which inspections the table's own word counts; the empty string where there is none."""
    declared = [seated.source for seated in standings.seated if seated.card.declared]
    if not declared:
        return ""
    sentence = find_translations(language).gettext("The table’s own word counts at: %(tables)s.")
    return sentence % {"tables": ", ".join(declared)}


def format_standings_report(standings: Standings, warnings: Iterable[Finding], language: str) -> str:
    """Write the whole of it; ``warnings`` are those that reading the inspections gave."""
    t = find_translations(language)
    count = len(standings.seated)
    heading = t.ngettext("Standings after %(num)d inspection", "Standings after %(num)d inspections", count)
    blocks = [heading % {"num": count}, "\n".join(_format_table(standings, language))]
    blocks.append(describe_lead(standings, language))
    declared = describe_declared_tables(standings, language)
    if declared:
        blocks.append(declared)
    notes = [format_sourced_finding(finding, language) for finding in (*warnings, *standings.findings)]
    if notes:
        blocks.append("\n".join(f"* {note}" for note in notes))
    return "\n\n".join(blocks)


def _format_table(standings: Standings, language: str) -> Iterator[str]:
    t = find_translations(language)
    rows: list[Sequence[str]] = [
        (
            t.gettext("Rank"),
            t.gettext("Name"),
            t.gettext("Points"),
            t.gettext("Titles"),
            t.gettext("Inspections"),
            t.gettext("Books"),
            t.gettext("Cards in hand"),
        )
    ]
    for librarian in standings.librarians:
        rows.append(
            (
                str(librarian.place),
                " ".join(librarian.name.split()),
                format_points(librarian.total),
                str(librarian.titles),
                str(librarian.inspections),
                str(librarian.books),
                ABSENT if librarian.hand is None else str(librarian.hand),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if index == 1 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
