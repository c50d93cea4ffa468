"""Jobs as values: what is to be done, how far it is, and what came of it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

MOST_ATTEMPTS = 3
"""How often a job is begun whose workers are lost."""
LEASE = datetime.timedelta(seconds=10)
"""How long a worker may be silent before its job is given to another one."""
MOST_AHEAD = 2 * LEASE
"""How far ahead a lease may end, with clocks that agree nearly."""
KEPT = datetime.timedelta(hours=24)
"""How long finished jobs are kept: a PDF that is wanted again that evening is there at once."""
MOST_WAITING = 24
"""Of one table or deck: far more than people can send before the first is done."""


class State(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will happen to it."""
        return self not in (State.WAITING, State.RUNNING)


class Kind(StrEnum):
    """What is to be done."""

    READ_PHOTO = "read-photo"
    READ_PILE = "read-pile"
    READ_AGAIN = "read-again"
    TAKE_LESSONS = "take-lessons"
    MAKE_TRUTH = "make-truth"
    TEACH_DECK = "teach-deck"
    PRINT_FORM = "print-form"
    PRINT_BLANK = "print-blank"
    TAKE_DECK = "take-deck"
    HOLD_DECK = "hold-deck"
    MERGE_DECK = "merge-deck"
    SPLIT_DECK = "split-deck"


@dataclass(frozen=True, slots=True)
class Owner:
    """For whom a job is done: a table, a deck, or whoever asks; owners take turns."""

    slug: str = ""
    """The table's, if any."""
    deck: int | None = None
    """The deck's number, if any."""
    device: str = ""
    """The hash of the token of the phone that asks."""


@dataclass(frozen=True, slots=True)
class Order:
    """A job as it is asked for."""

    kind: Kind
    owner: Owner
    request_key: str
    """Identifies the request: a repeated one gets the same job. 64 characters at most."""
    subject: str = ""
    """What of the table or deck it concerns."""
    input: Mapping[str, Any] = field(default_factory=dict)
    content: bytes | None = None
    """The file that it works on."""
    turns_later: int = 0
    """How many turns it lets pass: nobody waits for it."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is stored, without its files."""

    slug: str
    kind: Kind
    owner: Owner
    subject: str
    input: Mapping[str, Any]
    state: State
    progress: int
    """In percent, where the work has parts."""
    result: Mapping[str, Any]
    problem: Mapping[str, Any]
    """Why it failed: ``code``, and the values of its sentence."""
    finished: datetime.datetime | None


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job for the worker that has claimed it."""

    slug: str
    worker: str
    kind: Kind
    owner: Owner
    subject: str
    input: Mapping[str, Any]
    content: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job."""

    result: Mapping[str, Any] = field(default_factory=dict)
    output: bytes | None = None


class TooManyJobsError(RuntimeError):
    """Raised when a table, deck or phone has as many unfinished jobs as it may have."""


class LostJobError(RuntimeError):
    """Raised when a job no longer belongs to its worker: it was cancelled, or its lease has run out."""
