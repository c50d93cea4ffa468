"""The order of the seats around the table: who sits on whose left."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from ..database import writing
from ..models import InspectionRow
from .events import Happening, log, log_run
from .queries import ConflictError
from .rows import RowSession, lock_row, touch
from .stages import Stage, StageError


def write_order(
    slug: str, order: Sequence[int], seen: Sequence[int], now: datetime.datetime, *, device: str = ""
) -> None:
    """Store in which order the seats stand around the table, clockwise, from any of them on.

    ``order`` lists the positions of all seats; ``seen`` those whose place was known to the writer, clockwise from the
    one who sat down first. ``device`` is the writer's, for the log. Raises ``ConflictError`` if somebody has joined or
    left since, or has said otherwise; ``ValueError`` for an order in which a seat stands twice; ``StageError`` once the
    focuses are revealed, unless the inspection is being amended; and ``MissingError``.
    """
    if len(set(order)) != len(order):
        raise ValueError(f"expected each seat once, found {order!r}")
    with writing() as session:
        row = lock_row(session, slug)
        if Stage(row.stage) is Stage.REVEALED:
            raise StageError(Stage.REVEALED)
        seats = {seat.position: seat for seat in row.seats}
        if set(order) != set(seats):
            raise ConflictError
        order, known = turn(order), list_placed(row)
        if known == order:
            return
        if known != tuple(seen):
            raise ConflictError
        for place, position in enumerate(order, start=1):
            seats[position].place = place
        kept = turn([position for position in order if position in known])
        _log_order(session, row, now, device, is_changed=kept != known)
        touch(row, now)


def turn(order: Sequence[int]) -> tuple[int, ...]:
    """Begin a circle with the seat that was there first, so that the same circle is always the same list.

    >>> turn([3, 1, 2])
    (1, 2, 3)
    """
    first = order.index(min(order)) if order else 0
    return (*order[first:], *order[:first])


def list_placed(row: InspectionRow) -> tuple[int, ...]:
    """List the positions of those whose place is known, clockwise from the one who sat down first."""
    placed = sorted((seat for seat in row.seats if seat.place), key=lambda seat: seat.place)
    return turn([seat.position for seat in placed])


def _log_order(
    session: RowSession, row: InspectionRow, now: datetime.datetime, device: str, *, is_changed: bool
) -> None:
    """Enter the order in the log: changes apart from new places, and those in a row from one phone as one entry."""
    if not is_changed:
        log(session, row, now, Happening.ORDERED, device=device)
        return
    log_run(session, row, now, Happening.ORDERED_ANEW, device=device)
