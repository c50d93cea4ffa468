"""Reading one photo at a time: it takes both cores and much memory, and the other pages must not wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

MOST_WAITING = 3
"""Requests that may wait for their turn: each of them occupies one of the server's eight threads."""
PATIENCE_SECONDS = 20.0


class BusyError(RuntimeError):
    """Raised if too many requests are waiting already, or one has waited too long."""


class ReadingLimiter:
    """Lets one request run at a time, and a few wait."""

    def __init__(self, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._patience_seconds = patience_seconds
        self._room = Semaphore(1 + MOST_WAITING)
        self._turn = Semaphore(1)

    @contextmanager
    def wait_turn(self) -> Iterator[None]:
        """Wait for the turn; raise ``BusyError`` if it does not come."""
        if not self._room.acquire(blocking=False):
            raise BusyError
        try:
            if not self._turn.acquire(timeout=self._patience_seconds):
                raise BusyError
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._room.release()
