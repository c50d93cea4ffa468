"""The form's header: what is inspected, who sits at the table, which deck the table plays with."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from ...store.decks.queries import find_number_of
from ...store.houses.reach import Reach
from ...store.tables import archive, queries
from ...store.tables.drafts import Details, SeatEntry
from ...store.tables.seats import MOST_SEATS


def list_known_names(reach: Reach) -> tuple[str, ...]:
    """Return the names used last at any table within a phone's reach, the newest first."""
    return archive.find_names(reach)


def find_deck_number(slug: str) -> int:
    """Return the number of the deck that a table plays with; 0 for none. Raises ``MissingError``."""
    return find_number_of(slug) or 0


def mend_head(
    slug: str,
    details: Details,
    seats: Sequence[SeatEntry],
    library_focus: str | None,
    version: int | None,
    now: datetime.datetime,
) -> None:
    """Change the form's header and who sits at the table; a focus that was not chosen stays as it is.

    A seat that is left out leaves the table with everything entered for it. ``version`` is that of the head which the
    writer saw: raises ``ConflictError`` where it has been changed since, and ``StageError`` where the table's stage
    takes no entries.
    """
    queries.write_details(slug, details, seats, library_focus or None, now, version)


def change_people(slug: str, now: datetime.datetime, *, comes: str = "", leaves: int = 0) -> None:
    """Seat somebody who comes late, or take a seat away with everything entered for it; all others stay.

    A name that is at the table already is not seated twice, and no more sit down than there are seats. Raises
    ``MissingError`` and ``StageError``.
    """
    while True:
        draft = queries.find_draft(slug)
        seats = [SeatEntry(seat.name, None, seat.position) for seat in draft.seats if seat.position != leaves]
        is_new = comes and comes.casefold() not in {seat.name.casefold() for seat in seats}
        if is_new and len(seats) < MOST_SEATS:
            seats.append(SeatEntry(comes))
        try:
            queries.write_details(slug, draft.details, seats, None, now, draft.head_version)
        except queries.ConflictError:
            continue
        return
