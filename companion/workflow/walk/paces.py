"""How quickly a table walks: every step by itself, those that go together on one page, or straight to the result.

A pace changes what is shown at once, never what is counted or asked: the stored step is always one of ``steps``, so the
pace can be changed wherever the inspector is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...scoring.scorecard import Scorecard
from ...scoring.sections import Section
from ..access.seeing import SeenDraft
from .steps import STEPS, Step, find_inspector


class Pace(StrEnum):
    """How many steps are taken at once."""

    CEREMONY = "ceremony"
    """Every step by itself; no A1 where no shelf was laid."""
    BRISK = "brisk"
    """A2 on one page, then B1 to B4, then the focuses and the total; no A1 that turns nothing."""
    RESULT = "result"
    """The focuses, then the result."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Steps that are shown at once, in their order."""

    step: Step
    """The one that stands for them, in URLs and where it is stored."""
    steps: tuple[Step, ...]

    @property
    def last(self) -> Step:
        """The step as far as which the form is filled in."""
        return self.steps[-1]

    @property
    def is_together(self) -> bool:
        """Whether it fills in several rows before the reveal."""
        return len(self.steps) > 1 and not self.step.is_sealed


_TALLY = Stretch(Step.A2_S, tuple(step for step in STEPS if step.section is Section.A2))
_OPEN_LINES = Stretch(Step.B4, (Step.B1, Step.B2, Step.B3, Step.B4))
_REVEAL = Stretch(Step.B5, (Step.B5, Step.TOTAL))


def find_pace(draft: SeenDraft, step: Step | None) -> Pace:
    """Return the pace at which a page shows the walk; ``step`` is the one that is looked at alone.

    Whoever walks through it afterward, alone, is in no hurry.
    """
    inspector = find_inspector(draft)
    is_over = inspector in (None, Step.PROCLAIM)
    return Pace.CEREMONY if step is not None and is_over else read_pace(draft.pace)


def read_pace(text: str) -> Pace:
    """Return the pace with a name; raise ``LookupError`` for any other text."""
    try:
        return Pace(text)
    except ValueError:
        raise LookupError(f"expected a pace ({', '.join(Pace)}), found {text!r}") from None


def find_first(pace: Pace, card: Scorecard | None) -> Step:
    """Return the step with which a walk begins; ``None`` stands for an inspection that cannot be counted."""
    if card is None:
        return Step.A1
    return next(_combine(STEPS, pace, card)).step


def checks_shelves(card: Scorecard) -> bool:
    """Whether there is a shelf for A1 to check: what was counted on paper was checked there."""
    return any(player.order for player in card.players)


def turns_cards(card: Scorecard) -> bool:
    """Whether A1 turns any card."""
    return any(player.order.flips for player in card.players if player.order)


def list_stretches(steps: Sequence[Step], pace: Pace, card: Scorecard, here: Step) -> tuple[Stretch, ...]:
    """List what is shown at once at a pace, of the ``steps`` there are.

    A step that the pace passes over has a stretch of its own while the inspector, or whoever looks at it alone, is
    ``here``: the pace may just have been changed.
    """
    stretches = list(_combine(steps, pace, card))
    if not any(here in stretch.steps for stretch in stretches):
        stretches.append(Stretch(here, (here,)))
        stretches.sort(key=lambda stretch: STEPS.index(stretch.step))
    return tuple(stretches)


def _combine(steps: Sequence[Step], pace: Pace, card: Scorecard) -> Iterator[Stretch]:
    end = tuple(step for step in steps if step.section is None)
    match pace:
        case Pace.CEREMONY:
            yield from (Stretch(step, (step,)) for step in steps if step is not Step.A1 or checks_shelves(card))
        case Pace.BRISK:
            if turns_cards(card):
                yield Stretch(Step.A1, (Step.A1,))
            yield from (_TALLY, _OPEN_LINES, _REVEAL)
            yield from (Stretch(step, (step,)) for step in end)
        case Pace.RESULT:
            yield from (_REVEAL, Stretch(Step.PROCLAIM, end))
