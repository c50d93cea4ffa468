from __future__ import annotations

import json
import re

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from companion.forms.sheets.fitting.font_widths import Face, cut, measure, wrap
from companion.scoring import EDITION_CODES, find_edition
from companion.scoring.categories import CATEGORIES
from companion.settings import ASSETS
from tools.draw_pictogram_font import make_font
from tools.fit_fallbacks import FACES as STOOD_IN_FOR
from tools.fit_fallbacks import SHEET, SYSTEMS, make_sheet, name_family
from tools.measure_fonts import FACES as FITTED
from tools.measure_fonts import WIDTHS, measure_font

from .games import ACCENTS

FONTS = ASSETS / "static" / "fonts"
PICTOGRAMS = FONTS / "pictograms.woff2"
FACES = [face for face in sorted(FONTS.glob("*.woff2")) if face != PICTOGRAMS]
ONLY_ON_PAPER = ["alegreya-sans-400.woff2"]
PUNCTUATION = "–—‘’“”„…·×÷−+()/=;:,.!?&§"


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.stem)
def test_every_font_has_every_letter_that_we_print(face):
    known = TTFont(face).getBestCmap()
    letters = set(ACCENTS + ACCENTS.lower() + PUNCTUATION)
    letters.update(*(letter for code in EDITION_CODES for letter in find_edition(code).letters))
    assert sorted(letter for letter in letters if ord(letter) not in known) == []


def test_every_font_is_declared_once_and_has_its_license():
    styles = [(FONTS.parent / "css" / name).read_text("utf-8") for name in ("site/fonts.css", "sheets/print.css")]
    on_screens, on_paper = (re.findall(r'url\("\.\./\.\./fonts/([^"]+)"\)', style) for style in styles)
    assert sorted([*on_screens, *on_paper]) == sorted(face.name for face in [*FACES, PICTOGRAMS])
    assert on_paper == ONLY_ON_PAPER
    for family in {re.split(r"-\d", face.stem)[0] for face in FACES}:
        licence = (FONTS / f"LICENSE-{family}.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence.upper()
        assert "with Reserved Font Name" not in licence


def test_what_stands_in_for_our_fonts_is_as_wide_as_they_are():
    assert SHEET.read_text("utf-8") == make_sheet()
    assert {f"{file}.woff2" for file in STOOD_IN_FOR} == {face.name for face in FACES} - set(ONLY_ON_PAPER)
    tokens = (SHEET.parent / "tokens.css").read_text("utf-8")
    for family, kind, _ in STOOD_IN_FOR.values():
        names = [family, *(name_family(family, system) for system in SYSTEMS[kind])]
        assert ", ".join(f'"{name}"' for name in names) in tokens


def test_the_pictograms_are_drawn_from_the_icons_of_the_pages():
    shipped, made = TTFont(PICTOGRAMS), make_font()
    assert set(map(chr, shipped.getBestCmap())) == set(CATEGORIES)
    for code in CATEGORIES:
        assert shipped["hmtx"][code] == made["hmtx"][code]
        assert shipped["glyf"][code].getCoordinates(shipped["glyf"]) == made["glyf"][code].getCoordinates(made["glyf"])


def test_the_widths_that_texts_are_fitted_by_are_the_fonts():
    assert json.loads(WIDTHS.read_text("utf-8")) == {face: measure_font(face) for face in FITTED}
    assert set(FITTED) == {face.value for face in Face}


def test_a_text_is_as_wide_as_its_letters():
    assert measure("Ab", Face.BOOK) == pytest.approx(measure("A", Face.BOOK) + measure("b", Face.BOOK))
    assert measure("漢", Face.HAND) == 1


def test_lines_break_between_words_and_inside_of_long_ones():
    assert [*wrap("the goblin must return", Face.SMALL, 10, 20)] == ["the goblin", "must return"]
    assert "".join(wrap("Llanfairpwllgwyngyll", Face.SMALL, 10, 15)) == "Llanfairpwllgwyngyll"
    assert [*wrap("", Face.SMALL, 10, 15)] == []


@given(st.text(st.characters(categories=["L", "Nd"]), min_size=1).map(" ".join), st.integers(1, 3))
def test_what_is_cut_fits_its_lines_and_begins_like_the_whole(text, lines):
    short = cut(text, Face.HAND, 10, 12, lines)
    assert len([*wrap(short, Face.HAND, 10, 12)]) <= lines
    assert text.startswith(short.removesuffix("…"))


def test_a_long_text_is_cut_after_a_word_if_one_fits():
    assert cut("the goblin must return the ladder", Face.HAND, 10, 25) == "the goblin must…"
    assert cut("Llanfairpwllgwyngyll", Face.HAND, 10, 12) == "Llanfair…"
