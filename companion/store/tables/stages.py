"""The stages of an inspection: draft, locked, revealed, amended, and every transition between them.

In a draft, shelves are entered and focuses chosen. Once locked, nothing changes anymore, and the inspector counts what
everyone may see. Once revealed, all focuses are open. Amended means that something is being corrected after that; the
version that was revealed is kept.
"""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """How far an inspection has come."""

    DRAFT = "draft"
    LOCKED = "locked"
    REVEALED = "revealed"
    AMENDED = "amended"

    @property
    def takes_entries(self) -> bool:
        """Whether shelves, tallies, categories, and focuses may be written."""
        return self in (Stage.DRAFT, Stage.AMENDED)

    @property
    def shows_focuses(self) -> bool:
        """Whether every focus is open."""
        return self in (Stage.REVEALED, Stage.AMENDED)


class Act(StrEnum):
    """What moves an inspection on."""

    LOCK = "lock"
    UNLOCK = "unlock"
    REVEAL = "reveal"
    AMEND = "amend"


_WAYS = {
    (Stage.DRAFT, Act.LOCK): Stage.LOCKED,
    (Stage.LOCKED, Act.UNLOCK): Stage.DRAFT,
    (Stage.LOCKED, Act.REVEAL): Stage.REVEALED,
    (Stage.REVEALED, Act.AMEND): Stage.AMENDED,
    # An amendment is closed again; another amendment keeps that version too.
    (Stage.AMENDED, Act.REVEAL): Stage.REVEALED,
}
_DONE = {Act.LOCK: Stage.LOCKED, Act.UNLOCK: Stage.DRAFT, Act.REVEAL: Stage.REVEALED, Act.AMEND: Stage.AMENDED}


class StageError(RuntimeError):
    """Raised when something is not done at this stage."""

    def __init__(self, stage: Stage, act: Act | None = None) -> None:
        self.stage = stage
        self.act = act
        """``None`` for an attempt to write an entry."""
        super().__init__(f"an inspection that is {stage} takes no {act or 'entries'}")


def advance(stage: Stage, act: Act) -> Stage:
    """Return the stage that follows; the same stage if the act is already done, as when a phone tries twice.

    Raises ``StageError`` if there is no such transition.

    >>> advance(Stage.LOCKED, Act.REVEAL)
    <Stage.REVEALED: 'revealed'>
    """
    if stage is _DONE[act]:
        return stage
    if (stage, act) not in _WAYS:
        raise StageError(stage, act)
    return _WAYS[stage, act]
