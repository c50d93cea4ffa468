"""Past inspections: the one changed last, the names used before, and the search."""

from __future__ import annotations

from sqlalchemy import func, select

from ...scoring.statistics.people import fold
from ..database import reading
from ..models import InspectionRow, SeatRow
from .drafts import DraftPage, StoredDraft
from .rows import to_draft


def find_latest() -> StoredDraft | None:
    """Return the draft that was changed last, whose edition, place, and names the next game likely shares."""
    with reading() as session:
        row = session.scalars(select(InspectionRow).order_by(*_NEWEST).limit(1)).first()
        return to_draft(row) if row else None


def find_names(limit: int = 40) -> tuple[str, ...]:
    """Return the names used last, the newest first, without duplicates."""
    with reading() as session:
        query = select(SeatRow.name).group_by(SeatRow.name).order_by(func.max(SeatRow.id).desc()).limit(limit)
        return tuple(name for name in session.scalars(query) if name.strip())


def search_drafts(words: str, page: int, size: int) -> DraftPage:
    """Find the drafts that contain every word in a name, the place, the date, or the remarks; newest first.

    Case and accents are ignored. A page beyond the last returns the last.
    """
    query = select(InspectionRow)
    for word in fold(words).split():
        query = query.where(InspectionRow.searchable.contains(word, autoescape=True))
    with reading() as session:
        total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
        pages = max(1, -(-total // size))
        number = min(max(1, page), pages)
        rows = session.scalars(query.order_by(*_NEWEST).offset((number - 1) * size).limit(size))
        return DraftPage(tuple(to_draft(row) for row in rows), number, pages, total)


_NEWEST = InspectionRow.updated.desc(), InspectionRow.id.desc()
