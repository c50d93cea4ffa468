"""The stages of an inspection: draft, locked, revealed, amended; every way from one to the next stands here.

While a draft is open, shelves are laid and focuses chosen. Locked, nothing changes any more and the inspector counts
what everybody may see. Revealed, all focuses lie open. Amended, something is being mended after that, and the version
that was revealed is kept.
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
        """Whether shelves, tallies, categories and focuses may be written."""
        return self in (Stage.DRAFT, Stage.AMENDED)

    @property
    def shows_focuses(self) -> bool:
        """Whether every focus lies open."""
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
    # What was amended is closed again; another amendment keeps that version too.
    (Stage.AMENDED, Act.REVEAL): Stage.REVEALED,
}
_DONE = {Act.LOCK: Stage.LOCKED, Act.UNLOCK: Stage.DRAFT, Act.REVEAL: Stage.REVEALED, Act.AMEND: Stage.AMENDED}


class StageError(RuntimeError):
    """Raised when something is not done at this stage."""

    def __init__(self, stage: Stage, act: Act | None = None) -> None:
        self.stage = stage
        self.act = act
        """``None``: something was to be written."""
        super().__init__(f"an inspection that is {stage} takes no {act or 'entries'}")


def advance(stage: Stage, act: Act) -> Stage:
    """Return the stage that follows; the same again where the act is already done, as when a phone tries twice.

    Raises ``StageError`` where no way leads on.

    >>> advance(Stage.LOCKED, Act.REVEAL)
    <Stage.REVEALED: 'revealed'>
    """
    if stage is _DONE[act]:
        return stage
    if (stage, act) not in _WAYS:
        raise StageError(stage, act)
    return _WAYS[stage, act]
