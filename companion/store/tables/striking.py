"""What goes with a seat that is struck out."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from ..models import InspectionRow, SeatRow
from .events import Happening, log
from .rows import RowSession, read_decisions, write_decisions


def drop_decisions(
    session: RowSession, row: InspectionRow, struck: Mapping[int, SeatRow], now: datetime.datetime
) -> None:
    """Drop the table's decisions about seats that are struck out, by position, and enter each in the log.

    Whoever joins next may get the same position. A title for several goes even if only one of them leaves: the others
    alone are not what the table decided.
    """
    kept = []
    for decision in read_decisions(row.decisions):
        if decision.position in struck or not struck.keys().isdisjoint(decision.winners):
            log(session, row, now, Happening.UNDECIDED, struck.get(decision.position), device=row.host)
        else:
            kept.append(decision)
    row.decisions = write_decisions(kept)
