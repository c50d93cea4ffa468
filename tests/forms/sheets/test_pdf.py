from __future__ import annotations

import io
import json
import logging
import subprocess
import sys

import pypdf
import pytest

from companion.forms.sheets.attachment import read_attached_document
from companion.forms.sheets.pdf import STATIC, find_renderer, render_pdf
from companion.forms.sheets.sheet import Paper
from companion.scoring import EDITION_CODES, inspect, parse_inspection
from companion.scoring.categories import CATEGORIES
from companion.scoring.inspection import Form
from companion.scoring.terms import find_terms

from .games import ACCENTS, APPLICATION, EVENING, LONG_EVENING, fill, score, write

PAPER_OF = {code: Paper.LETTER if code in ("en", "cs") else Paper.A4 for code in EDITION_CODES}
"""Each language once, and both paper sizes."""
FORMS = ("B-7c", "S-42A")
EACH = [
    pytest.param(form, language, marks=() if (place + turn) % 2 == 0 else pytest.mark.long)
    for place, language in enumerate(EDITION_CODES)
    for turn, form in enumerate(FORMS)
]
"""Each language with one form, and by the long tests with the other."""


def unhyphenate(text: str) -> str:
    return text.replace("\ufffe", "-").replace("\x02", "-")


# With this scope, the tests of a form run one after the other, and it is drawn once.
@pytest.mark.parametrize(("form", "language"), EACH, scope="module")
class TestEveryForm:
    def test_the_printed_words_can_be_read_back(self, form, language, filled, blank, read_text):
        terms = find_terms(language)
        words = [
            terms.forms[form],
            form,
            terms.section_a,
            terms.section_b,
            *(terms.section(code, Form(form)) for code in terms.sections),
        ]
        words += [terms.name(category) for category in CATEGORIES]
        for pdf in (filled(form, language, PAPER_OF[language]), blank(form, language, PAPER_OF[language])):
            text = read_text(pdf)
            assert [word for word in words if word not in text] == []

    def test_names_and_figures_can_be_read_back(self, form, language, filled, read_text):
        text = read_text(filled(form, language, PAPER_OF[language]))
        card = score(EVENING if form == "B-7c" else APPLICATION)
        columns = [player.figures for player in card.players] + ([card.library] if card.library else [])
        for name in (player.name for player in card.players):
            assert name in text
        row = [str(figures.total).replace("-", "−") for figures in columns]
        assert " ".join(row) in text
        for category in CATEGORIES:
            row = [str(figures.tally[category]) for figures in columns]
            assert f"{find_terms(language).name(category)} {' '.join(row)}" in text

    def test_nothing_is_written_on_a_blank_form(self, form, language, blank, read_text):
        text = read_text(blank(form, language, PAPER_OF[language]))
        assert not any(name in text for name in ("Rita", "Łucja", "2026"))

    def test_it_has_two_pages_and_is_small(self, form, language, filled, blank):
        for pdf in (filled(form, language, PAPER_OF[language]), blank(form, language, PAPER_OF[language])):
            assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 2
            assert len(pdf) < 100_000

    def test_it_is_tagged_and_says_its_language_and_title(self, form, language, filled, blank):
        title = f"{find_terms(language).forms[form]} {form}"
        for pdf in (filled(form, language, PAPER_OF[language]), blank(form, language, PAPER_OF[language])):
            reader = pypdf.PdfReader(io.BytesIO(pdf))
            root = reader.root_object
            assert root["/Lang"] == language
            assert root["/MarkInfo"]["/Marked"]
            assert "/StructTreeRoot" in root
            assert root["/ViewerPreferences"]["/DisplayDocTitle"]
            assert reader.metadata is not None
            assert reader.metadata.title.startswith(title)

    def test_every_font_is_embedded_and_ours(self, form, language, filled):
        faces = set()
        for page in pypdf.PdfReader(io.BytesIO(filled(form, language, PAPER_OF[language]))).pages:
            for font in page["/Resources"]["/Font"].values():
                face = font.get_object()
                faces.add(face["/BaseFont"].partition("+")[2])
                descriptor = face["/DescendantFonts"][0].get_object()["/FontDescriptor"]
                assert "/FontFile2" in descriptor
        families = ("EB-Garamond", "Cormorant-SC", "Alegreya-Sans", "Caveat", "Pictograms")
        assert [face for face in faces if not face.startswith(families)] == []


