"""Forms on paper: a completed or blank form as a PDF, with the inspection attached to a completed one; or as a page."""

from __future__ import annotations

import json
from collections.abc import Callable

from ...forms.sheets.page import STYLE_SHEETS, render_html
from ...forms.sheets.parts import Paper, Sheet
from ...forms.sheets.pdf import render_pdf
from ...forms.sheets.sheet import blank_sheet, fill_sheet
from ...scoring.documents.output import format_inspection
from ...scoring.inspection import Form, Inspection
from ...scoring.inspector import inspect

FindAddress = Callable[[str], str]
"""Returns the URL of a file under ``static/``."""


def suggest_paper(language: str) -> Paper:
    """Return the paper size most common for a language: Letter for English, else A4."""
    return Paper.LETTER if language == "en" else Paper.A4


def print_form(inspection: Inspection, *, language: str, paper: str) -> bytes:
    """Score an inspection and print its form; the document is attached to the PDF.

    ``paper`` is ``a4`` or ``letter``. Raises ``forms.pdf.PangoMissingError`` if no PDF can be drawn.
    """
    sheet = fill_sheet(inspection, inspect(inspection), language, Paper(paper))
    document = json.dumps(format_inspection(inspection), ensure_ascii=False, indent=1)
    # A lone surrogate, which JSON can contain, is written as the same escape again.
    return render_pdf(sheet, document.encode("utf-8", "backslashreplace"))


def print_blank(form: Form, *, language: str, paper: str) -> bytes:
    """Print a blank form. Raises ``forms.pdf.PangoMissingError`` if no PDF can be drawn."""
    return render_pdf(blank_sheet(form, language, Paper(paper)))


def show_form(inspection: Inspection, *, language: str, paper: str, find_address: FindAddress, notice: str = "") -> str:
    """Render the form as a page for a browser to print, with a notice that is not printed."""
    return _show(fill_sheet(inspection, inspect(inspection), language, Paper(paper)), find_address, notice)


def show_blank(form: Form, *, language: str, paper: str, find_address: FindAddress, notice: str = "") -> str:
    """Render a blank form as a page for a browser to print."""
    return _show(blank_sheet(form, language, Paper(paper)), find_address, notice)


def _show(sheet: Sheet, find_address: FindAddress, notice: str) -> str:
    return render_html(sheet, tuple(map(find_address, STYLE_SHEETS)), notice)
