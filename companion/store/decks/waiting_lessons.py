"""Lessons from photos of shelves, stored until those shelves are final; each function is one short transaction."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import delete, select

from ...scoring.decks.deck import CardKey, parse_key
from ...scoring.decks.document import Pictures
from ..access.quotas import check_room, count_lessons
from ..database import reading, writing
from ..models import SeatRow, WaitingLessonRow
from ..tables.rows import find_row, find_seat_row, lock_row
from .doubted_lessons import Doubt, pack_doubt, unpack_doubt


@dataclass(frozen=True, slots=True)
class WaitingLesson:
    """What one photo taught."""

    number: int
    """The photo's number, from 1."""
    features: bytes
    pictures: Mapping[CardKey, Pictures]
    """The pictures of all its cards."""
    doubt: Doubt | None = None
    """Why a deck should not learn it unasked, if anything."""


def keep_lessons(slug: str, position: int, lessons: Iterable[WaitingLesson]) -> None:
    """Store the lessons from the photos of a seat's shelf, replacing earlier ones. Raises ``MissingError``."""
    with writing() as session:
        seat = find_seat_row(lock_row(session, slug), position)
        session.execute(delete(WaitingLessonRow).where(WaitingLessonRow.seat_id == seat.id))
        for lesson in lessons:
            session.add(_to_row(seat.id, lesson))


def add_lesson(slug: str, position: int, lesson: WaitingLesson) -> None:
    """Store the lesson from one photo of a seat's shelf, replacing that of the same photo. Raises ``MissingError``."""
    with writing() as session:
        seat = find_seat_row(lock_row(session, slug), position)
        session.merge(_to_row(seat.id, lesson))


def drop_lesson(slug: str, position: int, number: int) -> None:
    """Delete the lesson from one photo of a seat's shelf, if there is one. Raises ``MissingError``."""
    with writing() as session:
        seat = find_seat_row(lock_row(session, slug), position)
        mine = WaitingLessonRow.seat_id == seat.id, WaitingLessonRow.number == number
        session.execute(delete(WaitingLessonRow).where(*mine))


def check_lessons(slug: str) -> None:
    """Raise ``FullError`` if the house of a table has as many waiting lessons as it may have."""
    with reading() as session:
        row = find_row(session, slug)
        check_room(session, count_lessons(row.host, row.house_id))


def load_lessons(slug: str) -> dict[int, tuple[WaitingLesson, ...]]:
    """Return a table's waiting lessons by seat position; raise ``MissingError``."""
    with reading() as session:
        row = find_row(session, slug)
        found = session.execute(
            select(SeatRow.position, WaitingLessonRow)
            .join(SeatRow, SeatRow.id == WaitingLessonRow.seat_id)
            .where(SeatRow.inspection_id == row.id)
            .order_by(SeatRow.position, WaitingLessonRow.number)
        )
        waiting: dict[int, tuple[WaitingLesson, ...]] = {}
        for position, lesson in found:
            waiting[position] = (*waiting.get(position, ()), _to_lesson(lesson))
        return waiting


def drop_lessons(slug: str) -> None:
    """Delete a table's waiting lessons."""
    with writing() as session:
        seats = [seat.id for seat in lock_row(session, slug).seats]
        session.execute(delete(WaitingLessonRow).where(WaitingLessonRow.seat_id.in_(seats)))


def _to_row(seat: int, lesson: WaitingLesson) -> WaitingLessonRow:
    pictures = {
        f"{letter}{number}": [b64encode(both.band).decode(), b64encode(both.face).decode()]
        for (letter, number), both in lesson.pictures.items()
    }
    doubt = pack_doubt(lesson.doubt)
    return WaitingLessonRow(
        seat_id=seat, number=lesson.number, features=lesson.features, pictures=pictures, doubt=doubt
    )


def _to_lesson(row: WaitingLessonRow) -> WaitingLesson:
    pictures = {parse_key(name): Pictures(*map(b64decode, both)) for name, both in row.pictures.items()}
    return WaitingLesson(row.number, row.features, pictures, unpack_doubt(row.doubt))
