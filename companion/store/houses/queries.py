"""Houses: making, joining, naming and leaving one; each function is one short transaction."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select

from ..access.quotas import check_room, count_houses, count_phones
from ..database import reading, writing
from ..models import HouseRow, InspectionRow, MemberRow
from ..tables.drafts import MissingError
from ..tables.rows import RowSession, lock_row

SLUG_BYTES = 12


@dataclass(frozen=True, slots=True)
class House:
    """A house as it is stored."""

    id: int
    slug: str
    """Its name in URLs, which lets nobody in."""
    name: str
    """As typed; empty while nobody has named it."""
    is_common: bool
    """Whether a setting can open it to everybody."""
    link_number: int
    """Of the link that lets devices in; the earlier ones no longer do."""
    members: int
    """How many devices have it."""


def find_house(slug: str) -> House:
    """Return a house; raise ``MissingError`` if there is none."""
    found = _list(HouseRow.slug == slug)
    if not found:
        raise MissingError(f"no house {slug!r}")
    return found[0]


def list_houses(device: str, *, includes_common: bool = False) -> tuple[House, ...]:
    """Return the houses that a device has, the oldest first; ``includes_common`` adds the common one."""
    is_own = HouseRow.id.in_(select(MemberRow.house_id).where(MemberRow.device == device, MemberRow.device != ""))
    return _list(is_own | HouseRow.is_common.is_(True) if includes_common else is_own)


def find_house_of(slug: str) -> House:
    """Return the house that an inspection belongs to; raise ``MissingError`` if there is no such inspection."""
    found = _list(HouseRow.id.in_(select(InspectionRow.house_id).where(InspectionRow.slug == slug)))
    if not found:
        raise MissingError(f"no inspection {slug!r}")
    return found[0]


def find_last_house(device: str) -> str | None:
    """Return the slug of the house of the table that a device opened last, if it still has that house."""
    query = (
        select(HouseRow.slug)
        .join(InspectionRow, InspectionRow.house_id == HouseRow.id)
        .join(MemberRow, MemberRow.house_id == HouseRow.id)
        .where(MemberRow.device == device, InspectionRow.host == device)
        .order_by(InspectionRow.created.desc(), InspectionRow.id.desc())
        .limit(1)
    )
    with reading() as session:
        return session.scalar(query)


def make_house(name: str, device: str) -> House:
    """Make a house that a device has; raise ``FullError``."""
    with writing() as session:
        check_room(session, count_houses(device))
        row = HouseRow(slug=secrets.token_urlsafe(SLUG_BYTES), name=name)
        session.add(row)
        session.flush()
        join_row(session, row.id, device)
        return House(row.id, row.slug, row.name, row.is_common, row.link_number, 1)


def settle_common_house() -> int:
    """Return the number of the common house, made if there is none yet."""
    with writing() as session:
        return settle_common(session)


def join_house(slug: str, link_number: int, device: str) -> None:
    """Give a device a house; raise ``MissingError`` where its link is no longer the one of this number.

    Raises ``FullError`` for a house that has as many as it may have.
    """
    with writing() as session:
        row = _lock(session, slug)
        if row.link_number != link_number:
            raise MissingError(f"link {link_number} of house {slug!r} is void")
        check_room(session, count_phones(row.id, device))
        join_row(session, row.id, device)


def leave_house(slug: str, device: str) -> None:
    """Take a house from a device; what it has a part in stays its own. Raises ``MissingError``."""
    with writing() as session:
        house = _lock(session, slug).id
        session.execute(delete(MemberRow).where(MemberRow.house_id == house, MemberRow.device == device))


def name_house(slug: str, name: str) -> None:
    """Name a house; raise ``MissingError``."""
    with writing() as session:
        _lock(session, slug).name = name


def renew_link(slug: str, link_number: int) -> None:
    """Let the link of this number let nobody in anymore, and another one take its place; twice is once."""
    with writing() as session:
        row = _lock(session, slug)
        if row.link_number == link_number:
            row.link_number += 1


def place_table(slug: str, house: int) -> None:
    """Let an inspection belong to another house; raise ``MissingError``."""
    with writing() as session:
        lock_row(session, slug).house_id = house


def settle_common(session: RowSession) -> int:
    """Return the common house, made if there is none yet, for what belongs to no other."""
    house = session.scalar(select(HouseRow.id).where(HouseRow.is_common))
    if house is not None:
        return house
    row = HouseRow(slug=secrets.token_urlsafe(SLUG_BYTES), is_common=True)
    session.add(row)
    session.flush()
    return row.id


def join_row(session: RowSession, house: int, device: str) -> None:
    """Give a device a house, unless it has that already."""
    if device:
        session.merge(MemberRow(house_id=house, device=device))


def _lock(session: RowSession, slug: str) -> HouseRow:
    row = session.scalars(select(HouseRow).where(HouseRow.slug == slug).with_for_update()).one_or_none()
    if row is None:
        raise MissingError(f"no house {slug!r}")
    return row


def _list(condition: ColumnElement[bool]) -> tuple[House, ...]:
    members = select(func.count()).select_from(MemberRow).where(MemberRow.house_id == HouseRow.id).scalar_subquery()
    with reading() as session:
        found = session.execute(select(HouseRow, members).where(condition).order_by(HouseRow.id))
        return tuple(House(row.id, row.slug, row.name, row.is_common, row.link_number, number) for row, number in found)
