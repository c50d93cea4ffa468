"""The next game of the same people: with their phones, seats, deck and pace, by one tap."""

from __future__ import annotations

import datetime
import itertools
from dataclasses import replace

from ...store.tables import queries
from ...store.tables.drafts import StoredDraft, StoredLibrary, StoredSeat, Table
from ...store.tables.stages import Stage
from ..access.roles import Viewer, find_role
from ..houses.reach import Reach
from ..seats.codes import make_code
from .archive import find_next_deck, renew_details


def start_next(slug: str, viewer: Viewer, house: int, reach: Reach, now: datetime.datetime) -> str | None:
    """Start the next game at a table in a house, or find the one that was started today and is not over yet.

    Whoever has a seat keeps it, on the same phone. Only the host starts one: ``None`` for anybody else who is too
    early. Raises ``MissingError`` and ``FullError``.
    """
    draft = queries.find_draft(slug)
    is_host = find_role(draft, viewer).is_host
    for number in itertools.count():
        key = f"next {slug} {now.date()} {number}"
        table = Table(draft.host or viewer.device, request_key=key)
        started = queries.find_started(table)
        if started is None:
            return _start(draft, replace(table, house=house), reach, now) if is_host else None
        found, is_deleted, stage = started
        if not is_deleted and not Stage(stage).shows_focuses:
            return found if find_role(queries.find_draft(found), viewer).is_seated else None
    return None


def _start(draft: StoredDraft, table: Table, reach: Reach, now: datetime.datetime) -> str:
    is_shared = bool(draft.code) or any(seat.device for seat in draft.seats)
    details = renew_details(draft.details, now)
    table = replace(
        table,
        code=make_code() if is_shared else "",
        handover=draft.handover,
        deck=find_next_deck(draft.slug, details.edition, table, reach),
        pace=draft.pace,
    )
    seats = [
        StoredSeat(seat.name, device=seat.device, place=place if seat.place else 0)
        for place, seat in enumerate(draft.seats, start=1)
    ]
    return queries.start_draft(
        details, seats, StoredLibrary(), now, (draft.sheet_language, draft.sheet_paper), table=table
    )
