from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """A function that writes a document to a file and returns the file's name."""

    def write_document(document: Any, name: str = "evening.json") -> str:
        path = tmp_path / name
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return str(path)

    return write_document


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | bytes], None]:
    """A function that puts a text on standard input."""

    def lay(text: str | bytes) -> None:
        content = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))

    return lay


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Callable[..., tuple[int, str, str]]:
    """A function that runs a command and returns its exit status, standard output and standard error."""

    def run_command(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return status, out.decode(), err.decode()

    return run_command
