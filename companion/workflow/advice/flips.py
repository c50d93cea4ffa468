"""Cards turned by hand: which ones can be turned, where they are, and how a shelf's text records it."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from ...scoring.cards import Card
from ...scoring.editions import Edition
from ...scoring.notation import NotationError, format_rows, parse_shelf, read_rows
from ...scoring.shelf import Cell, Place, Shelf, count_empty_rows_above

MOST_DIGITS = 3
"""Anything longer is not a place on a shelf."""


def list_turnable(shelf: Shelf, edition: Edition) -> frozenset[Place]:
    """List the places of the cards that are known well enough to lie face up."""
    return frozenset(place for place, card in shelf if _is_known(card, edition))


def find_down(shelf: Shelf, edition: Edition) -> frozenset[Place]:
    """List the places of face-down cards that could be turned face up again."""
    return frozenset(place for place in list_turnable(shelf, edition) if shelf[place].face_down)


def lay_flips(shelf: Shelf, edition: Edition, down: Set[Place]) -> Shelf:
    """Return the shelf with exactly these of the known cards face down."""
    rows: list[list[Cell]] = [list(row) for row in shelf.rows]
    for place in list_turnable(shelf, edition):
        rows[place.row][place.column] = replace(shelf[place], face_down=place in down)
    return Shelf(tuple(map(tuple, rows)))


def read_flips(text: str, edition: Edition) -> frozenset[Place]:
    """List the places of known face-down cards; raise ``NotationError`` for a text that cannot be parsed."""
    return find_down(parse_shelf(text), edition)


def write_flips(text: str, edition: Edition, down: Set[Place]) -> str:
    """Rewrite a shelf's text with exactly these of the known cards face down; every card keeps its place in the grid.

    Places count from the first row that holds a card. Raises ``NotationError`` for a text that cannot be parsed.
    """
    rows, faults = read_rows(text)
    if faults:
        raise NotationError(text, faults)
    above = count_empty_rows_above(rows)

    def lay(card: Cell, place: Place) -> Cell:
        return replace(card, face_down=place in down) if card is not None and _is_known(card, edition) else card

    laid = tuple(tuple(lay(card, Place(r - above, c)) for c, card in enumerate(row)) for r, row in enumerate(rows))
    return format_rows(laid, with_counts=True)


def format_places(places: Iterable[Place]) -> str:
    """Write places in reading order: ``0.1-2.3``; both numbers count from 0.

    >>> format_places([Place(2, 3), Place(0, 1)])
    '0.1-2.3'
    """
    return "-".join(f"{place.row}.{place.column}" for place in sorted(places))


def parse_places(text: str) -> frozenset[Place]:
    """Parse what ``format_places`` wrote, skipping anything that is not a place.

    >>> sorted(parse_places("0.1-2.3-x.y"))
    [Place(row=0, column=1), Place(row=2, column=3)]
    """
    pairs = (token.split(".") for token in text.split("-"))
    return frozenset(
        Place(int(pair[0]), int(pair[1])) for pair in pairs if len(pair) == 2 and all(map(_is_number, pair))
    )


def _is_known(card: Card, edition: Edition) -> bool:
    return bool(card.icons) and not card.is_unread and card.letter in edition.ranks


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
