"""A scorecard for people at a terminal: the form as a table, then the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...scoring.categories import CATEGORIES
from ...scoring.checks.findings import Finding
from ...scoring.scorecard import Figures, Scorecard
from ...scoring.terms import find_terms
from ..findings.sentences import format_finding
from ..languages import find_translations
from .decision import describe_decision, describe_winner
from .declared import describe_own_word
from .figures import format_points
from .reasons import describe_line, describe_order, describe_player, describe_ruling


def format_report(card: Scorecard, warnings: Iterable[Finding], language: str) -> str:
    """Write the whole report; ``warnings`` are those that reading the inspection gave."""
    terms = find_terms(language)
    heading = f"{terms.forms[card.inspection.form.value]} {card.inspection.form.value}"
    blocks = [heading, "\n".join(_format_table(card, language)), describe_decision(card, language)]
    winner = describe_winner(card, language)
    if winner:
        blocks.append(winner)
    own_word = list(describe_own_word(card, language))
    if own_word:
        blocks.append("\n".join(own_word))
    blocks.append("\n".join(_format_reasons(card, language)))
    notes = [describe_ruling(ruling, language) for ruling in card.rulings]
    notes += [format_finding(finding, language) for finding in (*warnings, *card.findings)]
    if notes:
        blocks.append("\n".join(f"* {note}" for note in notes))
    return "\n\n".join(blocks)


def _format_table(card: Scorecard, language: str) -> Iterator[str]:
    terms, t = find_terms(language), find_translations(language)
    columns: list[tuple[str, Figures]] = [(player.name, player.figures) for player in card.players]
    if card.library:
        columns.append((terms.public_library, card.library))
    turned = [str(len(player.order.flips)) if player.order else "–" for player in card.players]
    rows: list[tuple[str, Sequence[str]]] = [("", [name for name, _ in columns])]
    rows.append((f"A1 {terms.sections['A1']}", turned + ["–"] * (len(columns) - len(turned))))
    for category in CATEGORIES:
        rows.append((f"A2 {terms.name(category)}", [str(figures.tally[category]) for _, figures in columns]))
    for index, line in enumerate(columns[0][1].lines):
        label = f"{line.section} {terms.sections[line.section]}"
        rows.append((label, [format_points(figures.lines[index].points) for _, figures in columns]))
    rows.append((f"=  {terms.sections['=']}", [format_points(figures.total) for _, figures in columns]))
    if card.library is None:
        rows.append((t.gettext("Rank"), [str(player.place) for player in card.players]))
    widths = [max(len(cells[i]) for _, cells in rows) for i in range(len(columns))]
    margin = max(len(label) for label, _ in rows)
    for label, cells in rows:
        yield "  ".join([label.ljust(margin), *(c.rjust(w) for c, w in zip(cells, widths, strict=True))]).rstrip()


def _format_reasons(card: Scorecard, language: str) -> Iterator[str]:
    for player in card.players:
        yield player.name
        yield from (f"  A1 {sentence}" for sentence in describe_order(player.order, language))
        for line, sentence in zip(player.figures.lines, describe_player(player, language), strict=True):
            yield f"  {line.section} {sentence}"
    if card.library:
        yield find_terms(language).public_library
        for line in card.library.lines[1:]:
            yield f"  {line.section} {describe_line(line, None, language)}"
