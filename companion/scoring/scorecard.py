"""The scorecard: every figure of the form with its reason, the places, and what decided the first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .categories import Category, Tally
from .checks.findings import Finding
from .decisions.decision import DecidedLine, TitleDecision
from .inspection import Inspection
from .sections.alphabetical_order import OrderCheck
from .sections.banned_books import Penalty
from .sections.categorical_variety import Variety
from .sections.library_focus import FocusBonus
from .sections.prominent_works import Award
from .sections.shelf_stability import Stability
from .shelf import Shelf

Line = Stability | Award | Penalty | Variety | FocusBonus
"""A line of section B: ``section``, ``points`` and the reason."""


class Tiebreak(StrEnum):
    """The step that decided the first place, or the one that waits for the table."""

    BOOKS = "books"
    HAND = "hand"
    BANNED = "banned"
    READING = "reading"
    SHARED = "shared"
    UNDECIDED = "undecided"


class Ruling(StrEnum):
    """Points where the rulebooks are silent or part ways, and where our reading changed this very score.

    Each has its entry, under this name, in ``docs/rulings.md``.
    """

    ZERO_PROMINENT_PLACED = "zero-prominent-placed"
    """A librarian without a prominent book was given an award."""
    WHOLE_TIE_POOLED = "whole-tie-pooled"
    """Three or more shared a place and the awards of all of them were pooled, not of two."""
    ENTOMBED_WITHOUT_RECTANGLE = "entombed-without-rectangle"
    """Entombed cards paid although there is no rectangle to add them to."""
    ENTOMBED_UNDER_FLIPPED = "entombed-under-flipped"
    """A card paid that is entombed under one that lies face down."""
    STACK_IS_ONE_PLACE = "stack-is-one-place"
    """A rectangle counted an entombed card and the one on it as one place, not as two cards."""
    SCARCEST_SCORED_ONCE = "scarcest-scored-once"
    """Several categories are level for the scarcest, and only one of them paid."""
    LETTERS_BY_EDITION = "letters-by-edition"
    """With another order of the edition's own letters, the check would have turned other cards."""
    ANY_CARD_MAY_BE_TURNED = "any-card-may-be-turned"
    """A card lies face down that stands rightly, in an edition that lets players turn only wrongly filed ones."""
    FACE_UP_BOOKS_BREAK_TIES = "face-up-books-break-ties"
    """Players are tied on points, and books on cards face down, which do not count, would place them otherwise."""
    SECOND_STEP_INFERRED = "second-step-inferred"
    """A tie was broken by a step that our text of the edition's rulebook has lost."""
    LAST_STEP_BY_EDITION = "last-step-by-edition"
    """The tie outlasted all figures: editions differ in what comes then."""


@dataclass(frozen=True, slots=True)
class Figures:
    """One column of the form: the tally of A2 and the five lines of section B."""

    focus: Category
    tally: Tally
    stability: Stability
    award: Award
    penalty: Penalty
    variety: Variety
    focus_bonus: FocusBonus

    @property
    def lines(self) -> tuple[Line, ...]:
        """B1 to B5 in order."""
        return self.stability, self.award, self.penalty, self.variety, self.focus_bonus

    @property
    def total(self) -> int:
        """The sum of section B; it may be negative, nothing floors it."""
        return sum(line.points for line in self.lines)

    @property
    def books(self) -> int:
        """All books face up."""
        return self.tally.books


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A librarian's column, with what A1 did to the shelf."""

    name: str
    order: OrderCheck | None
    """``None`` where the shelf was counted on paper."""
    figures: Figures
    hand: int | None
    place: int
    """A competition rank (1, 2, 2, 4) after the tiebreaks; 1 in a solo game."""

    @property
    def shelf(self) -> Shelf | None:
        """The shelf after the check."""
        return self.order.shelf if self.order else None


@dataclass(frozen=True, slots=True)
class DeclaredColumn:
    """One column with what the table decided in it, and what follows from that by the rules."""

    name: str | None
    """``None`` for the public library."""
    flipped: int | None
    """A1; ``None`` where nobody checked a shelf."""
    tally: Tally
    points: tuple[int, ...]
    """B1 to B5."""
    total: int
    place: int | None
    """``None`` in a solo game."""
    decided: frozenset[DecidedLine]


@dataclass(frozen=True, slots=True)
class Declared:
    """What stands by the table's own word, beside what the rules say."""

    columns: tuple[DeclaredColumn, ...]
    """Those of the players, then the public library's in a solo game."""
    winners: tuple[str, ...]
    """Who holds the title, or those who still contest it; solo: who is granted the license, if it is."""
    tiebreak: Tiebreak | None
    """The step that decided the first place by the table's figures; ``None`` where the table named the winners."""
    is_settled: bool
    """Whether nobody contests the title."""


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The whole form, counted."""

    inspection: Inspection
    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...] = ()
    """The Grand Librarian, or those who still share or contest the title; empty in a solo game."""
    tiebreak: Tiebreak | None = None
    library: Figures | None = None
    """The public library's column in a solo game."""
    won: bool | None = None
    """Solo: whether the licence is granted."""
    rulings: tuple[Ruling, ...] = ()
    findings: tuple[Finding, ...] = ()
    """Warnings that only the scoring could give."""
    declared: Declared | None = None
    """``None`` where the table has decided nothing itself."""

    @property
    def named(self) -> tuple[str, ...]:
        """Who holds the title by the rules, alone or shared; nobody while it is contested, or in a solo game."""
        is_settled = self.library is None and (len(self.winners) == 1 or self.tiebreak is Tiebreak.SHARED)
        return self.winners if is_settled else ()

    @property
    def titled_by_rules(self) -> tuple[str, ...]:
        """Who holds the title by the rules, or in a solo game who is granted the license."""
        return self.named if self.library is None else tuple(player.name for player in self.players if self.won)

    @property
    def titled(self) -> tuple[str, ...]:
        """Who holds the title, or the license: by the table's own word where it has one."""
        if self.declared is None:
            return self.titled_by_rules
        return self.declared.winners if self.declared.is_settled else ()

    @property
    def is_titled_by_table(self) -> bool:
        """Whether the table's own word, and not the rules alone, says who holds the title, or whether nobody does.

        It does not where the table's figures leave the rules' winner as it is, or the title contested.
        """
        if self.declared is None or not self.declared.is_settled:
            return False
        names_holders = any(isinstance(decision, TitleDecision) for decision in self.inspection.decisions)
        return names_holders or set(self.titled) != set(self.titled_by_rules)

    @property
    def is_granted(self) -> bool | None:
        """Solo: whether the license is granted, by the table's own word where it has one; else ``None``."""
        return None if self.library is None else bool(self.titled)
