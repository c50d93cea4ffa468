"""What all rows have in common: named constraints, timestamps in UTC, and text as it was typed."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, MetaData, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Every constraint has a name, so that a later migration can find it on SQLite too."""


class UtcDateTime(TypeDecorator[datetime.datetime]):
    """An aware timestamp. SQLite drops the time zone, so UTC is added back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime.datetime | None, dialect: Dialect) -> datetime.datetime | None:
        """Store the timestamp in UTC."""
        return value.astimezone(datetime.UTC) if value else None

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime.datetime | None:
        """Add the time zone back."""
        if value is None:
            return None
        moment: datetime.datetime = value
        return moment.replace(tzinfo=datetime.UTC) if moment.tzinfo is None else moment.astimezone(datetime.UTC)


class TypedText(TypeDecorator[str]):
    """Text as typed. A NUL, which PostgreSQL cannot store, becomes the replacement character."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Replace NULs."""
        return value and value.replace("\0", "\N{REPLACEMENT CHARACTER}")


class Base(MappedAsDataclass, DeclarativeBase, kw_only=True):
    """The base class of all rows."""

    metadata = MetaData(naming_convention=NAMING)


def list_around(seat: Any) -> tuple[Any, ...]:
    """Return what seats are ordered by everywhere: clockwise, then those whose place nobody has said, as they came."""
    return seat.place == 0, seat.place, seat.position
