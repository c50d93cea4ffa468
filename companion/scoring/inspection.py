"""An inspection: everything that the form asks for, and the scoring of it from A1 to the Grand Librarian."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .categories import Category, Tally
from .decisions.decision import Decision
from .editions import Edition
from .shelf import Shelf


class Form(StrEnum):
    """The two official forms."""

    B_7C = "B-7c"
    """Two to four librarians."""
    S_42A = "S-42A"
    """One librarian against the public library."""


@dataclass(frozen=True, slots=True)
class CountedShelf:
    """A shelf that was counted on paper: A2's six figures after the check, and B1 with its entombed cards."""

    tally: Tally
    stability: int


@dataclass(frozen=True, slots=True)
class Player:
    """A librarian: a shelf to be inspected or one already counted, and the secret focus."""

    name: str
    focus: Category
    holding: Shelf | CountedShelf
    hand: int | None = None
    """Cards left in hand, where that was asked."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Unknown keys of the document: kept, never used."""


@dataclass(frozen=True, slots=True)
class Library:
    """The public library of S-42A: the whole discard pile, counted."""

    focus: Category
    tally: Tally
    discards: Shelf | None = None
    """The pile card by card, where it was given so."""
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Inspection:
    """One filled-in form before anybody has counted anything."""

    form: Form
    edition: Edition
    prominent: Category
    banned: Category
    players: tuple[Player, ...]
    library: Library | None = None
    date: datetime.date | None = None
    place: str = ""
    remarks: str = ""
    inspector: str = ""
    difficulty: int | None = None
    """Solo: 1 to 7, the discards a round (002:626-632)."""
    long_game: bool = False
    reading_winner: str | None = None
    """Who of those tied at the last step was first to finish reading a book."""
    decisions: tuple[Decision, ...] = ()
    """What the table decided itself; the figures and winners of a scorecard are the rules' all the same."""
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_solo(self) -> bool:
        """Whether one librarian stands against the public library."""
        return self.form is Form.S_42A
