"""Lessons that would make earlier ones worse, as pages ask about them, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass

from ...store.decks.doubted_lessons import Answer, DoubtedLesson, answer_doubted, list_doubted
from ..access.showing import PageValue
from .keeping import DeckKey, DeckView

__all__ = ["Answer", "DoubtView", "answer_doubted", "count_open", "find_lost_cards", "list_doubts"]

TEACHING_PHOTO = "photo "
"""What the identifiers of photos begin with that were taken to teach a deck."""
MOST_PICTURED = 6
"""Cards of a photo shown as pictures: enough to recognize it by."""


@dataclass(frozen=True, slots=True)
class DoubtView(PageValue):
    """A lesson that would make earlier ones worse."""

    number: int
    made: str
    """The date (ISO)."""
    of_shelf: bool
    """Whether it is the photo of a shelf at a table; others were taken to teach the deck."""
    cards: tuple[str, ...]
    """What the photo shows."""
    pictured: tuple[str, ...]
    """Some of these, of which there are pictures."""
    worse: int
    """How many cards of earlier photos would be read worse."""
    lost: tuple[str, ...]
    """Their names, where they are known."""
    answer: str


def list_doubts(view: DeckView) -> tuple[DoubtView, ...]:
    """Return the doubted lessons of a deck, the oldest first."""
    return tuple(_view_doubt(one, view) for one in list_doubted(view.kept.number))


def count_open(name: DeckKey, prefix: str = "") -> int:
    """Return how many lessons of a deck wait for an answer, of those whose identifiers begin in one way."""
    return sum(one.answer is Answer.OPEN and one.origin.startswith(prefix) for one in list_doubted(name))


def find_lost_cards(name: DeckKey, where: str) -> tuple[int, tuple[str, ...]]:
    """Return how many earlier cards the lesson of a photo waits for, and their names; 0 where it does not wait."""
    waiting = (one.doubt for one in list_doubted(name) if one.origin == where and one.answer is Answer.OPEN)
    return next(((doubt.worse, doubt.lost) for doubt in waiting), (0, ()))


def _view_doubt(one: DoubtedLesson, view: DeckView) -> DoubtView:
    pictures = {f"{letter}{number}" for letter, number in view.kept.pictured}
    return DoubtView(
        number=one.number,
        made=one.made.date().isoformat(),
        of_shelf=not one.origin.startswith(TEACHING_PHOTO),
        cards=one.doubt.cards,
        pictured=tuple(name for name in one.doubt.cards if name in pictures)[:MOST_PICTURED],
        worse=one.doubt.worse,
        lost=one.doubt.lost,
        answer=one.answer.value,
    )
