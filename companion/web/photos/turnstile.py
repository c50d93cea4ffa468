"""One photo after the other: reading one takes both cores and much memory, and the other pages are not to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

MOST_WAITING = 3
"""Requests that wait for their turn: every one of them holds a thread of the server, which has eight."""
PATIENCE_SECONDS = 20.0


class BusyError(RuntimeError):
    """Raised when too many are waiting already, or for too long."""


class Turnstile:
    """Lets one through at a time, and keeps a few waiting."""

    def __init__(self, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._patience_seconds = patience_seconds
        self._room = Semaphore(1 + MOST_WAITING)
        self._turn = Semaphore(1)

    @contextmanager
    def pass_through(self) -> Iterator[None]:
        """Wait for the turn; raise ``BusyError`` where it does not come."""
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
