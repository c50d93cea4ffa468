"""The form's header: what is inspected, who sits at the table, which deck the table plays with."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from ...store.decks.queries import find_number_of
from ...store.houses.reach import Reach
from ...store.tables import archive, queries
from ...store.tables.drafts import Details, SeatEntry


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
