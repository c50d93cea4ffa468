"""Every threshold of settling a shelf's rows: one frozen value per stage, in the units that lines say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MissedThresholds:
    """Cards that detection missed, or found beside their row (``missed_cards``)."""

    min_cards: int = 3
    """How many cards a row must have to tell where others of it lie."""
    min_plain_cards: int = 2
    """How many must show plain print to tell where a row lies whose cards do not lie in line."""
    max_off: float = 0.15
    """How far a card may lie off its row, in heights of cards."""
    max_faint_off: float = 0.04
    """The same for one whose print is faint."""
    min_inlier_share: float = 0.6
    """Share of a row's corners that must be on it."""
    min_grid_share: float = 0.8
    """Share of a shelf's cards that must be where a grid has them to tell where a row of fewer cards has others."""
    max_rounds: int = 4
    """How often more are looked for beyond those that were found."""
    min_strength: float = 0.6
    """Probability of an upright front, and heat of letter and number, from which on a card lies there."""
    min_hint: float = 0.2
    """The same from which on it may lie where its print seems to be."""
    max_print_off: float = 0.1
    """How far its letter and number may be from where the others have theirs, in shares of a card's size."""
    max_rough_off: float = 0.2
    """The same before they are cropped anew, where other rows have told where to look."""
    confidence: float = 0.15
    """The detector's confidence in a card that it did not find."""
    table_distance: float = 1.1
    """How far above and below a shelf, in heights of cards, is its table."""


MISSED = MissedThresholds()


@dataclass(frozen=True, slots=True)
class HeightThresholds:
    """Rows that were found below where they lie (``heights``)."""

    min_cards: int = 2
    """How many cards a row must have."""
    max_share: float = 0.34
    """Share of its cards that may show print plainly."""
    min_plain_cards: int = 3
    """How many cards of the other rows must do so."""
    steps: tuple[float, ...] = (0.1, 0.15, 0.2, 0.25, 0.3)
    """How far a row is moved up, in heights of cards: the heads of cards are up to a third of them."""
    min_share: float = 0.7
    """Share of its cards that must show print plainly there."""
    max_overlap: float = 0.1
    """Share of a card that may come to lie on cards of another row."""
    min_gain: float = 3.0
    """How many cards must show print plainly for each that did so, too, and lies where they do."""


HEIGHTS = HeightThresholds()


@dataclass(frozen=True, slots=True)
class ShiftThresholds:
    """Cards that were all found aside of where they lie (``shifts``)."""

    min_cards: int = 4
    """How many cards must lie side by side."""
    card_px: tuple[int, int] = (32, 44)
    """Width and height of the copy that ends are compared in."""
    blur_px: float = 1.2
    """Standard deviation of its blur: pictures differ in details anyway."""
    min_difference: float = 4.0
    """Least difference in Lab that passes for how cards differ."""
    most_odd: float = 3.0
    """How much more than that a column may count."""
    most: float = 0.5
    """How far cards may have been found aside, in card widths."""
    max_usual: float = 0.6
    """How odd what is a card's may be."""
    min_odd: float = 1.4
    """How odd what is no card's must be."""
    min_score: float = 0.12
    """How much odder than a card's what is no card's must be, times the share of a card that this is."""


SHIFTS = ShiftThresholds()
