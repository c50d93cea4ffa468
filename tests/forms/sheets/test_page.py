from __future__ import annotations

import re

import pytest

from companion.forms.sheets.page import STYLE_SHEETS, read_icon, render_html, render_html_for_pdf
from companion.forms.sheets.sheet import Paper, blank_sheet
from companion.scoring.inspection import Form
from companion.settings import ASSETS

from .games import APPLICATION, EVENING, fill


@pytest.fixture(scope="module")
def page() -> str:
    addresses = tuple(f"/static/{name}?v=1" for name in STYLE_SHEETS)
    return render_html(fill(EVENING), addresses, "No PDF today.")


def test_the_page_keeps_a_strict_content_security_policy(page):
    assert not re.search(r"<style|<script|\sstyle=|\son\w+=|javascript:|https?://(?!www\.w3\.org/2000/svg)", page)


def test_the_page_asks_for_its_style_sheets_and_says_its_notice(page):
    for name in STYLE_SHEETS:
        assert f'<link rel="stylesheet" href="/static/{name}?v=1">' in page
        assert (ASSETS / "static" / name).is_file()
    assert '<p class="notice" role="status">No PDF today.</p>' in page


def test_drawings_stand_in_the_page_with_their_meaning(page):
    assert "<img" not in page
    assert page.count("<svg ") == page.count('role="img" aria-label="')
    assert 'class="ring" role="img" aria-label="Prominent Works"' in page
    assert 'aria-label="Rita: A1:CFH B3:MM C2:RS D4:FHM / ' in page


def test_the_same_drawings_are_images_for_pdfs(page):
    html = render_html_for_pdf(fill(EVENING))
    assert "<svg" not in html
    assert html.count("<img ") == page.count("<svg ")
    assert not re.search(r'alt=""', html)


def test_nothing_typed_becomes_markup():
    game = {**EVENING, "remarks": "<b>&\"'", "place": "</p><script>", "inspector": "<q>"}
    game["players"] = [{**player, "name": f"<u>{player['name']}\"'"} for player in EVENING["players"]]
    html = render_html(fill(game)) + render_html_for_pdf(fill(game))
    assert not re.search(r"<(script|u|b>&|q>)", html)
    assert "&lt;u&gt;Rita" in html


def test_a_blank_page_has_no_handwriting():
    html = render_html(blank_sheet(Form.B_7C, "en", Paper.A4))
    assert [words for words in re.findall(r'class="[^"]*hand[^"]*"[^>]*>([^<]*)<', html) if words.strip()] == []


def test_the_page_says_language_and_paper():
    html = render_html(fill(APPLICATION, "pt-BR", Paper.LETTER))
    assert '<html lang="pt-BR">' in html
    assert '<body class="sheet letter filled">' in html


def test_an_icon_is_only_its_shapes():
    assert read_icon("category-c").startswith("<path ")
    assert "<svg" not in read_icon("crest")
