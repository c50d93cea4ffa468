"""PDFs shared by several tests, drawn once."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache

import pypdfium2
import pytest

from companion.forms.sheets.pdf import render_pdf
from companion.forms.sheets.sheet import Paper, blank_sheet
from companion.scoring.inspection import Form

from .games import APPLICATION, EVENING, fill, write

GAMES = {"B-7c": EVENING, "S-42A": APPLICATION}


@pytest.fixture(scope="session")
def filled() -> Callable[[str, str, Paper], bytes]:
    """Draws the completed form of one of the two games."""

    @cache
    def draw(form: str, language: str, paper: Paper) -> bytes:
        return render_pdf(fill(GAMES[form], language, paper), write(GAMES[form]))

    return draw


@pytest.fixture(scope="session")
def blank() -> Callable[[str, str, Paper], bytes]:
    """Draws a blank form."""

    @cache
    def draw(form: str, language: str, paper: Paper) -> bytes:
        return render_pdf(blank_sheet(Form(form), language, paper))

    return draw


@pytest.fixture(scope="session")
def read_text() -> Callable[[bytes], str]:
    """Reads the text of all pages as it would be copied, with white space collapsed."""

    def read(pdf: bytes) -> str:
        document = pypdfium2.PdfDocument(io.BytesIO(pdf))
        try:
            return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())
        finally:
            document.close()

    return read
