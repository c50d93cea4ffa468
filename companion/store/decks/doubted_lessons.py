"""Lessons that would make earlier ones worse, and what people say of them; each function is one short transaction."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import delete, select

from ...scoring.decks.document import Lesson
from ..database import reading, writing
from ..models import DeckRow, DoubtedLessonRow, LessonRow
from ..tables.drafts import MissingError
from ..tables.rows import RowSession
from .numbers import DeckKey, find_deck_row
from .rows import write_lesson

MOST_DOUBTED = 20
"""Doubted lessons kept of a deck, the newest."""


class Answer(StrEnum):
    """What somebody said of a doubted lesson."""

    OPEN = ""
    """Nothing yet: the deck goes on as before."""
    TAKEN = "taken"
    """It is learned all the same."""
    LEFT = "left"
    """It is left out."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a lesson should not be learned unasked."""

    cards: tuple[str, ...]
    """The cards that it shows, by their names."""
    worse: int
    """How many cards of earlier lessons would be misread, or be doubtful, that are read well without it."""
    lost: tuple[str, ...]
    """Those of them whose names are known."""


@dataclass(frozen=True, slots=True)
class DoubtedLesson:
    """A lesson that would make earlier ones worse."""

    number: int
    origin: str
    """The witness that it came from."""
    doubt: Doubt
    made: datetime.datetime
    answer: Answer


def pack_doubt(doubt: Doubt | None) -> dict[str, Any] | None:
    """Return a doubt as JSON."""
    return asdict(doubt) if doubt else None


def unpack_doubt(packed: Mapping[str, Any] | None) -> Doubt | None:
    """Return the doubt that ``pack_doubt`` packed."""
    return Doubt(tuple(packed["cards"]), packed["worse"], tuple(packed["lost"])) if packed else None


def list_doubted(name: DeckKey) -> tuple[DoubtedLesson, ...]:
    """Return the doubted lessons of a deck, the oldest first; raise ``MissingDeckError``."""
    with reading() as session:
        of_deck = DoubtedLessonRow.deck_id == find_deck_row(session, name).id
        columns = (DoubtedLessonRow.id, DoubtedLessonRow.origin, DoubtedLessonRow.doubt, DoubtedLessonRow.made)
        found = session.execute(select(*columns, DoubtedLessonRow.answer).where(of_deck).order_by(DoubtedLessonRow.id))
        return tuple(
            DoubtedLesson(row.id, row.origin, doubt, row.made, Answer(row.answer))
            for row in found
            if (doubt := unpack_doubt(row.doubt))
        )


def write_doubted(session: RowSession, row: DeckRow, lesson: Lesson, doubt: Doubt, now: datetime.datetime) -> None:
    """Store a lesson that waits for an answer, replacing one of the same origin that waited before."""
    of_deck = DoubtedLessonRow.deck_id == row.id
    drop_doubted(session, row, lesson)
    packed = asdict(doubt)
    session.add(DoubtedLessonRow(deck_id=row.id, origin=lesson.where, features=lesson.features, doubt=packed, made=now))
    session.flush()
    newest = select(DoubtedLessonRow.id).where(of_deck).order_by(DoubtedLessonRow.id.desc()).limit(MOST_DOUBTED)
    session.execute(delete(DoubtedLessonRow).where(of_deck, DoubtedLessonRow.id.not_in(newest)))


def drop_doubted(session: RowSession, row: DeckRow, lesson: Lesson) -> None:
    """Forget that a lesson of the same origin was doubted, if one was."""
    same = DoubtedLessonRow.deck_id == row.id, DoubtedLessonRow.origin == lesson.where
    session.execute(delete(DoubtedLessonRow).where(*same))


def answer_doubted(deck: int, number: int, answer: Answer, now: datetime.datetime) -> None:
    """Store what somebody says of a doubted lesson, and let the deck have it or not; raise ``MissingError``.

    Taking it replaces an earlier lesson of the same origin; any other answer brings that back.
    """
    with writing() as session:
        row = find_deck_row(session, deck, lock=True)
        mine = DoubtedLessonRow.deck_id == row.id, DoubtedLessonRow.id == number
        doubted = session.scalars(select(DoubtedLessonRow).where(*mine)).one_or_none()
        if doubted is None:
            raise MissingError(f"no doubted lesson {number!r} of deck {deck!r}")
        if doubted.answer == answer:
            return
        same = LessonRow.deck_id == row.id, LessonRow.origin == doubted.origin
        if answer is Answer.TAKEN:
            doubted.replaced = session.scalar(select(LessonRow.features).where(*same))
            write_lesson(session, row, Lesson(doubted.origin, doubted.features))
        elif doubted.answer == Answer.TAKEN:
            session.execute(delete(LessonRow).where(*same))
            if doubted.replaced is not None:
                write_lesson(session, row, Lesson(doubted.origin, doubted.replaced))
            doubted.replaced = None
        doubted.answer = answer.value
        row.updated = now
        row.version += 1
