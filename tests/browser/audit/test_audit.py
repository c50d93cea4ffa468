"""A paper form on a small phone: copied, checked, corrected by the likeliest repair, stored, and printed."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from companion.forms.sheets.attachment import read_attached_document

from ...scoring.audit.sheets import Document, rulebook

SMALL = {"viewport": {"width": 320, "height": 640}}


def tap_choice(page: Page, field: str, value: str) -> None:
    page.locator(f"label:has([name='{field}'][value='{value}'])").tap()


def copy_sheet(page: Page, document: Document) -> None:
    """Type the sheet as written, B3 without its minus."""
    tap_choice(page, "prominent", document["prominent"])
    tap_choice(page, "banned", document["banned"])
    for index, player in enumerate(document["players"]):
        figures = {**player["tally"], **{key: value for key, value in player.items() if key not in ("name", "tally")}}
        page.fill(f"[name=columns-{index}-name]", player["name"])
        for cell, figure in figures.items():
            page.fill(f"[name=columns-{index}-{cell}]", str(figure).removeprefix("-"))


@pytest.mark.parametrize(
    "scripts",
    [pytest.param(True, id="with scripts"), pytest.param(False, id="without scripts", marks=pytest.mark.long)],
)
def test_the_rulebooks_example_is_audited_corrected_and_filed_on_a_small_phone(browse, scripts):
    page = browse(**SMALL, java_script_enabled=scripts)
    page.goto("/")
    page.get_by_role("link", name="Have a paper sheet audited").tap()
    copy_sheet(page, rulebook())
    page.locator("[name=columns-3-total]").press("Enter")
    expect(page.get_by_role("heading", name="2 lines of this sheet cannot be right.")).to_be_visible()
    bonus = page.get_by_label("Alberto, Reveal & Score Library Focuses")
    expect(bonus).to_have_value("18")
    expect(bonus).to_have_css("text-decoration-line", "line-through")
    expect(page.locator("td.defect .figure")).to_have_text(["8", "43"])
    expect(page.locator(".repair")).to_have_count(4)
    best = page.locator(".repair").first
    expect(best).to_contain_text("Alberto")
    best.get_by_role("button", name="Make this correction").tap()
    expect(page.get_by_role("heading", name="The sums are right")).to_be_visible()
    expect(page.locator("[name=columns-3-stability]")).to_have_value("4")
    page.get_by_role("button", name="File it and print the corrected form").tap()
    expect(page.get_by_role("main")).to_contain_text("Eric leads by 17 points; no tiebreak was needed.")
    document = json.loads(read_attached_document(fetch_form(page)) or b"{}")
    assert [player["stability"] for player in document["players"]] == [8, 12, 10, 4]


def fetch_form(page: Page) -> bytes:
    """Request the PDF of the button at the end of the scorecard."""
    answer = page.request.get(page.url.partition("/scorecard")[0] + "/sheet.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    return answer.body()


def test_the_sheet_fits_a_small_phone_and_tells_whose_column_it_is(browse):
    page = browse(**SMALL)
    page.goto("/audit")
    page.fill("[name=columns-1-name]", "Eric")
    tap_choice(page, "banned", "C")
    expect(page.locator("thead [data-column='1']")).to_have_text("Eric")
    expect(page.locator("tr[data-line=C]")).to_have_class("section-A2 category banned")
    expect(page.locator("[name=library-C]")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    field = page.locator("[name=columns-3-total]").bounding_box()
    assert field is not None
    assert min(field["width"], field["height"]) >= 44
    tap_choice(page, "form", "S-42A")
    expect(page.locator("[name=library-C]")).to_be_visible()
    expect(page.locator("[name=columns-1-C]")).to_be_hidden()
