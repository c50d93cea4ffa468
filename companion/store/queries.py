"""Finding, starting, changing, copying and deleting drafts; each function is one short transaction."""

from __future__ import annotations

import datetime
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict

from flask_sqlalchemy.session import Session
from sqlalchemy import func, select
from sqlalchemy.orm import scoped_session

from .database import reading, writing
from .drafts import Details, Draft, DraftPage, Kind, LibraryDraft, SeatDraft, TypedTally
from .models import InspectionRow, SeatRow

_Session = scoped_session[Session]

SLUG_BYTES = 12
"""96 bits: an address that nobody guesses, and that still fits on a line."""


class ConflictError(RuntimeError):
    """Raised when another phone has changed the same seat since; ``draft`` and ``seat`` are what is kept now."""

    def __init__(self, draft: Draft, position: int) -> None:
        self.draft = draft
        self.seat = draft.find_seat(position)
        super().__init__(f"seat {position} has been changed meanwhile: it is at version {self.seat.version}")


def find_draft(slug: str) -> Draft:
    """Return a draft; raise ``LookupError`` where there is none."""
    with reading() as session:
        return _to_draft(_find_row(session, slug))


def find_latest() -> Draft | None:
    """Return the draft that was changed last, whose edition, place and names the next evening likely shares."""
    with reading() as session:
        row = session.scalars(select(InspectionRow).order_by(*_NEWEST).limit(1)).first()
        return _to_draft(row) if row else None


def find_names(limit: int = 40) -> tuple[str, ...]:
    """Return the names last used, the newest first, each once."""
    with reading() as session:
        names = session.scalars(
            select(SeatRow.name).group_by(SeatRow.name).order_by(func.max(SeatRow.id).desc()).limit(limit)
        )
        return tuple(name for name in names if name.strip())


