"""Random shelves, and shelves for which advice is hard: the same on every run."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from companion.scoring import find_edition, inspect
from companion.scoring.advice import advise
from companion.scoring.categories import Tally
from companion.scoring.inspection import CountedShelf, Inspection

CATEGORIES = "CFHMRS"
PERMITTED = "FHMRS"
DECK = range(152)

Icons = Callable[[random.Random, int], str]
"""Draw the icons of a shelf's n-th card."""


def draw_icons(rng: random.Random, _: int) -> str:
    """Two to four icons, any."""
    return "".join(rng.choices(CATEGORIES, k=rng.choice((2, 3, 3, 4, 4))))


HARD: dict[str, Icons] = {
    "any": draw_icons,
    "many banned": lambda rng, _: "".join(rng.choices("CCC" + CATEGORIES, k=rng.choice((2, 3, 3, 4, 4)))),
    "all banned and one": lambda _, n: "C" + PERMITTED[n % 5],
    "all banned and two": lambda rng, _: "C" + "".join(rng.sample(PERMITTED, 2)),
    "all banned twice and two": lambda rng, _: "CC" + "".join(rng.sample(PERMITTED, 2)),
    "all banned and three": lambda rng, _: "C" + "".join(rng.sample(PERMITTED, 3)),
    "all banned and a triple": lambda rng, _: "C" + 3 * rng.choice(PERMITTED),
    "prominent, banned and two": lambda rng, _: "CR" + "".join(rng.sample("FHMS", 2)),
    "level": lambda _, n: "".join(CATEGORIES[(3 * n + i) % 6] for i in range(3)),
    "level pairs": lambda _, n: 2 * CATEGORIES[n % 6],
}
"""Prominent R, banned C, focus S, all in order: many trade-offs, and nothing decided by the order."""


def write_shelf(cards: list[int], icons: list[str]) -> str:
    """Write cards of the deck, numbered from 0, in notation: three rows."""
    letters = find_edition("en").letters
    tokens = [f"{letters[card // 6]}{card % 6 + 1}:{shown}" for card, shown in zip(cards, icons, strict=True)]
    width = -(-len(tokens) // 3)
    return " / ".join(" ".join(tokens[start : start + width]) for start in range(0, len(tokens), width or 1))


def draw_shelf(rng: random.Random, size: int, icons: Icons = draw_icons, *, moved: int = 0) -> str:
    """Draw a shelf in order, then move ``moved`` of its cards somewhere else."""
    cards = sorted(rng.sample(DECK, size))
    for _ in range(moved if cards else 0):
        cards.insert(rng.randrange(size), cards.pop(rng.randrange(size)))
    return write_shelf(cards, [icons(rng, n) for n in range(size)])


def seat(shelf: str, others: list[int], **dealt: str) -> dict[str, Any]:
    """Make a table with Rita's shelf and others of whom only the prominent books matter."""
    dealt = {"prominent": "R", "banned": "C", "focus": "S"} | dealt
    focus = dealt.pop("focus")
    rivals = [
        {
            "name": f"Rival {number}",
            "focus": focus,
            "tally": {code: books if code == dealt["prominent"] else 0 for code in CATEGORIES},
            "stability": 0,
        }
        for number, books in enumerate(others, start=1)
    ]
    return {
        "format": "ex-libris/inspection@1",
        "form": "B-7c",
        "edition": "en",
        **dealt,
        "players": [{"name": "Rita", "focus": focus, "shelf": shelf}, *rivals],
    }


def draw_tables(count: int, sizes: range, seed: int) -> Iterator[dict[str, Any]]:
    """Draw tables: the shelf anywhere from sorted to shuffled, three rivals close in the race."""
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.choice(sizes)
        prominent, banned, focus = rng.sample(CATEGORIES, 3)
        shelf = draw_shelf(rng, size, moved=rng.choice((0, 1, 3, size // 2, 2 * size)))
        rivals = [rng.randrange(size // 2 + 2) for _ in range(3)]
        yield seat(shelf, rivals, prominent=prominent, banned=banned, focus=focus)


def bring_close(table: Inspection, rng: random.Random, hand: int | None) -> Inspection:
    """Bring the rivals of Rita to within two points of her best total, with near as many books, and count the hands.

    Where books are missing they get banned ones, and as many points for it, so that the race stays what it was.
    """
    most = advise(table, "Rita").most_points
    rita, *rivals = table.players
    now = inspect(replace(table, players=(replace(rita, holding=most.shelf), *rivals)))
    close = [replace(rita, hand=hand)]
    for rival, score in zip(rivals, now.players[1:], strict=True):
        if not isinstance(rival.holding, CountedShelf):
            raise TypeError("expected rivals who were counted on paper")
        more = max(0, now.players[0].figures.books - score.figures.books + rng.choice((-2, 0, 1, 3)))
        banned = Tally.of([table.banned] * more)
        points = most.total - score.figures.total + more + rng.choice((-2, 0, 0, 0, 1))
        holding = CountedShelf(rival.holding.tally + banned, rival.holding.stability + points)
        close.append(replace(rival, holding=holding, hand=None if hand is None else rng.choice((hand, hand - 1))))
    return replace(table, players=tuple(close))
