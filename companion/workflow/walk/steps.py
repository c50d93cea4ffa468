"""The steps of the inspection as a walk, in the order of the form, and which of them lie open to a phone."""

from __future__ import annotations

from enum import StrEnum

from ...scoring.categories import Category
from ...scoring.scorecard import Scorecard
from ...scoring.sections import Section
from ...store.tables.drafts import Draft
from ...store.tables.stages import Stage
from ..access.secrecy import Role


class Step(StrEnum):
    """A step of the walk; its name stands in addresses and with the inspection."""

    A1 = "A1"
    A2_C = "A2-C"
    A2_F = "A2-F"
    A2_H = "A2-H"
    A2_M = "A2-M"
    A2_R = "A2-R"
    A2_S = "A2-S"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    TOTAL = "TOTAL"
    TIEBREAK = "TIEBREAK"
    PROCLAIM = "PROCLAIM"

    @property
    def section(self) -> Section | None:
        """The section of the form that is filled in; ``None`` once the form is full."""
        if self in (Step.TIEBREAK, Step.PROCLAIM):
            return None
        return Section.TOTAL if self is Step.TOTAL else Section(self.value[:2])

    @property
    def category(self) -> Category | None:
        """The category that is called, in A2."""
        return Category(self.value[-1]) if self.section is Section.A2 else None

    @property
    def is_sealed(self) -> bool:
        """Whether it shows what depends on a focus."""
        return STEPS.index(self) >= STEPS.index(Step.B5)


STEPS = tuple(Step)


class SealedStepError(LookupError):
    """Raised when a step is asked for that is not open to this phone yet."""


def find_step(text: str) -> Step:
    """Return the step of a name; raise ``LookupError`` for another text."""
    try:
        return Step(text)
    except ValueError:
        raise LookupError(f"no step {text!r}") from None


def list_steps(card: Scorecard | None) -> tuple[Step, ...]:
    """List the steps of this evening; the tiebreak is one only where the points at the top are equal.

    ``None`` stands for a scorecard that is not open yet: whether there will be a tie is part of the secret.
    """
    return tuple(step for step in STEPS if step is not Step.TIEBREAK or (card is not None and has_tie(card)))


def has_tie(card: Scorecard) -> bool:
    """Whether the first place is tied on points; a solo game has no places."""
    best = max(player.figures.total for player in card.players)
    return card.library is None and sum(player.figures.total == best for player in card.players) > 1


def find_inspector(draft: Draft) -> Step | None:
    """Return the step at which the inspector stands; ``None`` while nobody leads a walk.

    Focuses that were turned over without a walk leave the inspector at its end.
    """
    if not draft.host or draft.stage is Stage.DRAFT:
        return None
    if draft.step:
        return find_step(draft.step)
    return Step.PROCLAIM if draft.stage.shows_focuses else None


def is_about_to_begin(draft: Draft) -> bool:
    """Whether all shelves are locked and the inspector has not begun."""
    return draft.stage is Stage.LOCKED and not draft.step


def find_reach(draft: Draft, role: Role, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """List the steps that a phone may look at by itself: as far as the inspector has come, or all once all is open."""
    if role.sees_all:
        return steps
    inspector = find_inspector(draft)
    if inspector is None:
        return ()
    walked = STEPS[: STEPS.index(inspector) + 1]
    return tuple(step for step in steps if step in walked and not step.is_sealed)
