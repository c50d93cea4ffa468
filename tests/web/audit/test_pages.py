"""The audit of a paper form: copied, marked, corrected by a repair, stored once it has no defects."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from ...scoring.audit.sheets import column, rulebook, solo_sheet, sound

HEAD = {"form": "B-7c", "edition": "pt-BR", "prominent": "R", "banned": "C", "date": "2026-11-20", "place": "Łódź"}
BEST = "2.M:4:9 3.stability:9:4"
"""The likeliest repair of the rulebook's example."""


def copy(document: dict[str, Any], **changes: str) -> dict[str, str]:
    """The fields of the page, filled in from a sheet."""
    fields = {**HEAD, **{key: document[key] for key in ("form", "prominent", "banned")}}
    columns = {f"columns-{index}": player for index, player in enumerate(document["players"])}
    if "library" in document:
        columns["library"] = document["library"]
    for key, written in columns.items():
        figures = {**written, **written["tally"]}
        fields |= {f"{key}-{name}": str(figure) for name, figure in figures.items() if name != "tally"}
    return fields | {name.replace("__", "-"): value for name, value in changes.items()}


def find_field(page: str, name: str) -> str:
    """The cell of a figure, from its field to its end."""
    match = re.search(rf'<td class="[^"]*"><span class="cell">\s*<label[^>]*for="{name}".*?</td>', page, re.DOTALL)
    assert match is not None, name
    return match[0]


def read_repairs(page: str) -> list[tuple[str, str]]:
    """How likely each repair is said to be, and what its button submits."""
    return [
        (likelihood.strip(), code)
        for likelihood, code in re.findall(
            r'<p class="likelihood"><b>\d+</b>([^<]+)</p>.*?name="take" value="([^"]+)"', page, re.DOTALL
        )
    ]


def test_an_empty_sheet_waits_to_be_copied(visitor):
    page = visitor.open("/audit")
    assert visitor.status == 200
    for cell in ("C", "S", "stability", "prominent", "banned", "variety", "focus_bonus", "total"):
        for index in range(4):
            assert f'name="columns-{index}-{cell}" value="" inputmode="numeric"' in page
    assert 'role="alert"' not in page


def test_the_front_page_and_the_blank_forms_lead_to_it(visitor):
    for address in ("/", "/forms"):
        assert 'href="/audit"' in visitor.open(address)


def test_the_edition_date_and_place_are_suggested(visitor, desk):
    page = visitor.open("/audit")
    assert '<option value="en" lang="en" selected>' in page
    assert 'value="2026-11-20"' in page


def test_the_rulebooks_own_example_comes_out_with_its_two_defects(visitor):
    page = visitor.send("/audit", copy(rulebook()))
    assert visitor.status == 200
    assert "2 lines of this sheet cannot be right." in page
    assert page.count('<li class="defect"') == 2
    bonus, total = find_field(page, "columns-2-focus_bonus"), find_field(page, "columns-3-total")
    assert 'value="18"' in bonus
    assert '<span class="hand figure">8</span>' in bonus
    assert 'value="38"' in total
    assert '<span class="hand figure">43</span>' in total
    assert "no row that could be the focus has that many" in page
    assert "The lines add up to 43, not 38." in page
    assert 'aria-describedby="columns-3-total-note"' in page
    assert 'id="columns-3-total-note"' in page


def test_and_with_its_four_repairs_of_two_figures_the_likeliest_first(visitor):
    page = visitor.send("/audit", copy(rulebook()))
    assert read_repairs(page) == [
        ("likely", BEST),
        ("likely", "2.S:4:9 3.stability:9:4"),
        ("possible", "2.M:4:9 3.total:38:43"),
        ("possible", "2.S:4:9 3.total:38:43"),
    ]
    assert "9 was read as 4: their digits look alike." in page


@pytest.mark.parametrize("code", [BEST, "2.S:4:9 3.stability:9:4", "2.M:4:9 3.total:38:43", "2.S:4:9 3.total:38:43"])
def test_every_repair_sets_the_sums_right(visitor, code):
    page = visitor.send("/audit", copy(rulebook(), take=code))
    assert "The sums are right" in page
    assert "File it and print the corrected form" in page
    assert 'name="take"' not in page


def test_a_repair_is_written_in_and_the_paper_remembered(visitor):
    page = visitor.send("/audit", copy(rulebook(), take=BEST))
    mended = find_field(page, "columns-3-stability")
    assert 'value="4"' in mended
    assert "<s>9</s>" in mended
    assert "Corrected; the paper says 9." in page
    assert f'name="mended" value="{BEST}"' in page
    assert "Alberto: by the figures, the focus can only have been Monster Manuals." in page


