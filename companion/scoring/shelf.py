"""A shelf: rows of cards over shared columns, read top row first and from left to right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .cards import Card
from .categories import Tally

Cell = Card | None
Rows = tuple[tuple[Cell, ...], ...]
"""Cells as typed, nothing trimmed."""


class Place(NamedTuple):
    """Where a card lies; both are zero-based and count from the top left."""

    row: int
    column: int


def count_empty_rows_above(rows: Sequence[Sequence[Cell]]) -> int:
    """Count the rows above the first card: they are no part of the shelf."""
    for index, row in enumerate(rows):
        if any(row):
            return index
    return len(rows)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Rows of cells; the last row holds a card, and so does the last cell of every row that has any."""

    rows: tuple[tuple[Cell, ...], ...] = ()

    @classmethod
    def of(cls, rows: Iterable[Sequence[Cell]]) -> Shelf:
        """Make a shelf from rows of any shape: empty rows above and below and empty ends of rows are dropped.

        The bottom row is the last row that holds a card (our ruling: an entry grid has three rows, a shelf may
        use fewer); empty rows between cards and empty columns stay.
        """
        trimmed = []
        for row in rows:
            end = len(row)
            while end and row[end - 1] is None:
                end -= 1
            trimmed.append(tuple(row[:end]))
        while trimmed and not trimmed[-1]:
            trimmed.pop()
        return cls(tuple(trimmed[count_empty_rows_above(trimmed) :]))

    def __getitem__(self, place: Place) -> Card:
        """Return the card at a place; raise ``LookupError`` where none lies."""
        card = self.rows[place.row][place.column]
        if card is None:
            raise LookupError(f"no card at {place!r}")
        return card

    def __iter__(self) -> Iterator[tuple[Place, Card]]:
        """Walk places and cards as the inspection does."""
        for r, row in enumerate(self.rows):
            for c, card in enumerate(row):
                if card is not None:
                    yield Place(r, c), card

    @property
    def columns(self) -> int:
        """The width of the widest row."""
        return max((len(row) for row in self.rows), default=0)

    @property
    def entombed(self) -> int:
        """How many cards are entombed."""
        return sum(card.entombed for row in self.rows for card in row if card is not None)

    @property
    def cards(self) -> int:
        """How many cards the shelf holds, face down or not; entombed ones are not counted (000:1026-1027)."""
        return sum(card is not None for row in self.rows for card in row)

    def turn_down(self, places: Iterable[Place]) -> Shelf:
        """Return the shelf with the cards at these places face down."""
        rows = [list(row) for row in self.rows]
        for place in places:
            rows[place.row][place.column] = self[place].turned_down()
        return Shelf(tuple(map(tuple, rows)))

    def tally(self) -> Tally:
        """A2: count the icons of the cards that lie face up (002:128, 154)."""
        return Tally.of(
            [
                icon
                for row in self.rows
                for card in row
                if card is not None and not card.face_down
                for icon in card.icons or ()
            ]
        )
