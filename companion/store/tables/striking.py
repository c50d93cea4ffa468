"""What goes with a seat that is struck out."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from ..models import InspectionRow, SeatRow
from .events import Happening, log
from .rows import RowSession, collect_cards, read_claims, read_decisions, write_claims, write_decisions


def strike_out(session: RowSession, row: InspectionRow, struck: Mapping[int, SeatRow], now: datetime.datetime) -> None:
    """Drop what was said of seats, by position, that are the table's no more, and enter it in the log.

    Whoever joins next may get the same position.
    """
    for seat in struck.values():
        log(session, row, now, Happening.CHAIR_STRUCK, seat, device=row.host)
    if row.is_dealt and any(seat.focus for seat in struck.values()):
        # Whoever has seen the cards of those who leave would know what is left for the others.
        collect_cards(row)
        log(session, row, now, Happening.COLLECTED, device=row.host)
    _drop_decisions(session, row, struck, now)
    row.claims = write_claims(claim for claim in read_claims(row.claims) if claim.position not in struck)
    row.reading_winner = None if row.reading_winner in struck else row.reading_winner
    row.final_round_by = None if row.final_round_by in struck else row.final_round_by


def _drop_decisions(
    session: RowSession, row: InspectionRow, struck: Mapping[int, SeatRow], now: datetime.datetime
) -> None:
    """Drop the decisions about struck seats.

    A title for several goes even if only one of them leaves: the others alone are not what the table decided.
    """
    kept = []
    for decision in read_decisions(row.decisions):
        if decision.position in struck or not struck.keys().isdisjoint(decision.winners):
            log(session, row, now, Happening.UNDECIDED, struck.get(decision.position), device=row.host)
        else:
            kept.append(decision)
    row.decisions = write_decisions(kept)
