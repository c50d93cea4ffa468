"""Finding, starting, changing, and copying drafts; each function is one short transaction."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from ..access.quotas import check_room, count_tables
from ..database import reading, writing
from ..decks.numbers import find_deck_id
from ..game.final_round import watching_final_round
from ..houses.queries import join_row, settle_common
from ..models import InspectionRow, SeatRow, db
from .drafts import (
    Details,
    KeptDecision,
    Kind,
    LibraryEntry,
    SeatEntry,
    StoredDraft,
    StoredLibrary,
    StoredSeat,
    Table,
    TypedTally,
)
from .events import Happening, log, log_other_hand
from .rows import (
    RowSession,
    find_seat_row,
    index,
    lock_row,
    number_seats,
    open_row,
    read_draft,
    read_library,
    to_draft,
    to_seat_row,
    touch,
    write_decisions,
)
from .striking import strike_out

SLUG_BYTES = 12
"""96 bits: a URL that nobody guesses and that still fits on a line."""


class ConflictError(RuntimeError):
    """Raised when another phone has changed the same since: whoever wants to know what is kept now reads it again."""


def find_draft(slug: str) -> StoredDraft:
    """Return a draft; raise ``MissingError`` if there is none."""
    with db.engine.connect() as connection:
        return read_draft(connection, slug)


def start_draft(
    details: Details,
    seats: Iterable[StoredSeat],
    library: StoredLibrary,
    now: datetime.datetime,
    sheet: tuple[str, str] = ("", ""),
    reading_winner: int | None = None,
    *,
    table: Table | None = None,
    decisions: Iterable[KeptDecision] = (),
) -> str:
    """Store a new draft; return its slug. ``sheet`` is the language and the paper of its form.

    Without a ``table`` it is an open file. A repeated request of a device gets its slug. Raises ``FullError``.
    """
    table = table or Table()
    try:
        return _add_draft(details, seats, library, now, sheet, reading_winner, table, decisions)
    except IntegrityError:
        # The same request came twice at once, and PostgreSQL let both get this far.
        if known := _find_request(db.session, table):
            return known
        raise


def _add_draft(
    details: Details,
    seats: Iterable[StoredSeat],
    library: StoredLibrary,
    now: datetime.datetime,
    sheet: tuple[str, str],
    reading_winner: int | None,
    table: Table,
    decisions: Iterable[KeptDecision],
) -> str:
    with writing() as session:
        if known := _find_request(session, table):
            return known
        house = settle_common(session) if table.house is None else table.house
        check_room(session, count_tables(table.host, house))
        row = InspectionRow(
            slug=secrets.token_urlsafe(SLUG_BYTES),
            **asdict(details),
            created=now,
            updated=now,
            reading_winner=reading_winner,
            library_focus=library.focus,
            library_kind=library.kind.value,
            library_tally=dict(library.tally),
            library_discards=library.discards,
            sheet_language=sheet[0],
            sheet_paper=sheet[1],
            host=table.host,
            handover=table.handover,
            pace=table.pace,
            code=table.code or None,
            request_key=table.find_own_key(),
            decisions=write_decisions(decisions),
            house_id=house,
            seats=[to_seat_row(seat, position) for seat, position in number_seats(seats)],
        )
        join_row(session, row.house_id, table.host)
        row.deck_id = find_deck_id(session, table.deck) if table.deck else None
        index(row)
        session.add(row)
        return row.slug


def write_details(
    slug: str,
    details: Details,
    seats: Iterable[SeatEntry],
    library_focus: str | None,
    now: datetime.datetime,
    version: int | None = None,
) -> None:
    """Change the form's header and who sits at the table.

    Position 0 is a new seat, and a seat that is left out is removed with everything entered for it. Without a
    ``library_focus`` the focus stays as it is. Cards dealt by the app stay as they are, unless somebody leaves who has
    one: then all are collected. ``version`` is the header version that the writer saw: raises ``ConflictError``.
    """
    with writing() as session:
        row = open_row(session, slug)
        if version is not None and version != row.head_version:
            raise ConflictError
        row.head_version += 1
        dealt = {"prominent", "banned"} if row.is_dealt else set()
        with watching_final_round(row):
            for name, value in asdict(details).items():
                if name not in dealt:
                    setattr(row, name, value)
            if library_focus is not None and not row.is_dealt:
                row.library_focus = library_focus
            kept = {seat.position: seat for seat in row.seats}
            free = max(kept, default=0) + 1
            table = []
            for seat in seats:
                place = kept.pop(seat.position, None)
                if place is None:
                    place = to_seat_row(StoredSeat(seat.name, seat.focus or ""), free)
                    free += 1
                    log(session, row, now, Happening.CHAIR_ADDED, place, device=row.host)
                place.name = seat.name
                if seat.focus is not None and not (row.is_dealt and place.focus):
                    place.focus = seat.focus
                table.append(place)
            strike_out(session, row, kept, now)
            row.seats = table
        touch(row, now)


def write_shelf(
    slug: str, position: int, text: str, version: int | None, now: datetime.datetime, *, device: str | None = None
) -> StoredDraft:
    """Store a shelf as typed and return the current draft; an emptied shelf no longer counts.

    ``version`` is the seat version that the writer saw; raises ``ConflictError`` if someone has changed it since,
    unless both wrote the same. ``device`` is the writer's, for the log; ``None`` is the program itself.
    """
    with writing() as session:
        row = open_row(session, slug)
        seat = find_seat_row(row, position)
        if text != seat.shelf:
            _begin_change(seat, version, now)
            log_other_hand(session, row, now, seat, device)
        with watching_final_round(row):
            seat.shelf = text
            seat.kind = _choose_kind(Kind(seat.kind), Kind.SHELF, bool(text.strip())).value
        touch(row, now)
        return to_draft(row)


def write_tally(
    slug: str,
    position: int,
    tally: TypedTally,
    version: int | None,
    now: datetime.datetime,
    *,
    device: str | None = None,
) -> StoredDraft:
    """Store a tally as typed and return the current draft; see ``write_shelf``."""
    return write_tallies(slug, {position: (tally, version)}, now, device=device)


def write_tallies(
    slug: str,
    tallies: Mapping[int, tuple[TypedTally, int | None]],
    now: datetime.datetime,
    *,
    device: str | None = None,
) -> StoredDraft:
    """Store tallies as typed, each with the seat version that the writer saw, by position: all of them or none.

    Returns the current draft; see ``write_shelf``.
    """
    with writing() as session:
        row = open_row(session, slug)
        for position, (tally, version) in tallies.items():
            seat = find_seat_row(row, position)
            if dict(tally) != seat.tally:
                _begin_change(seat, version, now)
                log_other_hand(session, row, now, seat, device)
                seat.tally = dict(tally)
            is_filled = any(text.strip() for text in tally.values())
            seat.kind = _choose_kind(Kind(seat.kind), Kind.TALLY, is_filled).value
        touch(row, now)
        return to_draft(row)


def write_library(slug: str, entry: LibraryEntry, now: datetime.datetime, version: int | None = None) -> None:
    """Store what was typed for the public library; ``version`` is that of the library, see ``write_shelf``."""
    with writing() as session:
        row = open_row(session, slug)
        kept = read_library(row)
        focus = kept.focus if entry.focus is None else entry.focus
        if StoredLibrary(focus, entry.kind, dict(entry.tally), entry.discards, kept.version) != kept:
            if version is not None and version != kept.version:
                raise ConflictError
            row.library_version += 1
        row.library_focus, row.library_kind = focus, entry.kind.value
        row.library_tally, row.library_discards = dict(entry.tally), entry.discards
        touch(row, now)


def write_hands(
    slug: str,
    hands: Mapping[int, str],
    now: datetime.datetime,
    *,
    check: Callable[[StoredDraft], None] = lambda _: None,
) -> None:
    """Store the number of cards left in hand, by seat position.

    ``check`` is given the inspection as it is in this transaction, and raises where the numbers do not go with it.
    """
    with writing() as session:
        row = lock_row(session, slug)
        check(to_draft(row))
        for position, hand in hands.items():
            find_seat_row(row, position).hand = hand
        touch(row, now)


def write_reading_winner(slug: str, position: int | None, now: datetime.datetime) -> None:
    """Store who won the reading race; ``None`` clears it."""
    with writing() as session:
        row = lock_row(session, slug)
        row.reading_winner = find_seat_row(row, position).position if position is not None else None
        touch(row, now)


def _begin_change(seat: SeatRow, version: int | None, now: datetime.datetime) -> None:
    if version is not None and version != seat.version:
        raise ConflictError
    seat.version, seat.written = seat.version + 1, now


def _choose_kind(now: Kind, written: Kind, is_filled: bool) -> Kind:
    """Let what was written last count; emptying it only withdraws itself."""
    emptied = Kind.NONE if now is written else now
    return written if is_filled else emptied


def find_started(table: Table) -> tuple[str, bool, str] | None:
    """Return the slug of what a request of a device started, whether it was deleted since, and its stage."""
    query = select(InspectionRow.slug, InspectionRow.deleted, InspectionRow.stage)
    with reading() as session:
        row = session.execute(query.where(InspectionRow.request_key == table.find_own_key())).one_or_none()
        return (row.slug, row.deleted is not None, row.stage) if row else None


def _find_request(session: RowSession, table: Table) -> str | None:
    key = table.find_own_key()
    return session.scalar(select(InspectionRow.slug).where(InspectionRow.request_key == key)) if key else None
