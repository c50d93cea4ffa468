"""Real workers, and waiting for what they tell."""

from __future__ import annotations

import select
from collections.abc import Callable

from companion.workers.supervisor import RESTART_SECONDS, Supervisor

PATIENCE_SECONDS = 120
"""How long a busy machine may take; a faster one does not wait longer."""


def look_until(supervisor: Supervisor, is_reached: Callable[[], bool]) -> None:
    """Look after the one worker whenever it tells something or ends, until something is reached."""
    for _ in range(100):
        if is_reached():
            return
        (child,) = supervisor.children
        if child.process.poll() is not None:
            # The next one need not wait for its turn.
            child.started -= RESTART_SECONDS
        assert select.select([child.process.stdout], [], [], PATIENCE_SECONDS)[0], "the worker is silent"
        supervisor.look()
    raise AssertionError("never reached")
