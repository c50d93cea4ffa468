from __future__ import annotations

import dataclasses
import html
import io
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from companion.forms.sheets.fitting.font_widths import MM_PER_POINT
from companion.forms.sheets.page import render_html
from companion.forms.sheets.pdf import render_pdf
from companion.forms.sheets.sheet import Paper, Sheet, blank_sheet
from companion.scoring import EDITION_CODES
from companion.scoring.inspection import Form
from companion.scoring.ranking import compare_level
from companion.scoring.scorecard import Ruling, Scorecard
from companion.scoring.terms import find_terms
from companion.wording.scorecard.decision import describe_decision, name_tiebreak
from companion.wording.scorecard.declared import describe_own_word
from companion.wording.scorecard.reasons import describe_flip, describe_ruling

from ...conftest import GOLDENS
from ...scoring.documents.ruled_games import RULED
from .drawn_games import FULLEST, PLACE, REMARKS, draw_game
from .games import fill, score
from .pictures import draw_pages, find_strays, is_alike, read_picture, write_picture

PAPER_OF = {code: Paper.LETTER if code in ("en", "cs", "pt-BR") else Paper.A4 for code in EDITION_CODES}
"""Each language once, and both paper sizes; the other pairs are drawn by the long tests."""
PAIRS = [*PAPER_OF.items()]
EVERY_FORM = (*FULLEST, *Form)
"""The fullest ones, and the blank ones."""


def squash(text: str) -> str:
    """A text without what a line's end may change: spaces, hyphens and ellipses."""
    return re.sub(r"[\s\u00ad\ufffe\x02…-]+", "", text)


def make_sheet(name: str, language: str, paper: Paper) -> Sheet:
    if name in FULLEST:
        return fill({**FULLEST[name], "edition": language}, language, paper)
    return blank_sheet(Form(name), language, paper)


@dataclasses.dataclass(frozen=True, slots=True)
class Drawn:
    """A form and its PDF."""

    name: str
    language: str
    paper: Paper
    sheet: Sheet
    pdf: bytes


@pytest.fixture(scope="module")
def form(request: pytest.FixtureRequest) -> Drawn:
    """A form, drawn once for all tests that look at it: they run one after the other."""
    name, language, paper = request.param
    sheet = make_sheet(name, language, paper)
    return Drawn(name, language, paper, sheet, render_pdf(sheet))


def list_forms(names: Iterable[str], papers: Iterable[Paper] = ()) -> list[Any]:
    """List forms in every language on its own paper, and on the others of ``papers``.

    All but two of each form are for the long tests; those two are in other languages for each.
    """
    usual = [(name, code, PAPER_OF[code]) for code in EDITION_CODES for name in names]
    others = [(name, code, paper) for name, code, own in usual for paper in papers if paper is not own]
    often = {(name, *PAIRS[(3 * k + turn) % len(PAIRS)]) for k, name in enumerate(names) for turn in (0, 1)}
    return [
        pytest.param(form, id="-".join(form), marks=() if form in often else pytest.mark.long)
        for form in (*usual, *others)
    ]


