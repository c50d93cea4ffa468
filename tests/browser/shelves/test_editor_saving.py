"""Nothing typed is lost: automatic saving, drafts on the device, other phones, and no scripts at all."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from ..conftest import PLAIN_NAME
from .editor_page import EditorPage, lay_shelf, read_stored

OFFLINE = "Offline – your entries are kept on this phone."


@pytest.fixture
def open_stumbling(chromium, live_server):
    """A function that opens a phone whose browser may log errors: here requests are meant to fail."""
    with ExitStack() as contexts:

        def new_page(**options):
            phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
            context = chromium.new_context(**{"base_url": live_server, "locale": "en-GB"} | phone | options)
            contexts.callback(context.close)
            return context.new_page()

        yield new_page


@pytest.fixture
def stumbling_page(open_stumbling):
    return open_stumbling()


def cut_off(page: Page) -> None:
    page.route("**/shelf", lambda route: route.abort() if route.request.method == "POST" else route.continue_())


def test_a_reload_keeps_everything(app, browse):
    path = lay_shelf(app)
    editor = EditorPage(browse(), path)
    editor.enter("A1:CF")
    editor.enter("B2:HM~+")
    editor.tap_letter("C")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B2:HM~+ C?"
    editor.page.reload()
    expect(editor.place(1, 2)).to_have_accessible_name(re.compile("B 2, .*face down, a card is entombed under it"))
    expect(editor.place(1, 3)).to_have_accessible_name("Row 1, place 3: C ?, face up")


def test_leaving_at_once_saves_first(app, browse):
    path = lay_shelf(app)
    editor = EditorPage(browse(), path)
    editor.enter("A1:CF")
    editor.page.get_by_role("link", name="Done").tap()
    expect(editor.page).not_to_have_url(re.compile(path))
    assert read_stored(app, path) == "A1:CF"


def test_what_could_not_be_saved_is_kept_and_saved_with_the_next_change(app, stumbling_page):
    path = lay_shelf(app)
    editor = EditorPage(stumbling_page, path)
    cut_off(stumbling_page)
    editor.enter("A1:CF")
    expect(editor.sentence).to_contain_text(OFFLINE)
    expect(stumbling_page.locator("#save-state")).to_have_text("Not saved yet")
    assert read_stored(app, path) == ""
    stumbling_page.unroute("**/shelf")
    editor.tap_letter("B")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B?"


@pytest.mark.parametrize("event", ["window.dispatchEvent(new Event('online'))", "tap"])
def test_it_is_tried_again_when_the_network_returns_or_when_asked(app, stumbling_page, event):
    path = lay_shelf(app)
    editor = EditorPage(stumbling_page, path)
    cut_off(stumbling_page)
    editor.enter("A1:CF")
    expect(editor.sentence).to_contain_text(OFFLINE)
    stumbling_page.unroute("**/shelf")
    if event == "tap":
        editor.tap(stumbling_page.get_by_role("button", name="Try again"))
    else:
        stumbling_page.evaluate(event)
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF"


def test_a_page_that_was_closed_before_saving_puts_its_entries_back_and_says_so(app, stumbling_page):
    path = lay_shelf(app, "A1:CF")
    editor = EditorPage(stumbling_page, path)
    cut_off(stumbling_page)
    editor.enter("B2:HM")
    expect(editor.sentence).to_contain_text(OFFLINE)
    stumbling_page.unroute("**/shelf")
    stumbling_page.reload()
    expect(editor.place(1, 2)).to_have_accessible_name(re.compile("B 2, Historic"))
    expect(editor.sentence).to_contain_text("has been restored")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B2:HM"
    editor.tap(stumbling_page.locator("#sentence-action"))
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF"


def test_the_tally_counts_on_without_a_network_and_done_waits_for_it(app, open_stumbling, live_server):
    path = lay_shelf(app, "A1:CF")
    page = open_stumbling(base_url=live_server.replace("127.0.0.1", PLAIN_NAME))
    editor = EditorPage(page, path)
    assert not page.evaluate("isSecureContext")
    assert editor.tally() == "1 1 0 0 0 0 0"
    page.context.set_offline(True)
    editor.enter("B2:FHH")
    expect(editor.sentence).to_have_text(f"{OFFLINE} A1 and B1 wait for the network.")
    assert editor.tally() == "1 2 2 0 0 0 …"
    expect(page.locator("#card-count")).to_have_text("2")
    expect(page.locator("#book-count")).to_have_text("5")
    done = page.get_by_role("link", name="Done")
    editor.tap(done)
    expect(editor.sentence).to_contain_text("done is noted")
    editor.enter("C3:SS")
    expect(editor.sentence).to_contain_text(OFFLINE)
    editor.tap(done)
    expect(editor.sentence).to_contain_text("done is noted")
    assert read_stored(app, path) == "A1:CF"
    page.context.set_offline(False)
    expect(page).not_to_have_url(re.compile(path))
    assert read_stored(app, path) == "A1:CF B2:FHH C3:SS"


def test_a_lost_answer_is_no_conflict(app, stumbling_page):
    path = lay_shelf(app)
    editor = EditorPage(stumbling_page, path)

    def lose_answer(route):
        route.fetch()
        route.abort()

    stumbling_page.route("**/shelf", lose_answer)
    editor.enter("A1:CF")
    expect(editor.sentence).to_contain_text(OFFLINE)
    stumbling_page.unroute("**/shelf")
    editor.enter("B2:HM")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B2:HM"
    expect(editor.sentence).to_have_text("All in order so far.")


def test_a_text_that_cannot_be_read_opens_as_text_and_stays_as_it_was_typed(app, browse):
    path = lay_shelf(app, "A1:CF B2:XX /  c3:ff")
    page = browse()
    page.goto(path)
    field = page.get_by_label("The shelf, as text")
    expect(field).to_have_value("A1:CF B2:XX /  c3:ff")
    expect(page.locator("#text-findings li")).to_contain_text(["B2:XX"])
    expect(page.get_by_role("button", name="Back to the grid")).to_be_hidden()
    assert read_stored(app, path) == "A1:CF B2:XX /  c3:ff"
    field.fill("A1:CF B2:HM /  c3:ff")
    page.get_by_role("button", name="Back to the grid").tap()
    expect(page.get_by_role("button", name="Row 2, place 2: empty")).to_be_focused()
    assert read_stored(app, path) == "A1:CF B2:HM /  c3:ff"


def test_a_text_that_was_not_saved_is_put_back_as_text(app, stumbling_page):
    path = lay_shelf(app, "A1:CF B2:XX")
    stumbling_page.goto(path)
    cut_off(stumbling_page)
    field = stumbling_page.get_by_label("The shelf, as text")
    field.fill("A1:CF B2:YY C3")
    expect(stumbling_page.locator("#text-state")).to_contain_text(OFFLINE)
    stumbling_page.unroute("**/shelf")
    stumbling_page.reload()
    expect(field).to_have_value("A1:CF B2:YY C3")
    expect(stumbling_page.locator("#text-findings")).to_contain_text("B2:YY")
    assert read_stored(app, path) == "A1:CF B2:YY C3"


def test_the_shelf_can_be_written_as_text_and_the_grid_follows(app, browse):
    path = lay_shelf(app, "A1:CF")
    editor = EditorPage(browse(), path)
    editor.tap_more("Write as text")
    field = editor.page.get_by_label("The shelf, as text")
    expect(field).to_have_value("A1:CF")
    field.fill("A1:CF B2:HM~ / . #")
    editor.page.get_by_role("button", name="Back to the grid").tap()
    expect(editor.place(2, 2)).to_have_accessible_name("Row 2, place 2: face down")
    editor.tap(editor.page.get_by_role("button", name="Undo"))
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF"


def test_without_a_script_the_shelf_is_a_text_field(app, open_stumbling):
    path = lay_shelf(app)
    page = open_stumbling(java_script_enabled=False)
    page.goto(path)
    field = page.get_by_label("The shelf, as text")
    field.fill("A1:CF B2:XX")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("The shelf, as text")).to_have_value("A1:CF B2:XX")
    expect(page.locator("#text-findings li")).to_contain_text(["B2:XX"])
    assert read_stored(app, path) == "A1:CF B2:XX"
    field.fill("A1:CF B2:HM")
    page.get_by_role("button", name="Save").click()
    expect(page).not_to_have_url(re.compile(path))
    assert read_stored(app, path) == "A1:CF B2:HM"
