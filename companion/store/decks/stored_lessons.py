"""Lessons of all decks, as they are stored, to describe them anew; each function is one short transaction."""

from __future__ import annotations

from sqlalchemy import select, update

from ..database import reading, writing
from ..models import LessonRow
from .numbers import DeckKey, find_deck_row


def list_stored(after: int, most: int) -> list[tuple[int, bytes]]:
    """Return the next lessons after a number, with theirs, at most so many."""
    with reading() as session:
        found = select(LessonRow.id, LessonRow.features).where(LessonRow.id > after).order_by(LessonRow.id).limit(most)
        return [(number, features) for number, features in session.execute(found)]


def list_stored_of(name: DeckKey) -> list[tuple[int, bytes]]:
    """Return the lessons of a deck with their numbers; raise ``MissingDeckError``."""
    with reading() as session:
        row = find_deck_row(session, name)
        found = select(LessonRow.id, LessonRow.features).where(LessonRow.deck_id == row.id).order_by(LessonRow.id)
        return [(number, features) for number, features in session.execute(found)]


def rewrite_lesson(number: int, before: bytes, after: bytes) -> None:
    """Replace what is stored of a lesson, unless that has changed since or is gone."""
    with writing() as session:
        same = LessonRow.id == number, LessonRow.features == before
        session.execute(update(LessonRow).where(*same).values(features=after))
