"""The particulars of an inspection: when, where, by whom, and remarks; and how its form was last drawn."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass

from ..database import writing
from .queries import ConflictError
from .rows import lock_row, touch


@dataclass(frozen=True, slots=True)
class Particulars:
    """The part of the form's header that no figure depends on, as typed."""

    date: str
    place: str
    inspector: str
    remarks: str


def write_particulars(slug: str, particulars: Particulars, now: datetime.datetime, version: int | None = None) -> None:
    """Store the particulars at any stage: remarks are often written when everything is over.

    ``version`` is the header version that the writer saw; raises ``ConflictError`` if it has changed since, and
    ``LookupError`` if there is no such inspection.
    """
    with writing() as session:
        row = lock_row(session, slug)
        if version is not None and version != row.head_version:
            raise ConflictError
        row.head_version += 1
        for name, value in asdict(particulars).items():
            setattr(row, name, value)
        touch(row, now)


def write_sheet(slug: str, language: str, paper: str) -> None:
    """Remember the language and paper with which the form was last drawn; this does not change the inspection."""
    with writing() as session:
        row = lock_row(session, slug)
        row.sheet_language, row.sheet_paper = language, paper
