"""Clearing away what nobody came back to: each kind has an age, and a job that looks every few minutes."""

from __future__ import annotations

import datetime

from sqlalchemy import delete, or_, select

from ..database import writing
from ..models import (
    CardRow,
    DeckPhotoRow,
    DeckReviewRow,
    DeckRow,
    InspectionRow,
    LessonRow,
    PhotoRow,
    ReviewRow,
    SeatRow,
    UploadRow,
    WaitingLessonRow,
)
from ..tables.rows import RowSession
from ..tables.stages import Stage

PHOTOS_KEPT = datetime.timedelta(days=30)
"""Photos that nobody has accepted, with what was read in them; those kept on purpose go at the reveal anyway."""
UPLOADS_KEPT = datetime.timedelta(days=7)
"""Deck files that wait for somebody to look at what they would change."""
LESSONS_KEPT = datetime.timedelta(days=90)
"""Lessons that wait for their shelf to become final, counted from the last change of their table."""
EMPTY_KEPT = datetime.timedelta(days=30)
"""Tables in which nothing was entered, and decks that know nothing."""


def clear_abandoned(now: datetime.datetime) -> int:
    """Delete what is older than it is kept; return how many rows went, without those that hang on them."""
    with writing() as session:
        return sum(
            (
                _clear_photos(session, now - PHOTOS_KEPT),
                _count(session, delete(UploadRow).where(UploadRow.made < now - UPLOADS_KEPT)),
                _clear_lessons(session, now - LESSONS_KEPT),
                _clear_empty(session, now - EMPTY_KEPT),
            )
        )


def _clear_photos(session: RowSession, until: datetime.datetime) -> int:
    """Delete the photos of each shelf whose newest one is that old, and its review with them."""
    gone = 0
    for photos, reviews in ((PhotoRow, ReviewRow), (DeckPhotoRow, DeckReviewRow)):
        fresh = select(photos.owner_id).where(photos.made >= until)
        old = list(session.scalars(select(photos.owner_id).where(photos.owner_id.not_in(fresh)).distinct()))
        session.execute(delete(reviews).where(reviews.owner_id.in_(old)))
        gone += _count(session, delete(photos).where(photos.owner_id.in_(old)))
    return gone


def _clear_lessons(session: RowSession, until: datetime.datetime) -> int:
    still = select(SeatRow.id).join(InspectionRow).where(InspectionRow.updated < until)
    return _count(session, delete(WaitingLessonRow).where(WaitingLessonRow.seat_id.in_(still)))


def _clear_empty(session: RowSession, until: datetime.datetime) -> int:
    written = select(SeatRow.inspection_id).where(or_(SeatRow.kind != "", SeatRow.focus != ""))
    empty = (
        InspectionRow.updated < until,
        InspectionRow.stage == Stage.DRAFT.value,
        InspectionRow.library_kind == "",
        InspectionRow.remarks == "",
        InspectionRow.id.not_in(written),
    )
    tables = _count(session, delete(InspectionRow).where(*empty))
    taught = select(CardRow.deck_id).union(select(LessonRow.deck_id), select(DeckPhotoRow.owner_id))
    used = select(InspectionRow.deck_id).where(InspectionRow.deck_id.is_not(None))
    useless = (DeckRow.updated < until, DeckRow.id.not_in(taught), DeckRow.id.not_in(used))
    return tables + _count(session, delete(DeckRow).where(*useless))


def _count(session: RowSession, query: object) -> int:
    rows: int = session.execute(query).rowcount  # type: ignore[call-overload]
    return rows
