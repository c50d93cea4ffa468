"""How a pen slips: what may have been meant where something else is written, and how likely that is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum

from ..categories import Category
from ..documents.paper_sheet import Cell, SheetLine
from ..sections.prominent_works import AWARDS


class Slip(StrEnum):
    """The plainest story of how one figure came to be written for another."""

    CARRIED = "carried"
    """A total that was added up rightly, from a line that was wrong."""
    LOOKALIKE = "lookalike"
    """One digit was read as another that looks like it."""
    SWAPPED = "swapped"
    """Two neighbouring digits changed places."""
    SIGN = "sign"
    """The minus was forgotten, or one too many was written."""
    WRONG_PLACE = "wrong-place"
    """The award of another place."""
    BY_ONE = "by-one"
    """Counted one too many, or one too few."""
    LINE_FORGOTTEN = "line-forgotten"
    """A total without one of its lines."""
    CARRY_LOST = "carry-lost"
    """A total that is ten short."""
    LINES_SWAPPED = "lines-swapped"
    """Two lines stand in each other's place."""
    SHARED_WRONGLY = "shared-wrongly"
    """An award that should have been shared by the tied, rounded up."""
    NEIGHBOR = "neighbor"
    """The figure of the column beside it."""
    BY_A_CARD = "by-a-card"
    """A card more or less was counted: two to four books."""
    ONE_DIGIT = "one-digit"
    """Some other digit is wrong, or missing, or too many."""
    WRONGLY_WORKED_OUT = "wrongly-worked-out"
    """A line that is worked out from others came out wrong."""
    OTHER = "other"
    """Nothing in the figures explains it."""


WEIGHTS = {
    Slip.CARRIED: 1.0,
    Slip.LOOKALIKE: 0.83,
    Slip.SWAPPED: 1.0,
    Slip.SIGN: 0.8,
    Slip.WRONG_PLACE: 0.29,
    Slip.LINE_FORGOTTEN: 1.0,
    Slip.CARRY_LOST: 1.0,
    Slip.LINES_SWAPPED: 1.0,
    Slip.SHARED_WRONGLY: 0.8,
    Slip.NEIGHBOR: 0.3,
    Slip.BY_A_CARD: 0.12,
    Slip.BY_ONE: 0.27,
    Slip.ONE_DIGIT: 0.03,
    Slip.WRONGLY_WORKED_OUT: 0.06,
    Slip.OTHER: 0.015,
}
"""How likely the slips are beside each other; only the order of repairs depends on it.

Fitted to 350 made slips of seven kinds (``bench/slips.py``), beginning with estimates from which they stray little: the
made slips say nothing of digits that look alike or of forgotten signs.
"""

MOST_DIGITS = 6
"""Longer figures are never a slip."""
_LOOKALIKES = {"4": "9", "9": "4", "1": "7", "7": "1", "3": "8", "8": "3", "5": "6", "6": "5"}


def find_slip(cell: Cell, written: int, meant: int, awards: Collection[int]) -> Slip:
    """Find the likeliest slip from what was meant to what is written; ``awards`` are all that the sheet gives.

    >>> find_slip(SheetLine.STABILITY, 9, 4, ()), find_slip(SheetLine.TOTAL, 34, 43, ())
    (<Slip.LOOKALIKE: 'lookalike'>, <Slip.SWAPPED: 'swapped'>)
    """
    if meant == -written:
        return Slip.SIGN
    if meant in _list_lookalikes(written):
        return Slip.LOOKALIKE
    if meant in _list_swapped(written):
        return Slip.SWAPPED
    if cell is SheetLine.PROMINENT and {written, meant} <= {0, *AWARDS, *awards}:
        return Slip.WRONG_PLACE
    if abs(written - meant) == 1:
        return Slip.BY_ONE
    if _is_one_digit_away(written, meant):
        return Slip.ONE_DIGIT
    if isinstance(cell, Category) or cell is SheetLine.STABILITY:
        return Slip.OTHER
    return Slip.WRONGLY_WORKED_OUT


def list_readings(written: int) -> frozenset[int]:
    """List what a count may have been meant to be: the likely slips that anything can suffer."""
    readings = {written - 1, written + 1, *_list_lookalikes(written), *_list_swapped(written)}
    return frozenset(reading for reading in readings if reading >= 0)


def _list_lookalikes(written: int) -> Iterator[int]:
    sign, digits = _take_apart(written)
    for place, digit in enumerate(digits):
        if digit in _LOOKALIKES:
            yield sign * int(digits[:place] + _LOOKALIKES[digit] + digits[place + 1 :])


def _list_swapped(written: int) -> Iterator[int]:
    sign, digits = _take_apart(written)
    for place in range(len(digits) - 1):
        yield sign * int(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])


def _is_one_digit_away(written: int, meant: int) -> bool:
    (sign, digits), (other_sign, others) = _take_apart(written), _take_apart(meant)
    if sign != other_sign or not digits or not others:
        return False
    if len(digits) == len(others):
        return sum(mine != theirs for mine, theirs in zip(digits, others, strict=True)) == 1
    longer, shorter = sorted((digits, others), key=len, reverse=True)
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))


def _take_apart(figure: int) -> tuple[int, str]:
    """Return sign and digits; no digits for a figure far beyond the game, of which nothing was meant."""
    return (-1 if figure < 0 else 1), str(abs(figure)) if abs(figure) < 10**MOST_DIGITS else ""
