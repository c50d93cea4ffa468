"""What reading may take for granted of the game that is played. The caller says it; nothing in vision knows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShelfPrior:
    """How often cards on a shelf are what the rules let expect: probabilities for the joint inference."""

    in_order: float
    """A card lies behind those before it in the order of the check."""
    same_count: float
    """The count printed on a card is the one on the others of its letter, or the one that the deck knows."""
    duplicate: float
    """A card lies there twice: two boxes, or one of the two misread."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """What cards and shelves of the game are like, as far as it helps to read them.

    A card shows ``number/count``, 1 ≤ number ≤ count ≤ ``max_count``, and ``min_icons`` to ``max_icons`` icons; there
    is one of each letter and number.
    """

    max_rows: int
    """Rows of a shelf: a faint one beyond is none of it."""
    min_icons: int
    max_icons: int
    mean_icons: float
    """Icons of a box in relation to its cards."""
    max_count: int
    """The highest count of a letter's cards that is read where the counts are unknown."""
    usual_count: int
    """The highest count that is known of."""
    rare_count_log_odds: float
    """Log odds of a higher count against a usual one before anything is seen."""
    max_cards: int
    """Of a box, with some margin: a pile of more is a mistake."""
    prior: ShelfPrior

    def __post_init__(self) -> None:
        """Raise ``ValueError`` where limits contradict each other."""
        if not 0 < self.min_icons <= self.max_icons:
            msg = f"expected 0 < min_icons <= max_icons, found {self.min_icons} and {self.max_icons}"
            raise ValueError(msg)
        if not 0 < self.usual_count <= self.max_count:
            msg = f"expected 0 < usual_count <= max_count, found {self.usual_count} and {self.max_count}"
            raise ValueError(msg)