@pytest.mark.parametrize("form", FORMS)
def test_the_inspection_is_attached_and_scores_the_same_again(form, filled):
    game = EVENING if form == "B-7c" else APPLICATION
    pdf = filled(form, "cs", PAPER_OF["cs"])
    document = read_attached_document(pdf)
    assert document is not None
    assert json.loads(document) == json.loads(write(game))
    assert inspect(parse_inspection(document)[0]).players == score(game).players
    (file,) = pypdf.PdfReader(io.BytesIO(pdf)).attachment_list
    assert (file.name, file.subtype, file.associated_file_relationship) == (
        "inspection.json",
        "/application/json",
        "/Data",
    )


def test_a_blank_form_carries_nothing(blank):
    assert read_attached_document(blank("B-7c", "en", Paper.LETTER)) is None


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (595, 842)), (Paper.LETTER, (612, 792))])
def test_the_paper_is_the_one_chosen(paper, size, blank):
    for page in pypdf.PdfReader(io.BytesIO(blank("B-7c", "en" if paper is Paper.LETTER else "de", paper))).pages:
        assert (round(page.mediabox.width), round(page.mediabox.height)) == size


def test_the_same_sheet_gives_the_same_bytes():
    sheet = fill(APPLICATION)
    assert render_pdf(sheet, b"{}") == render_pdf(sheet, b"{}")


def test_four_full_shelves_still_make_two_pages_below_100_kilobytes():
    pdf = render_pdf(fill(LONG_EVENING), write(LONG_EVENING))
    assert len(pypdf.PdfReader(io.BytesIO(pdf)).pages) == 2
    assert len(pdf) < 100_000


def test_every_accent_survives_on_paper(read_text):
    name = ACCENTS.replace("ß", "")
    game = {**EVENING, "remarks": name + ACCENTS.lower(), "place": name[:17], "inspector": name[17:]}
    text = read_text(render_pdf(fill(game)))
    assert ACCENTS.lower() in text.replace(" ", "")


def test_our_own_pages_give_weasyprint_nothing_to_complain_of(caplog, monkeypatch):
    find_renderer()
    monkeypatch.setattr(logging.getLogger("weasyprint"), "propagate", True)
    with caplog.at_level(logging.WARNING):
        find_renderer.__wrapped__()
        render_pdf(fill(EVENING))
    monkeypatch.setattr(logging.getLogger("weasyprint"), "propagate", False)
    assert caplog.messages == []


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "https://example.org/a.css", f"{STATIC.as_uri()}/../README.md"]
)
def test_no_address_but_our_own_files_is_opened(address):
    with pytest.raises(ValueError, match="not one of our own files"):
        find_renderer().fetch.fetch(address)


WITHOUT_PANGO = """
import sys

class NoPango:
    def find_spec(self, name, path=None, target=None):
        if name == "weasyprint":
            print("a long complaint")
            raise OSError("cannot load library 'libpango-1.0-0'")

sys.meta_path.insert(0, NoPango())
from companion.forms.sheets.pdf import PangoMissingError, render_pdf
from companion.forms.sheets.page import render_html
from companion.forms.sheets.sheet import Paper, blank_sheet
from companion.scoring.inspection import Form

sheet = blank_sheet(Form.B_7C, "en", Paper.A4)
try:
    render_pdf(sheet)
except PangoMissingError as error:
    print(error)
print("<table" in render_html(sheet))
"""


def test_without_pango_a_plain_sentence_is_raised_and_the_page_still_works():
    done = subprocess.run([sys.executable, "-c", WITHOUT_PANGO], capture_output=True, text=True, check=True)
    sentence, page = done.stdout.splitlines()
    assert "library Pango" in sentence
    assert "apt install" in sentence
    assert page == "True"
    assert done.stderr == ""
