"""Random four-player games, the same on every run."""

from __future__ import annotations

import random
from typing import Any

from companion.scoring import find_edition

CATEGORIES = "CFHMRS"
ROWS = (5, 5, 6)


def make_games(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """For every game, deal four shelves of 16 cards each from one deck of 152, mostly in order."""
    rng = random.Random(seed)
    letters = find_edition("en").letters
    counts = [6] * 22 + [5] * 4
    deck = [
        f"{letter}{number}:{''.join(rng.choice(CATEGORIES) for _ in range(rng.choice((2, 3, 3, 4, 4))))}"
        for letter, most in zip(letters, counts, strict=True)
        for number in range(1, most + 1)
    ]
    return [_make_game(rng, deck) for _ in range(count)]


def _make_game(rng: random.Random, deck: list[str]) -> dict[str, Any]:
    place_of = {card: place for place, card in enumerate(deck)}
    dealt = rng.sample(deck, 4 * sum(ROWS))
    prominent, banned, *focuses = rng.sample(CATEGORIES, 6)
    players = []
    for index, focus in enumerate(focuses):
        cards = sorted(dealt[index * sum(ROWS) : (index + 1) * sum(ROWS)], key=place_of.__getitem__)
        if rng.random() < 0.5:
            cards.insert(rng.randrange(len(cards)), cards.pop(rng.randrange(len(cards))))
        shelf = " / ".join(" ".join(cards[sum(ROWS[:row]) : sum(ROWS[: row + 1])]) for row in range(len(ROWS)))
        players.append({"name": f"Librarian {index + 1}", "focus": focus, "hand": rng.randrange(6), "shelf": shelf})
    return {
        "format": "ex-libris/inspection@1",
        "form": "B-7c",
        "edition": "en",
        "prominent": prominent,
        "banned": banned,
        "date": "2026-11-20",
        "players": players,
    }
