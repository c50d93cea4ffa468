"""Past inspections: the one changed last, the names used before, and the search."""

from __future__ import annotations

from sqlalchemy import func, select

from ...scoring.statistics.people import fold
from ..database import reading
from ..houses.reach import Reach, lies_within
from ..models import InspectionRow, SeatRow
from .drafts import DraftPage, StoredDraft
from .rows import to_draft


def find_latest(reach: Reach | None) -> StoredDraft | None:
    """Return the draft within a reach that was changed last: the next game likely shares edition, place and names."""
    with reading() as session:
        row = session.scalars(select(InspectionRow).where(lies_within(reach)).order_by(*_NEWEST).limit(1)).first()
        return to_draft(row) if row else None


def find_names(reach: Reach | None, limit: int = 40) -> tuple[str, ...]:
    """Return the names used last within a reach, the newest first, without duplicates."""
    with reading() as session:
        listed = select(InspectionRow.id).where(lies_within(reach))
        known = select(SeatRow.name).where(SeatRow.inspection_id.in_(listed)).group_by(SeatRow.name)
        query = known.order_by(func.max(SeatRow.id).desc()).limit(limit)
        return tuple(name for name in session.scalars(query) if name.strip())


def search_drafts(words: str, page: int, size: int, reach: Reach | None) -> DraftPage:
    """Find the drafts within a reach with every word in a name, the place, the date, or the remarks; newest first.

    Case and accents are ignored. A page beyond the last returns the last.
    """
    query = select(InspectionRow).where(lies_within(reach))
    for word in fold(words).split():
        query = query.where(InspectionRow.searchable.contains(word, autoescape=True))
    with reading() as session:
        total = session.scalar(query.with_only_columns(func.count())) or 0
        pages = max(1, -(-total // size))
        number = min(max(1, page), pages)
        rows = session.scalars(query.order_by(*_NEWEST).offset((number - 1) * size).limit(size))
        return DraftPage(tuple(to_draft(row) for row in rows), number, pages, total)


_NEWEST = InspectionRow.updated.desc(), InspectionRow.id.desc()
