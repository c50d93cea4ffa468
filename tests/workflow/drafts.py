"""Drafts for the tests of the workflow: a table that can be scored, and changes to it."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from companion.store.tables.drafts import Details, Kind, StoredDraft, StoredLibrary, StoredSeat
from companion.workflow.access.roles import Viewer
from companion.workflow.access.seeing import SeenDraft, see_draft

EVENING = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
FIGURES = {"C": "4", "F": "8", "H": "10", "M": "6", "R": "8", "S": "7", "stability": "12"}
RITA = StoredSeat("Rita", "S", 1, kind=Kind.SHELF, shelf=SHELF)
ERIC = StoredSeat("Eric", "H", 2, kind=Kind.TALLY, tally=FIGURES)


def make_draft(*seats: StoredSeat, library: StoredLibrary | None = None, **details: Any) -> StoredDraft:
    """A draft of B-7c, with Rita and Eric at the table by default."""
    head = replace(Details("B-7c", "en", "R", "C"), **details)
    return StoredDraft("kept", head, seats or (RITA, ERIC), library or StoredLibrary(), EVENING, EVENING)


def see(draft: StoredDraft, viewer: Viewer | None = None, handed_to: int | None = None) -> SeenDraft:
    """A draft as somebody sees it: a stranger, to whom an open file hides nothing, unless it is said who."""
    return see_draft(draft, viewer or Viewer(), EVENING, handed_to)


def make_solo(**library: Any) -> StoredDraft:
    """A draft of S-42A."""
    pile = {"focus": "F", "kind": Kind.DISCARDS, "discards": "B2:CF K1:RS", **library}
    return make_draft(RITA, library=StoredLibrary(**pile), form="S-42A", difficulty=3)
