"""The particulars of an inspection: when, where, by whom, and what is to be remembered of it."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass

from ..database import writing
from .queries import ConflictError
from .rows import lock_row, to_draft, touch


@dataclass(frozen=True, slots=True)
class Particulars:
    """The part of the head of the form on which no figure depends, as typed."""

    date: str
    place: str
    inspector: str
    remarks: str


def write_particulars(slug: str, particulars: Particulars, now: datetime.datetime, version: int | None = None) -> None:
    """Keep the particulars, whatever the stage: the remark is often written when all is over.

    ``version`` is that of the head which the writer saw; raises ``ConflictError`` where it has been changed since,
    and ``LookupError`` for no inspection.
    """
    with writing() as session:
        row = lock_row(session, slug)
        if version is not None and version != row.head_version:
            raise ConflictError(to_draft(row))
        row.head_version += 1
        for name, value in asdict(particulars).items():
            setattr(row, name, value)
        touch(row, now)
