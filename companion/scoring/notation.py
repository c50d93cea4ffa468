"""Shelf notation: a shelf as one line of text that can be typed, pasted, stored and compared.

    S1:HHMM E6:HR . G4:MMR / # L5:CMR L2:CM M4:HS / M7:CFH Q2:CCFM~ T5:CFMS T6:FHMS+

``docs/formats.md`` is the contract: rows end with ``/``, cells with a space; ``.`` is an empty place, ``#`` a card
face down, ``?`` what could not be read, ``~`` marks a known card that lies face down, ``+`` one with a card
entombed under it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ..notation_tokens import BACK, EMPTY, UNREAD, join_rows, write_face
from .cards import Card, Icons
from .categories import CATEGORIES, Category
from .shelf import Cell, Place, Rows, Shelf

_ICON_ORDER = "".join(CATEGORIES) + UNREAD
_ROW_END = re.compile(r"(?<![0-9])/|/(?![0-9])")
_TOKEN = re.compile(
    r"(?P<face>(?!\?\?(?!:))(?:(?P<letter>[^\W\d_]+)|\?)"
    r"(?:(?P<number>0?[1-9]|[1-9][0-9])|\?)"
    r"(?:/(?P<of>0?[1-9]|[1-9][0-9]))?"
    r"(?::(?P<icons>[CFHMRScfhmrs?]+))?)"
    r"(?P<marks>~?\+?|\+~)"
)
_SEPARATORS = (",", ";", "|", "/", "\\")
"""What people write between cells instead of a space."""
_NAMELESS = {
    ".": None,
    "?": Card(),
    "?+": Card(entombed=True),
    "#": Card(face_down=True),
    "#~": Card(face_down=True),
    "#+": Card(face_down=True, entombed=True),
    "#~+": Card(face_down=True, entombed=True),
    "#+~": Card(face_down=True, entombed=True),
}


class Expected(StrEnum):
    """What should have stood where a token cannot be read."""

    CELL = "cell"
    """Anything that a cell may hold."""
    NUMBER = "number"
    """A number from 1 to 99 after the letter."""
    CATEGORIES = "categories"
    """One of the six category codes after the colon."""
    SPACE = "space"
    """A space between two cells."""
    ONE_SUFFIX = "one-suffix"
    """Each of ``~`` and ``+`` once at most."""
    CARD_FOR_SUFFIX = "card-for-suffix"
    """A card in front of ``~`` or ``+``."""
    DISCARD = "discard"
    """A card of the discard pile, which lies face up with nothing under it."""
    CARD_NAME = "card-name"
    """A letter and a number alone, where a deck names a card."""
    LETTER = "letter"
    """A letter alone, where a deck counts its cards."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A token that cannot be read: where it stands in the text as typed, and what was expected there."""

    place: Place
    token: str
    expected: Expected


class NotationError(ValueError):
    """Raised when a shelf's text cannot be read; ``faults`` lists every unreadable token."""

    def __init__(self, text: str, faults: tuple[Fault, ...]) -> None:
        first = faults[0]
        super().__init__(
            f"row {first.place.row + 1}, place {first.place.column + 1}: expected {first.expected}, "
            f"found {first.token!r} ({len(faults)} fault(s) in {text!r})"
        )
        self.faults = faults


class _TokenError(ValueError):
    def __init__(self, expected: Expected) -> None:
        super().__init__(expected)
        self.expected = expected


def parse_shelf(text: str) -> Shelf:
    """Read a shelf; the empty string is an empty shelf.

    Raises ``NotationError`` with all faults at once. What merely breaks the rules of the game is read.

    >>> shelf = parse_shelf("b2:fc / . c11:hh~+")
    >>> format_shelf(shelf)
    'B2:CF / . C11:HH~+'
    """
    rows, faults = read_rows(text)
    if faults:
        raise NotationError(text, faults)
    return Shelf.of(rows)


def read_rows(text: str) -> tuple[Rows, tuple[Fault, ...]]:
    """Read rows as they were typed, nothing dropped, and every fault; an unreadable token leaves an empty cell."""
    rows: list[tuple[Cell, ...]] = []
    faults: list[Fault] = []
    for r, line in enumerate(_ROW_END.split(unicodedata.normalize("NFC", text))):
        row: list[Cell] = []
        for c, token in enumerate(line.split()):
            try:
                row.append(_parse_cell(token))
            except _TokenError as error:
                faults.append(Fault(Place(r, c), token, error.expected))
                row.append(None)
        rows.append(tuple(row))
    return tuple(rows), tuple(faults)


@lru_cache(maxsize=4096)
def _parse_cell(token: str) -> Cell:
    match = _TOKEN.fullmatch(token)
    if match is None:
        if token in _NAMELESS:
            return _NAMELESS[token]
        raise _TokenError(_find_expected(token))
    _, letter, number, of, icons, marks = match.groups()
    return Card(
        _parse_letter(letter) if letter else None,
        int(number) if number else None,
        _parse_icons(icons) if icons else None,
        int(of) if of else None,
        "~" in marks,
        "+" in marks,
    )


@lru_cache(maxsize=512)
def _parse_letter(letter: str) -> str:
    """Return a letter in upper case and NFC; a sign that is a letter only in lower case is none."""
    upper = unicodedata.normalize("NFC", letter.upper())
    if not upper.isalpha():
        raise _TokenError(Expected.CELL)
    return upper


def _find_expected(token: str) -> Expected:
    """Tell where an unreadable token goes wrong: what would have let it be read that far and on."""
    head, colon, rest = token.partition(":")
    if colon and _TOKEN.fullmatch(head):
        rest = rest.lstrip("CFHMRScfhmrs?")
        if rest.strip("~+") == "" != rest:
            return Expected.ONE_SUFFIX
        return Expected.SPACE if rest[:1] in _SEPARATORS else Expected.CATEGORIES
    if token.rstrip("~+") in ("", "."):
        return Expected.CARD_FOR_SUFFIX
    if re.match(r"[^\W\d_]", token):
        return Expected.NUMBER
    return Expected.CELL


@lru_cache(maxsize=4096)
def _parse_icons(codes: str) -> Icons:
    return tuple(None if code == UNREAD else Category(code) for code in sorted(codes.upper(), key=_ICON_ORDER.index))


def format_shelf(shelf: Shelf, *, with_counts: bool = False) -> str:
    """Write a shelf; ``with_counts`` adds the number of cards of each letter where it is known (``M8/10:CFFR``)."""
    return format_rows(shelf.rows, with_counts=with_counts)


def format_rows(rows: Rows, *, with_counts: bool = False) -> str:
    """Write rows as they are, every card in its place; what ``read_rows`` reads back."""
    return join_rows(
        [EMPTY if card is None else format_card(card, with_counts=with_counts) for card in row] for row in rows
    )


def format_card(card: Card, *, with_counts: bool = False) -> str:
    """Write one cell's card with all that is known of it and how it lies.

    >>> format_card(Card("M", 8, (Category.CORRUPTED_CODICES, None), of=10), with_counts=True)
    'M8/10:C?'
    """
    face = card.name
    if not card.is_blank:
        icons = _join_icons(card.icons) if card.icons else ""
        face = write_face(card.letter, card.number, icons, card.of if with_counts else None)
    down = "~" if card.face_down and face != BACK else ""
    return face + down + ("+" if card.entombed else "")


@lru_cache(maxsize=4096)
def _join_icons(icons: Icons) -> str:
    return "".join(icon or UNREAD for icon in icons)