def test_a_sheet_that_is_right_is_filed_and_its_form_printed(visitor):
    page = visitor.send("/audit", copy(rulebook(), mended=BEST, take=BEST, act="file"))
    assert re.fullmatch(r"/inspections/[\w-]{16}/scorecard", visitor.address)
    assert "Eric leads by 17 points; no tiebreak was needed." in page
    desk = visitor.address.removesuffix("/scorecard")
    document = json.loads(visitor.open(f"{desk}/inspection.json"))
    assert document["players"][2] == {
        "name": "Alberto",
        "focus": "M",
        "tally": {"C": 5, "F": 3, "H": 6, "M": 9, "R": 4, "S": 4},
        "stability": 10,
    }
    assert [player["focus"] for player in document["players"]] == ["S", "H", "M", "F"]
    assert (document["edition"], document["date"], document["place"]) == ("pt-BR", "2026-11-20", "Łódź")
    assert document["remarks"] == "Corrected in the audit: Alberto, Monster Manuals: 4 → 9; Dária, B1: 9 → 4."
    visitor.open(f"{desk}/sheet.pdf")
    assert visitor.headers["Content-Type"] == "application/pdf"


def test_a_sheet_that_is_not_right_is_not_filed(visitor):
    page = visitor.send("/audit", copy(rulebook(), act="file"))
    assert (visitor.status, visitor.address) == (200, "/audit")
    assert "2 lines of this sheet cannot be right." in page
    assert "Filed inspections" not in visitor.open("/")


def test_nothing_is_filed_by_checking(visitor):
    visitor.send("/audit", copy(sound()))
    assert 'class="file"' not in visitor.open("/")


@pytest.mark.parametrize("typed", ["-4", "−4", "–4", "4", " 4 "])
def test_the_minus_of_b3_may_be_left_out(visitor, typed):
    page = visitor.send("/audit", copy(sound(), columns__3__banned=typed))
    assert "The sums are right" in page
    assert f'value="{typed.strip()}"' in find_field(page, "columns-3-banned")


def test_a_line_that_is_not_written_and_a_focus_that_is_not_known_are_no_faults(visitor):
    fields = copy(sound(), columns__0__variety="", columns__1__stability="", columns__0__focus="S")
    assert "The sums are right" in visitor.send("/audit", fields)


def test_what_the_total_tells_of_a_missing_b1_is_filed(visitor):
    visitor.send("/audit", copy(sound(), columns__1__stability="", act="file"))
    document = json.loads(visitor.open(f"{visitor.address.removesuffix('/scorecard')}/inspection.json"))
    assert document["players"][1]["stability"] == 12


def test_a_focus_that_the_figures_do_not_tell_is_asked_for_at_the_desk(visitor):
    rita, eric = (
        column(name, (2, 5, 5, 6, books, 7), 8, award, -2, 15)
        for name, books, award in (("Rita", 6, 15), ("Eric", 5, 9))
    )
    fields = copy({**sound(), "players": [rita, eric]}, act="file")
    page = visitor.send("/audit", fields)
    assert re.fullmatch(r"/inspections/[\w-]{16}", visitor.address)
    assert "Choose the focus" in page


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("columns-3-M", "seven", "Expected a whole number such as 7, found “seven”."),
        ("columns-3-M", "-7", "Expected a whole number such as 7, found “-7”."),
        ("columns-3-variety", "3.5", "Expected a whole number such as 7, found “3.5”."),
        ("columns-3-total", "७", "Expected a whole number such as 7, found “७”."),
        ("columns-3-banned", "four", "Expected a whole number such as 7, found “four”."),
        ("columns-3-stability", "9" * 5000, "Expected a whole number such as 7, found “9999"),
        ("columns-3-S", "", "Nothing is entered here. Enter 0 if there are none."),
    ],
)
def test_a_wrong_figure_is_kept_and_reported_at_its_place(visitor, field, typed, sentence):
    page = visitor.send("/audit", {**copy(rulebook()), field: typed})
    assert visitor.status == 422
    assert sentence in page
    assert f'value="{typed}"' in find_field(page, field)
    assert f'aria-invalid="true" aria-describedby="{field}-note"' in find_field(page, field)
    assert page.count('aria-invalid="true"') == 1
    assert 'value="12"' in find_field(page, "columns-0-F")


def test_all_faults_are_said_at_once_and_nothing_is_lost(visitor):
    fields = copy(rulebook(), prominent="", date="yesterday", columns__1__name="Rita", columns__3__M="seven")
    page = visitor.send("/audit", fields)
    assert visitor.status == 422
    assert "Nothing can be checked without this category." in page
    assert "Expected a date such as 2026-11-20, found “yesterday”." in page
    assert "“Rita” is on this sheet twice." in page
    assert "found “seven”" in page
    assert '<details class="sheet-head" open>' in page
    for name, value in fields.items():
        if name.startswith("columns"):
            assert re.search(rf'name="{name}" value="{value}"', page), name


