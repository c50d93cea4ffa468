"""The final round: a shelf that holds enough calls it, and it stays called until somebody takes it back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...scoring.final_round import count_cards, find_cards_needed
from ...scoring.inspection import Form
from ..models import InspectionRow
from ..tables.drafts import Kind
from ..tables.stages import Stage


@contextmanager
def watching_final_round(row: InspectionRow) -> Iterator[None]:
    """Call the final round if a shelf comes to hold enough cards by what is written meanwhile.

    Whoever takes a card off again does not take the call back, and one that was taken back is not repeated for a shelf
    that held enough before.
    """
    before = _list_callers(row)
    yield
    callers = [position for position in _list_callers(row) if position not in before]
    if callers and not row.is_final_round:
        row.is_final_round, row.final_round_by = True, callers[0]


def _list_callers(row: InspectionRow) -> tuple[int, ...]:
    """List the positions of the seats whose shelf holds enough, while the game may still be going on."""
    if row.form != Form.B_7C or Stage(row.stage) is not Stage.DRAFT:
        return ()
    try:
        needed = find_cards_needed(len(row.seats), long_game=row.long_game)
    except LookupError:
        return ()
    return tuple(
        seat.position for seat in row.seats if seat.kind == Kind.SHELF.value and count_cards(seat.shelf) >= needed
    )
