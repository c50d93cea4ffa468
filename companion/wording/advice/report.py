"""The inspector's advice for people at a terminal: the cards to turn, why, and what each way would bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...scoring.advice import Advice, Plan
from ...scoring.checks.findings import Finding
from ...scoring.inspection import Inspection
from ...scoring.notation import format_shelf
from ...scoring.terms import find_terms
from ..findings.sentences import format_finding
from ..languages import find_translations
from ..scorecard.figures import format_points
from .sentences import describe_best, describe_more_points, describe_outcome, describe_turn


def format_advice_report(advice: Advice, inspection: Inspection, warnings: Iterable[Finding], language: str) -> str:
    """Write the whole advice; ``warnings`` are those that reading the inspection gave."""
    best, most = advice.best, advice.most_points
    gain, is_most = best.total - advice.total_now, best.total == most.total
    verdict = (
        describe_best(best.total, gain, language, is_changed=bool(best.turns), is_most=is_most),
        describe_outcome(best.outcome, language),
    )
    blocks = [
        f"{advice.player}: {format_points(advice.total_now)} → {format_points(best.total)}",
        "\n".join(filter(None, verdict)),
        *_list_cards(best, language),
    ]
    if not is_most:
        blocks += [describe_more_points(most.total, most.outcome, language), *_list_cards(most, language)]
    blocks.append("\n".join(_format_table(advice, inspection, language)))
    notes = [format_finding(finding, language) for finding in warnings]
    if notes:
        blocks.append("\n".join(f"* {note}" for note in notes))
    return "\n\n".join(blocks)


def _list_cards(plan: Plan, language: str) -> tuple[str, ...]:
    """List the cards to turn and the shelf with them face down; nothing where none is to be turned."""
    return ("\n".join(_list_turns(plan, language)), format_shelf(plan.shelf)) if plan.turns else ()


def _list_turns(plan: Plan, language: str) -> Iterator[str]:
    t = find_translations(language)
    yield t.ngettext(
        "Flip %(cards)d card face down before the inspection:",
        "Flip %(cards)d cards face down before the inspection:",
        len(plan.turns),
    ) % {"cards": len(plan.turns)}
    for turn in plan.turns:
        row, place = turn.place.row + 1, turn.place.column + 1
        said = {"row": row, "place": place, "sentence": describe_turn(turn, language)}
        yield "  " + t.gettext("Row %(row)d, place %(place)d: %(sentence)s") % said


def _format_table(advice: Advice, inspection: Inspection, language: str) -> Iterator[str]:
    t, terms = find_translations(language), find_terms(language)
    heading = t.gettext("By the number of Prominent Works left face up (%(category)s), at best:")
    yield heading % {"category": terms.name(inspection.prominent)}
    rows: list[tuple[str, ...]] = [(terms.prominent, "B1 + B3 + B4 + B5", "B2", "=")]
    for prospect in advice.by_prominent:
        figures = (prospect.total_without_award, prospect.award, prospect.total)
        rows.append((str(prospect.prominent_books), *map(format_points, figures)))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for row in rows:
        yield "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