def search_drafts(words: str, page: int, size: int) -> DraftPage:
    """Find the drafts that hold every word in a name, the place, the date or the remarks; newest first.

    Neither case nor accents matter. A page beyond the last gives the last.
    """
    query = select(InspectionRow)
    for word in fold(words).split():
        query = query.where(InspectionRow.searchable.contains(word, autoescape=True))
    with reading() as session:
        total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
        pages = max(1, -(-total // size))
        number = min(max(1, page), pages)
        rows = session.scalars(query.order_by(*_NEWEST).offset((number - 1) * size).limit(size))
        return DraftPage(tuple(_to_draft(row) for row in rows), number, pages, total)


def start_draft(
    details: Details,
    seats: Iterable[SeatDraft],
    library: LibraryDraft,
    now: datetime.datetime,
    sheet: tuple[str, str] = ("", ""),
    reading_winner: int | None = None,
) -> str:
    """Keep a new draft; return its slug. ``sheet`` is the language and the paper of its form.

    Seats that have no position yet are numbered from 1.
    """
    with writing() as session:
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
            seats=[_to_seat_row(seat, seat.position or number) for number, seat in enumerate(seats, start=1)],
        )
        _index(row)
        session.add(row)
        return row.slug


def write_details(
    slug: str, details: Details, seats: Iterable[SeatDraft], library_focus: str, now: datetime.datetime
) -> None:
    """Change the head of the form and who sits at the table.

    Of the seats only position, name and focus count; position 0 is a new one, and a seat that is left out leaves the
    table with everything entered for it.
    """
    with writing() as session:
        row = _lock_row(session, slug)
        for name, value in asdict(details).items():
            setattr(row, name, value)
        row.library_focus = library_focus
        kept = {seat.position: seat for seat in row.seats}
        free = max(kept, default=0) + 1
        table = []
        for seat in seats:
            place = kept.pop(seat.position, None)
            if place is None:
                place = _to_seat_row(seat, free)
                free += 1
            place.name, place.focus = seat.name, seat.focus
            table.append(place)
        row.seats = table
        _touch(row, now)


def write_shelf(slug: str, position: int, text: str, version: int | None, now: datetime.datetime) -> Draft:
    """Keep a shelf as typed and return the draft as it is now; an emptied shelf no longer counts.

    ``version`` is the seat's that the writer saw; raises ``ConflictError`` where somebody has changed it since,
    unless both wrote the same.
    """
    with writing() as session:
        row = _lock_row(session, slug)
        seat = _find_seat_row(row, position)
        if text != seat.shelf:
            _refuse_stale(row, seat, version)
            seat.shelf = text
            seat.version += 1
        seat.kind = _choose_kind(Kind(seat.kind), Kind.SHELF, bool(text.strip())).value
        _touch(row, now)
        return _to_draft(row)


def write_tally(slug: str, position: int, tally: TypedTally, version: int | None, now: datetime.datetime) -> Draft:
    """Keep a tally as typed and return the draft as it is now; see ``write_shelf``."""
    with writing() as session:
        row = _lock_row(session, slug)
        seat = _find_seat_row(row, position)
        if dict(tally) != seat.tally:
            _refuse_stale(row, seat, version)
            seat.tally = dict(tally)
            seat.version += 1
        seat.kind = _choose_kind(Kind(seat.kind), Kind.TALLY, any(text.strip() for text in tally.values())).value
        _touch(row, now)
        return _to_draft(row)


def write_library(slug: str, library: LibraryDraft, now: datetime.datetime) -> None:
    """Keep what was typed for the public library."""
    with writing() as session:
        row = _lock_row(session, slug)
        row.library_focus, row.library_kind = library.focus, library.kind.value
        row.library_tally, row.library_discards = dict(library.tally), library.discards
        _touch(row, now)


def write_hands(slug: str, hands: Mapping[int, str], now: datetime.datetime) -> None:
    """Keep the cards left in hand, by the position of the seat."""
    with writing() as session:
        row = _lock_row(session, slug)
        for position, hand in hands.items():
            _find_seat_row(row, position).hand = hand
        _touch(row, now)


def write_reading_winner(slug: str, position: int | None, now: datetime.datetime) -> None:
    """Keep who won the reading race; ``None`` takes it back."""
    with writing() as session:
        row = _lock_row(session, slug)
        row.reading_winner = _find_seat_row(row, position).position if position is not None else None
        _touch(row, now)


def write_sheet(slug: str, language: str, paper: str) -> None:
    """Remember in which language and on which paper the form was last drawn: no change of the inspection."""
    with writing() as session:
        row = _lock_row(session, slug)
        row.sheet_language, row.sheet_paper = language, paper


def delete_draft(slug: str) -> None:
    """Delete a draft and its seats."""
    with writing() as session:
        session.delete(_lock_row(session, slug))


def fold(text: str) -> str:
    """Return a text as a search sees it: without case and accents.

    >>> fold("Dária, ŁÓDŹ")
    'daria, lodz'
    """
    # The stroke of ł is no combining mark: Unicode does not take it off.
    decomposed = unicodedata.normalize("NFKD", text.casefold()).replace("ł", "l")
    return "".join(character for character in decomposed if not unicodedata.combining(character))


_NEWEST = InspectionRow.updated.desc(), InspectionRow.id.desc()


def _find_row(session: _Session, slug: str, *, lock: bool = False) -> InspectionRow:
    query = select(InspectionRow).where(InspectionRow.slug == slug)
    row = session.scalars(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise LookupError(f"no inspection {slug!r}")
    return row


def _lock_row(session: _Session, slug: str) -> InspectionRow:
    """Find a row that no other writer touches until we are done; SQLite locks the whole file anyway."""
    return _find_row(session, slug, lock=True)


def _find_seat_row(row: InspectionRow, position: int) -> SeatRow:
    for seat in row.seats:
        if seat.position == position:
            return seat
    raise LookupError(f"no seat {position!r} at this table")


def _refuse_stale(row: InspectionRow, seat: SeatRow, version: int | None) -> None:
    if version is not None and version != seat.version:
        raise ConflictError(_to_draft(row), seat.position)


def _choose_kind(now: Kind, written: Kind, is_filled: bool) -> Kind:
    """Let what was written last count; emptying it only takes back its own claim."""
    if is_filled:
        return written
    return Kind.NONE if now is written else now


def _touch(row: InspectionRow, now: datetime.datetime) -> None:
    row.updated = now
    _index(row)


def _index(row: InspectionRow) -> None:
    row.searchable = fold(" ".join([row.date, row.place, row.inspector, row.remarks, *(s.name for s in row.seats)]))


def _to_seat_row(seat: SeatDraft, position: int) -> SeatRow:
    return SeatRow(
        position=position,
        name=seat.name,
        focus=seat.focus,
        hand=seat.hand,
        kind=seat.kind.value,
        shelf=seat.shelf,
        tally=dict(seat.tally),
    )


def _to_seat(row: SeatRow) -> SeatDraft:
    return SeatDraft(
        row.name, row.focus, row.position, row.hand, Kind(row.kind), row.shelf, dict(row.tally), row.version
    )


def _to_draft(row: InspectionRow) -> Draft:
    return Draft(
        slug=row.slug,
        details=Details(**{name: getattr(row, name) for name in Details.__dataclass_fields__}),
        seats=tuple(_to_seat(seat) for seat in row.seats),
        library=LibraryDraft(row.library_focus, Kind(row.library_kind), dict(row.library_tally), row.library_discards),
        created=row.created,
        updated=row.updated,
        reading_winner=row.reading_winner,
        sheet_language=row.sheet_language,
        sheet_paper=row.sheet_paper,
    )
