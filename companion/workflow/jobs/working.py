"""Doing the next job: the only module that knows, and loads, everything that can be done."""

from __future__ import annotations

import datetime
import logging
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from ...store.jobs import leases
from ...store.jobs.jobs import ClaimedJob, Kind, LostJobError
from ...store.outages import find_cause
from ...store.tables.drafts import MissingError
from ...store.tables.stages import StageError
from ..faults import describe_fault
from .errors import Failure, JobError
from .task import Effect, Task

_WORK = {
    Kind.READ_PHOTO: "photos.working.read_photo",
    Kind.READ_PILE: "photos.pile.read_pile_photo",
    Kind.READ_AGAIN: "lessons.working.read_again",
    Kind.TAKE_LESSONS: "photos.working.take_shelf_lessons",
    Kind.MAKE_TRUTH: "photos.working.make_truth",
    Kind.TEACH_DECK: "decks.working.teach_deck",
    Kind.PRINT_FORM: "sheets.working.print_filled",
    Kind.PRINT_BLANK: "sheets.working.print_empty",
    Kind.TAKE_DECK: "decks.working.take_deck",
    Kind.HOLD_DECK: "decks.working.hold_deck",
    Kind.MERGE_DECK: "decks.working.merge_deck",
    Kind.SPLIT_DECK: "decks.working.split_deck",
}
"""The function for each kind, loaded when there is such a job. It prepares everything and returns what is left to write
in the transaction in which the job is finished."""


_READING, _DRAWING = "photos.reading.open_reader", "sheets.printing.open_renderer"
_PREPARATION = {
    Kind.READ_PHOTO: _READING,
    Kind.READ_PILE: _READING,
    Kind.TAKE_LESSONS: _READING,
    Kind.TEACH_DECK: _READING,
    Kind.PRINT_FORM: _DRAWING,
    Kind.PRINT_BLANK: _DRAWING,
}
"""What can be done for a kind before there is such a job, where that takes long."""


def find_preparations(kinds: Iterable[str]) -> tuple[Callable[[], None], ...]:
    """Return what a worker can do before it gets jobs of these kinds, so that the first one takes no longer."""
    names = dict.fromkeys(_PREPARATION.get(Kind(kind), "") for kind in kinds)
    return tuple(partial(_call, name) for name in names if name)


def free_memory() -> None:
    """Free what the work of these kinds keeps from one job to the next, and can make again in a moment."""
    inference = sys.modules.get("companion.vision.networks.inference")
    if inference:
        inference.close_networks()


def run_next(worker: str, clock: Callable[[], datetime.datetime], begin: Callable[[ClaimedJob], None]) -> bool:
    """Claim the next job and do it; return whether there was one.

    ``begin`` is called before the work, whose limits depend on the job.
    """
    job = leases.claim_job(worker, clock())
    if job is None:
        return False
    begin(job)
    run_job(job, clock)
    return True


def run_job(job: ClaimedJob, clock: Callable[[], datetime.datetime]) -> None:
    """Do a job and finish it: done, or failed by itself. A job that is lost meanwhile is left alone.

    Raises ``SQLAlchemyError`` where the database cannot be used: the job has not failed, and is to be given back.
    """
    try:
        effect = _find_work(job.kind)(Task(job, clock))
        with leases.finishing_job(job.slug, job.worker, clock()) as outcomes:
            outcomes.append(effect())
    except LostJobError:
        return
    except JobError as error:
        _fail(job, error.problem, clock)
    except StageError:
        _fail(job, {"code": Failure.CLOSED}, clock)
    except MissingError:
        _fail(job, {"code": Failure.GONE}, clock)
    except MemoryError:
        _fail(job, {"code": Failure.MEMORY}, clock)
    except Exception as error:
        if isinstance(error, SQLAlchemyError) and find_cause(error) is not None:
            raise
        # A fault of ours: whoever asked is told, whoever runs the server finds it in the log.
        logging.getLogger(__name__).error("a job (%s) failed: %s", job.kind, describe_fault(error))
        _fail(job, {"code": Failure.CRASHED}, clock)


def _find_work(kind: Kind) -> Callable[[Task], Effect]:
    work: Callable[[Task], Effect] = _load(_WORK[kind])
    return work


def _call(name: str) -> None:
    _load(name)()


def _load(name: str) -> Any:
    module, _, function = name.rpartition(".")
    return getattr(import_module(f"companion.workflow.{module}"), function)


def _fail(job: ClaimedJob, problem: dict[str, object], clock: Callable[[], datetime.datetime]) -> None:
    leases.fail_job(job.slug, job.worker, problem, clock())
