"""Lessons from the photos of a shelf: taken once it is accepted, passed to the deck once it is final."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...scoring.decks.document import Pictures
from ...scoring.notation import read_rows
from ...store.decks.numbers import DeckKey
from ...store.decks.queries import MissingDeckError
from ...store.decks.waiting_lessons import WaitingLesson
from ...vision.geometry import DetectedCard
from ...vision.learning.icons.icon_places import DesignError
from ...vision.learning.lesson_files import format_lesson
from ...vision.learning.teaching import TaughtCard
from ...vision.problems import PhotoError
from ..decks.reading import judge_features, look_at_cards
from .review import NO_CARD, PhotoCard, Review


@dataclass(frozen=True, slots=True)
class LessonPhoto:
    """A confirmed photo to take a lesson from."""

    picture: bytes
    """A copy of it, a JPEG."""
    width: int
    """Of the photo, in pixels, in which its cards' corners are told."""
    looks: bytes | None = None
    """The lesson that was taken of it when its icons were named: what was said of which icon must not be lost to what
    is confirmed of whole cards."""


def take_lessons(
    photos: Mapping[int, LessonPhoto], review: Review, deck: DeckKey, where: str, waiting: Sequence[bytes] = ()
) -> Iterator[WaitingLesson]:
    """Take lessons from the confirmed photos of a shelf; ``where`` identifies what a deck learned from them before.

    They are judged by what the deck has learned from other photos, and by the lessons ``waiting`` for it. A photo from
    which nothing can be learned is skipped.
    """
    for number, photo in sorted(photos.items()):
        cards = list_taught([card for card in review.cards if card.photo == number])
        try:
            taught = look_at_cards(deck, photo.picture, photo.width, cards, where, photo.looks)
        except (PhotoError, DesignError, MissingDeckError):
            continue
        taken = {card: Pictures(both.band, both.face) for card, both in taught.pictures.items()}
        features = format_lesson(taught.lesson)
        yield WaitingLesson(number, features, taken, judge_features(deck, features, where, waiting))


def list_taught(cards: list[PhotoCard]) -> list[TaughtCard]:
    """Return what a confirmed photo shows, but for cards of which nobody has said what they are."""
    taught = []
    for card in cards:
        cell = read_rows(card.text)[0][0][0] if card.text != NO_CARD else None
        if cell is None:
            continue
        a, b, c, d = card.corners
        seen = DetectedCard((a, b, c, d), card.confidence)
        if cell.face_down:
            taught.append(TaughtCard(card.row, card.column, seen, None))
        elif cell.letter is not None and cell.number is not None:
            icons = [icon for icon in cell.icons or () if icon is not None]
            told = "".join(icons) if len(icons) == len(cell.icons or ()) else ""
            taught.append(TaughtCard(card.row, card.column, seen, (cell.letter, cell.number), told))
    return taught
