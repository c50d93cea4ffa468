"""The archive: starting, finding, copying, and deleting inspections."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...scoring.editions import EDITION_CODES
from ...scoring.inspection import Form
from ...store.decks.addresses import is_deck_listed
from ...store.decks.queries import find_number_of
from ...store.decks.uses import find_last_used
from ...store.houses.bin import bin_draft
from ...store.houses.reach import Reach
from ...store.tables import archive, queries
from ...store.tables.drafts import Details, SeatEntry, StoredLibrary, StoredSeat, Table
from ..access.roles import Viewer
from ..access.seeing import SeenDraft, SeenSeat, see_draft
from ..access.showing import PageValue
from ..scorecard.standing import Standing, list_standings
from .documents import judge_draft

FILES_ON_A_PAGE = 12
EVENING = datetime.timedelta(days=1)
"""How long a table that is not finished counts as the one of tonight."""
MONTH = datetime.timedelta(days=30)
"""After how long without a change a file that is not finished is offered for the wastebasket."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a new inspection most likely has in common with the last one."""

    edition: str
    date: str
    place: str = ""
    inspector: str = ""
    names: tuple[str, ...] = ()
    """Who sat at its table; nobody after a solo game."""
    known_names: tuple[str, ...] = ()
    """Everyone who has played here recently."""
    own_name: str = ""
    """Under which name this phone sat there; empty if it served nobody, or several."""


@dataclass(frozen=True, slots=True)
class FileView(PageValue):
    """An inspection in the archive's list."""

    slug: str
    form: str
    names: tuple[str, ...]
    date: str
    place: str
    remarks: str
    is_finished: bool
    winners: tuple[str, ...]
    """Who was named Grand Librarian, if decided."""
    licence: bool | None
    """Solo: whether the license was granted."""
    is_declared: bool
    """Whether that is the table's own word."""
    standings: tuple[Standing, ...]
    """Ranks and totals; empty until it is finished."""
    is_tonights: bool
    """Whether it is not finished, this phone has a part in it, and it was changed within a day."""
    is_left_lying: bool
    """Whether it is not finished, nobody has touched it for a month, and this phone leads it."""


@dataclass(frozen=True, slots=True)
class Archive(PageValue):
    """A page of search results."""

    files: tuple[FileView, ...]
    page: int
    pages: int
    total: int


def suggest_start(language: str, today: datetime.date, reach: Reach) -> Suggestion:
    """Suggest the edition, place, and names of the last inspection within a phone's reach.

    The very first inspection gets the edition of the page's language.
    """
    latest = archive.find_latest(reach)
    if latest is None:
        return Suggestion(language if language in EDITION_CODES else EDITION_CODES[0], today.isoformat())
    details = latest.details
    own = [seat.name for seat in latest.seats if reach.device and (seat.device or latest.host) == reach.device]
    return Suggestion(
        edition=details.edition,
        date=today.isoformat(),
        place=details.place,
        inspector=details.inspector,
        names=tuple(seat.name for seat in latest.seats) if details.form == Form.B_7C else (),
        known_names=archive.find_names(reach),
        own_name=own[0] if len(own) == 1 else "",
    )


def start_inspection(
    details: Details,
    entries: Sequence[SeatEntry],
    library_focus: str,
    now: datetime.datetime,
    table: Table,
    reach: Reach,
) -> str:
    """Start a new inspection; return its slug. It takes over the language and paper of the form drawn last."""
    latest = archive.find_latest(reach)
    sheet = (latest.sheet_language, latest.sheet_paper) if latest else ("", "")
    seats = [StoredSeat(entry.name, entry.focus or "", entry.position, device=entry.device) for entry in entries]
    return queries.start_draft(details, seats, StoredLibrary(focus=library_focus), now, sheet, table=table)


def copy_inspection(draft: SeenDraft, now: datetime.datetime, table: Table, reach: Reach, *, with_entries: bool) -> str:
    """Copy an inspection as the viewer sees it; return the slug of the copy.

    With its entries it is the same inspection once more, to try something out, and no deck learns from it. Without
    them it is a new game at the same table: form, edition, place, and names, dated today, with the deck of the old
    one if the phone has its house, or else the one used last with its edition.
    """
    sheet = draft.sheet_language, draft.sheet_paper
    if with_entries:
        seats = [
            StoredSeat(seat.name, seat.focus, seat.position, seat.hand, seat.kind, seat.shelf, seat.tally, place=place)
            for place, seat in _list_places(draft)
        ]
        seen = draft.library
        library = StoredLibrary(seen.focus, seen.kind, seen.tally, seen.discards)
        kept = draft.decisions
        return queries.start_draft(
            draft.details, seats, library, now, sheet, draft.reading_winner, table=table, decisions=kept
        )
    details = renew_details(draft.details, now)
    seats = [StoredSeat(seat.name, place=place) for place, seat in _list_places(draft)]
    table = replace(table, deck=find_next_deck(draft.slug, details.edition, table, reach))
    return queries.start_draft(details, seats, StoredLibrary(), now, sheet, table=table)


def renew_details(old: Details, now: datetime.datetime) -> Details:
    """Return the header of a new game at the same table: what was dealt and said of the old one is left out."""
    return Details(
        form=old.form,
        edition=old.edition,
        date=now.date().isoformat(),
        place=old.place,
        inspector=old.inspector,
        difficulty=old.difficulty,
        long_game=old.long_game,
    )


def find_next_deck(slug: str, edition: str, table: Table, reach: Reach) -> int | str:
    """Return the deck that goes on with a new game at the same table; empty for none."""
    number = find_number_of(slug)
    if number is not None and is_deck_listed(number, reach):
        return number
    houses = frozenset(() if table.house is None else {table.house})
    return find_last_used(edition, replace(reach, houses=houses)) or ""


def _list_places(draft: SeenDraft) -> Iterator[tuple[int, SeenSeat]]:
    """List the seats with their places around the table: whoever sits down again sits where they sat."""
    return ((place if seat.is_placed else 0, seat) for place, seat in enumerate(draft.seats, start=1))


def list_files(words: str, page: int, viewer: Viewer, reach: Reach, now: datetime.datetime, language: str) -> Archive:
    """List the inspections within a phone's reach that contain every word, newest first, as the viewer may see them."""
    found = archive.search_drafts(words, page, FILES_ON_A_PAGE, reach)
    files = tuple(view_file(see_draft(draft, viewer, now), now, language) for draft in found.drafts)
    return Archive(files, found.number, found.pages, found.total)


def view_file(draft: SeenDraft, now: datetime.datetime, language: str) -> FileView:
    """Summarize an inspection in one line."""
    card, age = judge_draft(draft).scorecard, now - draft.updated
    return FileView(
        slug=draft.slug,
        form=draft.details.form,
        names=tuple(seat.name for seat in draft.seats),
        date=draft.details.date,
        place=draft.details.place,
        remarks=draft.details.remarks,
        is_finished=card is not None,
        winners=card.titled if card and card.library is None else (),
        licence=card.is_granted if card else None,
        is_declared=bool(card and card.is_titled_by_table),
        standings=list_standings(card, language) if card else (),
        is_tonights=card is None and draft.role.is_seated and age < EVENING,
        is_left_lying=card is None and draft.role.is_host and age > MONTH,
    )


def delete_inspection(slug: str, viewer: Viewer, now: datetime.datetime) -> None:
    """Delete an inspection and everything in it; its deck keeps what it learned. Raises ``MissingError``.

    It can be taken back for a while.
    """
    bin_draft(slug, viewer.device, now)
