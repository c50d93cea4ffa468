"""The adviser's work: an inspection and a player go in, the best cards to turn by hand come out, each with its reason.

Before the inspection every player may turn any cards of the own shelf face down (004:145, 002:134, 001:845-847).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from ..cards import Card
from ..inspection import CountedShelf, Form, Inspection, Player
from ..inspector import inspect
from ..scorecard import Line, Scorecard
from ..sections import Section
from ..sections.alphabetical_order import check_order
from ..sections.prominent_works import award_prominent_works, award_solo
from ..shelf import Place, Shelf
from .bounds import Bounds
from .course import Course, Goal, find_turned_by_hand, lay_out
from .search import Choice, find_choice, find_most

MOST_CARDS = 76
"""Half of the deck face up on one shelf: no game comes near it, and the search might keep a server busy for minutes."""

MOST_BOOKS = 4 * MOST_CARDS
"""Cards show four at most; those of more are scored, with a warning."""


class Refusal(StrEnum):
    """Why there is no advice."""

    UNKNOWN_PLAYER = "unknown-player"
    COUNTED_ON_PAPER = "counted-on-paper"
    """Only the tally is known, not the cards."""
    TOO_LARGE = "too-large"
    """More lies face up than on any shelf of the game."""


class AdviceError(ValueError):
    """Raised when a player cannot be advised; ``refusal`` says why."""

    def __init__(self, refusal: Refusal, player: str, names: tuple[str, ...] = ()) -> None:
        super().__init__(f"no advice for {player!r}: {refusal}")
        self.refusal = refusal
        self.player = player
        self.names = names
        """Who can be named instead of an unknown player."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A card to turn by hand, and what that changes: beside the same advice with this one card left face up."""

    place: Place
    card: Card
    rescued: tuple[Card, ...]
    """The cards that A1 would turn if this one stayed face up."""
    changes: tuple[tuple[Section, int], ...]
    """By how many points B2 to B5 rise or fall, where they do."""

    @property
    def saves(self) -> int:
        """The points that turning it brings."""
        return sum(points for _, points in self.changes if points > 0)

    @property
    def costs(self) -> int:
        """The points that turning it takes; always fewer than it saves."""
        return -sum(points for _, points in self.changes if points < 0)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the race for prominent works is worth at one number of books."""

    prominent_books: int
    """Exactly so many, on cards left face up."""
    total_without_award: int
    """The most that B1, B3, B4 and B5 can come to with them."""
    award: int
    """B2 for them, the others as they lie."""

    @property
    def total(self) -> int:
        """All five sections."""
        return self.total_without_award + self.award


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player's shelf could have had."""

    player: str
    total_now: int
    total_best: int
    turns: tuple[Turn, ...]
    """In reading order; none where nothing brings more than the check alone."""
    shelf: Shelf
    """The shelf with those cards face down, before the check."""
    by_prominent: tuple[Prospect, ...]
    """A row for every number of prominent books that can be had, fewest first."""

    @property
    def flips(self) -> tuple[Place, ...]:
        """Where the cards to turn lie."""
        return tuple(turn.place for turn in self.turns)


