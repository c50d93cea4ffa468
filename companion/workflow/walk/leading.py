"""The inspector leads the walk from step to step and reveals the focuses on the way."""

from __future__ import annotations

import datetime

from ...store.tables import queries, seats
from ...store.tables.stages import Stage
from ..tables.stages import reveal
from .paces import Pace
from .steps import Step


def lead_to(slug: str, step: Step, language: str, now: datetime.datetime, pace: Pace | None = None) -> None:
    """Let the inspector go to a step, at another pace if one is given.

    Going to the focuses of a locked table reveals them all.

    Raises ``StageError`` for a draft: while shelves are being laid nobody walks.
    """
    if step.is_sealed and queries.find_draft(slug).stage is Stage.LOCKED:
        reveal(slug, language, now)
    seats.write_step(slug, step.value, now, pace.value if pace else None)
