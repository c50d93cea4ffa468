"""Cards, shelves and whole tables for the properties that hold for every game."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import strategies as st

from companion.scoring.cards import Card
from companion.scoring.categories import CATEGORIES, Tally
from companion.scoring.decisions.decision import LIBRARY_LINES, DecidedLine, Decision, FigureDecision, TitleDecision
from companion.scoring.editions import EDITION_CODES, Edition, find_edition
from companion.scoring.inspection import CountedShelf, Form, Inspection, Library, Player
from companion.scoring.shelf import Shelf

editions = st.sampled_from(EDITION_CODES).map(find_edition)
categories = st.sampled_from(CATEGORIES)
numbers = st.integers(1, 99)
counts = st.integers(0, 30)
tallies = st.tuples(*[counts] * 6).map(Tally)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(
    lambda text: unicodedata.normalize("NFC", text)
)
names = texts.map(lambda text: unicodedata.normalize("NFC", text.strip())).filter(bool)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
unknown_keys = st.dictionaries(texts.map(lambda text: f"x-{text}"), json_values, max_size=2)


def icons(*, fewest: int = 2, most: int = 4) -> st.SearchStrategy[Any]:
    """Icons in the order of the form."""
    return st.lists(categories, min_size=fewest, max_size=most).map(lambda icons: tuple(sorted(icons)))


@cache
def cards(edition: Edition) -> st.SearchStrategy[Card]:
    """Cards that can be scored: read in full, or face down; some show an icon too many or too few.

    One draw a card out of a box of some hundred is many times faster than drawing every part of it; few numbers a
    letter let shelves be in order, out of it, and hold twins.
    """
    rng = random.Random(edition.code)  # noqa: S311 - a box of cards, no secret
    box = [Card(face_down=True), Card(face_down=True, entombed=True)]
    for letter in edition.letters:
        for number in (1, 2, 10):
            seen = tuple(sorted(rng.choices(CATEGORIES, k=rng.choice((1, 2, 2, 3, 3, 4, 4, 5)))))
            card = Card(letter, number, seen, rng.choice((None, None, 9, 10)), rng.random() < 0.2, rng.random() < 0.1)
            box += [card, card.turned_down()]
        box.append(Card(letter, 99, face_down=True))
    return st.sampled_from(box)


@st.composite
def noted_cards(draw: st.DrawFn, edition: Edition) -> Card:
    """Anything that the notation can say about one card, what could not be read included."""
    letter = draw(st.none() | st.sampled_from(edition.letters))
    number = draw(st.none() | numbers)
    seen = draw(st.none() | icons(fewest=1, most=5))
    if seen:
        unread = draw(st.integers(0, len(seen)))
        seen = (*seen[: len(seen) - unread], *[None] * unread)
    of = draw(st.none() | numbers) if number else None
    return Card(letter, number, seen, of, draw(st.booleans()), draw(st.booleans()))


def shelves(cards: st.SearchStrategy[Card], *, rows: int = 4, columns: int = 6) -> st.SearchStrategy[Shelf]:
    """Shelves of any shape, holes and pieces included."""
    cell = st.none() | cards | cards
    return st.lists(st.lists(cell, max_size=columns), max_size=rows).map(Shelf.of)


def blocks(rows: int = 4, columns: int = 6) -> st.SearchStrategy[Shelf]:
    """Dense shelves of backs: what matters to a rectangle."""
    cell = st.sampled_from([Card(face_down=True)] * 5 + [None])
    return st.lists(st.lists(cell, max_size=columns), max_size=rows).map(Shelf.of)


HANDS = st.none() | st.integers(0, 3)
PLAYERS = ("Rita", "Eric", "Alberto", "Dária")


@st.composite
def inspections(draw: st.DrawFn, *, hands: st.SearchStrategy[int | None] = HANDS) -> Inspection:
    """B-7c inspections that can be scored, with nothing that no score depends on; ties are frequent."""
    edition = draw(editions)
    prominent, banned, *focuses = draw(st.permutations(CATEGORIES))
    few = st.builds(
        CountedShelf, st.tuples(*[st.integers(0, 2)] * 6).map(Tally), st.sampled_from([0, 4, 6, 8, 9, 10, 12])
    )
    holding = few | few | st.builds(CountedShelf, tallies, counts) | shelves(cards(edition), rows=3, columns=4)
    players = tuple(
        Player(name, focus, draw(holding), draw(hands))
        for name, focus in zip(PLAYERS[: draw(st.integers(1, 4))], focuses, strict=False)
    )
    reading_winner = draw(st.none() | st.sampled_from([player.name for player in players]))
    return Inspection(Form.B_7C, edition, prominent, banned, players, reading_winner=reading_winner)


@st.composite
def solo_inspections(draw: st.DrawFn) -> Inspection:
    """S-42A inspections: the pile as a tally or card by card."""
    edition = draw(editions)
    prominent, banned, mine, theirs, *_ = draw(st.permutations(CATEGORIES))
    holding = st.builds(CountedShelf, tallies, counts) | shelves(cards(edition), rows=3, columns=4)
    discarded = st.builds(Card, st.sampled_from(edition.letters), numbers, icons(), st.none() | numbers)
    pile = draw(st.none() | shelves(discarded))
    library = Library(theirs, draw(tallies) if pile is None else pile.tally(), pile, draw(unknown_keys))
    player = Player("Rita", mine, draw(holding))
    return Inspection(Form.S_42A, edition, prominent, banned, (player,), library)


@st.composite
def decisions(draw: st.DrawFn, inspection: Inspection) -> tuple[Decision, ...]:
    """What a table may have decided, each thing once."""
    called = [player.name for player in inspection.players]
    columns: list[str | None] = [*called, *([None] if inspection.is_solo else [])]
    about = st.tuples(st.sampled_from(columns), st.sampled_from(DecidedLine))
    chosen = draw(st.lists(about, max_size=4, unique=True))
    made: list[Decision] = [
        FigureDecision(name, line, draw(st.integers(0, 60)), draw(names), draw(names), draw(unknown_keys))
        for name, line in chosen
        if name is not None or line in LIBRARY_LINES
    ]
    if draw(st.booleans()):
        winners = draw(st.lists(st.sampled_from(called), unique=True))
        made.append(TitleDecision(tuple(winners), draw(names), draw(names)))
    return tuple(made)


@st.composite
def full_inspections(draw: st.DrawFn) -> Inspection:
    """Inspections of both forms with everything that a document can hold."""
    inspection = draw(inspections() | solo_inspections())
    called = draw(st.lists(names, min_size=4, max_size=4, unique=True))
    players = tuple(
        replace(player, name=name, extra=draw(unknown_keys))
        for player, name in zip(inspection.players, called, strict=False)
    )
    inspection = replace(inspection, players=players)
    return replace(
        inspection,
        decisions=draw(decisions(inspection)),
        date=draw(st.none() | st.dates()),
        place=draw(texts),
        remarks=draw(texts),
        inspector=draw(texts),
        difficulty=draw(st.none() | st.integers(1, 7)),
        long_game=draw(st.booleans()),
        reading_winner=draw(st.none() | st.sampled_from(called)),
        extra=draw(unknown_keys),
    )