def advise(inspection: Inspection, player_name: str) -> Advice:
    """Find the cards that a player should turn by hand for the highest total, the others as they lie.

    The total is the greatest that any set of cards left face up can have, and no smaller number of cards turned by
    hand has it; ``course`` and ``search`` show why. Among equals, the first card in which two sets differ is kept.
    The others' shelves count after their own check; in a solo game the public library stands against the player.

    Raises ``AdviceError`` for a player who is not scored, whose shelf was counted on paper, or whose shelf is far
    beyond any game's; ``LookupError`` for a card that has no place in the edition's alphabet, like the check.
    """
    index = _find_player(inspection, player_name)
    player = inspection.players[index]
    if isinstance(player.holding, CountedShelf):
        raise AdviceError(Refusal.COUNTED_ON_PAPER, player.name)
    shelf = player.holding
    if sum(not card.face_down for _, card in shelf) > MOST_CARDS or shelf.tally().books > MOST_BOOKS:
        raise AdviceError(Refusal.TOO_LARGE, player.name)
    now = inspect(inspection)
    course = lay_out(shelf, inspection.edition, Goal(inspection.prominent, inspection.banned, player.focus))
    prospects, choice = _choose(course, now.players[index].figures.stability.points, _find_awards(now, index))
    by_hand = find_turned_by_hand(course, choice.kept)
    return Advice(
        player=player.name,
        total_now=now.players[index].figures.total,
        total_best=max(prospect.total for prospect in prospects),
        turns=_explain(inspection, index, shelf, by_hand),
        shelf=shelf.turn_down(by_hand),
        by_prominent=prospects,
    )


def advise_table(inspection: Inspection) -> tuple[Advice, ...]:
    """Advise everybody whose cards are known, each with the others as they lie: what each could have had."""
    return tuple(
        advise(inspection, player.name)
        for player in _find_scored(inspection)
        if not isinstance(player.holding, CountedShelf)
    )


def _find_scored(inspection: Inspection) -> tuple[Player, ...]:
    return inspection.players[:1] if inspection.form is Form.S_42A else inspection.players


def _find_player(inspection: Inspection, name: str) -> int:
    wanted = unicodedata.normalize("NFC", name.strip())
    names = tuple(player.name for player in _find_scored(inspection))
    if wanted not in names:
        raise AdviceError(Refusal.UNKNOWN_PLAYER, name, names)
    return names.index(wanted)


def _find_awards(now: Scorecard, index: int) -> Callable[[int], int]:
    """Return the function that gives B2 for a number of prominent books, the others as they lie."""
    category = now.inspection.prominent
    if now.library is not None:
        theirs = now.library.tally[category]
        return lambda books: award_solo(category, books, theirs)[0].points
    others = [player.figures.tally[category] for player in now.players]
    del others[index]
    return lambda books: award_prominent_works(category, [books, *others])[0].points


def _choose(course: Course, stability: int, award: Callable[[int], int]) -> tuple[tuple[Prospect, ...], Choice]:
    bounds = Bounds(course)
    rests = {books: find_most(bounds, books) for books in bounds.prominent_books}
    prospects = tuple(Prospect(books, rest + stability, award(books)) for books, rest in rests.items())
    best = max(prospect.total for prospect in prospects)
    choices = [
        find_choice(bounds, prospect.prominent_books, rests[prospect.prominent_books])
        for prospect in prospects
        if prospect.total == best
    ]
    return prospects, max(choices, key=lambda choice: (choice.spared, choice.kept))


def _explain(inspection: Inspection, index: int, shelf: Shelf, by_hand: tuple[Place, ...]) -> tuple[Turn, ...]:
    advised, turned = _score(inspection, index, shelf.turn_down(by_hand))
    turns = []
    for place in by_hand:
        lines, flips = _score(inspection, index, shelf.turn_down(other for other in by_hand if other != place))
        rescued = tuple(shelf[flip] for flip in flips if flip not in turned)
        pairs = zip(advised, lines, strict=True)
        changes = tuple((line.section, line.points - other.points) for line, other in pairs)
        turns.append(Turn(place, shelf[place], rescued, tuple(change for change in changes if change[1])))
    return tuple(turns)


def _score(inspection: Inspection, index: int, shelf: Shelf) -> tuple[tuple[Line, ...], tuple[Place, ...]]:
    """Score a player's shelf as changed: the lines B2 to B5, and what the check turns."""
    players = list(inspection.players)
    players[index] = replace(players[index], holding=shelf)
    figures = inspect(replace(inspection, players=tuple(players))).players[index].figures
    return figures.lines[1:], tuple(flip.place for flip in check_order(shelf, inspection.edition).flips)
