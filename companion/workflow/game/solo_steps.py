"""The walk through a solo game: one question a page, each with an address of its own, so that Back is the step before.

The round that is stored says how far the game has come: what is shown later stays closed until then.
"""

from __future__ import annotations

from enum import StrEnum

from ...scoring.inspection import Form
from ...scoring.solo_rounds import LAST_ROUND
from ..access.seeing import SeenDraft
from ..tables.drafts import Stage


class SoloStep(StrEnum):
    """A step, by the name in its address, in the order of the walk."""

    DIFFICULTY = "difficulty"
    CARDS = "cards"
    SETUP = "setup"
    ROUND_1 = "round-1"
    ROUND_2 = "round-2"
    ROUND_3 = "round-3"
    ROUND_4 = "round-4"
    ROUND_5 = "round-5"

    @property
    def number(self) -> int:
        """The number of the round; 0 before the first."""
        return max(0, _ORDER.index(self) - _ORDER.index(SoloStep.SETUP))

    @property
    def before(self) -> SoloStep | None:
        """The step before, if there is one."""
        place = _ORDER.index(self)
        return _ORDER[place - 1] if place else None

    @property
    def after(self) -> SoloStep | None:
        """The next step; ``None`` after the last round, where the counting begins."""
        return _ORDER[_ORDER.index(self) + 1] if self.number < LAST_ROUND else None


_ORDER = tuple(SoloStep)


def find_round(number: int) -> SoloStep:
    """Return the step of a round; that of the setup for 0, before the first."""
    return _ORDER[_ORDER.index(SoloStep.SETUP) + number]


def find_current(draft: SeenDraft) -> SoloStep:
    """Return the step that a game has come to: before its first round, the first question without an answer."""
    if draft.game_round:
        return find_round(draft.game_round)
    if not draft.details.difficulty:
        return SoloStep.DIFFICULTY
    has_cards = draft.details.prominent or draft.details.banned or draft.is_dealt
    return SoloStep.SETUP if has_cards else SoloStep.CARDS


def is_over(draft: SeenDraft) -> bool:
    """Whether a game has come to its last round and waits for shelf and pile."""
    is_last = draft.details.form == Form.S_42A and draft.game_round == LAST_ROUND
    return is_last and draft.stage is Stage.DRAFT


def is_open(draft: SeenDraft, step: SoloStep) -> bool:
    """Whether a game has come to a step: all before the first round are always open."""
    return step.number <= draft.game_round
