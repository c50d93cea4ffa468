from __future__ import annotations

import re

import pytest
from fontTools.ttLib import TTFont

from companion.forms.sheets import font_widths as face_widths
from companion.scoring import EDITION_CODES, find_edition
from companion.settings import ASSETS

from .games import ACCENTS

FONTS = ASSETS / "static" / "fonts"
FACES = sorted(FONTS.glob("*.woff2"))
PUNCTUATION = "–—‘’“”„…·×÷−+()/=;:,.!?&§"


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.stem)
def test_every_font_has_every_letter_that_we_print(face):
    known = TTFont(face).getBestCmap()
    letters = set(ACCENTS + ACCENTS.lower() + PUNCTUATION)
    letters.update(*(letter for code in EDITION_CODES for letter in find_edition(code).letters))
    assert sorted(letter for letter in letters if ord(letter) not in known) == []


def test_every_font_is_declared_for_the_screen_and_has_its_license():
    styles = (FONTS.parent / "css" / "site" / "fonts.css").read_text("utf-8")
    declared = re.findall(r'url\("\.\./\.\./fonts/([^"]+)"\)', styles)
    assert sorted(declared) == [face.name for face in FACES]
    for family in {re.split(r"-\d", face.stem)[0] for face in FACES}:
        licence = (FONTS / f"LICENSE-{family}.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence.upper()
        assert "with Reserved Font Name" not in licence


def test_the_widths_that_drawings_center_by_are_the_fonts():
    book, small = TTFont(FONTS / "eb-garamond-600.woff2"), TTFont(FONTS / "alegreya-sans-700.woff2")
    letters = {letter for code in EDITION_CODES for letter in find_edition(code).letters} | set("0123456789")
    for letter in letters:
        width = sum(book["hmtx"][book.getBestCmap()[ord(char)]][0] for char in letter) / 1000
        assert face_widths.measure_book(letter) == pytest.approx(width, abs=0.02), letter
    for letter in ("C", "F", "H", "M", "R", "S", "A1", "+2"):
        width = sum(small["hmtx"][small.getBestCmap()[ord(char)]][0] for char in letter) / 1000
        assert face_widths.measure_small(letter) == pytest.approx(width), letter
