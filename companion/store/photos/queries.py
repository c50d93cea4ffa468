"""Photos of shelves and the review of what was read in them; each function is one short transaction.

Nobody else at the table sees them: they do not change any version that others follow.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select, update

from ..access.quotas import check_room, count_photos
from ..database import deleting, reading, writing
from ..models import DeckReviewRow, InspectionRow, PhotoRow, ReviewRow, SeatRow
from ..tables.drafts import MissingError
from ..tables.rows import RowSession, find_row
from .owners import SeatShelf, Shelf

Content = Mapping[str, Any]
"""A review as it is stored: plain JSON values."""

MOST_PHOTOS = 12
"""Per shelf: a full one takes two or three, plus retakes of single cards."""


@dataclass(frozen=True, slots=True)
class TakenPhoto:
    """A photo that has been read."""

    picture: bytes
    """An upright JPEG."""
    width: int
    height: int
    """In the same pixels as the reading's corners."""
    reading: Content
    """An ``ex-libris/reading@1`` document."""


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photo as it is stored, without its picture."""

    number: int
    width: int
    height: int
    reading: Content


@dataclass(frozen=True, slots=True)
class KeptReview:
    """The review of a shelf and the photos that it refers to."""

    content: Content
    photos: tuple[KeptPhoto, ...]


class TooManyPhotosError(RuntimeError):
    """Raised when a shelf already has the maximum number of photos."""


def find_review(shelf: Shelf) -> KeptReview | None:
    """Return the review of a shelf's photos, if there is one."""
    with reading() as session:
        owner = shelf.find(session)
        row = _find_review(session, shelf, owner)
        if row is None:
            return None
        rows = shelf.photos
        columns = select(rows.number, rows.width, rows.height, rows.reading)
        found = session.execute(columns.where(rows.owner_id == owner).order_by(rows.number))
        kept = tuple(KeptPhoto(number, width, height, dict(read)) for number, width, height, read in found)
        return KeptReview(dict(row.content), kept)


def list_reviews(slug: str) -> dict[int, Content]:
    """Return the reviews of a table's photos by seat position; raise ``MissingError``."""
    with reading() as session:
        row = find_row(session, slug)
        columns = select(SeatRow.position, ReviewRow.content).join(SeatRow, SeatRow.id == ReviewRow.owner_id)
        found = session.execute(columns.where(SeatRow.inspection_id == row.id).order_by(SeatRow.position))
        return {position: dict(content) for position, content in found}


def find_picture(shelf: Shelf, number: int) -> bytes:
    """Return the picture of a photo; raise ``MissingError`` if it does not exist, or no longer does."""
    rows = shelf.photos
    with reading() as session:
        owner = shelf.find(session)
        picture = session.scalar(select(rows.picture).where(rows.owner_id == owner, rows.number == number))
    if picture is None:
        raise MissingError(f"no photo {number!r} of this shelf")
    return picture


def check_photos(shelf: Shelf) -> None:
    """Raise ``FullError`` if the house of a table or deck has as many photos as it may have."""
    with reading() as session:
        check_room(session, count_photos(*shelf.find_keeper(session)))


def has_photo(shelf: Shelf, request_key: str) -> bool:
    """Whether a form's photo has already been stored."""
    with reading() as session:
        return _has_photo(session, shelf, shelf.find(session), request_key)


def add_photo(
    shelf: Shelf,
    photo: TakenPhoto,
    request_key: str,
    change: Callable[[Content | None, int], tuple[Content, frozenset[int]]],
    now: datetime.datetime,
) -> None:
    """Store a photo and the resulting review; a photo that was sent before is not stored again.

    ``change`` receives the review so far and the number of the photo, and returns the new review and the numbers of the
    photos that it refers to: all others are deleted. If it raises, nothing is stored. Raises ``TooManyPhotosError``.
    """
    rows = shelf.photos
    with writing() as session:
        owner = shelf.open(session)
        if _has_photo(session, shelf, owner, request_key):
            return
        number = (session.scalar(select(func.max(rows.number)).where(rows.owner_id == owner)) or 0) + 1
        row = _find_review(session, shelf, owner)
        content, numbers = change(row.content if row else None, number)
        if len(numbers) > MOST_PHOTOS:
            raise TooManyPhotosError
        session.add(
            rows(
                owner_id=owner,
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
        _write_review(session, shelf, owner, row, content, numbers)


def change_review(shelf: Shelf, change: Callable[[Content], tuple[Content, frozenset[int]]]) -> None:
    """Change a review as ``add_photo`` does; raise ``MissingError`` if there is none."""
    with writing() as session:
        owner, row = _open_review(session, shelf)
        _write_review(session, shelf, owner, row, *change(row.content))


def change_reading(
    shelf: Shelf, photo: KeptPhoto, change: Callable[[Content], tuple[Content, frozenset[int]] | None]
) -> None:
    """Replace what was read in a photo, and change the review as ``change_review`` does; not if that returns nothing.

    Raises ``MissingError`` if there is no review.
    """
    rows = shelf.photos
    with writing() as session:
        owner, row = _open_review(session, shelf)
        changed = change(row.content)
        if changed is None:
            return
        values = {"width": photo.width, "height": photo.height, "reading": dict(photo.reading)}
        session.execute(update(rows).where(rows.owner_id == owner, rows.number == photo.number).values(values))
        _write_review(session, shelf, owner, row, *changed)


def drop_photos(shelf: Shelf, is_due: Callable[[Content], bool] = lambda _: True) -> None:
    """Delete the photos of a shelf and what was read in them, if ``is_due`` of their review as it is by then."""
    with deleting() as session:
        owner = shelf.lock(session)
        row = _find_review(session, shelf, owner)
        if row is not None and not is_due(row.content):
            return
        for rows in (shelf.reviews, shelf.photos):
            session.execute(delete(rows).where(rows.owner_id == owner))


def forget_photos(session: RowSession, row: InspectionRow) -> None:
    """Delete the photos of a whole table when its inspection closes."""
    seats = [seat.id for seat in row.seats]
    session.execute(delete(ReviewRow).where(ReviewRow.owner_id.in_(seats)))
    session.execute(delete(PhotoRow).where(PhotoRow.owner_id.in_(seats)))


def _open_review(session: RowSession, shelf: Shelf) -> tuple[int, ReviewRow | DeckReviewRow]:
    """Return a shelf's owner and its review; raise ``MissingError`` if there is none."""
    owner = shelf.open(session)
    row = _find_review(session, shelf, owner)
    if row is None:
        raise MissingError("no photo of this shelf is being looked at")
    return owner, row


def _find_review(session: RowSession, shelf: Shelf, owner: int) -> ReviewRow | DeckReviewRow | None:
    return session.get(ReviewRow, owner) if isinstance(shelf, SeatShelf) else session.get(DeckReviewRow, owner)


def _has_photo(session: RowSession, shelf: Shelf, owner: int, request_key: str) -> bool:
    rows = shelf.photos
    query = select(rows.id).where(rows.owner_id == owner, rows.request_key == request_key)
    return session.scalar(query) is not None


def _write_review(
    session: RowSession,
    shelf: Shelf,
    owner: int,
    row: ReviewRow | DeckReviewRow | None,
    content: Content,
    numbers: frozenset[int],
) -> None:
    if row is None:
        session.add(shelf.reviews(owner_id=owner, content=dict(content)))
    else:
        row.content = dict(content)
    rows = shelf.photos
    session.execute(delete(rows).where(rows.owner_id == owner, rows.number.not_in(numbers)))
