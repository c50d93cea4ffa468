"""Decks for tests: boxes of which everything, something or nothing is known."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.scoring.cards import BOOKS, CARDS
from companion.scoring.categories import CATEGORIES
from companion.scoring.decks.deck import Deck, KnownCard, Source, Statement, parse_icons, parse_key

from ..strategies import icons

WHEN = "2026-11-20"


def say(codes: str, where: str = "table", source: Source = Source.HAND, when: str = WHEN) -> Statement:
    return Statement(parse_icons(codes), source, where, when)


def know(name: str, *statements: Statement | str) -> KnownCard:
    """A card with its statements; plain codes are what a table said."""
    card = KnownCard(*parse_key(name))
    for statement in statements:
        card = card.hear(say(statement) if isinstance(statement, str) else statement)
    return card


def make_deck(*cards: KnownCard, edition: str = "en", **counts: int) -> Deck:
    return Deck("Kitchen box", edition).with_counts(counts).with_cards(cards)


def make_whole_box() -> Deck:
    """A box with nothing wrong: 152 cards of 26 letters, 510 books, 85 of each category."""
    letters = [chr(ord("A") + k) for k in range(26)]
    counts = {letter: 6 if k < 22 else 5 for k, letter in enumerate(letters)}
    keys = [(letter, number) for letter, count in counts.items() for number in range(1, count + 1)]
    sizes = [4] * 54 + [3] * 98
    # Round and round: no card carries one category twice, and each comes up 85 times.
    codes = [CATEGORIES[k % len(CATEGORIES)] for k in range(BOOKS)]
    cards = []
    for (letter, number), size in zip(keys, sizes, strict=True):
        cards.append(know(f"{letter}{number}", "".join(codes[:size])))
        codes = codes[size:]
    assert (len(cards), codes) == (CARDS, [])
    return make_deck(*cards, **counts)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A deck of a few cards about which a few witnesses say this and that."""
    deck = make_deck(**draw(st.dictionaries(st.sampled_from("ABC"), st.integers(1, 9))))
    dates, places = st.sampled_from(["", "2026-11-20", "2026-11-21"]), st.sampled_from(["", "one", "two"])
    statements = st.builds(Statement, icons(fewest=1, most=5), st.sampled_from(Source), places, dates)
    for letter, number, statement in draw(
        st.lists(st.tuples(st.sampled_from("ABCZ"), st.integers(1, 3), statements), max_size=12)
    ):
        deck = deck.state(letter, number, statement)
    return deck
