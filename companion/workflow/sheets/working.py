"""What a worker does with forms: drawing them."""

from __future__ import annotations

from ...forms.sheets.pdf import PangoMissingError
from ...scoring.documents.inspections import parse_inspection
from ...scoring.inspection import Form
from ...store.jobs.jobs import Outcome
from ..jobs.errors import Failure, JobError
from ..jobs.task import Effect, Task
from .printing import print_blank, print_form


def print_filled(task: Task) -> Effect:
    """Draw the completed form of an inspection, with the inspection attached."""
    inspection, _ = parse_inspection(task.job.content)
    choice = task.job.input
    try:
        pdf = print_form(inspection, language=choice["language"], paper=choice["paper"])
    except PangoMissingError as error:
        raise JobError(Failure.NO_PANGO) from error
    return lambda: Outcome(output=pdf)


def print_empty(task: Task) -> Effect:
    """Draw a blank form."""
    choice = task.job.input
    try:
        pdf = print_blank(Form(choice["form"]), language=choice["language"], paper=choice["paper"])
    except PangoMissingError as error:
        raise JobError(Failure.NO_PANGO) from error
    return lambda: Outcome(output=pdf)
