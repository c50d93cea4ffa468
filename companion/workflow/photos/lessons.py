"""Lessons from the photos of a shelf: taken once it is accepted, passed to the deck once it is final."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...scoring.decks.document import Pictures
from ...scoring.notation import read_rows
from ...scoring.shelf import Cell
from ...store.decks.numbers import DeckKey
from ...store.decks.queries import MissingDeckError
from ...store.decks.waiting_lessons import WaitingLesson
from ...vision.learning.icon_places import DesignError
from ...vision.learning.lessons import format_lesson
from ...vision.learning.teaching import MismatchError
from ...vision.problems import PhotoError
from ..decks.reading import judge_features, look_with_deck
from .review import NO_CARD, PhotoCard, Review


def take_lessons(
    pictures: Mapping[int, bytes], review: Review, deck: DeckKey, where: str, looks: Mapping[int, bytes]
) -> Iterator[WaitingLesson]:
    """Take lessons from the confirmed photos of a shelf; ``where`` identifies what a deck learned from them before.

    ``looks`` are the lessons that were taken of photos when their icons were named: what was said of which icon must
    not be lost to what is confirmed of whole cards. A photo from which nothing can be learned is skipped. This takes as
    much time as reading the photos did.
    """
    for number in sorted({card.photo for card in review.cards}):
        rows = lay_rows([card for card in review.cards if card.photo == number])
        try:
            taught = look_with_deck(deck, pictures[number], rows, where, looks.get(number))
        except (PhotoError, MismatchError, DesignError, MissingDeckError):
            continue
        taken = {card: Pictures(both.band, both.face) for card, both in taught.pictures.items()}
        features = format_lesson(taught.lesson)
        yield WaitingLesson(number, features, taken, judge_features(deck, features, where))


def lay_rows(cards: Sequence[PhotoCard]) -> list[list[Cell]]:
    """Arrange the cards of one photo in rows, from top to bottom."""
    texts = {card.spot: card.text for card in cards if card.text != NO_CARD}
    rows = range(min((r for r, _ in texts), default=0), 1 + max((r for r, _ in texts), default=-1))
    lines = [sorted((column, text) for (r, column), text in texts.items() if r == row) for row in rows]
    return [[read_rows(text)[0][0][0] for _, text in line] for line in lines]