def read_pages(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


def read_html(sheet: Sheet) -> str:
    page = render_html(sheet)
    return html.unescape(re.sub(r"<[^>]*>", " ", page[page.index("<body") :]))


def list_words(card: Scorecard, language: str) -> Iterator[str]:
    """List what a form has to say of how it was decided."""
    terms = find_terms(language)
    yield describe_decision(card, language)
    for comparison in compare_level(card) if card.library is None else ():
        figures = [(name, figure) for name, figure in comparison.figures]
        if any(figure is not None for _, figure in figures):
            yield "; ".join(f"{name} {'?' if figure is None else figure}" for name, figure in figures)
        else:
            yield "; ".join(name for name, _ in figures if comparison.tiebreak != "hand")
            yield name_tiebreak(comparison.tiebreak, language) if comparison.tiebreak != "hand" else ""
    yield from describe_own_word(card, language)
    for player in card.players:
        yield f"{player.name} – {terms.name(player.figures.focus)}"
    if card.library:
        yield f"{terms.public_library} – {terms.name(card.library.focus)}"
    for ruling in card.rulings:
        yield describe_ruling(ruling, language)


def find_missing(words: Iterator[str], text: str) -> list[str]:
    squashed = squash(text)
    return [word for word in words if squash(word) not in squashed]


@pytest.mark.parametrize("form", list_forms(FULLEST), indirect=True)
def test_the_fullest_forms_leave_no_word_out(form: Drawn) -> None:
    document = {**FULLEST[form.name], "edition": form.language}
    card = score(document)
    pages = read_pages(form.pdf)
    text = " ".join(pages)
    assert find_missing(list_words(card, form.language), text) == []
    written = [player.name for player in card.players] + [PLACE, REMARKS, document.get("inspector", "")]
    assert find_missing(iter(written), text) == []
    for player in card.players:
        flips = player.order.flips if player.order else ()
        assert find_missing((describe_flip(flip, form.language) for flip in flips), text) == []
    assert "2026" in pages[0]
    assert squash(f"1/{len(pages)}") in squash(pages[0])


@pytest.mark.parametrize("form", list_forms(EVERY_FORM), indirect=True)
def test_every_word_of_a_sheet_can_be_read_back_from_its_paper(form: Drawn) -> None:
    words = read_html(form.sheet).casefold().split()
    text = " ".join(read_pages(form.pdf)).casefold()
    assert len(words) > 80
    assert find_missing(iter(words), text) == []


@pytest.mark.parametrize("form", list_forms(EVERY_FORM, Paper), indirect=True)
def test_a_form_looks_as_it_did(form: Drawn, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    expected = GOLDENS / "forms" / f"{form.name}-{form.language}-{form.paper}.png"
    actual = draw_pages(form.pdf)
    if request.config.getoption("--update-goldens") and not (
        expected.exists() and is_alike(actual, read_picture(expected))
    ):
        write_picture(actual, expected)
    assert expected.exists(), f"no picture {expected} yet: run with --update-goldens, then look at it"
    if not is_alike(actual, read_picture(expected)):
        write_picture(actual, tmp_path / expected.name)
        pytest.fail(f"the form has changed: compare {tmp_path / expected.name} with {expected}")


def test_pictures_differ_if_a_line_is_gone_and_not_if_it_is_a_hair_lower() -> None:
    sheet = make_sheet("tie", "pl", Paper.A4)
    picture = draw_pages(render_pdf(sheet))
    without = draw_pages(render_pdf(dataclasses.replace(sheet, decided=sheet.decided[:-1])))
    assert not is_alike(without, picture)
    assert is_alike(np.roll(picture, 1, axis=0), picture)
    assert not is_alike(np.roll(picture, 2, axis=0), picture)
    assert not find_strays(picture, picture).any()


@pytest.mark.parametrize("form", list_forms(FULLEST), indirect=True)
def test_the_reasons_stay_above_what_is_signed(form: Drawn) -> None:
    document = pypdfium2.PdfDocument(io.BytesIO(form.pdf))
    try:
        page = document[0]
        text = page.get_textpage()
        last = form.sheet.decided[-1].value.split()[-1]
        found = []
        search = text.search(last)
        while (hit := search.get_next()) is not None:
            found += [text.get_rect(index) for index in range(text.count_rects(*hit))]
        lowest = min(bottom for left, bottom, _, _ in found if left > 100 / MM_PER_POINT)
    finally:
        document.close()
    # The footer, the frame, the foot's lower part, and a line's descent.
    assert lowest * MM_PER_POINT > 8.5 + 4 + 27


def check_games(language: str, count: int, seed: int, *, drawn: int) -> set[str]:
    """Check that random games' forms say everything, the first of them on paper; return the rulings met."""
    rng = random.Random(f"{language} {seed}")  # noqa: S311 - games, no secrets
    met: set[str] = set()
    for number in range(count):
        document = draw_game(rng, language)
        card = score(document)
        sheet = fill(document, language, PAPER_OF[language])
        texts = [read_html(sheet)]
        if number < drawn:
            texts.append(" ".join(read_pages(render_pdf(sheet))))
        for text in texts:
            assert find_missing(list_words(card, language), text) == [], document
        met.update(card.rulings)
    return met


@pytest.mark.parametrize("language", EDITION_CODES)
def test_random_games_forms_hold_every_ruling_step_and_focus(language: str) -> None:
    assert len(check_games(language, 20, 1, drawn=1)) >= 5


@pytest.mark.long
@pytest.mark.parametrize("language", EDITION_CODES)
def test_many_random_games_forms_hold_every_ruling_step_and_focus(language: str) -> None:
    assert len(check_games(language, 120, 2, drawn=4)) >= 8


@pytest.mark.parametrize("ruling", Ruling)
def test_a_ruling_is_on_paper_where_it_decides_and_only_there(ruling: Ruling) -> None:
    decided, undecided = RULED[ruling]
    sentence = squash(describe_ruling(ruling, "en"))
    assert sentence in squash(read_html(fill(decided)))
    assert sentence not in squash(read_html(fill(undecided)))
