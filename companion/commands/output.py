"""Writing to the terminal: UTF-8 regardless of locale, and no text that could break it."""

from __future__ import annotations

import sys


def write_line(text: str) -> None:
    """Write a line to standard output."""
    sys.stdout.buffer.write(_encode(text))


def write_error(text: str) -> None:
    """Write a line to standard error."""
    sys.stdout.flush()
    sys.stderr.buffer.write(_encode(text))


def _encode(text: str) -> bytes:
    # A lone surrogate, which JSON can contain, becomes the escape that JSON would write for it.
    return (text + "\n").encode("utf-8", "backslashreplace")
