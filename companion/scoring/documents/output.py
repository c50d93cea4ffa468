"""Writing documents: an inspection back as it was read, a scorecard as ``ex-libris/scorecard@1``."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..categories import Tally
from ..checks.findings import Finding
from ..decisions.decision import POINT_LINES, Decision, FigureDecision
from ..decisions.declaring import list_rules
from ..inspection import CountedShelf, Inspection, Library, Player
from ..notation import format_shelf
from ..scorecard import Declared, DeclaredColumn, Figures, PlayerScore, Scorecard
from .inspections import INSPECTION_FORMAT

SCORECARD_FORMAT = "ex-libris/scorecard@1"

Describe = Callable[[Finding], str]
"""Says a finding as a sentence in the language wanted."""


def format_inspection(inspection: Inspection) -> dict[str, object]:
    """Write an inspection as the document that reads back to it, unknown keys included."""
    document: dict[str, object] = {
        "format": INSPECTION_FORMAT,
        "form": inspection.form.value,
        "edition": inspection.edition.code,
        "prominent": inspection.prominent.value,
        "banned": inspection.banned.value,
    }
    optional = {
        "date": inspection.date.isoformat() if inspection.date else None,
        "place": inspection.place,
        "remarks": inspection.remarks,
        "inspector": inspection.inspector,
        "difficulty": inspection.difficulty,
        "long_game": inspection.long_game,
        "reading_winner": inspection.reading_winner,
    }
    document |= {key: value for key, value in optional.items() if value}
    document["players"] = [_format_player(player) for player in inspection.players]
    if inspection.library:
        document["library"] = _format_library(inspection.library)
    if inspection.decisions:
        document["decisions"] = [_format_decision(decision) for decision in inspection.decisions]
    return {**document, **inspection.extra}


def _format_player(player: Player) -> dict[str, object]:
    document: dict[str, object] = {"name": player.name, "focus": player.focus.value}
    if player.hand is not None:
        document["hand"] = player.hand
    if isinstance(player.holding, CountedShelf):
        document |= {"tally": format_tally(player.holding.tally), "stability": player.holding.stability}
    else:
        document["shelf"] = format_shelf(player.holding, with_counts=True)
    return {**document, **player.extra}


def _format_library(library: Library) -> dict[str, object]:
    counted: dict[str, object] = (
        {"discards": format_shelf(library.discards, with_counts=True)}
        if library.discards is not None
        else {"tally": format_tally(library.tally)}
    )
    return {"focus": library.focus.value, **counted, **library.extra}


def format_tally(tally: Tally) -> dict[str, int]:
    """Write all six counts, in the order of the form."""
    return {category.value: books for category, books in tally.items()}


def format_scorecard(card: Scorecard, warnings: Iterable[Finding], describe: Describe) -> dict[str, object]:
    """Write a scorecard; ``warnings`` are those that reading the inspection gave, its own come after them."""
    inspection = card.inspection
    document: dict[str, object] = {
        "format": SCORECARD_FORMAT,
        "form": inspection.form.value,
        "edition": inspection.edition.code,
        "prominent": inspection.prominent.value,
        "banned": inspection.banned.value,
    }
    if card.library is None:
        document["players"] = [{**_format_score(player), "place": player.place} for player in card.players]
        document["winners"] = list(card.winners)
    else:
        document["players"] = [_format_score(player) for player in card.players]
        document["library"] = {"focus": card.library.focus.value, **_format_figures(card.library)}
        document["won"] = card.won
    document["tiebreak"] = card.tiebreak.value if card.tiebreak else None
    if card.declared:
        document |= _format_declared(card, card.declared)
    document["rulings"] = [ruling.value for ruling in card.rulings]
    document["findings"] = format_findings((*warnings, *card.findings), describe)
    return document


def _format_declared(card: Scorecard, declared: Declared) -> dict[str, object]:
    """Write the table's own word, beside which the rules' figures stay as they are."""
    decisions = [
        {**_format_decision(decision), "rule": rule}
        for decision, rule in zip(card.inspection.decisions, list_rules(card), strict=True)
    ]
    return {
        "decisions": decisions,
        "declared_columns": [_format_declared_column(column) for column in declared.columns],
        "declared_winners": list(declared.winners),
        "declared_tiebreak": declared.tiebreak.value if declared.tiebreak else None,
    }


def _format_declared_column(column: DeclaredColumn) -> dict[str, object]:
    points = {line.value: points for line, points in zip(POINT_LINES, column.points, strict=True)}
    tally = format_tally(column.tally)
    return {"name": column.name, "tally": tally, **points, "total": column.total, "place": column.place}


def _format_decision(decision: Decision) -> dict[str, object]:
    if isinstance(decision, FigureDecision):
        said: dict[str, object] = {"line": decision.line.value, "points": decision.points}
        if decision.player is not None:
            said = {"player": decision.player, **said}
    else:
        said = {"winners": list(decision.winners)}
    return {**said, "reason": decision.reason, "by": decision.by, **decision.extra}


def format_refusal(findings: Iterable[Finding], describe: Describe) -> dict[str, object]:
    """Write the answer to a document that cannot be scored."""
    return {"format": SCORECARD_FORMAT, "findings": format_findings(findings, describe)}


def _format_score(player: PlayerScore) -> dict[str, object]:
    order = player.order
    return {
        "name": player.name,
        "focus": player.figures.focus.value,
        "shelf": format_shelf(order.shelf) if order else None,
        "flipped": [list(flip.place) for flip in order.flips] if order else [],
        **_format_figures(player.figures),
    }


def _format_figures(figures: Figures) -> dict[str, object]:
    return {
        "tally": format_tally(figures.tally),
        "books": figures.books,
        "stability": figures.stability.points,
        "prominent": figures.award.points,
        "banned": figures.penalty.points,
        "variety": figures.variety.points,
        "focus_bonus": figures.focus_bonus.points,
        "total": figures.total,
    }


def format_findings(findings: Iterable[Finding], describe: Describe) -> list[dict[str, object]]:
    """Write findings with their sentences; what does not apply is ``None``."""
    return [
        {
            "severity": finding.severity.value,
            "code": finding.code.value,
            "player": finding.player,
            "row": finding.row,
            "column": finding.column,
            "token": finding.token,
            "message": describe(finding),
        }
        for finding in findings
    ]
