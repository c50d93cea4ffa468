"""A shelf as the inspection walks it: at every card face up, what keeping it or leaving it out means for those to come.

The sets of cards that can be left face up are the strictly ascending sequences in reading order, and each of them can
be had. Of two cards in a row of which the second does not follow, A1 turns the second; so a set that is not ascending
never stays. And an ascending one stays when all others are turned by hand. Not all of them need a hand: a card left
out that does not follow the last card kept before it is turned by A1. Every other one would be kept by A1, so it must
be turned by hand; that is the fewest, and it depends on nothing but the set.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ..cards import Card
from ..categories import CATEGORIES, Category
from ..editions import Edition
from ..sections.alphabetical_order import sort_key
from ..sections.library_focus import POINTS_PER_BOOK
from ..shelf import Place, Shelf


@dataclass(frozen=True, slots=True)
class Goal:
    """What a player is paid for."""

    prominent: Category
    banned: Category
    focus: Category

    @property
    def other_rows(self) -> tuple[Category, ...]:
        """The permitted categories but the prominent one: the rows of B4 that nothing else has counted yet."""
        return tuple(category for category in CATEGORIES if category not in (self.banned, self.prominent))

    @property
    def prominent_is_permitted(self) -> bool:
        """Whether B4 looks at the prominent row too; always, but where one card was entered as both."""
        return self.prominent is not self.banned


@dataclass(frozen=True, slots=True)
class Step:
    """One card face up, and the decision that it asks for.

    ``barred`` cards are those from here on that the last card kept keeps from staying face up. Because letters and
    numbers have one order, they are always the lowest of those to come, so that their number says which they are.
    """

    place: Place
    prominent: int
    others: tuple[int, ...]
    """Books in each of ``Goal.other_rows``."""
    books: int
    """All that it shows, banned ones too."""
    banned: int
    points: int
    """What the card is worth in B3 and B5: twice its books of the focus, less its banned ones."""
    lower: int
    """How many of the cards from here on come before this one: it may be kept while no more are barred."""
    barred_by: int
    """How many of the later cards are barred once this one is kept."""


@dataclass(frozen=True, slots=True)
class Course:
    """All cards face up in reading order."""

    goal: Goal
    steps: tuple[Step, ...]
    barred: tuple[tuple[int, ...], ...]
    """Before each step, and after the last: every number of barred cards there can be."""


def lay_out(shelf: Shelf, edition: Edition, goal: Goal) -> Course:
    """Walk a shelf; raise ``LookupError`` for a card that the edition has no place for, like the check itself."""
    face_up = [(place, card, sort_key(card, edition)) for place, card in shelf if not card.face_down]
    keys = [key for _, _, key in face_up]
    steps = tuple(_weigh(place, card, keys[i:], goal) for i, (place, card, _) in enumerate(face_up))
    return Course(goal, steps, _find_barred(steps))


def find_turned_by_hand(course: Course, kept: Sequence[bool]) -> tuple[Place, ...]:
    """Find the fewest cards to turn by hand so that just those ``kept`` stay face up, one ``bool`` a step."""
    places = []
    barred = 0
    for step, is_kept in zip(course.steps, kept, strict=True):
        if is_kept:
            barred = step.barred_by
        elif barred > step.lower:
            barred -= 1
        else:
            places.append(step.place)
    return tuple(places)


def count_books(course: Course, kept: Sequence[bool]) -> tuple[int, int]:
    """Count the books on the cards kept, all of them and the banned ones."""
    steps = [step for step, is_kept in zip(course.steps, kept, strict=True) if is_kept]
    return sum(step.books for step in steps), sum(step.banned for step in steps)


def _weigh(place: Place, card: Card, keys: Sequence[tuple[int, int]], goal: Goal) -> Step:
    icons = card.icons or ()
    to_come = sorted(keys)
    return Step(
        place=place,
        prominent=icons.count(goal.prominent),
        others=tuple(icons.count(category) for category in goal.other_rows),
        books=sum(map(icons.count, CATEGORIES)),
        banned=icons.count(goal.banned),
        points=POINTS_PER_BOOK * icons.count(goal.focus) - icons.count(goal.banned),
        lower=bisect_left(to_come, keys[0]),
        barred_by=bisect_right(to_come, keys[0]) - 1,
    )


def _find_barred(steps: Sequence[Step]) -> tuple[tuple[int, ...], ...]:
    """Find the numbers step by step; 0 is always among them, as long as nothing was kept."""
    reached = [{0}]
    for step in steps:
        reached.append({step.barred_by} | {barred - (barred > step.lower) for barred in reached[-1]})
    return tuple(tuple(sorted(numbers)) for numbers in reached)
