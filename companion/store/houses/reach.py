"""What a device may be shown in lists: what it has a part in, and what its houses gather."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, literal, select, true, union

from ..database import reading
from ..models import DeckRow, HouseRow, InspectionRow, MemberRow, SeatRow


@dataclass(frozen=True, slots=True)
class Reach:
    """A device, and the houses that it has.

    Lists that take a ``Reach`` also take ``None``, which leaves nothing out: for whoever runs the server.
    """

    device: str
    """The hash of its token; empty for a device without one."""
    houses: frozenset[int]


def find_reach(device: str, *, includes_common: bool) -> Reach:
    """Return what a device may be shown; ``includes_common`` says that the common house is open to everybody."""
    own = select(MemberRow.house_id).where(MemberRow.device == device, MemberRow.device != "")
    common = select(HouseRow.id).where(HouseRow.is_common)
    with reading() as session:
        return Reach(device, frozenset(session.scalars(own.union(common) if includes_common else own)))


def lies_within(reach: Reach | None) -> ColumnElement[bool]:
    """Return the condition that an inspection was not deleted and may be listed."""
    kept = InspectionRow.deleted.is_(None)
    if reach is None:
        return kept
    gathered = select(InspectionRow.id).where(InspectionRow.house_id.in_(reach.houses))
    return kept & InspectionRow.id.in_(union(gathered, *_list_parts(reach.device)))


def has_part(device: str) -> ColumnElement[bool]:
    """Return the condition that a device has a part in an inspection: a seat or the role of host, now or once."""
    return InspectionRow.id.in_(union(*_list_parts(device)))


def _list_parts(device: str) -> list[Select[int]]:
    """Return the queries for what a device has a part in: each uses its index, where one with OR would use none."""
    # Tables without a host and seats without a device have an empty hash, too.
    is_named = literal(bool(device))
    hosts = (InspectionRow.host, InspectionRow.former_host)
    return [
        *(select(InspectionRow.id).where(is_named, owner == device) for owner in hosts),
        *(select(SeatRow.inspection_id).where(is_named, owner == device) for owner in (SeatRow.device, SeatRow.former)),
    ]


def is_deck_within(reach: Reach | None) -> ColumnElement[bool]:
    """Return the condition that a deck was not deleted and belongs to one of the device's houses."""
    kept = DeckRow.deleted.is_(None)
    return kept & (true() if reach is None else DeckRow.house_id.in_(reach.houses))
