"""The end of the walk: the chain of tiebreaks as far as needed, and the proclamation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...scoring.ranking import compare_level
from ...scoring.scorecard import Scorecard, Tiebreak
from ...wording.scorecard.decision import describe_decision, name_tiebreak
from ...wording.scorecard.declared import describe_declared
from ..access.seeing import SeenDraft
from ..scorecard.last_questions import HandQuestion, Racer, ask_hands, list_racers
from ..scorecard.standing import Standing, list_standings


@dataclass(frozen=True, slots=True)
class Link:
    """One question of the chain, with the answer of each player still tied at that point."""

    tiebreak: Tiebreak
    title: str
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
    standings: tuple[Standing, ...]
    decision: str
    own_word: str
    """What comes of the table's own decisions; empty where there are none."""

    @property
    def is_waiting(self) -> bool:
        """Whether the table still has a question to answer."""
        return any(hand.is_open for hand in self.hands) or (
            bool(self.race) and not any(racer.has_won for racer in self.race)
        )


def view_ending(draft: SeenDraft, card: Scorecard, language: str) -> Ending:
    """Show how the inspection ends, or what it still depends on."""
    # The chain is the rules'; a tie by the table's own figures is asked about on the scorecard.
    by_rules = replace(card, declared=None)
    return Ending(
        chain=tuple(_list_links(card, language)),
        hands=tuple(ask_hands(draft, by_rules)),
        race=tuple(list_racers(draft, by_rules)),
        winners=card.named,
        contested=() if card.named or card.library else card.winners,
        licence=card.won,
        standings=list_standings(card, language),
        decision=describe_decision(card, language),
        own_word=describe_declared(card, language),
    )


def _list_links(card: Scorecard, language: str) -> Iterator[Link]:
    """List the questions up to the one that decided; each concerns those still tied after the one before."""
    for comparison in compare_level(card):
        answers = tuple((name, "" if figure is None else str(figure)) for name, figure in comparison.figures)
        title = name_tiebreak(comparison.tiebreak, language)
        yield Link(comparison.tiebreak, title, answers, is_last=comparison.tiebreak is card.tiebreak)
