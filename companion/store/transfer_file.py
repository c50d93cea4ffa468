"""The lines of an ``ex-libris/database@1`` file: what says that it is whole, and that it is what was written.

See docs/formats.md.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from .sqlite_file import StoreError

FORMAT = "ex-libris/database@1"


def make_line(value: dict[str, Any]) -> bytes:
    """Return a line of the file, the same for the same value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"


class FileReader:
    """Reads the lines of a file; raises ``StoreError`` for one that is not whole."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self._digest = hashlib.sha256()
        self._number = 0
        head = self._read_line()
        if head.get("format") != FORMAT:
            raise StoreError(f"{name}: expected a file written by 'companion export' ({FORMAT}).")
        self.revision = str(head.get("revision"))
        tables = head.get("tables")
        if not isinstance(tables, dict) or not all(isinstance(count, int) for count in tables.values()):
            raise self._complain("expected the number of rows of each table")
        self.rows: dict[str, int] = tables
        self.digest = ""

    def read_rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield each row with the name of its table; at the end, check that nothing was missing."""
        seen = dict.fromkeys(self.rows, 0)
        while True:
            before = self._digest.hexdigest()
            line = self._read_line()
            if "sha256" in line:
                break
            table, row = line.get("table"), line.get("row")
            if table not in seen or not isinstance(row, dict):
                raise self._complain("expected a row of one of the tables named in line 1")
            seen[table] += 1
            yield table, row
        if line["sha256"] != before or seen != self.rows:
            raise StoreError(f"{self._name}: what it holds is not what was written. Export it again.")
        self.digest = before

    def read_through(self) -> None:
        """Read and check every line."""
        for _ in self.read_rows():
            pass

    def _read_line(self) -> dict[str, Any]:
        line = self._file.readline()
        self._number += 1
        self._digest.update(line)
        if not line:
            raise self._complain("the file ends early: copy or export it again")
        try:
            value = json.loads(line)
        except ValueError:
            raise self._complain("expected a line of JSON") from None
        if not isinstance(value, dict):
            raise self._complain("expected a JSON object")
        return value

    def _complain(self, sentence: str) -> StoreError:
        return StoreError(f"{self._name}, line {self._number}: {sentence}.")


@contextmanager
def writing_whole(target: Path) -> Iterator[BinaryIO]:
    """Write a file of another name, and give it its name once it is whole and on the disk."""
    unfinished = target.with_name(f"{target.name}.part")
    try:
        unfinished.unlink(missing_ok=True)
        with os.fdopen(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            yield file
            os.fsync(file.fileno())
        unfinished.replace(target)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from None
    finally:
        unfinished.unlink(missing_ok=True)
