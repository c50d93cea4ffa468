"""The table's log: what could be misused at a table and is therefore seen by everyone at it.

An entry is written in the transaction of what it reports, so that neither exists without the other. It holds names and
counts and never a focus, nor anything that depends on one.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import bindparam, select

from ..access.quotas import check_room, count_log
from ..models import InspectionRow, SeatRow, TableEventRow, db
from .rows import RowSession


class Happening(StrEnum):
    """What happened at a table."""

    UNLOCKED = "unlocked"
    DEALT = "dealt"
    DEALT_ANEW = "dealt anew"
    COLLECTED = "collected"
    """The dealt cards were taken back."""
    CHAIR_ADDED = "chair added"
    CHAIR_STRUCK = "chair struck"
    SAT_DOWN = "sat down"
    MOVED = "moved"
    """A seat moved to another device, and the old one consented."""
    MOVED_SEALED = "moved sealed"
    """A seat moved to another device without the consent of the old one."""
    RELEASED = "released"
    """The host took a seat into care."""
    TAKEN_BACK = "taken back"
    """The device that lost a seat without consenting took it back."""
    FOCUS_AGAIN = "focus again"
    """A sealed focus was replaced from the card."""
    NEW_HOST = "new host"
    OTHER_HAND = "other hand"
    """Someone else's device wrote a shelf or tally."""
    AMENDED = "amended"
    ORDERED = "ordered"
    """The order around the table was said, or somebody new was given a place in it."""
    ORDERED_ANEW = "ordered anew"
    """Those whose places were known sit otherwise than before: that decides who checks whose shelf."""
    FINAL_CALLED = "final called"
    """The host called the final round; a shelf that calls it by itself is seen by all."""
    FINAL_WITHDRAWN = "final withdrawn"
    DECIDED = "decided"
    """The table overruled a figure, or the title, by its own word."""
    UNDECIDED = "undecided"
    """Such a decision was taken back."""
    NUDGED = "nudged"
    """The host asked those who are not done whether they are."""
    DELETED = "deleted"
    RESTORED = "restored"
    """What was deleted was taken back."""


RUNS = (
    *(Happening.OTHER_HAND, Happening.ORDERED_ANEW, Happening.FINAL_CALLED, Happening.FINAL_WITHDRAWN),
    *(Happening.DECIDED, Happening.UNDECIDED, Happening.UNLOCKED, Happening.MOVED, Happening.TAKEN_BACK),
    *(Happening.DELETED, Happening.RESTORED, Happening.NUDGED),
)
"""What can be done and undone without end."""
FILLS = (
    *(Happening.UNLOCKED, Happening.DEALT, Happening.DEALT_ANEW, Happening.COLLECTED, Happening.CHAIR_ADDED),
    *(Happening.CHAIR_STRUCK, Happening.RELEASED, Happening.AMENDED),
)
"""What a host brings about: where the log is full there is no more of it. What others do is still entered."""
LONGEST_RUN = 24
"""How far back an entry to share is looked for: one phone makes hardly more different ones of these."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """An entry of the log."""

    made: datetime.datetime
    kind: Happening
    position: int
    """Of the seat that it is about; 0 for the table as a whole."""
    name: str
    """That seat's name at the time."""
    actor: str
    """The name of the librarian whose device did it; empty for a host without a seat."""
    count: int


def log(
    session: RowSession,
    row: InspectionRow,
    now: datetime.datetime,
    kind: Happening,
    seat: SeatRow | None = None,
    *,
    device: str = "",
    count: int = 1,
) -> None:
    """Enter in the log what a ``device`` did; a table that one phone keeps alone has nobody to tell.

    Raises ``FullError`` where the log is full and the host could do the same without end.
    """
    if not _is_shared(row):
        return
    if kind in FILLS:
        check_room(session, count_log(row.id))
    session.add(
        TableEventRow(
            inspection_id=row.id,
            made=now,
            kind=kind.value,
            position=seat.position if seat else 0,
            name=seat.name if seat else "",
            actor=find_actor(row, device),
            amount=count,
        )
    )


def log_other_hand(
    session: RowSession, row: InspectionRow, now: datetime.datetime, seat: SeatRow, device: str | None
) -> None:
    """Enter that a device wrote the shelf or tally of another one's seat; changes in a row share an entry.

    ``None`` is the program itself, which completes cards that are only named.
    """
    if device is None or not row.host or seat.device in ("", device):
        return
    log_run(session, row, now, Happening.OTHER_HAND, seat, device=device)


def log_run(
    session: RowSession,
    row: InspectionRow,
    now: datetime.datetime,
    kind: Happening,
    seat: SeatRow | None = None,
    *,
    device: str = "",
) -> None:
    """Enter what can be done and undone without end, so that nobody can bury what was entered before.

    The same, by the same, about the same shares an entry, which moves to the top, as long as nothing but such things
    has been entered since.
    """
    if not _is_shared(row):
        return
    position, actor = seat.position if seat else 0, find_actor(row, device)
    query = select(TableEventRow).where(TableEventRow.inspection_id == row.id).order_by(TableEventRow.id.desc())
    count = 1
    for entry in session.scalars(query.limit(LONGEST_RUN)).all():
        if entry.kind not in RUNS:
            break
        if (entry.kind, entry.position, entry.actor) == (kind.value, position, actor):
            count += entry.amount
            session.delete(entry)
            break
    log(session, row, now, kind, seat, device=device, count=count)


def _is_shared(row: InspectionRow) -> bool:
    """Whether another phone than the host's is at the table, was, or may come."""
    others = any(seat.device not in ("", row.host) or seat.former for seat in row.seats)
    return bool(row.host) and (row.code is not None or others)


def find_actor(row: InspectionRow, device: str) -> str:
    """Return the name of a device's first seat; empty if it has none."""
    return next((seat.name for seat in row.seats if device and seat.device == device), "")


def list_events(slug: str) -> tuple[TableEvent, ...]:
    """Return the log of a table, the newest entry first, by one small query."""
    with db.engine.connect() as connection:
        found = connection.execute(_LOG, {"slug": slug})
        return tuple(
            TableEvent(row.made, Happening(row.kind), row.position, row.name, row.actor, row.amount) for row in found
        )


_LOG = (
    select(*TableEventRow.__table__.c)
    .join(InspectionRow.__table__, InspectionRow.__table__.c.id == TableEventRow.__table__.c.inspection_id)
    .where(InspectionRow.__table__.c.slug == bindparam("slug"), InspectionRow.__table__.c.deleted.is_(None))
    .order_by(TableEventRow.__table__.c.id.desc())
)
