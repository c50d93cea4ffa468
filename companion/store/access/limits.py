"""Counting for ``limits`` in the database of the app, so that all its processes count together."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TypeAlias

from limits.storage import Storage
from sqlalchemy import case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from ..database import reading, writing
from ..models import LimitRow, db

Clock: TypeAlias = Callable[[], datetime.datetime]


class DatabaseStorage(Storage):
    """Fixed windows, each a row. One statement counts and compares: 120 hits from 8 threads are 120."""

    def __init__(self, clock: Clock) -> None:
        """Count by the time of ``clock``."""
        super().__init__(None)
        self._clock = clock

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """None: whoever counts is told what is wrong with the database."""
        return ()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count ``amount`` within a window of ``expiry`` seconds; return the sum."""
        now = self._clock()
        until = now + datetime.timedelta(seconds=expiry)
        insert = sqlite.insert if db.engine.dialect.name == "sqlite" else postgresql.insert
        new = insert(LimitRow).values(key=key, hits=amount, until=until)
        is_over = LimitRow.until <= now
        counted = new.on_conflict_do_update(
            index_elements=[LimitRow.key],
            set_={
                "hits": case((is_over, amount), else_=LimitRow.hits + amount),
                "until": case((is_over, until), else_=LimitRow.until),
            },
        )
        with writing() as session:
            return session.execute(counted.returning(LimitRow.hits)).scalar_one()

    def get(self, key: str) -> int:
        """Return the sum of the present window."""
        with reading() as session:
            return session.scalar(select(LimitRow.hits).where(LimitRow.key == key, LimitRow.until > self._clock())) or 0

    def get_expiry(self, key: str) -> float:
        """Return when the present window ends, in seconds since 1970; now if there is none."""
        with reading() as session:
            until = session.scalar(select(LimitRow.until).where(LimitRow.key == key))
        return max(until or self._clock(), self._clock()).timestamp()

    def check(self) -> bool:
        """Whether the storage can be used: the app looks after its database itself."""
        return True

    def reset(self) -> int:
        """Forget everything; return how many windows there were."""
        return clear_limits(None)

    def clear(self, key: str) -> None:
        """Forget one window."""
        with writing() as session:
            session.execute(delete(LimitRow).where(LimitRow.key == key))


def clear_limits(now: datetime.datetime | None) -> int:
    """Delete the windows that are over, or all; return how many."""
    with writing() as session:
        query = delete(LimitRow) if now is None else delete(LimitRow).where(LimitRow.until <= now)
        return len(session.scalars(query.returning(LimitRow.key)).all())
