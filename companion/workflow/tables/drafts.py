"""A table as pages read and write it: plain values, and the errors for what is refused."""

from __future__ import annotations

from ...store.tables.drafts import Details, Kind, LibraryEntry, MissingError, SeatEntry, Table, TypedTally
from ...store.tables.queries import ConflictError
from ...store.tables.stages import Act, Stage, StageError

__all__ = [
    "Act",
    "ConflictError",
    "Details",
    "Kind",
    "LibraryEntry",
    "MissingError",
    "SeatEntry",
    "Stage",
    "StageError",
    "Table",
    "TypedTally",
]
