"""What is printed on a card, and where."""

from __future__ import annotations

from dataclasses import dataclass

LETTER, NUMBER, ICON = range(3)


@dataclass(frozen=True, slots=True)
class Print:
    """Something printed on a card: its kind, its center, height and width, in shares of the card's."""

    kind: int
    x: float
    y: float
    height: float
    width: float
