"""Conversion between rows and drafts; finding a row, locking it, and marking it as changed."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from itertools import count
from typing import Any

from flask_sqlalchemy.session import Session
from sqlalchemy import Connection, Row, bindparam, select
from sqlalchemy.orm import scoped_session

from ...scoring.statistics.people import fold
from ..base import list_around
from ..models import InspectionRow, SeatRow
from .drafts import Claim, Details, KeptDecision, Kind, MissingError, StoredDraft, StoredLibrary, StoredSeat
from .stages import Stage, StageError

RowSession = scoped_session[Session]

_SEAT_FIELDS = tuple(field.name for field in fields(StoredSeat) if field.name not in ("kind", "tally"))
_PLAIN_FIELDS = (
    *("slug", "created", "updated", "reading_winner", "sheet_language", "sheet_paper", "host", "handover", "version"),
    *("head_version", "step", "pace", "game_round", "set_aside", "is_dealt", "former_host"),
    *("is_final_round", "final_round_by"),
)


def find_row(session: RowSession, slug: str, *, lock: bool = False, is_deleted: bool = False) -> InspectionRow:
    """Return an inspection's row, of one that is in the bin or of one that is not; raise ``MissingError``."""
    is_sought = InspectionRow.deleted.is_not(None) if is_deleted else InspectionRow.deleted.is_(None)
    query = select(InspectionRow).where(InspectionRow.slug == slug, is_sought)
    row = session.scalars(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise MissingError(f"no inspection {slug!r}")
    return row


def lock_row(session: RowSession, slug: str) -> InspectionRow:
    """Find and lock a row until the transaction ends; SQLite locks the whole file anyway."""
    return find_row(session, slug, lock=True)


def open_row(session: RowSession, slug: str) -> InspectionRow:
    """Lock a row to write entries into it; raise ``StageError`` if its stage takes none."""
    row = lock_row(session, slug)
    if not Stage(row.stage).takes_entries:
        raise StageError(Stage(row.stage))
    return row


def find_seat_row(row: InspectionRow, position: int) -> SeatRow:
    """Return a seat's row; raise ``MissingError`` if there is none."""
    for seat in row.seats:
        if seat.position == position:
            return seat
    raise MissingError(f"no seat {position!r} at this table")


def touch(row: InspectionRow, now: datetime.datetime) -> None:
    """Mark a row as changed for everyone to see."""
    row.updated = now
    row.version += 1
    index(row)


def collect_cards(row: InspectionRow) -> None:
    """Take back the category cards that the app dealt."""
    row.is_dealt = False
    row.prominent = row.banned = row.library_focus = row.set_aside = ""
    for seat in row.seats:
        seat.focus = seat.sealed_for = ""
        seat.secret_version += 1


def index(row: InspectionRow) -> None:
    """Update the text that searches look through."""
    row.searchable = fold(" ".join([row.date, row.place, row.inspector, row.remarks, *(s.name for s in row.seats)]))


def number_seats(seats: Iterable[StoredSeat]) -> list[tuple[StoredSeat, int]]:
    """Return each seat with its position; one without, or with one that is taken, gets the lowest that is free."""
    seats = tuple(seats)
    free = (number for number in count(1) if number not in {seat.position for seat in seats})
    positions: list[int] = []
    for seat in seats:
        is_free = seat.position and seat.position not in positions
        positions.append(seat.position if is_free else next(free))
    return list(zip(seats, positions, strict=True))


def to_seat_row(seat: StoredSeat, position: int) -> SeatRow:
    """Make a row for a new seat."""
    return SeatRow(
        position=position,
        name=seat.name,
        focus=seat.focus,
        hand=seat.hand,
        kind=seat.kind.value,
        shelf=seat.shelf,
        tally=dict(seat.tally),
        device=seat.device,
        place=seat.place,
    )


def read_claims(written: Iterable[Mapping[str, Any]]) -> tuple[Claim, ...]:
    """Return the claims of an inspection's row."""
    return tuple(
        Claim(
            **{name: kept[name] for name in ("position", "device", "number", "key", "since")},
            made=datetime.datetime.fromisoformat(kept["made"]),
            consents=tuple(kept["consents"]),
            refusals=tuple(kept["refusals"]),
            consented=datetime.datetime.fromisoformat(kept["consented"]) if kept["consented"] else None,
        )
        for kept in written
    )


def write_claims(claims: Iterable[Claim]) -> list[dict[str, Any]]:
    """Return claims as an inspection's row stores them."""
    return [
        {
            **asdict(claim),
            "made": claim.made.isoformat(),
            "consented": claim.consented.isoformat() if claim.consented else None,
        }
        for claim in claims
    ]


def read_decisions(written: Iterable[Mapping[str, Any]]) -> tuple[KeptDecision, ...]:
    """Return the decisions of an inspection's row."""
    return tuple(KeptDecision(**{**kept, "winners": tuple(kept["winners"])}) for kept in written)


def write_decisions(decisions: Iterable[KeptDecision]) -> list[dict[str, Any]]:
    """Return decisions as an inspection's row stores them."""
    return [asdict(decision) for decision in decisions]


def to_draft(row: InspectionRow) -> StoredDraft:
    """Return an inspection as plain values, with everything in it: who may see what is not decided here."""
    return _to_draft(row, row.seats)


def read_draft(connection: Connection, slug: str) -> StoredDraft:
    """Read an inspection that is not going to be changed; raise ``MissingError`` if there is none.

    Without the ORM session's change tracking, this takes a fifth of the time.
    """
    row = connection.execute(_INSPECTION, {"slug": slug}).one_or_none()
    if row is None:
        raise MissingError(f"no inspection {slug!r}")
    return _to_draft(row, connection.execute(_SEATS, {"inspection": row.id}))


def _to_draft(row: InspectionRow | Row[Any], seats: Iterable[SeatRow | Row[Any]]) -> StoredDraft:
    return StoredDraft(
        details=Details(**{field.name: getattr(row, field.name) for field in fields(Details)}),
        seats=tuple(_to_seat(seat) for seat in seats),
        library=read_library(row),
        stage=Stage(row.stage),
        code=row.code or "",
        claims=read_claims(row.claims),
        decisions=read_decisions(row.decisions),
        **{name: getattr(row, name) for name in _PLAIN_FIELDS},
    )


def read_library(row: InspectionRow | Row[Any]) -> StoredLibrary:
    """Return the public library of an inspection's row."""
    tally, version = dict(row.library_tally), row.library_version
    return StoredLibrary(row.library_focus, Kind(row.library_kind), tally, row.library_discards, version)


def _to_seat(row: SeatRow | Row[Any]) -> StoredSeat:
    values = {name: getattr(row, name) for name in _SEAT_FIELDS}
    return StoredSeat(kind=Kind(row.kind), tally=dict(row.tally), **values)


_INSPECTION = select(*InspectionRow.__table__.c).where(
    InspectionRow.__table__.c.slug == bindparam("slug"), InspectionRow.__table__.c.deleted.is_(None)
)
_SEATS = (
    select(*SeatRow.__table__.c)
    .where(SeatRow.__table__.c.inspection_id == bindparam("inspection"))
    .order_by(*list_around(SeatRow.__table__.c))
)
