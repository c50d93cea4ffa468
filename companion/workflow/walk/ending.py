"""The end of the walk: the chain of tiebreaks as far as needed, and the proclamation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...scoring.scorecard import PlayerScore, Scorecard, Tiebreak
from ...store.tables.drafts import Draft
from ...wording.scorecard.decision import describe_decision
from ..scorecard.last_questions import HandQuestion, Racer, ask_hands, list_racers
from ..scorecard.views import find_winners


@dataclass(frozen=True, slots=True)
class Link:
    """One question of the chain, with the answer of each player still tied at that point."""

    tiebreak: Tiebreak
    answers: tuple[tuple[str, str], ...]
    """Name and figure; the figure is empty if it is missing or the question has none."""
    is_last: bool
    """Whether it decided, or waits for the table."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How the inspection ends."""

    chain: tuple[Link, ...]
    """Empty without a tie for first place."""
    hands: tuple[HandQuestion, ...]
    race: tuple[Racer, ...]
    winners: tuple[str, ...]
    """Who is named Grand Librarian; empty while the tie is undecided, or in a solo game."""
    contested: tuple[str, ...]
    """Who is tied for first place while nobody is named."""
    licence: bool | None
    """Solo: whether the license is granted."""
    decision: str

    @property
    def is_waiting(self) -> bool:
        """Whether the table still has a question to answer."""
        return any(hand.is_open for hand in self.hands) or (
            bool(self.race) and not any(racer.has_won for racer in self.race)
        )


_ANSWERS: tuple[tuple[Tiebreak, Callable[[PlayerScore], int | None], Callable[[list[int]], int]], ...] = (
    (Tiebreak.BOOKS, lambda player: player.figures.books, max),
    (Tiebreak.HAND, lambda player: player.hand, min),
    (Tiebreak.BANNED, lambda player: player.figures.penalty.books, min),
)


def view_ending(draft: Draft, card: Scorecard, language: str) -> Ending:
    """Show how the inspection ends, or what it still depends on."""
    winners = find_winners(card)
    return Ending(
        chain=tuple(_list_links(card)),
        hands=tuple(ask_hands(draft, card)),
        race=tuple(list_racers(draft, card)),
        winners=winners,
        contested=() if winners or card.library else card.winners,
        licence=card.won,
        decision=describe_decision(card, language),
    )


def _list_links(card: Scorecard) -> Iterator[Link]:
    """List the questions up to the one that decided; each concerns those still tied after the one before."""
    if card.tiebreak is None:
        return
    best = max(player.figures.total for player in card.players)
    tied = [player for player in card.players if player.figures.total == best]
    for tiebreak, ask, choose in _ANSWERS:
        answers = [ask(player) for player in tied]
        figures = tuple(
            (player.name, "" if answer is None else str(answer)) for player, answer in zip(tied, answers, strict=True)
        )
        yield Link(tiebreak, figures, is_last=card.tiebreak is tiebreak)
        if card.tiebreak is tiebreak:
            return
        wanted = choose([answer for answer in answers if answer is not None])
        tied = [player for player, answer in zip(tied, answers, strict=True) if answer == wanted]
    yield Link(card.tiebreak, tuple((player.name, "") for player in tied), is_last=True)
