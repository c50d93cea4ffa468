"""The inspector leads the walk from step to step and reveals the focuses on the way."""

from __future__ import annotations

import datetime

from ...store.tables import queries, seats
from ...store.tables.stages import Stage
from ..access.roles import Viewer
from ..access.seeing import see_draft
from ..tables.stages import lock, reveal
from .paces import Pace, find_pace
from .steps import Step
from .views import find_beginning


def begin(slug: str, viewer: Viewer, language: str, now: datetime.datetime) -> tuple[str, ...]:
    """Lock a table and let the inspector begin with its first step; return what prevents it, or nothing on success.

    What has begun goes on where it is.
    """
    if obstacles := lock(slug, language, now):
        return obstacles
    draft = see_draft(queries.find_draft(slug), viewer, now)
    if draft.stage is Stage.LOCKED and not draft.step:
        step = find_beginning(draft, find_pace(draft, None))
        # A table that was hurried once and reopened has not asked to reveal everything yet.
        seats.write_step(slug, (Step.A1 if step.is_sealed else step).value, now)
    return ()


def end(slug: str, language: str, now: datetime.datetime) -> tuple[str, ...]:
    """Reveal all focuses at once; return what prevents it, or nothing on success. A walk that had begun is over."""
    if obstacles := reveal(slug, language, now):
        return obstacles
    step = queries.find_draft(slug).step
    if step and not Step(step).is_sealed:
        seats.write_step(slug, Step.PROCLAIM.value, now)
    return ()


def lead_to(slug: str, step: Step, language: str, now: datetime.datetime, pace: Pace | None = None) -> None:
    """Let the inspector go to a step, at another pace if one is given.

    Going to the focuses of a locked table reveals them all.

    Raises ``StageError`` for a draft: while shelves are being laid nobody walks.
    """
    if step.is_sealed and queries.find_draft(slug).stage is Stage.LOCKED:
        reveal(slug, language, now)
    seats.write_step(slug, step.value, now, pace.value if pace else None)
