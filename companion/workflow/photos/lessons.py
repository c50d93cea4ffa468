"""Lessons from the photos of a shelf: taken when the shelf is accepted, passed to the deck once it is final."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...scoring.decks.document import Pictures
from ...scoring.notation import read_rows
from ...scoring.shelf import Cell
from ...store.decks.queries import MissingDeckError
from ...store.decks.waiting_lessons import WaitingLesson, keep_lessons
from ...store.photos.owners import SeatShelf, Shelf
from ...store.photos.queries import find_picture
from ..decks.keeping import name_shelf
from ..decks.reading import look_with_deck
from .review import NO_CARD, PhotoCard, Review


def store_lessons(slug: str, position: int, review: Review, deck: str) -> None:
    """Take lessons from the photos of a confirmed shelf and store them until the shelf is final.

    A photo from which nothing can be learned is skipped. This takes as much time as reading the photos did.
    """
    keep_lessons(slug, position, take_lessons(SeatShelf(slug, position), review, deck, name_shelf(slug, position)))


def take_lessons(shelf: Shelf, review: Review, deck: str, where: str) -> Iterator[WaitingLesson]:
    """Take lessons from the confirmed photos of a shelf; ``where`` identifies what a deck learned from them before.

    A photo from which nothing can be learned is skipped. This takes as much time as reading the photos did.
    """
    from ...vision.learning.lessons import DesignError, format_lesson
    from ...vision.learning.teaching import MismatchError
    from ...vision.problems import PhotoError

    for number in sorted({card.photo for card in review.cards}):
        rows = _lay_rows([card for card in review.cards if card.photo == number])
        try:
            taught = look_with_deck(deck, find_picture(shelf, number), rows, where)
        except (PhotoError, MismatchError, DesignError, MissingDeckError):
            continue
        pictures = {card: Pictures(both.band, both.face) for card, both in taught.pictures.items()}
        yield WaitingLesson(number, format_lesson(taught.lesson), pictures)


def _lay_rows(cards: Sequence[PhotoCard]) -> list[list[Cell]]:
    """Arrange the cards of one photo in rows, from top to bottom."""
    texts = {card.spot: card.text for card in cards if card.text != NO_CARD}
    rows = range(min((r for r, _ in texts), default=0), 1 + max((r for r, _ in texts), default=-1))
    lines = [sorted((column, text) for (r, column), text in texts.items() if r == row) for row in rows]
    return [[read_rows(text)[0][0][0] for _, text in line] for line in lines]
