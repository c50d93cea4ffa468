"""Forms as pages for a browser to print, and the paper that they are printed on."""

from __future__ import annotations

from collections.abc import Callable

from ...forms.sheets.page import STYLE_SHEETS, render_html
from ...forms.sheets.parts import Paper, Sheet
from ...forms.sheets.sheet import blank_sheet, fill_sheet
from ...scoring.inspection import Form, Inspection
from ...scoring.inspector import inspect
from ...wording.regions import is_american

FindAddress = Callable[[str], str]
"""Returns the URL of a file under ``static/``."""


def suggest_paper(language: str, region: str) -> Paper:
    """Return the paper size that is usual in a region (ISO 3166, may be empty), or where a language is read."""
    return Paper.LETTER if is_american(language, region) else Paper.A4


def show_form(inspection: Inspection, *, language: str, paper: str, find_address: FindAddress, notice: str = "") -> str:
    """Render the form as a page for a browser to print, with a notice that is not printed."""
    return _show(fill_sheet(inspection, inspect(inspection), language, Paper(paper)), find_address, notice)


def show_blank(form: Form, *, language: str, paper: str, find_address: FindAddress, notice: str = "") -> str:
    """Render a blank form as a page for a browser to print."""
    return _show(blank_sheet(form, language, Paper(paper)), find_address, notice)


def _show(sheet: Sheet, find_address: FindAddress, notice: str) -> str:
    return render_html(sheet, tuple(map(find_address, STYLE_SHEETS)), notice)
