"""The particulars of an inspection, which can be edited at any stage."""

from __future__ import annotations

import datetime
from dataclasses import fields

from ...store.tables import queries
from ...store.tables.drafts import Details
from ...store.tables.particulars import Particulars, write_particulars

__all__ = ["Particulars", "mend_particulars", "read_particulars"]


def read_particulars(details: Details) -> Particulars:
    """Return the part of the form's header that no figure depends on."""
    return Particulars(**{field.name: getattr(details, field.name) for field in fields(Particulars)})


def mend_particulars(slug: str, particulars: Particulars, version: int | None, now: datetime.datetime) -> None:
    """Store the particulars if they differ: pressing the button twice is not a conflict.

    ``version`` is that of the head which the writer saw; raises ``ConflictError`` where it has been changed since,
    and ``MissingError`` for no inspection.
    """
    if particulars != read_particulars(queries.find_draft(slug).details):
        write_particulars(slug, particulars, now, version)
