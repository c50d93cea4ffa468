"""B1: the largest full rectangle of cards that stands on the bottom row, a point a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..shelf import Place, Shelf
from . import Section

POINTS_PER_ENTOMBED_CARD = 2
"""The Mummy (002:535, 000:1020-1022, 001:1397-1399)."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A block of places without a gap: its top left corner and its size in cards."""

    top: int
    left: int
    height: int
    width: int

    @property
    def cards(self) -> int:
        """How many cards form it."""
        return self.height * self.width

    def __contains__(self, place: Place) -> bool:
        return 0 <= place.row - self.top < self.height and 0 <= place.column - self.left < self.width

    def __iter__(self) -> Iterator[Place]:
        for row in range(self.top, self.top + self.height):
            for column in range(self.left, self.left + self.width):
                yield Place(row, column)


@dataclass(frozen=True, slots=True)
class Stability:
    """B1 with its reason: the rectangle and the entombed cards, or a figure counted on paper."""

    points: int
    rectangle: Rectangle | None = None
    entombed: int = 0
    counted_on_paper: bool = False

    section = Section.B1


def score_stability(shelf: Shelf) -> Stability:
    """Score a shelf: a point a card of the rectangle, two a card entombed.

    Cards face down count (002:154, 000:247-249, 001:539-541). A stack of two is one place; the entombed pay
    even where there is no rectangle (our ruling: the text says "add").
    """
    rectangle = find_rectangle(shelf)
    entombed = shelf.entombed
    points = (rectangle.cards if rectangle else 0) + POINTS_PER_ENTOMBED_CARD * entombed
    return Stability(points, rectangle, entombed)


def find_rectangle(shelf: Shelf) -> Rectangle | None:
    """Find the largest full rectangle on the bottom row, at least 2 wide and 2 high, or ``None`` (004:157, 002:143).

    Among equals the lowest and then the leftmost is taken, so that the answer does not depend on chance.
    """
    return max(list_rectangles(shelf), key=lambda rectangle: rectangle.cards, default=None)


def list_rectangles(shelf: Shelf) -> Iterator[Rectangle]:
    """List the full rectangles on the bottom row that no other of their height contains: the lowest come first."""
    heights = [_height_of_column(shelf, column) for column in range(len(shelf.rows[-1]))] if shelf.rows else []
    for height in sorted({height for height in heights if height >= 2}):
        for left, width in _find_runs(heights, height):
            if width >= 2:
                yield Rectangle(len(shelf.rows) - height, left, height, width)


def _find_runs(heights: Sequence[int], height: int) -> Iterator[tuple[int, int]]:
    """Find neighbouring columns that are at least so high: the first of them and how many."""
    for is_high, columns in groupby(range(len(heights)), key=lambda column: heights[column] >= height):
        run = tuple(columns)
        if is_high:
            yield run[0], len(run)


def _height_of_column(shelf: Shelf, column: int) -> int:
    """Count the cards that stand on each other without a gap, from the bottom row up."""
    height = 0
    for row in reversed(shelf.rows):
        if column >= len(row) or row[column] is None:
            break
        height += 1
    return height
