"""Describing a fault for the log without any value: where it happened and of what kind it was, never what it says.

The message of an exception quotes what went wrong, and so would put a name or a focus into the log.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from types import TracebackType

_MOST_CAUSES = 5


def describe_fault(error: BaseException) -> str:
    """Return the kinds of an exception and of its causes, each with the lines of code that it went through."""
    parts: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(parts) < _MOST_CAUSES:
        # A database's own exception is more telling than SQLAlchemy's around it.
        kind = type(getattr(cause, "orig", None) or cause)
        parts.append(f"{kind.__module__}.{kind.__qualname__}\n{''.join(traceback.format_tb(cause.__traceback__))}")
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "caused by ".join(parts).rstrip()


def hide_values() -> None:
    """Let this process report what nobody catches in the same way, threads included."""

    def report(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        sys.stderr.write(f"unexpected fault: {describe_fault(error)}\n")

    sys.excepthook = report
    threading.excepthook = lambda told: report(told.exc_type, told.exc_value or told.exc_type(), told.exc_traceback)


def drop_values(record: logging.LogRecord) -> bool:
    """Replace the exception of a log record by its description, and its message with it: a filter that keeps all."""
    if record.exc_info and record.exc_info[1] is not None:
        record.msg, record.args = f"unexpected fault: {describe_fault(record.exc_info[1])}", ()
        record.exc_info = None
    return True
