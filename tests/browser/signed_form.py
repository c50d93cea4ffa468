"""The signed form read back: its text compared with precomputed figures, and the document attached to it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pypdfium2

from companion.forms.sheets.attachment import read_attached_document
from companion.scoring.terms import Terms, find_terms

from .games import Evening, Librarian

BROKEN_WORD = re.compile("[\xad\ufffe]\\s*")
"""A line break within a word."""


def check_form(pdf: bytes, evening: Evening, verdict: str, language: str = "en") -> None:
    """Compare everything that a form says, in a language, and its attachment with a game."""
    check_text(read_text(pdf), evening, verdict, find_terms(language))
    check_document(json.loads(read_attached_document(pdf) or b"{}"), evening)


def read_text(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()
    return unify(BROKEN_WORD.sub("", " ".join(pages)))


def unify(text: str) -> str:
    """Normalize spaces and apostrophes."""
    return re.sub(r"\s+", " ", text.replace("'", "’"))


def check_text(text: str, evening: Evening, verdict: str, terms: Terms) -> None:
    """Compare every figure of the form with the precomputed ones, each row by its label."""
    columns = [(who.tally, who.lines, who.total) for who in evening.librarians]
    if evening.library_focus:
        columns.append((evening.library_tally, evening.library_lines, evening.library_total))
    for row, code in enumerate("CFHMRS"):
        assert_row(text, terms.categories[code], [tally[row] for tally, _, _ in columns])
    for row, section in enumerate(("B1", "B2", "B3", "B4", "B5")):
        solo_column = 1 if section == "B1" and evening.library_focus else 0
        figures = [lines[row] for _, lines, _ in columns[: len(columns) - solo_column]]
        assert_row(text, terms.sections[section], figures)
    assert_row(text, terms.sections["="], [total for _, _, total in columns])
    for librarian in evening.librarians:
        assert librarian.name in text
        check_drawing(text, librarian)
    assert unify(verdict) in text


def check_drawing(text: str, librarian: Librarian) -> None:
    """Find each row of a drawn shelf: the letters of the face-up cards, and their numbers below."""
    for row in librarian.shelf.split(" / "):
        names = [token.partition(":")[0] for token in row.split()]
        up = [name for name in names if name not in librarian.turned]
        assert " ".join(name[0] for name in up) in text
        assert " ".join(name[1:] for name in up) in text
        assert all(name in text for name in names if name in librarian.turned)


def assert_row(text: str, label: str, figures: Sequence[int]) -> None:
    written = [str(figure).replace("-", "−") for figure in figures]
    pattern = re.escape(label) + "".join(rf".{{0,60}}?(?<![\d−]){re.escape(figure)}(?!\d)" for figure in written)
    assert re.search(pattern, text), f"{label}: expected {written}"


def check_document(document: dict[str, object], evening: Evening) -> None:
    """Compare the inspection attached to the form with what was typed."""
    players = document["players"]
    assert isinstance(players, list)
    assert [(player["name"], player["focus"], player["shelf"]) for player in players] == [
        (librarian.name, librarian.focus, librarian.shelf) for librarian in evening.librarians
    ]
    hands = [player.get("hand") for player in players]
    assert hands == [librarian.hand for librarian in evening.librarians]
    dealt = [document[key] for key in ("form", "edition", "prominent", "banned")]
    assert dealt == [evening.form, evening.edition, evening.prominent, evening.banned]
