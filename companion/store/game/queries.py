"""Changes made while the game is still in progress; once the inspection is locked, all of them are refused.

Each function is one short, idempotent transaction.
"""

from __future__ import annotations

import datetime

from ...scoring.setup import Deal
from ..database import writing
from ..models import InspectionRow
from ..tables.events import Happening, log, log_run
from ..tables.queries import ConflictError
from ..tables.rows import RowSession, collect_cards, open_row, touch
from ..tables.stages import Stage, StageError
from .final_round import watching_final_round

NOT_SAID = "-"
"""Placeholder for the first of the cards set aside if only the second has been named."""


def write_deal(slug: str, deal: Deal, version: int, now: datetime.datetime, *, replaces: bool) -> None:
    """Store the category cards as dealt.

    ``version`` is the header version that the decision to deal was based on. Raises ``ConflictError`` if the header or
    the number of librarians has changed since, or if categories have already been chosen and this does not ``replace``
    them.
    """
    with writing() as session:
        row = _open_game(session, slug)
        if row.head_version != version or len(row.seats) != len(deal.focuses) or (_is_touched(row) and not replaces):
            raise ConflictError
        kind = Happening.DEALT_ANEW if row.is_dealt else Happening.DEALT
        log(session, row, now, kind, device=row.host, count=len(row.seats))
        row.prominent, row.banned = deal.prominent.value, deal.banned.value
        row.library_focus = deal.library_focus.value if deal.library_focus else ""
        row.set_aside = "".join(deal.set_aside)
        row.is_dealt = True
        # Otherwise whoever holds the host's phone would see the cards of everyone who plays on it.
        row.handover = row.handover or sum(seat.device in ("", row.host) for seat in row.seats) > 1
        for seat, focus in zip(row.seats, deal.focuses, strict=True):
            seat.focus, seat.sealed_for = focus.value, ""
            seat.secret_version += 1
        _touch_head(row, now)


def gather_cards(slug: str, version: int, now: datetime.datetime) -> None:
    """Take back the cards that the app dealt, so that the table can use its own.

    ``version`` is the header version that the decision was based on; raises ``ConflictError`` if it has changed since.
    """
    with writing() as session:
        row = _open_game(session, slug)
        if row.head_version != version:
            raise ConflictError
        if not row.is_dealt:
            return
        collect_cards(row)
        log(session, row, now, Happening.COLLECTED, device=row.host)
        _touch_head(row, now)


def write_length(slug: str, now: datetime.datetime, *, long_game: bool) -> None:
    """Store which of the two game lengths is played."""
    with writing() as session:
        row = _open_game(session, slug)
        if row.long_game != long_game:
            with watching_final_round(row):
                row.long_game = long_game
            _touch_head(row, now)


def write_final_round(slug: str, now: datetime.datetime, *, is_called: bool) -> None:
    """Store that the host has called the final round, or has taken it back; both stand in the table's log.

    Raises ``StageError`` once the inspection is locked, and ``MissingError``.
    """
    with writing() as session:
        row = _open_game(session, slug)
        if row.is_final_round != is_called:
            row.is_final_round, row.final_round_by = is_called, None
            kind = Happening.FINAL_CALLED if is_called else Happening.FINAL_WITHDRAWN
            log_run(session, row, now, kind, device=row.host)
            touch(row, now)


def write_difficulty(slug: str, level: int, now: datetime.datetime) -> None:
    """Store the difficulty of a solo game, 1 to 7."""
    with writing() as session:
        row = _open_game(session, slug)
        if row.difficulty != level:
            row.difficulty = level
            _touch_head(row, now)


def write_round(slug: str, number: int, now: datetime.datetime) -> None:
    """Store the current round of a solo game, 0 before the first."""
    with writing() as session:
        row = _open_game(session, slug)
        if row.game_round != number:
            row.game_round = number
            touch(row, now)


def write_shown(slug: str, which: int, code: str, now: datetime.datetime) -> None:
    """Store the category of the first or second card set aside; cards dealt by the app stay as they are."""
    with writing() as session:
        row = _open_game(session, slug)
        laid = list(row.set_aside.ljust(2, NOT_SAID))
        laid[which - 1] = code
        named = "".join(laid).rstrip(NOT_SAID)
        if not row.is_dealt and row.set_aside != named:
            row.set_aside = named
            touch(row, now)


def _open_game(session: RowSession, slug: str) -> InspectionRow:
    row = open_row(session, slug)
    if Stage(row.stage) is not Stage.DRAFT:
        raise StageError(Stage(row.stage))
    return row


def _is_touched(row: InspectionRow) -> bool:
    chosen = (row.prominent, row.banned, row.library_focus, row.set_aside, *(seat.focus for seat in row.seats))
    return row.is_dealt or any(chosen)


def _touch_head(row: InspectionRow, now: datetime.datetime) -> None:
    row.head_version += 1
    touch(row, now)
