"""The adviser's work: an inspection and a player go in, the best cards to turn by hand come out, each with its reason.

Before the inspection every player may turn any cards of the own shelf face down (004:145, 002:134, 001:845-847).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum

from ..cards import Card
from ..inspection import CountedShelf, Form, Inspection, Player
from ..inspector import inspect
from ..scorecard import Figures, Line, Scorecard
from ..sections import Section
from ..sections.alphabetical_order import check_order
from ..shelf import Place, Shelf
from .aims import Aims, Pick, Prospect
from .bounds import Bounds
from .contest import Contest, Judge, Outcome
from .course import Goal, find_turned_by_hand, lay_out
from .search import find_most

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
        """The points that turning it takes: fewer than it saves, but where points are given up for a place."""
        return -sum(points for _, points in self.changes if points < 0)


class Aim(StrEnum):
    """What a plan is best at."""

    PLACE = "place"
    """The best place, or the license of a solo game; among equals the most points."""
    POINTS = "points"
    """The most points, whatever they cost in place."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Cards to turn by hand for one aim, no more of them than it takes, and what comes of it."""

    aim: Aim
    turns: tuple[Turn, ...]
    """In reading order."""
    shelf: Shelf
    """The shelf with those cards face down, before the check."""
    total: int
    outcome: Outcome

    @property
    def flips(self) -> tuple[Place, ...]:
        """Where the cards to turn lie."""
        return tuple(turn.place for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player's shelf could have had."""

    player: str
    total_now: int
    outcome_now: Outcome
    """How the player stands if nothing is turned by hand."""
    plans: tuple[Plan, ...]
    """What is recommended first: for the best place and then, where it is another set of cards, for the most points."""
    by_prominent: tuple[Prospect, ...]
    """A row for every number of prominent books that can be had, fewest first."""

    @property
    def best(self) -> Plan:
        """The plan that is recommended: for the best place."""
        return self.plans[0]

    @property
    def most_points(self) -> Plan:
        """The plan for the most points: often the same cards."""
        return self.plans[-1]

    @property
    def total_best(self) -> int:
        """The most points."""
        return self.most_points.total


def advise(inspection: Inspection, player_name: str) -> Advice:
    """Find the cards that a player should turn by hand, for the best place and for the most points.

    The first plan reaches the best place that any set of cards left face up can have, all tiebreaks of the edition
    counted, and in it the most points; a tie that is shared or waits for the table is a shared place. The second has
    the greatest total of all sets. Neither can be had with fewer cards turned by hand; ``course``, ``search`` and
    ``aims`` show why. Among equals, the first card in which two sets differ is kept. The others' shelves count as they
    lie, after their own check; in a solo game the public library stands against the player.

    Raises ``AdviceError`` for a player who is not scored, whose shelf was counted on paper, or whose shelf is far
    beyond any game's; ``LookupError`` for a card that has no place in the edition's alphabet, like the check.
    """
    case = prepare(inspection, player_name)
    contest = Contest(case.now, case.index)
    aims = Aims(case.bounds, contest, case.prospects, case.figures.stability.points)
    picks = {Aim.PLACE: aims.find_place(), Aim.POINTS: aims.find_points()}
    if picks[Aim.POINTS].choice == picks[Aim.PLACE].choice:
        del picks[Aim.POINTS]
    return Advice(
        player=case.name,
        total_now=case.figures.total,
        outcome_now=case.judge_now(contest),
        plans=tuple(case.plan(aim, pick) for aim, pick in picks.items()),
        by_prominent=case.prospects,
    )


@dataclass(frozen=True, slots=True)
class Case:
    """One player's shelf, ready to be advised on."""

    inspection: Inspection
    index: int
    shelf: Shelf
    now: Scorecard
    bounds: Bounds
    prospects: tuple[Prospect, ...]

    @property
    def name(self) -> str:
        """Whose shelf it is."""
        return self.inspection.players[self.index].name

    @property
    def figures(self) -> Figures:
        """The column as the shelf lies."""
        return self.now.players[self.index].figures

    def judge_now(self, contest: Judge) -> Outcome:
        """Return how the player stands if nothing is turned by hand."""
        figures = self.figures
        return contest.judge(figures.award.books, figures.total, figures.books, figures.penalty.books)

    def plan(self, aim: Aim, pick: Pick) -> Plan:
        """Say which cards to turn for a pick, and why."""
        by_hand = find_turned_by_hand(self.bounds.course, pick.choice.kept)
        turns = _explain(self.inspection, self.index, self.shelf, by_hand)
        return Plan(aim, turns, self.shelf.turn_down(by_hand), pick.total, pick.outcome)


def prepare(inspection: Inspection, player_name: str) -> Case:
    """Lay out a player's shelf for the search; raises what ``advise`` raises."""
    index = _find_player(inspection, player_name)
    player = inspection.players[index]
    if isinstance(player.holding, CountedShelf):
        raise AdviceError(Refusal.COUNTED_ON_PAPER, player.name)
    shelf = player.holding
    if sum(not card.face_down for _, card in shelf) > MOST_CARDS or shelf.tally().books > MOST_BOOKS:
        raise AdviceError(Refusal.TOO_LARGE, player.name)
    now = inspect(inspection)
    contest = Contest(now, index)
    goal = Goal(inspection.prominent, inspection.banned, player.focus)
    bounds = Bounds(lay_out(shelf, inspection.edition, goal))
    stability = now.players[index].figures.stability.points
    prospects = tuple(
        Prospect(books, find_most(bounds, books) + stability, contest.award(books)) for books in bounds.prominent_books
    )
    return Case(inspection, index, shelf, now, bounds, prospects)


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
