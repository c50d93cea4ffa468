"""The rows of jobs."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from ..base import Base, UtcDateTime


class JobRow(Base):
    """Heavy work that a worker process does: waiting, running or finished."""

    __tablename__ = "job"
    __table_args__ = (Index("ix_job_queue", "state", "turn", "id"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    """The unguessable name in its URLs."""
    kind: Mapped[str] = mapped_column(String(16))
    request_key: Mapped[str] = mapped_column(String(64), unique=True)
    """The idempotency key: a repeated request gets the same job."""
    inspection_id: Mapped[int | None] = mapped_column(ForeignKey("inspection.id", ondelete="CASCADE"), index=True)
    """The table that it is done for, if it is done for one; tables take turns."""
    deck_id: Mapped[int | None] = mapped_column(ForeignKey("deck.id", ondelete="CASCADE"), index=True)
    """The deck that it is done for, if it is done for one; decks take turns with tables."""
    device: Mapped[str] = mapped_column(String(64))
    """The hash of the token of the phone that asked for it, whose turn it is where there is neither table nor deck."""
    subject: Mapped[str] = mapped_column(String(32))
    """What of the table or deck it concerns, such as a seat."""
    turn: Mapped[int]
    """Jobs are done in this order, and in that of their numbers within a turn."""
    made: Mapped[datetime.datetime] = mapped_column(UtcDateTime)
    input: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(12), default="waiting")
    progress: Mapped[int] = mapped_column(default=0)
    """In percent, where the work has parts; else 0 until it is finished."""
    attempts: Mapped[int] = mapped_column(default=0)
    worker: Mapped[str] = mapped_column(String(64), default="")
    """The name of the worker that runs it."""
    until: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime, default=None)
    """When the worker's lease runs out, unless it is renewed: the job is then given to another one."""
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)
    problem: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)
    """Why it failed: a code, and the values of its sentence."""
    finished: Mapped[datetime.datetime | None] = mapped_column(UtcDateTime, default=None, index=True)


class JobFileRow(Base):
    """A file of a job, apart from it: a row that holds one is written anew, file and all, with each change."""

    __tablename__ = "job_file"

    job_id: Mapped[int] = mapped_column(ForeignKey("job.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(8), primary_key=True)
    """``CONTENT``, which it works on, such as a photo; or ``OUTPUT``, which it has made, such as a PDF."""
    content: Mapped[bytes] = mapped_column(LargeBinary)


CONTENT = "content"
"""Deleted once the job is finished."""
OUTPUT = "output"
