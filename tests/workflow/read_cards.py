"""Cards as a photo gives them, for the tests of the review."""

from __future__ import annotations

from typing import Any

from companion.workflow.photos import Part, PhotoCard

CARD_PX = (100, 150)


def see_card(text: str, row: int = 0, column: int = 0, photo: int = 1, **values: Any) -> PhotoCard:
    """A card seen upright, sure unless doubts are given."""
    wide, high = CARD_PX
    left, top = 100 + column * wide, 100 + row * high
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    corners = tuple((float(x), float(y)) for x, y in corners)
    confidence = 0.6 if values.get("doubts") else 0.99
    return PhotoCard(row, column, photo, corners, text, **{"confidence": confidence, **values})


def see_shelf(text: str, photo: int = 1, **doubts: tuple[Part, ...]) -> tuple[PhotoCard, ...]:
    """The cards of a shelf in notation; doubts by their letter and number."""
    return tuple(
        see_card(cell, row, column, photo, doubts=doubts.get(cell.partition(":")[0], ()))
        for row, line in enumerate(text.split(" / "))
        for column, cell in enumerate(line.split())
        if cell != "."
    )
