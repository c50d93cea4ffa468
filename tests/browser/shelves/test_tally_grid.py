"""The grid of tallies: down a column, sums, a pasted block, and the keys under the thumb."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.store.tables import queries

from .editor_page import lay_shelf

BLOCK = "4\t3\n8\t12\n10\t5\n6\t6\n8\t7\n7\tsix\n12\t8\nnobody\n"
PASTE = """(field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def read_focus(page: Page) -> str:
    """The name of the field that has the focus."""
    return str(page.evaluate("document.activeElement.name"))


@pytest.fixture
def desktop(chromium, live_server):
    """A computer, whose browser may log that a form was not accepted."""
    context = chromium.new_context(base_url=live_server, viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield context.new_page()
    context.close()


def test_a_table_is_typed_down_its_columns_summed_and_pasted(app, desktop):
    path = lay_shelf(app).partition("/seats")[0] + "/tally"
    page = desktop
    page.goto(path)
    field = page.locator("[name='1-C']")
    field.focus()
    for text in ("3+1", "8", "10", "6", "8", "7"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    assert read_focus(page) == "1-stability"
    expect(field).to_have_value("4")
    expect(page.locator("[data-sum='1']")).to_have_text("43")
    page.keyboard.press("Enter")
    assert read_focus(page) == "2-C"
    page.keyboard.press("ArrowLeft")
    expect(field).to_have_value("3+1")
    page.keyboard.press("Shift+Tab")
    assert read_focus(page) != "1-C"
    expect(field).to_have_value("4")

    field.evaluate(PASTE, BLOCK)
    strip = page.locator("#grid-strip")
    expect(strip).to_contain_text("Figures pasted: 14. Without a place here: 1.")
    expect(page.locator("[name='2-stability']")).to_have_value("8")
    expect(page.locator("[data-sum='1']")).to_have_text("43")
    expect(page.locator("[data-sum='2']")).to_have_text("–")
    strip.get_by_role("button", name="Undo").click()
    expect(field).to_have_value("3+1")
    expect(page.locator("[name='2-stability']")).to_have_value("")
    field.evaluate(PASTE, BLOCK)
    page.get_by_role("button", name="Note it down").click()
    fault = page.locator("[name='2-S']")
    expect(fault).to_be_focused()
    expect(fault).to_have_accessible_description(re.compile("found “six”"))
    fault.fill("6")
    fault.press("Enter")
    page.locator("[name='1-C']").fill("3+1")
    page.get_by_role("button", name="Note it down").click()
    page.wait_for_url(path.removesuffix("/tally"))
    with app.app_context():
        seats = queries.find_draft(path.split("/")[2]).seats
    assert [seat.tally["C"] for seat in seats] == ["3+1", "3"]
    assert seats[1].tally["S"] == "6"


def test_a_phone_has_keys_under_the_thumb_that_leave_its_own_keyboard_away(app, browse):
    page = browse(viewport={"width": 320, "height": 640})
    page.goto(lay_shelf(app).partition("/seats")[0] + "/tally")
    keys, field = page.locator("#grid-keys"), page.locator("[name='1-C']")
    expect(keys).to_be_hidden()
    field.tap()
    expect(field).to_have_attribute("inputmode", "none")
    for key in ("1", "plus", "6", "8", "Delete the last digit"):
        keys.get_by_role("button", name=key, exact=True).tap()
    expect(page.locator("#grid-line")).to_have_text("Eric, Corrupted Codices: 1+6 = 7")
    keys.get_by_role("button", name="Next figure").tap()
    expect(field).to_have_value("7")
    expect(page.locator("[name='1-F']")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    for key in keys.get_by_role("button").all():
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    page.locator("[name='2-stability']").tap()
    box, bar = page.locator("[name='2-stability']").bounding_box(), page.locator(".bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]
    keys.get_by_role("button", name="Next figure").tap()
    expect(keys).to_be_hidden()
