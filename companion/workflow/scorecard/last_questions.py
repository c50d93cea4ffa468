"""Questions that only the people at the table can answer: cards left in hand, and who won the reading race."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ...scoring.checks.findings import Code
from ...scoring.inspector import inspect
from ...scoring.ranking import RACES
from ...scoring.scorecard import Scorecard
from ...store.tables.queries import write_hands, write_reading_winner
from ..access.seeing import SeenDraft
from ..shelves.entry import check_hands


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A player whose hand cards may decide first place."""

    position: int
    name: str
    hand: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Racer:
    """A player still tied when the reading race begins."""

    position: int
    name: str
    has_won: bool


def ask_hands(draft: SeenDraft, card: Scorecard) -> Iterator[HandQuestion]:
    """Ask those tied for first place on points and books; given answers can still be corrected."""
    if card.library:
        return
    best = max((player.figures.total, player.figures.books) for player in card.players)
    leaders = [player for player in card.players if (player.figures.total, player.figures.books) == best]
    if len(leaders) < 2:
        return
    needed = {finding.player for finding in card.findings if finding.code is Code.HAND_NEEDED}
    names = {player.name for player in leaders}
    for seat in draft.seats:
        if seat.name in names:
            yield HandQuestion(seat.position, seat.name, seat.hand, seat.name in needed)


def list_racers(draft: SeenDraft, card: Scorecard) -> Iterator[Racer]:
    """List those tied at the last step, whether or not the race has been decided."""
    if card.tiebreak not in RACES:
        return
    tied = inspect(replace(card.inspection, reading_winner=None)).winners
    for seat in draft.seats:
        if seat.name in tied:
            yield Racer(seat.position, seat.name, seat.position == draft.reading_winner)


def answer_hands(slug: str, hands: Mapping[int, str], language: str, now: datetime.datetime) -> dict[int, str]:
    """Store how many cards were left in hand, as typed, by seat position.

    Returns a sentence for each that is no number of cards; then nothing is kept. Raises ``MissingError``.
    """
    errors = check_hands(hands, language)
    if not errors:
        write_hands(slug, hands, now)
    return errors


def answer_reading(slug: str, winner: int | None, now: datetime.datetime) -> None:
    """Store which seat won the reading race, or clear it; raise ``MissingError`` if there is no such seat."""
    write_reading_winner(slug, winner, now)
