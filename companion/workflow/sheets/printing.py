"""Forms on paper: a completed or blank form as a PDF, with the inspection attached to a completed one."""

from __future__ import annotations

from contextlib import suppress

from ...forms.sheets.parts import Paper
from ...forms.sheets.pdf import PangoMissingError, render_pdf
from ...forms.sheets.sheet import blank_sheet, fill_sheet
from ...scoring.inspection import Form, Inspection
from ...scoring.inspector import inspect
from .asking import write_document


def print_form(inspection: Inspection, *, language: str, paper: str) -> bytes:
    """Score an inspection and print its form; the document is attached to the PDF.

    ``paper`` is ``a4`` or ``letter``. Raises ``forms.pdf.PangoMissingError`` if no PDF can be drawn.
    """
    sheet = fill_sheet(inspection, inspect(inspection), language, Paper(paper))
    return render_pdf(sheet, write_document(inspection))


def print_blank(form: Form, *, language: str, paper: str) -> bytes:
    """Print a blank form. Raises ``forms.pdf.PangoMissingError`` if no PDF can be drawn."""
    return render_pdf(blank_sheet(form, language, Paper(paper)))


def open_renderer() -> None:
    """Load what drawing the first form would load, down to the fonts: it is drawn, and thrown away."""
    with suppress(PangoMissingError):
        print_blank(Form.B_7C, language="en", paper=Paper.A4.value)
