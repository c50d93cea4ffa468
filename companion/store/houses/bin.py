"""The bin: inspections and decks that were deleted and can be taken back; each function is one short transaction."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, exists, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import InstrumentedAttribute

from ..database import deleting, reading, writing
from ..decks.queries import DeckExistsError
from ..models import DeckRow, InspectionRow
from ..tables.drafts import MissingError
from ..tables.events import Happening, log_run
from ..tables.rows import RowSession, find_row, lock_row, touch
from .reach import Reach, has_part

KEPT_IN_BIN = datetime.timedelta(days=30)
"""How long something that was deleted can be taken back."""


@dataclass(frozen=True, slots=True)
class BinnedTable:
    """An inspection that was deleted."""

    slug: str
    form: str
    names: tuple[str, ...]
    date: str
    place: str
    deleted: datetime.datetime
    is_own: bool
    """Whether the device that looks was its host; else it belongs to no device."""


@dataclass(frozen=True, slots=True)
class BinnedDeck:
    """A deck that was deleted."""

    number: int
    name: str
    deleted: datetime.datetime
    is_own: bool


def bin_draft(slug: str, device: str, now: datetime.datetime) -> None:
    """Delete an inspection, so that it can be taken back for a while; raise ``MissingError``.

    It works on a full disk, too.
    """
    with deleting() as session:
        row = lock_row(session, slug)
        log_run(session, row, now, Happening.DELETED, device=device)
        row.deleted = now


def bin_deck(number: int, now: datetime.datetime) -> None:
    """Delete a deck, so that it can be taken back for a while; raise ``MissingError``."""
    with deleting() as session:
        deck = session.scalars(select(DeckRow).where(DeckRow.id == number, DeckRow.deleted.is_(None))).one_or_none()
        if deck is None:
            raise MissingError(f"no deck {number!r}")
        deck.deleted = now


def list_binned(reach: Reach, now: datetime.datetime) -> tuple[tuple[BinnedTable, ...], tuple[BinnedDeck, ...]]:
    """Return the inspections and decks that a device may take back, those deleted last first."""
    with reading() as session:
        tables = session.scalars(
            select(InspectionRow).where(_owns_table(reach, now)).order_by(InspectionRow.deleted.desc())
        )
        decks = session.scalars(select(DeckRow).where(_owns_deck(reach, now)).order_by(DeckRow.deleted.desc()))
        return (
            tuple(
                BinnedTable(
                    *(row.slug, row.form, tuple(seat.name for seat in row.seats), row.date, row.place, deleted),
                    is_own=bool(row.host),
                )
                for row in tables
                if (deleted := row.deleted)
            ),
            tuple(BinnedDeck(row.id, row.name, deleted, bool(row.owner)) for row in decks if (deleted := row.deleted)),
        )


def is_bin_used(reach: Reach, now: datetime.datetime) -> bool:
    """Whether there is anything that a device may take back."""
    tables, decks = exists(InspectionRow).where(_owns_table(reach, now)), exists(DeckRow).where(_owns_deck(reach, now))
    with reading() as session:
        return bool(session.scalar(select(or_(tables, decks))))


def find_deletion(slug: str, device: str, now: datetime.datetime) -> datetime.datetime | None:
    """Return when an inspection was deleted that a device has a part in and that can be taken back; else ``None``."""
    query = select(InspectionRow.deleted).where(
        InspectionRow.slug == slug, has_part(device), _is_kept(InspectionRow.deleted, now)
    )
    with reading() as session:
        return session.scalar(query)


def restore_draft(slug: str, reach: Reach, now: datetime.datetime) -> None:
    """Take back an inspection that a device deleted; raise ``MissingError`` if it may not, or it is too late."""
    with writing() as session:
        row = _find_binned(session, slug, reach, now)
        row.deleted = None
        log_run(session, row, now, Happening.RESTORED, device=reach.device)
        touch(row, now)


def restore_deck(number: int, reach: Reach, now: datetime.datetime) -> None:
    """Take back a deck; see ``restore_draft``. Raises ``DeckExistsError`` if another one has its name by now."""
    with reading() as session:
        name = session.scalar(select(DeckRow.name).where(DeckRow.id == number, _owns_deck(reach, now)))
    if name is None:
        raise MissingError(f"no deck {number!r} in the bin")
    try:
        with writing() as session:
            for deck in session.scalars(select(DeckRow).where(DeckRow.id == number, _owns_deck(reach, now))):
                deck.deleted = None
    except IntegrityError as error:
        raise DeckExistsError(name) from error


def shred_draft(slug: str, reach: Reach, now: datetime.datetime) -> None:
    """Delete for good an inspection that is in the bin; see ``restore_draft``. It makes room on a full disk.

    What belongs to no device can be taken back for as long as it is kept: nobody alone deletes it for good.
    """
    with deleting() as session:
        row = _find_binned(session, slug, reach, now)
        if not row.host:
            raise MissingError(f"inspection {slug!r} is nobody's to shred")
        session.delete(row)


def shred_deck(number: int, reach: Reach, now: datetime.datetime) -> None:
    """Delete for good a deck that is in the bin, if the device may; see ``shred_draft``."""
    with deleting() as session:
        session.execute(delete(DeckRow).where(DeckRow.id == number, DeckRow.owner != "", _owns_deck(reach, now)))


def clear_bin(now: datetime.datetime) -> int:
    """Delete for good what was deleted too long ago to be taken back; return how much that was."""
    until = now - KEPT_IN_BIN
    with reading() as session:
        tables = session.scalars(select(InspectionRow.id).where(InspectionRow.deleted <= until)).all()
        decks = session.scalars(select(DeckRow.id).where(DeckRow.deleted <= until)).all()
    if tables or decks:
        with deleting() as session:
            session.execute(delete(InspectionRow).where(InspectionRow.id.in_(tables), InspectionRow.deleted <= until))
            session.execute(delete(DeckRow).where(DeckRow.id.in_(decks), DeckRow.deleted <= until))
    return len(tables) + len(decks)


def _find_binned(session: RowSession, slug: str, reach: Reach, now: datetime.datetime) -> InspectionRow:
    row = find_row(session, slug, lock=True, is_deleted=True)
    if session.scalar(select(InspectionRow.id).where(InspectionRow.id == row.id, _owns_table(reach, now))) is None:
        raise MissingError(f"no inspection {slug!r} in the bin of this device")
    return row


def _is_kept(deleted: InstrumentedAttribute[datetime.datetime | None], now: datetime.datetime) -> ColumnElement[bool]:
    """Return the condition that something was deleted, and not too long ago to be taken back."""
    return deleted > now - KEPT_IN_BIN


def _owns_table(reach: Reach, now: datetime.datetime) -> ColumnElement[bool]:
    """Return the condition that an inspection is in the bin and was its host's, or is an open file of a house."""
    is_own = (InspectionRow.host == reach.device) & (InspectionRow.host != "")
    is_open = (InspectionRow.host == "") & InspectionRow.house_id.in_(reach.houses)
    return _is_kept(InspectionRow.deleted, now) & or_(is_own, is_open)


def _owns_deck(reach: Reach, now: datetime.datetime) -> ColumnElement[bool]:
    is_own = (DeckRow.owner == reach.device) & (DeckRow.owner != "")
    is_open = (DeckRow.owner == "") & DeckRow.house_id.in_(reach.houses)
    return _is_kept(DeckRow.deleted, now) & or_(is_own, is_open)
