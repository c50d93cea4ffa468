"""What a table decides itself: entered and taken back, each in one transaction with its entry in the table's log."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from ..database import writing
from .drafts import KeptDecision, StoredDraft
from .events import Happening, log_run
from .queries import ConflictError
from .rows import find_seat_row, lock_row, read_decisions, to_draft, touch, write_decisions

Check = Callable[[StoredDraft], None]
"""Raises where an inspection, as it is in this transaction, takes no decision from whoever sends one."""


def add_decision(
    slug: str, decision: KeptDecision, now: datetime.datetime, *, device: str = "", check: Check = lambda _: None
) -> None:
    """Store a decision; one of the same key has been stored before and changes nothing.

    Raises ``ConflictError`` where the same figure, or the title, has been decided already, ``MissingError`` for an
    inspection or a seat that there is none, and what ``check`` raises.
    """
    with writing() as session:
        row = lock_row(session, slug)
        check(to_draft(row))
        kept = read_decisions(row.decisions)
        if any(other.key == decision.key for other in kept):
            return
        if any((other.line, other.position) == (decision.line, decision.position) for other in kept):
            raise ConflictError
        seat = find_seat_row(row, decision.position) if decision.position else None
        for position in decision.winners:
            find_seat_row(row, position)
        row.decisions = write_decisions((*kept, decision))
        log_run(session, row, now, Happening.DECIDED, seat, device=device)
        touch(row, now)


def drop_decision(
    slug: str, key: str, now: datetime.datetime, *, device: str = "", check: Check = lambda _: None
) -> None:
    """Take a decision back; where there is none of that key, somebody did before. Raises as ``add_decision`` does."""
    with writing() as session:
        row = lock_row(session, slug)
        check(to_draft(row))
        kept = read_decisions(row.decisions)
        dropped = next((decision for decision in kept if decision.key == key), None)
        if dropped is None:
            return
        seat = find_seat_row(row, dropped.position) if dropped.position else None
        row.decisions = write_decisions(decision for decision in kept if decision is not dropped)
        log_run(session, row, now, Happening.UNDECIDED, seat, device=device)
        touch(row, now)
