"""The steps of the walk, in the order of the form, and which of them are open to a phone."""

from __future__ import annotations

from enum import StrEnum

from ...scoring.categories import Category
from ...scoring.scorecard import Scorecard
from ...scoring.sections import Section
from ...store.tables.stages import Stage
from ..access.seeing import SeenDraft


class Step(StrEnum):
    """A step of the walk; its name is used in URLs and stored with the inspection."""

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
        """The section of the form that it fills in; ``None`` once the form is complete."""
        if self in (Step.TIEBREAK, Step.PROCLAIM):
            return None
        return Section.TOTAL if self is Step.TOTAL else Section(self.value[:2])

    @property
    def category(self) -> Category | None:
        """The category that is called, in A2."""
        return Category(self.value[-1]) if self.section is Section.A2 else None

    @property
    def is_sealed(self) -> bool:
        """Whether it shows anything that depends on a focus."""
        return STEPS.index(self) >= STEPS.index(Step.B5)


STEPS = tuple(Step)


class SealedStepError(LookupError):
    """Raised when a step is requested that is not open to this phone yet."""


def find_step(text: str) -> Step:
    """Return the step with a name; raise ``LookupError`` for any other text."""
    try:
        return Step(text)
    except ValueError:
        raise LookupError(f"no step {text!r}") from None


def list_steps(card: Scorecard | None) -> tuple[Step, ...]:
    """List the steps of an inspection; the tiebreak is one only if first place is tied on points.

    ``None`` stands for a scorecard that is not open yet: whether there will be a tie is part of the secret.
    """
    return tuple(step for step in STEPS if step is not Step.TIEBREAK or (card is not None and has_tie(card)))


def has_tie(card: Scorecard) -> bool:
    """Whether first place is tied on points; a solo game has no places."""
    best = max(player.figures.total for player in card.players)
    return card.library is None and sum(player.figures.total == best for player in card.players) > 1


def find_inspector(draft: SeenDraft) -> Step | None:
    """Return the inspector's current step; ``None`` while nobody leads a walk.

    A table that was locked begins with A1; if the focuses were revealed without a walk, the inspector is at its end.
    """
    if not draft.is_hosted or draft.stage is Stage.DRAFT:
        return None
    if draft.step:
        return find_step(draft.step)
    return Step.PROCLAIM if draft.stage.shows_focuses else Step.A1


def find_reach(draft: SeenDraft, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """List the steps that a phone may view on its own: as far as the inspector has come, or all after the reveal."""
    if draft.role.sees_all:
        return steps
    inspector = find_inspector(draft)
    if inspector is None:
        return ()
    walked = STEPS[: STEPS.index(inspector) + 1]
    return tuple(step for step in steps if step in walked and not step.is_sealed)
