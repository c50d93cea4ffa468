"""A deck: what is known of the cards of one box, who said so, and where they disagree.

    152 cards, each unique by letter and number; 510 books, 85 of a category, two to four on a card (all rulebooks).

Nothing is averaged. Every table, photo or file that names a card's icons is a witness with one statement; where
witnesses disagree the card's icons are unknown until its owner says which are right, or a witness is corrected.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from ..cards import Card
from ..categories import Category
from ..editions import find_edition
from ..notation import read_rows
from ..shelf import Rows

HIGHEST_NUMBER = 99
LONGEST_NAME = 60
"""Characters of a deck's name."""
LONGEST_LETTER = 8
LONGEST_WHERE = 200
"""What a file says beyond that is cut off: databases keep no index over longer texts."""
MOST_STATEMENTS = 20
"""Kept of one card: after years of evenings the older ones add nothing to those that say the same."""

CardKey = tuple[str, int]
"""Letter and number: what tells a card from all others of its box."""
KnownIcons = tuple[Category, ...]
"""In the order of the form's rows."""


class Source(StrEnum):
    """How a statement came about."""

    HAND = "hand"
    """Typed on a shelf that was accepted."""
    PHOTO = "photo"
    """Read in a photo and confirmed."""
    IMPORT = "import"
    """Settled by the owner of another deck that was merged into this one."""
    OWNER = "owner"
    """Said by whom the deck belongs to: it settles the card."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What one witness says of a card."""

    icons: KnownIcons
    source: Source
    where: str = ""
    """The table and shelf, the photo or the file: the same ``where`` is the same witness."""
    when: str = ""
    """An ISO date, or nothing where that is not known."""

    @property
    def witness(self) -> tuple[bool, str]:
        """What tells witnesses apart: the owner is one wherever the statement was made."""
        return (True, "") if self.source is Source.OWNER else (False, self.where or self.source)

    def is_of(self, where: str) -> bool:
        """Whether a shelf or photo, and not the owner, said it."""
        return bool(where) and self.where == where and self.source is not Source.OWNER


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of the box and what is said of it."""

    letter: str
    number: int
    statements: tuple[Statement, ...] = ()
    """One a witness, in the order in which they were made."""

    @property
    def key(self) -> CardKey:
        """Letter and number."""
        return self.letter, self.number

    @property
    def name(self) -> str:
        """Letter and number as people say them: ``M8``."""
        return f"{self.letter}{self.number}"

    @property
    def icons(self) -> KnownIcons | None:
        """What the owner says, else what all say; ``None`` where nobody says anything or they disagree."""
        ruling = self.ruling
        if ruling is not None:
            return ruling.icons
        said = {statement.icons for statement in self.statements}
        return said.pop() if len(said) == 1 else None

    @property
    def ruling(self) -> Statement | None:
        """The owner's statement, if there is one."""
        return next((statement for statement in self.statements if statement.source is Source.OWNER), None)

    @property
    def conflict(self) -> tuple[Statement, ...]:
        """All statements, where they disagree and nobody has settled it."""
        return self.statements if self.statements and self.icons is None else ()

    def hear(self, statement: Statement) -> KnownCard:
        """Add a statement; it takes the place of what the same witness said before.

        >>> card = KnownCard("M", 8).hear(Statement((Category("C"), Category("F")), Source.PHOTO, "IMG_1"))
        >>> card = card.hear(Statement((Category("C"), Category("H")), Source.HAND, "IMG_2"))
        >>> card.icons, len(card.conflict)
        (None, 2)
        >>> card = card.hear(Statement((Category("C"), Category("H")), Source.PHOTO, "IMG_1"))
        >>> "".join(card.icons), card.conflict
        ('CH', ())
        """
        kept = [other for other in self.statements if other.witness != statement.witness]
        return replace(self, statements=_shorten((*kept, statement)))

    def repeats(self, where: str, icons: KnownIcons | None) -> bool:
        """Whether a witness has said just that already, or nothing and nothing is what it says."""
        said = [other.icons for other in self.statements if other.is_of(where)]
        return said == ([] if icons is None else [icons])

    def forget(self, where: str) -> KnownCard:
        """Take back what a witness said; what the owner says stays."""
        return replace(self, statements=tuple(other for other in self.statements if not other.is_of(where)))


