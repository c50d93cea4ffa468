"""Forms on paper: a filled or an empty sheet as PDF, the inspection riding along in the filled one."""

from __future__ import annotations

import json

from ..forms.pdf import render_pdf
from ..forms.sheet_parts import Paper
from ..forms.sheets import blank_sheet, fill_sheet
from ..scoring.document_output import format_inspection
from ..scoring.inspection import Form, Inspection
from ..scoring.inspector import inspect


def print_form(inspection: Inspection, *, language: str, paper: str) -> bytes:
    """Score an inspection and print its form; the PDF carries the document it was made from.

    ``paper`` is ``a4`` or ``letter``. Raises ``forms.pdf.PangoMissingError`` where no PDF can be drawn.
    """
    sheet = fill_sheet(inspection, inspect(inspection), language, Paper(paper))
    document = json.dumps(format_inspection(inspection), ensure_ascii=False, indent=1)
    # A lone surrogate, which JSON can carry, goes out as the escape it came in as.
    return render_pdf(sheet, document.encode("utf-8", "backslashreplace"))


def print_blank(form: Form, *, language: str, paper: str) -> bytes:
    """Print an empty form. Raises ``forms.pdf.PangoMissingError`` where no PDF can be drawn."""
    return render_pdf(blank_sheet(form, language, Paper(paper)))
