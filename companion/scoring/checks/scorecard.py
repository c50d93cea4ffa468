"""What only the finished figures show, as warnings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..inspection import Inspection
from ..ranking import RACES, Ranking
from ..scorecard import PlayerScore, Tiebreak
from .findings import Code, Finding
from .rulings import is_placed_without_books


def check_awards(players: Sequence[PlayerScore]) -> Iterator[Finding]:
    """Point at awards for no book at all."""
    for player in players:
        award = player.figures.award
        if is_placed_without_books(award):
            details = {"category": award.category.value, "points": award.points}
            yield Finding(Code.ZERO_PROMINENT_PLACED, player.name, details=details)


def check_ranking(inspection: Inspection, ranking: Ranking) -> Iterator[Finding]:
    """Ask for the hand cards that the first place needs; point at a reading winner who decides nothing."""
    for name in ranking.hand_needed:
        yield Finding(Code.HAND_NEEDED, name)
    winner = inspection.reading_winner
    if winner is None or (ranking.tiebreak is Tiebreak.READING and winner in ranking.winners):
        return
    details = {"field": "reading_winner", "expected": "no-race"}
    if ranking.tiebreak in RACES:
        details |= {"expected": "tied-player", "names": ", ".join(ranking.winners)}
    yield Finding(Code.UNUSABLE_FIELD, token=winner, details=details)
