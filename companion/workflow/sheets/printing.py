"""Forms on paper: a filled or an empty sheet as PDF, the inspection riding along in the filled one; or as a page."""

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
"""Returns the address of a file under ``static/``."""


def suggest_paper(language: str) -> Paper:
    """Return the paper that most printers of a language hold: Letter where English is read, else A4."""
    return Paper.LETTER if language == "en" else Paper.A4


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


def show_form(inspection: Inspection, *, language: str, paper: str, find_address: FindAddress, notice: str = "") -> str:
    """Write the form as a page for a browser to print, with a notice that stays on the screen."""
    return _show(fill_sheet(inspection, inspect(inspection), language, Paper(paper)), find_address, notice)


def show_blank(form: Form, *, language: str, paper: str, find_address: FindAddress, notice: str = "") -> str:
    """Write an empty form as a page for a browser to print."""
    return _show(blank_sheet(form, language, Paper(paper)), find_address, notice)


def _show(sheet: Sheet, find_address: FindAddress, notice: str) -> str:
    return render_html(sheet, tuple(map(find_address, STYLE_SHEETS)), notice)
