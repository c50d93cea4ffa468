"""What only the finished figures show: warnings, and the rulings that changed a score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..inspection import Inspection
from ..ranking import Ranking
from ..scorecard import Figures, PlayerScore, Ruling, Tiebreak
from .findings import Code, Finding


def check_awards(players: Sequence[PlayerScore]) -> Iterator[Finding]:
    """Point at awards for no book at all."""
    for player in players:
        award = player.figures.award
        if _is_placed_without_books(player.figures):
            details = {"category": award.category.value, "points": award.points}
            yield Finding(Code.ZERO_PROMINENT_PLACED, player.name, details=details)


def check_ranking(inspection: Inspection, ranking: Ranking) -> tuple[Finding, ...]:
    """Ask for the hand cards that the first place needs; point at a reading winner who was not in the race."""
    findings = [Finding(Code.HAND_NEEDED, name) for name in ranking.hand_needed]
    winner = inspection.reading_winner
    if winner is not None and ranking.tiebreak is Tiebreak.READING and winner not in ranking.winners:
        findings.append(
            Finding(
                Code.UNUSABLE_FIELD,
                token=winner,
                details={"field": "reading_winner", "expected": "tied-player", "names": ", ".join(ranking.winners)},
            )
        )
    return tuple(findings)


def find_rulings(players: Sequence[PlayerScore], tiebreak: Tiebreak | None) -> tuple[Ruling, ...]:
    """List the rulings without which this scorecard might read otherwise."""
    columns = [player.figures for player in players]
    totals = [column.total for column in columns]
    leaders = [player for player, total in zip(players, totals, strict=True) if total == max(totals)]
    applied = {
        Ruling.ZERO_PROMINENT_PLACED: any(map(_is_placed_without_books, columns)),
        Ruling.WHOLE_TIE_POOLED: any(sum(column.award.pooled[2:]) > 0 for column in columns),
        Ruling.ENTOMBED_WITHOUT_RECTANGLE: any(
            column.stability.entombed and column.stability.rectangle is None for column in columns
        ),
        Ruling.FACE_UP_BOOKS_BREAK_TIES: tiebreak is Tiebreak.BOOKS
        and any(card.face_down for player in leaders if player.shelf for _, card in player.shelf),
        Ruling.LAST_STEP_BY_EDITION: tiebreak in (Tiebreak.READING, Tiebreak.SHARED, Tiebreak.UNDECIDED),
    }
    return tuple(ruling for ruling, changed in applied.items() if changed)


def _is_placed_without_books(column: Figures) -> bool:
    return column.award.books == 0 and column.award.points > 0
