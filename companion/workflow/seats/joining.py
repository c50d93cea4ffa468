"""Opening a table, joining it, and moving a seat from one phone to another with consent."""

from __future__ import annotations

import datetime
import secrets
from contextlib import suppress

from ...scoring.inspection import Form
from ...store.tables import seats
from ...store.tables.drafts import Details, SeatEntry, Table
from ...store.tables.seats import Obstacle, SeatingError
from ..access.roles import Viewer
from ..tables.archive import start_inspection
from .codes import make_code

__all__ = [
    "Obstacle",
    "SeatingError",
    "answer_claim",
    "open_table",
    "release_seat",
    "sit_down",
    "take_or_claim_seat",
]

CLAIM_WORDS = 90
"""The words are the numbers from 10 on: both sides read them aloud."""


def open_table(
    host: Viewer, name: str, edition: str, date: str, place: str, now: datetime.datetime, *, request_key: str, deck: str
) -> str:
    """Open a table that others join with their own phones; return its slug.

    ``name`` is that of the host's seat; without one the host only keeps the table. A ``request_key`` that has opened
    one before opens no other.
    """
    details = Details(Form.B_7C.value, edition, date=date, place=place)
    table = Table(host.device, make_code(), request_key=request_key, deck=deck)
    return start_inspection(details, [SeatEntry(name, device=host.device)] if name else [], "", now, table)


def sit_down(slug: str, name: str, viewer: Viewer, now: datetime.datetime) -> None:
    """Give a phone a new seat, or the one that it has under that name already.

    Raises ``SeatingError`` where the table is full, the inspection has begun, or the name is another phone's.
    """
    seats.sit_down(slug, name, viewer.device, now)


def take_or_claim_seat(slug: str, position: int, viewer: Viewer, now: datetime.datetime) -> bool:
    """Give a phone a free seat; return whether it has the seat now, or has to wait for consent.

    It asks for a seat that another phone has, and for one with a focus, which whoever sat down would see. Raises
    ``SeatingError`` where a third phone has asked already.
    """
    with suppress(SeatingError):
        seats.take_seat(slug, position, viewer.device, now)
        return True
    seats.claim_seat(slug, position, viewer.device, f"{10 + secrets.randbelow(CLAIM_WORDS)}", now)
    return False


def answer_claim(slug: str, position: int, word: str, now: datetime.datetime, *, consents: bool) -> bool:
    """Let a seat move to the phone that asked for it with a word, or refuse; return whether it has moved."""
    return seats.answer_claim(slug, position, word, now, consents=consents) and consents


def release_seat(slug: str, position: int, now: datetime.datetime) -> None:
    """Let the host take care of a seat; a hidden focus is deleted, since the host must not see it."""
    seats.release_seat(slug, position, now)
