"""Documents that the tests of the commands score."""

from __future__ import annotations

from typing import Any


def two_players(**changes: Any) -> dict[str, Any]:
    """A game that Eric wins with 42, one shelf given card by card and one counted on paper."""
    return {
        "format": "ex-libris/inspection@1",
        "form": "B-7c",
        "edition": "en",
        "prominent": "R",
        "banned": "C",
        "date": "2026-11-20",
        "players": [
            {"name": "Rita", "focus": "S", "shelf": "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"},
            {
                "name": "Eric",
                "focus": "H",
                "tally": {"C": 4, "F": 8, "H": 10, "M": 6, "R": 8, "S": 7},
                "stability": 12,
            },
        ],
    } | changes
