"""What comes of a table's decisions: each replaces one figure, and what follows from it is computed by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..categories import CATEGORIES, Tally
from ..counting import Count, fill_columns
from ..inspection import Inspection
from ..ranking import Ranking, Standing, rank
from ..scorecard import Declared, DeclaredColumn, Figures, PlayerScore, Scorecard, Tiebreak
from .decision import LIBRARY_LINES, POINT_LINES, DecidedLine, Decision, FigureDecision, TitleDecision

Rule = int | tuple[str, ...] | None
"""What the rules say: a figure, or who holds the title; ``None`` for an A1 on paper."""
_Points = Mapping[DecidedLine, int]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column under way: its name, what was decided of it, and its figures with A2 as decided."""

    name: str | None
    decided: _Points
    figures: Figures
    flipped: int | None
    hand: int | None = None


def declare(inspection: Inspection, counts: Sequence[Count]) -> Declared | None:
    """Compute the table's figures and who holds the title by them; ``None`` where the table decided nothing.

    A figure of A2 changes what B2 to B5 are computed from, one of B1 to B5 the total, the total the place. Whoever the
    table names holds the title, whatever the figures are.
    """
    if not inspection.decisions:
        return None
    scored = inspection.players[:1] if inspection.is_solo else inspection.players
    grouped = _group_points(inspection.decisions)
    decided = [grouped.get(player.name, {}) for player in scored]
    recounted = [
        replace(count, tally=_amend(count.tally, points)) for count, points in zip(counts, decided, strict=True)
    ]
    library = inspection.library if inspection.is_solo else None
    of_library = grouped.get(None, {})
    if library:
        inspection = replace(inspection, library=replace(library, tally=_amend(library.tally, of_library)))
    figures = fill_columns(inspection, recounted)
    columns = [
        _Column(player.name, points, column, len(count.order.flips) if count.order else None, player.hand)
        for player, points, column, count in zip(scored, decided, figures, counts, strict=False)
    ]
    if library:
        columns.append(_Column(None, of_library, figures[-1], None))
    ranking = None if library else _rank(inspection, columns)
    places = ranking.places if ranking else (None, None)
    declared = tuple(_declare_column(column, place) for column, place in zip(columns, places, strict=True))
    title = next((decision for decision in inspection.decisions if isinstance(decision, TitleDecision)), None)
    if title:
        return Declared(declared, title.winners, None, is_settled=True)
    if ranking:
        is_settled = len(ranking.winners) == 1 or ranking.tiebreak is Tiebreak.SHARED
        return Declared(declared, ranking.winners, ranking.tiebreak, is_settled)
    has_won = declared[0].total > declared[1].total
    return Declared(declared, (scored[0].name,) if has_won else (), None, is_settled=True)


def find_own_figure(card: Scorecard, index: int, line: DecidedLine) -> int | None:
    """Return the table's own figure in a column: decided, or another one because of what was; else ``None``."""
    if card.declared is None:
        return None
    column = card.declared.columns[index]
    if column.name is None and line not in LIBRARY_LINES:
        return None
    figure = _find_declared(column, line)
    # A scorecard has its columns in the order of its players, then the library's.
    rule = _find_figure_of(card.players[index], line) if column.name is not None else _find_of_library(card, line)
    return figure if line in column.decided or figure != rule else None


def find_rule(card: Scorecard, decision: Decision) -> Rule:
    """Return what the rules say where a table decided, or would; ``list_rules`` does so for many decisions at once.

    Raises ``LookupError`` for a player who is not scored.
    """
    return _find_rule(card, decision, {player.name: player for player in card.players})


def list_rules(card: Scorecard) -> tuple[Rule, ...]:
    """List what the rules say where the table decided, in the order of the decisions."""
    players = {player.name: player for player in card.players}
    return tuple(_find_rule(card, decision, players) for decision in card.inspection.decisions)


def _find_rule(card: Scorecard, decision: Decision, players: Mapping[str, PlayerScore]) -> Rule:
    if isinstance(decision, TitleDecision):
        return card.titled_by_rules
    if decision.player is None:
        return _find_of_library(card, decision.line)
    if decision.player not in players:
        raise LookupError(f"no player {decision.player!r} is scored")
    return _find_figure_of(players[decision.player], decision.line)


def _find_of_library(card: Scorecard, line: DecidedLine) -> int:
    if card.library is None:
        raise LookupError("this table has no public library")
    return _find_figure(card.library, line)


def _find_figure_of(player: PlayerScore, line: DecidedLine) -> int | None:
    if line is DecidedLine.FLIPPED:
        return len(player.order.flips) if player.order else None
    return _find_figure(player.figures, line)


def _find_declared(column: DeclaredColumn, line: DecidedLine) -> int | None:
    if line.category:
        return column.tally[line.category]
    if line is DecidedLine.FLIPPED:
        return column.flipped
    return column.total if line is DecidedLine.TOTAL else column.points[POINT_LINES.index(line)]


def _group_points(decisions: Sequence[Decision]) -> Mapping[str | None, _Points]:
    """Group the figures decided by whose they are."""
    grouped: dict[str | None, dict[DecidedLine, int]] = {}
    for decision in decisions:
        if isinstance(decision, FigureDecision):
            grouped.setdefault(decision.player, {})[decision.line] = decision.points
    return grouped


def _amend(tally: Tally, points: _Points) -> Tally:
    decided = {line.category: books for line, books in points.items() if line.category}
    return Tally(tuple(decided.get(category, tally[category]) for category in CATEGORIES))


def _rank(inspection: Inspection, columns: Sequence[_Column]) -> Ranking:
    standings = [
        Standing(
            name=str(column.name),
            total=_find_total(column),
            books=column.figures.books,
            hand=column.hand,
            banned=column.figures.penalty.books,
        )
        for column in columns
    ]
    return rank(standings, inspection.edition, inspection.reading_winner)


def _declare_column(column: _Column, place: int | None) -> DeclaredColumn:
    return DeclaredColumn(
        name=column.name,
        flipped=column.decided.get(DecidedLine.FLIPPED, column.flipped),
        tally=column.figures.tally,
        points=_list_points(column),
        total=_find_total(column),
        place=place,
        decided=frozenset(column.decided),
    )


def _list_points(column: _Column) -> tuple[int, ...]:
    return tuple(
        column.decided.get(line, computed.points)
        for line, computed in zip(POINT_LINES, column.figures.lines, strict=True)
    )


def _find_total(column: _Column) -> int:
    return column.decided.get(DecidedLine.TOTAL, sum(_list_points(column)))


def _find_figure(figures: Figures, line: DecidedLine) -> int:
    if line.category:
        return figures.tally[line.category]
    if line is DecidedLine.TOTAL:
        return figures.total
    return figures.lines[POINT_LINES.index(line)].points
