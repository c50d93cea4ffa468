"""Writing standings as ``ex-libris/standings@1``."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..checks.findings import Finding
from ..documents.output import format_findings
from .standings import Librarian, SeatedAt, Standings

STANDINGS_FORMAT = "ex-libris/standings@1"

Describe = Callable[[Finding], str]
"""Says a finding as a sentence in the language wanted."""


def format_standings(standings: Standings, warnings: Iterable[Finding], describe: Describe) -> dict[str, object]:
    """Write standings; ``warnings`` are those that reading the inspections gave, its own come after them."""
    return {
        "format": STANDINGS_FORMAT,
        "inspections": [_format_inspection(seated) for seated in standings.seated],
        "librarians": [_format_librarian(librarian) for librarian in standings.librarians],
        "winners": list(standings.winners),
        "tiebreak": standings.tiebreak.value if standings.tiebreak else None,
        "findings": format_sourced_findings((*warnings, *standings.findings), describe),
    }


def format_no_standings(findings: Iterable[Finding], describe: Describe) -> dict[str, object]:
    """Write the answer to inspections that cannot be added up."""
    return {"format": STANDINGS_FORMAT, "findings": format_sourced_findings(findings, describe)}


def format_sourced_findings(findings: Iterable[Finding], describe: Describe) -> list[dict[str, object]]:
    """Write findings with their sentences, each with the document that it is about (``None``: about all of them)."""
    findings = tuple(findings)
    return [
        {**written, "source": finding.details.get("source")}
        for finding, written in zip(findings, format_findings(findings, describe), strict=True)
    ]


def _format_inspection(seated: SeatedAt) -> dict[str, object]:
    inspection = seated.card.inspection
    return {
        "source": seated.source,
        "date": inspection.date.isoformat() if inspection.date else None,
        "place": inspection.place,
        "winners": list(seated.card.titled),
        "declared": seated.card.declared is not None,
    }


def _format_librarian(librarian: Librarian) -> dict[str, object]:
    return {
        "name": librarian.name,
        "inspections": librarian.inspections,
        "titles": librarian.titles,
        "totals": list(librarian.totals),
        "total": librarian.total,
        "books": librarian.books,
        "hand": librarian.hand,
        "banned": librarian.banned,
        "place": librarian.place,
    }