def _shorten(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Drop the oldest statement that another one repeats, where there are too many."""
    if len(statements) <= MOST_STATEMENTS:
        return statements
    said = [statement.icons for statement in statements]
    spare = (k for k, one in enumerate(statements) if said.count(one.icons) > 1 and one.source is not Source.OWNER)
    dropped = next(spare, 0)
    return statements[:dropped] + statements[dropped + 1 :]


@dataclass(frozen=True, slots=True)
class Deck:
    """One physical box: its edition, how many cards each letter has, and the cards of which something is said."""

    name: str
    edition: str
    """An edition's code (``en``, ``de``, ``cs``, ``pl``, ``pt-BR``)."""
    letter_counts: Mapping[str, int] = field(default_factory=dict)
    """How many cards of a letter there are, for the letters where that is known; in the edition's order."""
    cards: tuple[KnownCard, ...] = ()
    """In the order of the check."""
    by_key: Mapping[CardKey, KnownCard] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {card.key: card for card in self.cards})

    @classmethod
    def begin(cls, name: str, edition: str) -> Deck:
        """Make the deck of a box of which only the edition is known, with what is known of every such box.

        Raises ``DeckNameError`` and ``LookupError`` for an unknown edition.
        """
        return cls(check_name(name), edition, dict(find_edition(edition).letter_counts))

    def find(self, letter: str, number: int) -> KnownCard | None:
        """Return a card of which something is said."""
        return self.by_key.get((letter, number))

    def complete_rows(self, rows: Rows) -> Rows:
        """Give the cards of a shelf their icons, where they carry none and they are known."""
        return tuple(tuple(card and self.complete(card) for card in row) for row in rows)

    def complete(self, card: Card) -> Card:
        """Give a card its icons where it carries none and they are known.

        >>> deck = Deck("box", "en").state("M", 8, Statement((Category("C"), Category("F")), Source.HAND))
        >>> "".join(deck.complete(Card("M", 8)).icons)
        'CF'
        """
        if card.icons is not None or card.letter is None or card.number is None:
            return card
        known = self.find(card.letter, card.number)
        return replace(card, icons=known.icons) if known and known.icons else card

    def state(self, letter: str, number: int, statement: Statement) -> Deck:
        """Return the deck with one more statement of a card."""
        card = self.by_key.get((letter, number), KnownCard(letter, number))
        return self.with_cards({**self.by_key, card.key: card.hear(statement)}.values())

    def with_cards(self, cards: Iterable[KnownCard]) -> Deck:
        """Return the deck with these cards for its own; one of which nothing is said is left out."""
        said = (card for card in cards if card.statements)
        ordered = sorted(said, key=lambda card: (*self.rank(card.letter), card.number))
        return replace(self, cards=tuple(ordered))

    def with_counts(self, counts: Mapping[str, int]) -> Deck:
        """Return the deck with these counts of letters for its own, in the order of the edition; 0 is not known."""
        ordered = sorted(counts, key=self.rank)
        return replace(self, letter_counts={letter: counts[letter] for letter in ordered if counts[letter]})

    def rank(self, letter: str) -> tuple[int, str]:
        """Tell where a letter stands in the order of the edition; one that it does not have comes last."""
        ranks = find_edition(self.edition).ranks
        return ranks.get(letter, len(ranks)), letter

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of which a count or a card is known, in their order."""
        return tuple(sorted({*self.letter_counts, *(card.letter for card in self.cards)}, key=self.rank))


class DeckNameError(ValueError):
    """Raised for a name that no deck can have."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"expected the name of a deck, 1 to {LONGEST_NAME} characters, found {name!r}")


def check_name(name: str) -> str:
    """Return a deck's name as it is kept: one line, NFC; raise ``DeckNameError`` for an empty or very long one."""
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    if not kept.isprintable() or not 0 < len(kept) <= LONGEST_NAME:
        raise DeckNameError(name)
    return kept


def parse_key(name: str) -> CardKey:
    """Read a card's name (``M8``, ``ch3``); raise ``ValueError`` for anything else."""
    rows, faults = read_rows(name)
    card = rows[0][0] if not faults and len(rows) == 1 == len(rows[0]) else None
    if card is None or card != Card(card.letter, card.number) or not card.letter or not card.number:
        raise ValueError(f"expected a letter and a number such as M8, found {name!r}")
    if len(card.letter) > LONGEST_LETTER:
        raise ValueError(f"expected a letter and a number such as M8, found {name!r}")
    return card.letter, card.number


@lru_cache(maxsize=4096)
def parse_icons(codes: str) -> KnownIcons:
    """Read category codes in any order; raise ``ValueError`` where one is none, or none is given.

    >>> "".join(parse_icons("rfcf"))
    'CFFR'
    """
    if not re.fullmatch(r"[CFHMRScfhmrs]+", codes):
        raise ValueError(f"expected category codes out of CFHMRS, found {codes!r}")
    return tuple(sorted(map(Category, codes.upper())))


def format_icons(icons: KnownIcons | None) -> str:
    """Write category codes as ``parse_icons`` reads them; nothing where none are known.

    >>> format_icons(parse_icons("rfcf")), format_icons(None)
    ('CFFR', '')
    """
    return "".join(icons or ())


def learn_cards(deck: Deck, cards: Iterable[Card], source: Source, where: str, when: str) -> Deck:
    """Return the deck with all that one witness says now: these cards, and none of those it named before.

    A card that is not wholly read, whose icons are not given, or whose letter the edition does not have teaches
    nothing. A letter's count, where a card was written with it (``M8/10``), is kept if none was known. What is only
    said again stays as it was.
    """
    letters = find_edition(deck.edition).ranks
    counts = dict(deck.letter_counts)
    said: dict[CardKey, KnownIcons] = {}
    for card in cards:
        if card.letter not in letters or card.letter is None or card.number is None:
            continue
        if card.of and not counts.get(card.letter):
            counts[card.letter] = card.of
        icons = tuple(icon for icon in card.icons or () if icon is not None)
        if icons and card.icons == icons:
            said[card.letter, card.number] = icons
    known = {
        key: card if card.repeats(where, said.get(key)) else card.forget(where) for key, card in deck.by_key.items()
    }
    for key, named in said.items():
        before = known.get(key, KnownCard(*key))
        if not before.repeats(where, named):
            known[key] = before.hear(Statement(named, source, where, when))
    return deck.with_cards(known.values()).with_counts(counts)
