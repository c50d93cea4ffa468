"""Decisions of a table: a figure, or the title, with a reason and the name of whoever decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ..categories import CATEGORIES, Category


class DecidedLine(StrEnum):
    """The figures of a column that a table may decide, under their names in documents, in the order of the form."""

    FLIPPED = "flipped"
    """A1: how many cards the check turned. Nothing follows from it: what then lies face up is said in A2."""
    CORRUPTED_CODICES = "C"
    FANTASTICAL_FICTIONS = "F"
    HISTORIC_VOLUMES = "H"
    MONSTER_MANUALS = "M"
    REFERENCE_TEXTS = "R"
    SPELLS_AND_POTIONS = "S"
    STABILITY = "stability"
    PROMINENT = "prominent"
    BANNED = "banned"
    VARIETY = "variety"
    FOCUS_BONUS = "focus_bonus"
    TOTAL = "total"

    @property
    def category(self) -> Category | None:
        """The row of A2 that it is, if it is one."""
        return Category(self.value) if self.value in CATEGORIES else None

    @property
    def may_be_negative(self) -> bool:
        """Whether less than nothing makes sense."""
        return self in (DecidedLine.BANNED, DecidedLine.TOTAL)


POINT_LINES = (
    DecidedLine.STABILITY,
    DecidedLine.PROMINENT,
    DecidedLine.BANNED,
    DecidedLine.VARIETY,
    DecidedLine.FOCUS_BONUS,
)
"""B1 to B5."""
LIBRARY_LINES = tuple(line for line in DecidedLine if line not in (DecidedLine.FLIPPED, DecidedLine.STABILITY))
"""The public library's cards are neither checked nor stacked (002:666, 674)."""


@dataclass(frozen=True, slots=True)
class FigureDecision:
    """One figure of one column."""

    player: str | None
    """``None`` for the public library."""
    line: DecidedLine
    points: int
    reason: str
    by: str
    """The name of whoever decided."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Unknown keys of the document: kept, never used."""


@dataclass(frozen=True, slots=True)
class TitleDecision:
    """Who holds the title of Grand Librarian, or in a solo game the license."""

    winners: tuple[str, ...]
    """Nobody, where it is empty."""
    reason: str
    by: str
    extra: Mapping[str, object] = field(default_factory=dict)


Decision = FigureDecision | TitleDecision
