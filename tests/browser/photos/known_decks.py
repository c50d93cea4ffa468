"""A deck with every card known, and a game dealt from it."""

from __future__ import annotations

import datetime
from random import Random
from string import ascii_uppercase

from flask import Flask

from companion.scoring.cards import Card
from companion.scoring.categories import CATEGORIES
from companion.scoring.decks.deck import Source
from companion.scoring.notation import format_card, parse_shelf
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.workflow.decks.keeping import count_letters, make_deck, remember

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
BOX = "Kitchen box"
COUNTS = {**dict.fromkeys(ascii_uppercase[:14], 6), **dict.fromkeys(ascii_uppercase[14:], 5), "S": 14, "Z": 4}
"""How many of the 152 cards."""


def draw_cards(seed: int) -> list[Card]:
    """Make a box of cards: every letter with its numbers, two to four icons on each."""
    dice = Random(seed)  # noqa: S311 no secret
    return [
        Card(letter, number, tuple(sorted(dice.choices(CATEGORIES, k=dice.randint(2, 4)))))
        for letter, count in COUNTS.items()
        for number in range(1, count + 1)
    ]


def deal_shelves(cards: list[Card], librarians: int, seed: int) -> list[str]:
    """Make three ordered rows of four to six cards for each librarian, no card twice."""
    dice = Random(seed)  # noqa: S311 no secret
    pile = dice.sample(cards, len(cards))
    shelves = []
    for _ in range(librarians):
        width = dice.randint(4, 6)
        hand = sorted((pile.pop() for _ in range(3 * width)), key=lambda card: (card.letter, card.number))
        tokens = [format_card(card) for card in hand]
        shelves.append(" / ".join(" ".join(tokens[row : row + width]) for row in range(0, len(tokens), width)))
    return shelves


def keep_deck(app: Flask, *shelves: str, edition: str = "en", counts: dict[str, int] | None = None) -> str:
    """Store a deck that has learned shelves, each from a different table; return its name."""
    with app.app_context():
        make_deck(BOX, edition, NOW)
        count_letters(BOX, counts or {}, NOW)
        for number, shelf in enumerate(shelves):
            remember(BOX, (card for _, card in parse_shelf(shelf)), f"table {number}", Source.HAND, NOW)
    return BOX


def lay_table(app: Flask, *shelves: str, deck: str = BOX, edition: str = "en") -> str:
    """Store a one-phone inspection that plays with a deck; return its URL."""
    with app.app_context():
        seats = [StoredSeat(f"Librarian {number}") for number, _ in enumerate(shelves, start=1)]
        details = Details(form="B-7c", edition=edition)
        slug = queries.start_draft(details, seats, StoredLibrary(), NOW, table=Table(deck=deck))
        for position, shelf in enumerate(shelves, start=1):
            queries.write_shelf(slug, position, shelf, None, NOW)
    return f"/inspections/{slug}"
