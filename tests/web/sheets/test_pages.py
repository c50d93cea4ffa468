"""The signed form and blank ones, in a chosen language and paper size."""

from __future__ import annotations

import datetime
import io
import re

import pypdf
import pytest

from companion.forms.sheets.attachment import read_attached_document
from companion.forms.sheets.pdf import PangoMissingError
from companion.web.site.words import say_time
from companion.workflow.sheets import working as sheets

A4, LETTER = (595, 842), (612, 792)
MOMENT = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)


def find_size(pdf: bytes) -> tuple[int, int]:
    box = pypdf.PdfReader(io.BytesIO(pdf)).pages[0].mediabox
    return round(box.width), round(box.height)


def test_the_form_is_drawn_with_the_inspection_inside(visitor, finished):
    answer = visitor.client.get(f"{finished}/sheet.pdf")
    assert answer.mimetype == "application/pdf"
    assert 'filename="ex-libris-b-7c-2026-11-20-rita-eric.pdf"' in answer.headers["Content-Disposition"]
    document = read_attached_document(answer.data)
    assert document is not None
    assert b'"Rita"' in document


def test_english_is_printed_on_letter_unless_asked_otherwise(visitor, finished):
    assert find_size(visitor.client.get(f"{finished}/sheet.pdf").data) == LETTER
    assert find_size(visitor.client.get(f"{finished}/sheet.pdf?paper=a4").data) == A4


@pytest.mark.parametrize(
    ("languages", "paper", "date", "time"),
    [
        ("en", "letter", "November 20, 2026", "PM"),
        ("en-US,en;q=0.9", "letter", "November 20, 2026", "PM"),
        ("en-GB,en;q=0.9", "a4", "20 November 2026", ":"),
        ("en,de-AT;q=0.5", "a4", "20 November 2026", ":"),
        ("de", "a4", "20. November 2026", ":"),
        ("de-DE,en-US;q=0.5", "a4", "20. November 2026", ":"),
        ("es-MX,en;q=0.5", "letter", "November 20, 2026", "PM"),
        ("pt-BR", "a4", "20 de novembro de 2026", ":"),
        ("en-" + "A" * 5000, "letter", "November 20, 2026", "PM"),
    ],
)
def test_paper_and_dates_are_those_of_the_browsers_region(visitor, finished, languages, paper, date, time):
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = languages
    page = visitor.open(f"{finished}/scorecard")
    assert f'value="{paper}" checked' in page
    assert date in page
    assert date in visitor.open(f"{finished}/sheet")
    with visitor.client.application.test_request_context(headers={"Accept-Language": languages}):
        assert time in say_time(MOMENT)
        assert (time == "PM") == ("PM" in say_time(MOMENT))


def test_the_paper_chosen_is_remembered_for_this_form_and_the_next(visitor, finished):
    visitor.send(f"{finished}/sheet", {"language": "en", "paper": "a4", "as": "pdf"})
    assert visitor.address == f"{finished}/sheet.pdf"
    assert 'value="a4" checked' in visitor.open(f"{finished}/scorecard")
    assert 'value="a4" checked' in visitor.open("/forms")
    visitor.start("Ola", "Eric")
    assert 'value="a4" checked' in visitor.open("/forms")


def test_the_form_can_be_printed_by_the_browser(visitor, finished):
    page = visitor.send(f"{finished}/sheet", {"language": "en", "paper": "a4", "as": "page"})
    assert visitor.address == f"{finished}/sheet"
    assert "Print this page with your browser" in page
    assert "Rita" in page
    assert re.search(r"/static/\w{12}/css/sheets/print\.css", page)


def test_without_pango_the_page_says_why_and_stands_in(visitor, finished, monkeypatch):
    def find_no_pango(*_: object, **__: object) -> bytes:
        raise PangoMissingError("PDFs need the library Pango.")

    monkeypatch.setattr(sheets, "print_form", find_no_pango)
    monkeypatch.setattr(sheets, "print_blank", find_no_pango)
    for address in (f"{finished}/sheet.pdf", "/forms/blank?form=B-7c"):
        page = visitor.open(address)
        assert visitor.status == 200
        assert "No PDF can be made here: the Pango library is not installed on this server" in page
        assert "libpango-1.0-0" in page
        assert "Print this page instead." in page


@pytest.mark.parametrize("form", ["B-7c", "S-42A"])
def test_blank_forms_are_handed_out(visitor, form):
    answer = visitor.client.get(f"/forms/blank?form={form}&language=en&paper=a4&as=pdf")
    assert find_size(answer.data) == A4
    assert f'filename="ex-libris-{form.lower()}.pdf"' in answer.headers["Content-Disposition"]
    assert form in visitor.open(f"/forms/blank?form={form}&as=page")


@pytest.mark.parametrize("choice", ["form=C-3", "form=B-7c&language=tlh", "form=B-7c&paper=papyrus"])
def test_what_was_never_offered_is_not_found(visitor, choice):
    visitor.open(f"/forms/blank?{choice}")
    assert visitor.status == 404


def test_a_choice_that_was_never_offered_is_not_remembered(visitor, finished):
    visitor.send(f"{finished}/sheet", {"language": "tlh", "paper": "a4"})
    assert visitor.status == 404
