"""The inspections behind the statistics: those whose scorecard the viewer may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...store.tables.drafts import Draft
from ...store.tables.outlines import list_outlines, read_drafts
from ..access.secrecy import Viewer, mask_draft
from .results import ResultCache, Sitting

MOST_INSPECTIONS = 5000
"""More than one game a day for thirteen years; beyond that, those changed last count."""


def recall_sittings(results: ResultCache, viewer: Viewer) -> tuple[Sitting, ...]:
    """List the sittings of those inspections, the oldest first; what is in ``results`` is not read and scored again."""

    def read(slugs: Sequence[str]) -> Iterable[Draft]:
        return (mask_draft(draft, viewer) for draft in read_drafts(slugs))

    return results.recall((mask_draft(outline, viewer) for outline in list_outlines(MOST_INSPECTIONS)), read)
