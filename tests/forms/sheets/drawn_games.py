"""Random games with many ties and rulings, and the fullest forms there can be."""

from __future__ import annotations

import random
from typing import Any

from companion.scoring import find_edition

from ...scoring.documents.documents import counted, shelved, solo, table

CATEGORIES = "CFHMRS"
LONG_NAMES = (
    "Maximiliane Przybyszewska-Szczepańska",
    "Bartholomäus Schwarzenberger III.",
    "Konstantynopolitańczykiewicz",
    "Ana Beatriz de Albuquerque e Melo",
)
PLACE = "Kulturhaus am Alexanderplatz, Saal 3, hinten links"
REMARKS = "The goblin must return the ladder. " * 12

FULLEST_TIE = table(
    *(counted(name, focus, (2, 5, 5, 5, 5, 5), 9, hand=2) for name, focus in zip(LONG_NAMES, "FHMS", strict=True)),
    place=PLACE,
    date="2026-09-23",
    inspector=LONG_NAMES[3],
    remarks=REMARKS,
    long_game=True,
)
"""Four level to the end, with long names, a long place and full remarks."""


def _lay_wide(letter: str) -> str:
    """Three rows of 18 cards, the last three out of order, one of them on an entombed card."""
    rows = [" ".join(f"{letter}{n}:FHMR" for n in range(first, first + 18)) for first in (1, 19, 37)]
    rows[2] = " ".join([*rows[2].split()[:15], "A3:HH", "A2:HH+", "A1:HH"])
    return " / ".join(rows)


WIDEST = table(
    *(
        shelved(name, focus, _lay_wide(letter), hand=2)
        for name, focus, letter in zip(LONG_NAMES, "FHMS", "MNPQ", strict=True)
    ),
    place=PLACE,
    date="2026-09-23",
    remarks=REMARKS,
)
"""Four shelves 18 wide, with three cards flipped on each."""

LONGEST_APPLICATION = solo(
    shelved(LONG_NAMES[0], "S", _lay_wide("M")),
    {"focus": "F", "tally": dict(zip(CATEGORIES, (5, 5, 5, 5, 0, 5), strict=True))},
    difficulty=6,
    date="2026-09-23",
    place=PLACE,
    remarks=REMARKS,
    inspector=LONG_NAMES[1],
)

REASON = "The goblin and the mummy were counted twice, and everybody at the table saw it. "
LINES = ("flipped", *CATEGORIES, "stability", "prominent", "banned", "variety", "focus_bonus", "total")


def _decide(document: dict[str, Any], *columns: str | None) -> dict[str, Any]:
    """Let the table decide every figure that there is, and the title."""
    decisions: list[dict[str, Any]] = [
        {**({"player": name} if name else {}), "line": line, "points": 104, "reason": REASON, "by": LONG_NAMES[2]}
        for name in columns
        for line in LINES
        if name or line not in ("flipped", "stability")
    ]
    title = {"winners": [name for name in columns if name], "reason": REASON * 3, "by": LONG_NAMES[0]}
    return {**document, "decisions": [*decisions, title]}


DECIDED = _decide(FULLEST_TIE, *LONG_NAMES)
DECIDED_APPLICATION = _decide(LONGEST_APPLICATION, LONG_NAMES[0], None)

FULLEST = {
    "tie": FULLEST_TIE,
    "shelves": WIDEST,
    "application": LONGEST_APPLICATION,
    "decided": DECIDED,
    "decided-application": DECIDED_APPLICATION,
}


def draw_game(rng: random.Random, edition: str) -> dict[str, Any]:
    """Draw a game: tallies that tie often, small shelves with cards flipped, entombed and unknown, sometimes solo."""
    prominent, banned, *focuses = rng.sample(CATEGORIES, 6)
    letters = find_edition(edition).letters
    players = []
    sheet: dict[str, Any] = {}
    for number, focus in zip(range(rng.randint(2, 4)), focuses, strict=False):
        name = rng.choice((f"Person {number + 1}", LONG_NAMES[number]))
        if not sheet or rng.random() < 0.4:
            sheet = _draw_sheet(rng, letters)
        hand = {"hand": rng.randrange(2)} if rng.random() < 0.8 else {}
        players.append({"name": name, "focus": rng.choice((focus, focuses[0])), **sheet, **hand})
    heading = {"edition": edition, "prominent": prominent, "banned": banned}
    if rng.random() < 0.2:
        library = {"focus": focuses[3], "tally": {category: rng.randrange(3) for category in CATEGORIES}}
        return solo(players[0], library, **heading)
    if rng.random() < 0.5:
        heading["reading_winner"] = players[-1]["name"]
    return table(*players, **heading)


def _draw_sheet(rng: random.Random, letters: tuple[str, ...]) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {"tally": {category: rng.randrange(4) for category in CATEGORIES}, "stability": rng.choice((0, 4, 6))}
    rows = []
    for _ in range(rng.randint(1, 3)):
        cards = [f"{rng.choice(letters)}{rng.randint(1, 9)}:{''.join(rng.choices(CATEGORIES, k=3))}" for _ in range(3)]
        rows.append(" ".join(rng.choice((card, card, f"{card}~", f"{card}+", "#")) for card in sorted(cards)))
    return {"shelf": " / ".join(rows)}
