"""The inspections behind the statistics: those whose scorecard the viewer may see."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from ...store.tables.outlines import list_outlines, read_drafts
from ..access.roles import Viewer
from ..access.seeing import SeenDraft, see_draft
from ..houses.reach import Reach
from .results import ResultCache, Sitting

MOST_INSPECTIONS = 5000
"""More than one game a day for thirteen years; beyond that, those changed last count."""


def recall_sittings(results: ResultCache, viewer: Viewer, reach: Reach, now: datetime.datetime) -> tuple[Sitting, ...]:
    """List the sittings of those inspections within the viewer's reach, the oldest first.

    What is in ``results`` is not read and scored again.
    """
    return _recall(results, _list_outlines(viewer, reach, now), viewer, now)


def recall_own_sittings(
    results: ResultCache, viewer: Viewer, reach: Reach, own_reach: Reach, now: datetime.datetime
) -> tuple[Sitting, ...]:
    """List the sittings of the phone's own: of those that it has a part in, that its houses gather, or without a host.

    What the open house gathers of others is not its own.
    """
    own = {outline.slug: outline for outline in _list_outlines(viewer, own_reach, now)}
    own |= {outline.slug: outline for outline in _list_outlines(viewer, reach, now) if outline.role.is_seated}
    return _recall(results, own.values(), viewer, now)


def _list_outlines(viewer: Viewer, reach: Reach, now: datetime.datetime) -> Iterable[SeenDraft]:
    return (see_draft(outline, viewer, now) for outline in list_outlines(MOST_INSPECTIONS, reach))


def _recall(
    results: ResultCache, outlines: Iterable[SeenDraft], viewer: Viewer, now: datetime.datetime
) -> tuple[Sitting, ...]:
    def read(slugs: Sequence[str]) -> Iterable[SeenDraft]:
        return (see_draft(draft, viewer, now) for draft in read_drafts(slugs))

    return results.recall(outlines, read)