def test_a_sheet_without_anybody_is_refused(visitor):
    page = visitor.send("/audit", HEAD)
    assert visitor.status == 422
    assert "There is nobody on this sheet yet. Copy at least one column." in page


def test_a_column_without_a_name_is_called_by_its_number(visitor):
    page = visitor.send("/audit", copy(rulebook(), columns__3__name=""))
    assert '<b class="hand">Librarian 4</b> The lines add up to 43, not 38.' in page
    page = visitor.send("/audit", copy(rulebook(), columns__2__name="Librarian 4", columns__3__name=""))
    assert "“Librarian 4” is on this sheet twice." in page


def test_columns_may_be_left_empty_in_between(visitor):
    fields = {name: "" if name.startswith("columns-0") else value for name, value in copy(sound()).items()}
    page = visitor.send("/audit", fields)
    assert re.findall(r'<li class="defect" id="([^"]+)"', page) == ["columns-2-prominent-note"]


def test_a_solo_sheet_has_a_librarian_and_the_public_library(visitor):
    pile = column(None, (6, 4, 7, 3, 6, 7), None, 0, -3, 12, 12, 12, focus="C")
    rita = column("Rita", (5, 4, 9, 5, 3, 7), 12, 15, -5, 9, 14, 45, focus="S")
    fields = copy(solo_sheet(rita, pile, prominent="H", banned="M"))
    page = visitor.send("/audit", {**fields, "columns-1-name": "Nobody", "columns-1-C": "many"})
    assert '<li class="defect" id="library-total-note"><b class="hand">Public library</b>' in page
    assert read_repairs(page) == [("likely", "library.total:12:21")]
    visitor.send("/audit", {**fields, "take": "library.total:12:21", "act": "file"})
    document = json.loads(visitor.open(f"{visitor.address.removesuffix('/scorecard')}/inspection.json"))
    assert document["library"] == {"focus": "C", "tally": {"C": 6, "F": 4, "H": 7, "M": 3, "R": 6, "S": 7}}
    assert document["remarks"] == (
        "Corrected in the audit: Public library, Total Individual “Section B” Scores: 12 → 21."
    )


def test_many_repairs_are_folded_away(visitor):
    page = visitor.send("/audit", copy(sound(), columns__0__stability="7", columns__0__total=""))
    shown, _, folded = page.partition('<details class="more">')
    assert shown.count('name="take"') == 6
    assert folded.count('name="take"') > 6


def test_a_sheet_beyond_repair_is_to_be_counted_again(visitor):
    wrong = {name: {"variety": 1, "banned": -13} for name in ("Rita", "Eric", "Alberto", "Dária")}
    page = visitor.send("/audit", copy(rulebook(**wrong)))
    assert "Changing a few figures does not set this sheet right. Count the shelves again." in page
    assert 'name="take"' not in page


@pytest.mark.parametrize("take", ["", "no repair", "9.M:4:9", "2.Q:4:9", "2.M:4", "library.M:1:2", "0.C:1:" + "9" * 99])
def test_a_repair_that_was_never_offered_changes_nothing(visitor, take):
    page = visitor.send("/audit", copy(rulebook(), take=take))
    assert "2 lines of this sheet cannot be right." in page


def test_a_figure_typed_anew_after_its_repair_is_no_longer_called_corrected(visitor):
    fields = copy(sound(), mended=BEST, columns__3__stability="6", columns__3__total="40")
    page = visitor.send("/audit", {**fields, "act": "file"})
    document = json.loads(visitor.open(f"{visitor.address.removesuffix('/scorecard')}/inspection.json"))
    assert page
    assert document["remarks"] == "Corrected in the audit: Alberto, Monster Manuals: 4 → 9."


def test_a_form_without_its_token_is_refused_and_what_was_typed_is_shown(visitor):
    answer = visitor.client.post("/audit", data=copy(rulebook()))
    assert answer.status_code == 400
    assert "Alberto" in answer.get_data(as_text=True)


def test_every_field_has_a_label_and_no_page_a_script_or_style_of_its_own(visitor):
    for page in (visitor.open("/audit"), visitor.send("/audit", copy(rulebook()))):
        for tag in re.findall(r"<(?:input|select)[^>]*>", page):
            identity = re.search(r'\sid="([^"]+)"', tag)
            needs_none = re.search(r'type="(hidden|radio)"', tag)
            assert needs_none or (identity and f'for="{identity[1]}"' in page), tag
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)


@pytest.mark.parametrize("language", ["de", "cs", "pl", "pt-BR"])
def test_it_speaks_every_language(app, visitor, language):
    app.config["LANGUAGES"] = ("en", language)
    visitor.open(f"/audit?lang={language}")
    page = visitor.send("/audit", copy(rulebook()), **{"Accept-Language": language})
    assert f'<html lang="{language}">' in page
    assert page.count('<li class="defect"') == 2
    assert len(read_repairs(page)) == 4
