"""Starting a table: the way first, then the names by chips, on one screen of a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

FOCUSES = "[name$=-focus]:visible, [name=library_focus]:visible"


@pytest.mark.slow
def test_a_table_is_started_by_a_way_and_the_chips_of_names_in_the_order_of_the_taps(browse):
    page = browse()
    page.goto("/inspections/new")
    for number, name in enumerate(("Rita", "Eric", "Ola")):
        page.locator(f"[name=seats-{number}-name]").fill(name)
    page.locator(".bar button").tap()
    page.wait_for_url(lambda address: not address.endswith("/new"))
    page.goto("/inspections/new")
    names = page.locator(".names input")
    assert [field.input_value() for field in names.all()] == ["Rita", "Eric", "Ola", ""]
    chip = {name: page.get_by_role("button", name=name, exact=True) for name in ("Rita", "Eric", "Ola")}
    for name in ("Rita", "Eric", "Ola"):
        chip[name].tap()
        expect(chip[name]).to_have_attribute("aria-pressed", "false")
    for name in ("Ola", "Rita"):
        chip[name].tap()
    assert [field.input_value() for field in names.all()] == ["Ola", "Rita", "", ""]
    bottom = page.locator("#dealt").bounding_box()
    assert bottom["y"] + bottom["height"] <= page.viewport_size["height"]
    page.locator("#dealt > summary").tap()
    expect(page.locator(FOCUSES)).to_have_count(0)
    page.locator("label:has([value=all])").tap()
    assert page.locator("[data-focus]:visible legend small").all_inner_texts()[:2] == ["Ola", "Rita"]
    page.locator("label:has([value=phones])").tap()
    chip["Eric"].tap()
    expect(page.get_by_label("Your name")).to_have_value("Eric")
    expect(page.locator(".name-chip[aria-pressed=true]")).to_have_text(["Eric"])


@pytest.mark.slow
def test_back_to_a_page_that_asked_for_a_correction_is_no_error_page(chromium, live_server):
    with chromium.new_context(base_url=live_server, has_touch=True) as phone:
        page = phone.new_page()
        page.goto("/")
        page.goto("/solo/new")
        page.locator("#particulars > summary").tap()
        page.get_by_label("Place").fill("Attic")
        page.locator(".bar button").tap()
        expect(page.locator("#alert")).to_be_focused()
        page.reload()
        expect(page.get_by_label("Place")).to_have_value("Attic")
        page.get_by_label("Your name").fill("Rita")
        page.locator(".bar button").tap()
        page.wait_for_url("**/game")
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("A new inspection")
