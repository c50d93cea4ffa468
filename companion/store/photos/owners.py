"""What photos belong to: a seat's shelf, or cards laid out to teach a deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sqlalchemy import select

from ..models import DeckPhotoRow, DeckReviewRow, DeckRow, PhotoRow, ReviewRow
from ..tables.drafts import MissingError
from ..tables.rows import RowSession, find_row, find_seat_row, lock_row, open_row


@dataclass(frozen=True, slots=True)
class SeatShelf:
    """The shelf of a seat at a table."""

    slug: str
    position: int

    photos: ClassVar = PhotoRow
    reviews: ClassVar = ReviewRow

    def find(self, session: RowSession) -> int:
        """Return the key that its photos' rows refer to; raise ``MissingError``."""
        return find_seat_row(find_row(session, self.slug), self.position).id

    def lock(self, session: RowSession) -> int:
        """Return the same key and lock out other writers."""
        return find_seat_row(lock_row(session, self.slug), self.position).id

    def open(self, session: RowSession) -> int:
        """Return the same key, locked, to write entries; raise ``StageError`` if the table's stage takes none."""
        return find_seat_row(open_row(session, self.slug), self.position).id

    def find_keeper(self, session: RowSession) -> tuple[str, int]:
        """Return the device that keeps the table, and its house."""
        row = find_row(session, self.slug)
        return row.host, row.house_id


@dataclass(frozen=True, slots=True)
class DeckShelf:
    """Cards laid out to teach a deck."""

    number: int
    """The deck's number."""

    photos: ClassVar = DeckPhotoRow
    reviews: ClassVar = DeckReviewRow

    def find(self, session: RowSession, *, lock: bool = False) -> int:
        """Return the key that its photos' rows refer to; raise ``MissingError``."""
        query = select(DeckRow.id).where(DeckRow.id == self.number, DeckRow.deleted.is_(None))
        found = session.scalar(query.with_for_update() if lock else query)
        if found is None:
            raise MissingError(f"no deck {self.number!r}")
        return found

    def lock(self, session: RowSession) -> int:
        """Return the same key and lock out other writers."""
        return self.find(session, lock=True)

    def open(self, session: RowSession) -> int:
        """Return the same key, locked, to write: a deck is always open."""
        return self.find(session, lock=True)

    def find_keeper(self, session: RowSession) -> tuple[str, int]:
        """Return the device that owns the deck, and its house."""
        found = session.execute(select(DeckRow.owner, DeckRow.house_id).where(DeckRow.id == self.find(session)))
        owner, house = found.one()
        return owner, house


Shelf = SeatShelf | DeckShelf
