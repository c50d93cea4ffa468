"""How much one device, house or table may have stored in all, however slowly it came.

What was deleted counts until it is deleted for good: it takes the same room. Each limit is far above what anybody
needs, so that it is looked at without a lock: two requests at once may go over it by one.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from ...wording.access.quotas import Quota
from ..models import (
    DeckPhotoRow,
    DeckRow,
    HouseRow,
    InspectionRow,
    MemberRow,
    PhotoRow,
    RevisionRow,
    SeatRow,
    TableEventRow,
    WaitingLessonRow,
)
from ..tables.rows import RowSession
from ..tables.stages import Stage

MOST: dict[Quota, int] = {
    # A phone that counts a game a week and reveals none of them: six years.
    Quota.DRAFTS: 300,
    # A club that plays a game every day: 13 years.
    Quota.TABLES: 5000,
    Quota.DECKS: 100,
    # 50 tables of four at once, three photos of each shelf.
    Quota.PHOTOS: 600,
    Quota.LESSONS: 600,
    Quota.HOUSES: 30,
    Quota.PHONES: 1000,
    Quota.VERSIONS: 50,
    Quota.LOG: 1000,
}


class FullError(RuntimeError):
    """Raised where a device, house or table has as much as it may have."""

    def __init__(self, quota: Quota) -> None:
        """Say what there is too much of."""
        super().__init__(f"there are {MOST[quota]} {quota} already")
        self.quota = quota
        self.most = MOST[quota]


def check_room(session: RowSession, quotas: Mapping[Quota, Select[int]]) -> None:
    """Raise ``FullError`` for the first quota of which a query counts as many as there may be."""
    for quota, query in quotas.items():
        if (session.scalar(query) or 0) >= MOST[quota]:
            raise FullError(quota)


def count_tables(host: str, house: int) -> dict[Quota, Select[int]]:
    """Count what is in the way of another inspection of a device, in a house; files of no device are not limited."""
    if not host:
        return {}
    counted = select(func.count()).select_from(InspectionRow)
    hidden = InspectionRow.stage.in_((Stage.DRAFT.value, Stage.LOCKED.value))
    return {
        Quota.DRAFTS: counted.where(InspectionRow.host == host, hidden),
        Quota.TABLES: counted.where(InspectionRow.house_id == house, _shares(house, InspectionRow.host, host)),
    }


def count_decks(owner: str, house: int) -> dict[Quota, Select[int]]:
    """Count what is in the way of another deck of a device, in a house; decks of no device are not limited."""
    counted = select(func.count()).select_from(DeckRow).where(DeckRow.house_id == house)
    return {Quota.DECKS: counted.where(_shares(house, DeckRow.owner, owner))} if owner else {}


def count_photos(keeper: str, house: int) -> dict[Quota, Select[int]]:
    """Count the photos of a house; ``keeper`` is the host of the table, or the owner of the deck, that gets another."""
    shelves = (
        _count_of_seats(PhotoRow.owner_id)
        .where(InspectionRow.house_id == house, _shares(house, InspectionRow.host, keeper))
        .scalar_subquery()
    )
    decks = (
        select(func.count(DeckPhotoRow.id))
        .join(DeckRow, DeckRow.id == DeckPhotoRow.owner_id)
        .where(DeckRow.house_id == house, _shares(house, DeckRow.owner, keeper))
        .scalar_subquery()
    )
    return {Quota.PHOTOS: select(shelves + decks)}


def count_lessons(keeper: str, house: int) -> dict[Quota, Select[int]]:
    """Count the lessons of a house that wait for their shelves to become final; ``keeper`` is the table's host."""
    counted = _count_of_seats(WaitingLessonRow.seat_id)
    return {Quota.LESSONS: counted.where(InspectionRow.house_id == house, _shares(house, InspectionRow.host, keeper))}


def count_houses(device: str) -> dict[Quota, Select[int]]:
    """Count the houses of a device."""
    return {Quota.HOUSES: select(func.count()).select_from(MemberRow).where(MemberRow.device == device)}


def count_phones(house: int, device: str) -> dict[Quota, Select[int]]:
    """Count the other devices that have a house: whoever has it already is always let in."""
    others = select(func.count()).select_from(MemberRow).where(MemberRow.house_id == house)
    is_inside = select(MemberRow.device).where(MemberRow.house_id == house, MemberRow.device == device).exists()
    return {Quota.PHONES: others.where(~is_inside)}


def count_versions(inspection: int) -> dict[Quota, Select[int]]:
    """Count the earlier versions of an inspection."""
    counted = select(func.count()).select_from(RevisionRow)
    return {Quota.VERSIONS: counted.where(RevisionRow.inspection_id == inspection)}


def count_log(inspection: int) -> dict[Quota, Select[int]]:
    """Count the entries of a table's log."""
    counted = select(func.count()).select_from(TableEventRow)
    return {Quota.LOG: counted.where(TableEventRow.inspection_id == inspection)}


def _count_of_seats(seat: InstrumentedAttribute[int]) -> Select[int]:
    return select(func.count(seat)).join(SeatRow, SeatRow.id == seat).join(InspectionRow)


def _shares(house: int, owner: InstrumentedAttribute[str], device: str) -> ColumnElement[bool]:
    """Return the condition that something of a house counts for a device.

    In a house with a link that is everything. The common one may be open to everybody: there it is what the device has
    itself, or strangers would fill the house for all others.
    """
    is_common = select(HouseRow.id).where(HouseRow.id == house, HouseRow.is_common).exists()
    return or_(owner == device, ~is_common)
