"""Drafts for the tests of the workflow: a table that can be scored, and changes to it."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from companion.store.tables.drafts import Details, Draft, Kind, LibraryDraft, SeatDraft

EVENING = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
FIGURES = {"C": "4", "F": "8", "H": "10", "M": "6", "R": "8", "S": "7", "stability": "12"}
RITA = SeatDraft("Rita", "S", 1, kind=Kind.SHELF, shelf=SHELF)
ERIC = SeatDraft("Eric", "H", 2, kind=Kind.TALLY, tally=FIGURES)


def make_draft(*seats: SeatDraft, library: LibraryDraft | None = None, **details: Any) -> Draft:
    """A draft of B-7c, with Rita and Eric at the table by default."""
    head = replace(Details("B-7c", "en", "R", "C"), **details)
    return Draft("kept", head, seats or (RITA, ERIC), library or LibraryDraft(), EVENING, EVENING)


def make_solo(**library: Any) -> Draft:
    """A draft of S-42A."""
    pile = {"focus": "F", "kind": Kind.DISCARDS, "discards": "B2:CF K1:RS", **library}
    return make_draft(RITA, library=LibraryDraft(**pile), form="S-42A", difficulty=3)
