"""An inspection read once, of which every viewer is told what is for him.

A page that shows a table in several parts tells of one moment in all of them.
"""

from __future__ import annotations

import datetime

from ...store.tables import queries
from .roles import Viewer
from .seeing import SeenDraft, see_draft


class Snapshot:
    """An inspection as it was when it was read; what is stored of it stays in here."""

    __slots__ = ("_draft",)

    def __init__(self, slug: str) -> None:
        """Read it; raise ``MissingError`` where there is none."""
        self._draft = queries.find_draft(slug)

    def see(self, viewer: Viewer, now: datetime.datetime, handed_to: int | None = None) -> SeenDraft:
        """Return what somebody may see of it; see ``see_draft``."""
        return see_draft(self._draft, viewer, now, handed_to)
