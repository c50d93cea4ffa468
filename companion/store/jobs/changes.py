"""Whether a database may hold anything new: far cheaper than looking for jobs, which are mostly not there."""

from __future__ import annotations

import sqlite3
from contextlib import suppress

from .. import sqlite_file

SERVER_SECONDS = 0.04
"""How long nothing is news where a look is the only way to know: a database server, or a file that is away."""
SILENT_SECONDS = 0.5
"""How long nothing is news where nobody has written: leases run out without a word."""


class Changes:
    """Asks SQLite whether anybody has written since it was asked last."""

    def __init__(self, url: str) -> None:
        """Watch the database of this URL; no connection is opened yet."""
        self._path = sqlite_file.find_file(url)
        self._connection: sqlite3.Connection | None = None
        self._version: int | None = None
        self._told = float("-inf")

    def has_news(self, now: float) -> bool:
        """Return whether to look for jobs; ``now`` is monotonic, in seconds."""
        version = self._read_version()
        quiet = SERVER_SECONDS if version is None else SILENT_SECONDS
        if version == self._version and now - self._told < quiet:
            return False
        # Before the look that follows: what is written meanwhile is news again.
        self._version, self._told = version, now
        return True

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _read_version(self) -> int | None:
        """Return a number that changes with every write of others; ``None`` where there is none."""
        if self._path is None:
            return None
        try:
            if self._connection is None:
                # Never creates a file.
                uri = f"{self._path.resolve().as_uri()}?mode=rw"
                self._connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
            (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:
            self.close()
            return None
        return int(version)
