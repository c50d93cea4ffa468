"""What a device may be shown in lists: what it has a part in, and what its houses gather."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, or_, select, true

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
    return kept & (true() if reach is None else or_(InspectionRow.house_id.in_(reach.houses), has_part(reach.device)))


def has_part(device: str) -> ColumnElement[bool]:
    """Return the condition that a device has a part in an inspection: a seat or the role of host, now or once."""
    seats = select(SeatRow.inspection_id).where(or_(SeatRow.device == device, SeatRow.former == device))
    is_host = or_(InspectionRow.host == device, InspectionRow.former_host == device)
    # The hash that seats without a device have is empty, too.
    return or_(is_host, InspectionRow.id.in_(seats)) if device else ~true()


def is_deck_within(reach: Reach | None) -> ColumnElement[bool]:
    """Return the condition that a deck was not deleted and belongs to one of the device's houses."""
    kept = DeckRow.deleted.is_(None)
    return kept & (true() if reach is None else DeckRow.house_id.in_(reach.houses))
