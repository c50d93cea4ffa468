"""A table as pages read and write it: plain values, and the errors for what is refused."""

from __future__ import annotations

from ...store.tables.drafts import Details, Draft, Kind, LibraryDraft, MissingError, SeatDraft, Table, TypedTally
from ...store.tables.queries import ConflictError
from ...store.tables.stages import Act, Stage, StageError

__all__ = [
    "Act",
    "ConflictError",
    "Details",
    "Draft",
    "Kind",
    "LibraryDraft",
    "MissingError",
    "SeatDraft",
    "Stage",
    "StageError",
    "Table",
    "TypedTally",
]
