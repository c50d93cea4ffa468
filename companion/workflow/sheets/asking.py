"""Asking for forms on paper. A form with the same content is drawn once."""

from __future__ import annotations

import datetime
import json

from ... import __version__
from ...forms.sheets.parts import Paper
from ...scoring.documents.output import format_inspection
from ...scoring.inspection import Form, Inspection
from ..jobs.asking import Job, Kind, Order, Owner, add_job, make_request_key

FAILURES_KEPT = datetime.timedelta(minutes=1)
"""How long a form that could not be drawn is not tried again."""


def ask_form(inspection: Inspection, slug: str, *, language: str, paper: Paper, now: datetime.datetime) -> Job:
    """Ask for the completed form of a table's inspection; raise ``TooManyJobsError``."""
    document = write_document(inspection)
    key = make_request_key(Kind.PRINT_FORM, __version__, slug, language, paper.value, document)
    choice = {"language": language, "paper": paper.value}
    order = Order(Kind.PRINT_FORM, Owner(slug=slug), key, input=choice, content=document)
    return add_job(order, now, anew_after=FAILURES_KEPT, keeps_done=True)


def ask_blank(form: Form, *, language: str, paper: Paper, now: datetime.datetime) -> Job:
    """Ask for a blank form; raise ``TooManyJobsError``."""
    choice = {"form": form.value, "language": language, "paper": paper.value}
    key = make_request_key(Kind.PRINT_BLANK, __version__, *choice.values())
    return add_job(Order(Kind.PRINT_BLANK, Owner(), key, input=choice), now, anew_after=FAILURES_KEPT, keeps_done=True)


def write_document(inspection: Inspection) -> bytes:
    """Write the document that is attached to a form."""
    document = json.dumps(format_inspection(inspection), ensure_ascii=False, indent=1)
    # A lone surrogate, which JSON can contain, is written as the same escape again.
    return document.encode("utf-8", "backslashreplace")
