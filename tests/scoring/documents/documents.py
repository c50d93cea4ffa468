"""Inspection documents that the tests of the rules score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.scoring import DocumentError, inspect, read_inspection
from companion.scoring.checks.findings import Finding
from companion.scoring.scorecard import Scorecard

Document = dict[str, Any]


def shelved(name: str, focus: str, shelf: str, **more: Any) -> Document:
    """A player whose shelf lies there to be inspected."""
    return {"name": name, "focus": focus, "shelf": shelf, **more}


def counted(name: str, focus: str, tally: Sequence[int], stability: int, **more: Any) -> Document:
    """A player whose sheet was counted by hand; the tally is in the order C F H M R S."""
    return {"name": name, "focus": focus, "tally": count(tally), "stability": stability, **more}


def count(tally: Sequence[int]) -> dict[str, int]:
    """A tally's six figures by their codes."""
    return dict(zip("CFHMRS", tally, strict=True))


def table(*players: Any, **changes: Any) -> Document:
    """A B-7c inspection: banned C and prominent R, as in the rulebooks' examples; changes to ``...`` take a key out."""
    document = {
        "format": "ex-libris/inspection@1",
        "form": "B-7c",
        "edition": "en",
        "prominent": "R",
        "banned": "C",
        "players": list(players) or [shelved("Rita", "S", "A1:CF B2:MM"), shelved("Eric", "H", "C1:RS D1:FH")],
    }
    return {key: value for key, value in {**document, **changes}.items() if value is not ...}


def solo(player: Any = None, library: Any = None, **changes: Any) -> Document:
    """An S-42A inspection."""
    player = player or shelved("Rita", "S", "A1:CF B2:MM")
    library = {"focus": "F", "tally": count((3, 4, 5, 4, 6, 2))} if library is None else library
    return table(player, **{"form": "S-42A", "library": library, **changes})


def score(document: Document) -> Scorecard:
    """Read and score a document that is expected to be sound enough."""
    inspection, _ = read_inspection(document)
    return inspect(inspection)


def find_all(document: Any) -> list[Finding]:
    """List every finding about a document: those of reading it, and those of its scorecard if it gets one."""
    try:
        inspection, warnings = read_inspection(document)
    except DocumentError as error:
        return list(error.findings)
    return [*warnings, *inspect(inspection).findings]


REPAIRED = {
    "Rita": ((2, 12, 5, 6, 7, 6), 8, "S"),
    "Eric": ((4, 8, 10, 6, 8, 7), 12, "H"),
    "Alberto": ((5, 3, 6, 9, 4, 4), 10, "M"),
    "Dária": ((4, 10, 7, 7, 9, 1), 4, "F"),
}
"""The printed four-player sheet (002:339-352) with its two faults mended: Alberto's M 4 → 9, Dária's B1 9 → 4."""

REPAIRED_OTHERWISE = {
    **REPAIRED,
    "Rita": ((2, 12, 5, 6, 7, 6), 8, "M"),
    "Alberto": ((5, 3, 6, 4, 4, 9), 10, "S"),
}
"""The same with Alberto's other unreadable row mended: S 4 → 9, and the focuses of the two exchanged."""


def printed_sheet(repaired: dict[str, Any] | None = None, **changes: Any) -> Document:
    """The rulebook's example as a document."""
    sheet = repaired or REPAIRED
    players = [counted(name, focus, tally, stability) for name, (tally, stability, focus) in sheet.items()]
    return table(*players, **{"edition": "pt-BR", **changes})
