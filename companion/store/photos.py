"""Photos of shelves and the review of what was read in them; each function is one short transaction.

Nobody else at the table sees anything of them: they change no version that others follow.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select

from .database import reading, writing
from .drafts import MissingError
from .models import InspectionRow, PhotoRow, ReviewRow, SeatRow
from .rows import RowSession, find_row, find_seat_row, lock_row, open_row

Content = Mapping[str, Any]
"""A review as it is kept: plain JSON values."""

MOST_PHOTOS = 12
"""Of one shelf: a full one takes two or three, and then some of its cards again."""


@dataclass(frozen=True, slots=True)
class TakenPhoto:
    """A photo that has been read."""

    picture: bytes
    """A JPEG, upright."""
    width: int
    height: int
    """In pixels of the reading's corners."""
    reading: Content
    """An ``ex-libris/reading@1`` document."""


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photo as it is kept, without its picture."""

    number: int
    width: int
    height: int
    reading: Content


@dataclass(frozen=True, slots=True)
class KeptReview:
    """The review of a seat and the photos that it speaks of."""

    content: Content
    photos: tuple[KeptPhoto, ...]


class TooManyPhotosError(RuntimeError):
    """Raised when a shelf has as many photos as anybody can need."""


def find_review(slug: str, position: int) -> KeptReview | None:
    """Return the review of a seat's photos, if there is one."""
    with reading() as session:
        seat = find_seat_row(find_row(session, slug), position)
        row = session.get(ReviewRow, seat.id)
        if row is None:
            return None
        photos = session.scalars(select(PhotoRow).where(PhotoRow.owner_id == seat.id).order_by(PhotoRow.number))
        kept = tuple(KeptPhoto(photo.number, photo.width, photo.height, dict(photo.reading)) for photo in photos)
        return KeptReview(dict(row.content), kept)


def find_picture(slug: str, position: int, number: int) -> bytes:
    """Return the picture of a photo; raise ``MissingError`` where it is not kept, or not any more."""
    query = (
        select(PhotoRow.picture)
        .join(SeatRow, SeatRow.id == PhotoRow.owner_id)
        .join(InspectionRow, InspectionRow.id == SeatRow.inspection_id)
        .where(InspectionRow.slug == slug, SeatRow.position == position, PhotoRow.number == number)
    )
    with reading() as session:
        picture = session.scalar(query)
    if picture is None:
        raise MissingError(f"no photo {number!r} of this seat")
    return picture


def has_photo(slug: str, position: int, request_key: str) -> bool:
    """Whether the photo of a form has been kept already."""
    with reading() as session:
        return _has_photo(session, find_seat_row(find_row(session, slug), position), request_key)


def add_photo(
    slug: str,
    position: int,
    photo: TakenPhoto,
    request_key: str,
    change: Callable[[Content | None, int], tuple[Content, frozenset[int]]],
    now: datetime.datetime,
) -> None:
    """Keep a photo and the review that it makes; one that was sent before is not kept again.

    ``change`` is given the review so far and the number of the photo, and returns the new one with the numbers of the
    photos that it speaks of: all others are deleted. Where it raises, nothing is kept. Raises ``TooManyPhotosError``.
    """
    with writing() as session:
        seat = find_seat_row(open_row(session, slug), position)
        if _has_photo(session, seat, request_key):
            return
        number = (session.scalar(select(func.max(PhotoRow.number)).where(PhotoRow.owner_id == seat.id)) or 0) + 1
        row = session.get(ReviewRow, seat.id)
        content, numbers = change(row.content if row else None, number)
        if len(numbers) > MOST_PHOTOS:
            raise TooManyPhotosError
        session.add(
            PhotoRow(
                owner_id=seat.id,
                number=number,
                request_key=request_key,
                made=now,
                picture=photo.picture,
                width=photo.width,
                height=photo.height,
                reading=dict(photo.reading),
            )
        )
        session.flush()
        _write_review(session, seat, row, content, numbers)


def change_review(slug: str, position: int, change: Callable[[Content], tuple[Content, frozenset[int]]]) -> None:
    """Change a review as ``add_photo`` does; raise ``MissingError`` where there is none."""
    with writing() as session:
        seat = find_seat_row(open_row(session, slug), position)
        row = session.get(ReviewRow, seat.id)
        if row is None:
            raise MissingError("no photo of this shelf is being looked at")
        _write_review(session, seat, row, *change(row.content))


def drop_photos(slug: str, position: int) -> None:
    """Delete the photos of a seat and what was read in them."""
    with writing() as session:
        seat = find_seat_row(lock_row(session, slug), position)
        session.execute(delete(ReviewRow).where(ReviewRow.owner_id == seat.id))
        session.execute(delete(PhotoRow).where(PhotoRow.owner_id == seat.id))


def forget_photos(session: RowSession, row: InspectionRow) -> None:
    """Delete the photos of a whole table, as its inspection closes."""
    seats = [seat.id for seat in row.seats]
    session.execute(delete(ReviewRow).where(ReviewRow.owner_id.in_(seats)))
    session.execute(delete(PhotoRow).where(PhotoRow.owner_id.in_(seats)))


def _has_photo(session: RowSession, seat: SeatRow, request_key: str) -> bool:
    query = select(PhotoRow.id).where(PhotoRow.owner_id == seat.id, PhotoRow.request_key == request_key)
    return session.scalar(query) is not None


def _write_review(
    session: RowSession, seat: SeatRow, row: ReviewRow | None, content: Content, numbers: frozenset[int]
) -> None:
    if row is None:
        session.add(ReviewRow(owner_id=seat.id, content=dict(content)))
    else:
        row.content = dict(content)
    session.execute(delete(PhotoRow).where(PhotoRow.owner_id == seat.id, PhotoRow.number.not_in(numbers)))
