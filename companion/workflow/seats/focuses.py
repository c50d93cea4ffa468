"""A librarian's own focus."""

from __future__ import annotations

import datetime

from ...store.tables import seats


def choose_focus(slug: str, position: int, focus: str, now: datetime.datetime) -> None:
    """Store the focus of a seat; without a choice it stays as it is, and so does a dealt one.

    Raises ``StageError`` where the table's stage takes no entries.
    """
    if focus:
        seats.write_focus(slug, position, focus, now)
