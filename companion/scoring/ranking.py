"""Places and the tiebreak chain of each edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from .editions import Edition
from .scorecard import Figures, Scorecard, Tiebreak


@dataclass(frozen=True, slots=True)
class Standing:
    """What the places depend on."""

    name: str
    total: int
    books: int
    hand: int | None
    """``None`` where nobody has counted it yet."""
    banned: int

    @classmethod
    def of(cls, name: str, figures: Figures, hand: int | None) -> Standing:
        """Take what matters out of a player's column."""
        return cls(name, figures.total, figures.books, hand, figures.penalty.books)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the chain: the figure that it compares, and which one is best."""

    tiebreak: Tiebreak
    figure: Callable[[Standing], int | None]
    best: Callable[[Iterable[int]], int]

    def key(self, standing: Standing) -> int:
        """Return a number that is the smaller the better."""
        figure = self.figure(standing) or 0
        return -figure if self.best is max else figure


STEPS = (
    Step(Tiebreak.BOOKS, lambda standing: standing.books, max),
    Step(Tiebreak.HAND, lambda standing: standing.hand, min),
    Step(Tiebreak.BANNED, lambda standing: standing.banned, min),
)
"""Most books, fewest cards in hand, fewest banned books (004:181, 002:337, 001:903-908, 003:109-113)."""


RACES = (Tiebreak.READING, Tiebreak.UNDECIDED)
"""The last steps at which the table is asked who was first to finish reading a book."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places in the order given, who holds or contests the first, and the step that decided it."""

    places: tuple[int, ...]
    winners: tuple[str, ...]
    tiebreak: Tiebreak | None
    hand_needed: tuple[str, ...] = ()
    """Who of those tied for the first place has to count the cards in hand."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A step as it was taken: the figures of those who were still tied; none for a last step, which compares none."""

    tiebreak: Tiebreak
    figures: tuple[tuple[str, int | None], ...]


_Group = list[Standing]


def rank(
    standings: Sequence[Standing],
    edition: Edition,
    reading_winner: str | None = None,
    steps: Sequence[Step] = STEPS,
) -> Ranking:
    """Rank by total, then by the chain among those still tied; whoever drops out at a step stays behind.

    A tie that hand cards should break waits where one of the tied has not counted them: the step is not skipped.
    ``reading_winner`` counts only among those tied for the first place when the reading race begins, or when an edition
    names no last step: then the table may run the race of the others (our ruling).
    """
    last_step = Tiebreak(edition.last_step.value)
    parted = [_part(tied, steps, last_step) for tied in _group(standings, lambda standing: -standing.total)]
    groups = [group for parts, _ in parted for group in parts]
    leaders, tiebreak = groups[0], parted[0][1]
    if tiebreak in RACES and any(standing.name == reading_winner for standing in leaders):
        tiebreak = Tiebreak.READING
        groups[:1] = _group(leaders, lambda standing: standing.name != reading_winner)
    places: dict[str, int] = {}
    for group in groups:
        places.update(dict.fromkeys((standing.name for standing in group), len(places) + 1))
    return Ranking(
        places=tuple(places[standing.name] for standing in standings),
        winners=tuple(standing.name for standing in standings if places[standing.name] == 1),
        tiebreak=tiebreak,
        hand_needed=_find_uncounted_hands(leaders) if tiebreak is Tiebreak.HAND else (),
    )


def list_level(card: Scorecard) -> tuple[Standing, ...]:
    """List those level on points for the first place."""
    standings = [Standing.of(player.name, player.figures, player.hand) for player in card.players]
    most = max(standing.total for standing in standings)
    return tuple(standing for standing in standings if standing.total == most)


def compare_level(card: Scorecard) -> Iterator[Comparison]:
    """List the steps down to the one that decided or waits; each compares those whom the one before left tied."""
    if card.tiebreak is None:
        return
    tied = list_level(card)
    for step in STEPS:
        figures = tuple((standing.name, step.figure(standing)) for standing in tied)
        yield Comparison(step.tiebreak, figures)
        if step.tiebreak is card.tiebreak:
            return
        best = step.best(figure for _, figure in figures if figure is not None)
        tied = tuple(standing for standing in tied if step.figure(standing) == best)
    yield Comparison(card.tiebreak, tuple((standing.name, None) for standing in tied))


def _part(tied: _Group, chain: Sequence[Step], last_step: Tiebreak) -> tuple[list[_Group], Tiebreak | None]:
    """Part a tied group along the chain; return the parts, best first, and the step that settled the first part."""
    if len(tied) == 1:
        return [tied], None
    if not chain:
        return [tied], last_step
    step, rest = chain[0], chain[1:]
    if step.tiebreak is Tiebreak.HAND and _find_uncounted_hands(tied):
        return [tied], step.tiebreak
    best, *others = _group(tied, step.key)
    parts, deeper = _part(best, rest, last_step)
    for other in others:
        parts += _part(other, rest, last_step)[0]
    return parts, deeper or step.tiebreak


def _group(standings: Sequence[Standing], figure: Callable[[Standing], int]) -> list[_Group]:
    """Group by a figure, the smallest first; the order given is kept inside a group."""
    return [list(group) for _, group in groupby(sorted(standings, key=figure), key=figure)]


def _find_uncounted_hands(tied: _Group) -> tuple[str, ...]:
    return tuple(standing.name for standing in tied if standing.hand is None)
