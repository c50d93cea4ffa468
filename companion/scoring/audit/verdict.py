"""What is found about one line of a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..scorecard import Line


class Reason(StrEnum):
    """Why a line cannot be right."""

    NO_SUCH_STABILITY = "no-such-stability"
    LIBRARY_HAS_NO_SHELF = "library-has-no-shelf"
    WORKED_OUT = "worked-out"
    """The tally says otherwise."""
    ODD_FOCUS_BONUS = "odd-focus-bonus"
    NO_ROW_FOR_FOCUS = "no-row-for-focus"
    """The focus is not known, and no row that it could be has so many books."""
    FOCUS_DEALT_ELSEWHERE = "focus-dealt-elsewhere"
    """There is such a row, but another column needs it."""
    SUM = "sum"
    """The lines add up to something else."""
    SUM_OF_NOTHING = "sum-of-nothing"
    """Lines are missing or in doubt, and nothing that they might be adds up to it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one line may be."""

    possible: tuple[int, ...]
    """What the sheet allows it to be; nothing where it does not say."""
    reason: Reason = Reason.WORKED_OUT
    """Why it is wrong if it is anything else."""
    worked_out: Line | None = None

    @property
    def expected(self) -> int | None:
        """What it should be, if there is only one possibility."""
        return self.possible[0] if len(self.possible) == 1 else None
