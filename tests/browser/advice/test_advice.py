"""Advice on a phone: a losing shelf is tried out, improved as advised, accepted, and wins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat

from ..shelves.editor_page import NOW, EditorPage

LOSING = "Z2:CF A1:FHM B1:FMS C1:FRS / D1:HRS E1:CCM F1:RSS G1:HM"
RIVAL = "A2:FHH B2:MRR C2:HMS / D2:FRS E2:HM"
WIDE = " / ".join(" ".join(f"{letter}{row}:CFHM+" for letter in "ABCDEFGHIJKL") for row in (1, 2, 3))
SMALL_CONTROLS = """() => [...document.querySelectorAll("main :is(button, a), .bar :is(button, a)")]
    .filter((control) => control.checkVisibility({visibilityProperty: true}))
    .map((control) => [control.textContent.trim(), control.getBoundingClientRect()])
    .filter(([, {width, height}]) => Math.round(width) < 44 || Math.round(height) < 44)
    .map(([name, {width, height}]) => `${name} ${width} ${height}`)"""
PAGE_SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def lay_table(app):
    """A function that stores a table with two shelves and returns the path of its desk."""

    def lay(shelf: str = LOSING, rival: str = RIVAL) -> str:
        with app.app_context():
            slug = queries.start_draft(
                Details("B-7c", "en", "R", "C"),
                [StoredSeat("Rita", "S"), StoredSeat("Eric", "H")],
                StoredLibrary(),
                NOW,
            )
            queries.write_shelf(slug, 1, shelf, None, NOW)
            queries.write_shelf(slug, 2, rival, None, NOW)
        return f"/inspections/{slug}"

    return lay


@pytest.fixture
def read_shelf(app):
    """A function that returns Rita's stored shelf."""

    def read(desk: str) -> str:
        with app.app_context():
            return queries.find_draft(desk.split("/")[2]).find_seat(1).shelf

    return read


class AdvicePage:
    """The what-if on a page."""

    def __init__(self, page: Page, desk: str) -> None:
        self.page = page
        self.sentence = page.locator("#sentence")
        self.outcome = page.locator("#outcome")
        self.reasons = page.locator("#turns li")
        page.goto(f"{desk}/seats/1/advice")

    def card(self, name: str):
        """Return a card by its name, such as ``Z2``."""
        return self.page.get_by_role("button", name=re.compile(rf"^Row \d+, place \d+: .*{name[0]} {name[1:]} "))

    def act(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def figure(self, key: str):
        """Return a figure with its change."""
        return self.page.locator(f"[data-figure={key}] dd")

    def expect_down(self, *names: str) -> None:
        expect(self.page.locator(".flip[aria-pressed=true] .letter")).to_have_text([name[0] for name in names])


def test_a_losing_shelf_asks_for_the_best_takes_it_over_and_wins(browse, lay_table, read_shelf):
    page, desk = browse(), lay_table()
    page.goto(f"{desk}/scorecard")
    expect(page.get_by_role("region", name="Grand Librarian")).to_contain_text("Eric")
    page.goto(desk)
    page.get_by_role("link", name="What is best? Rita").tap()
    page.wait_for_url("**/advice")
    advice = AdvicePage(page, desk)
    advice.act("Best").tap()
    advice.expect_down("Z2", "E1")
    expect(advice.outcome).to_contain_text("39 +23")
    expect(advice.outcome).to_contain_text("Rank 2 1")
    expect(advice.reasons).to_have_text(
        [
            re.compile(r"^With Z2 face down, the check leaves A1, B1, .* up: that saves 23 points"),
            "E1 face down saves 2 points (B3 +2) and costs nothing.",
        ]
    )
    advice.act("Apply").tap()
    expect(page.get_by_text("Filed: this is how the shelf is now.")).to_be_visible()
    assert read_shelf(desk) == "Z2:CF~ A1:FHM B1:FMS C1:FRS / D1:HRS E1:CCM~ F1:RSS G1:HM"
    page.get_by_role("link", name="See the scorecard").tap()
    expect(page.get_by_role("region", name="Grand Librarian")).to_contain_text("Rita")
    expect(page.get_by_role("main")).to_contain_text("Rita leads by 9 points")


def test_every_figure_follows_a_tap_and_another_takes_it_back(browse, lay_table, read_shelf):
    desk = lay_table()
    advice = AdvicePage(browse(), desk)
    advice.card("Z2").tap()
    expect(advice.sentence).to_have_text("37 in all, 21 points more than now.")
    for key, text in {"A1": "0 −7", "B2": "12 +3", "B3": "−2 −1", "B4": "9 +9", "B5": "10 +10", "C": "2 +1"}.items():
        expect(advice.figure(key)).to_have_text(text)
    expect(advice.card("A1")).not_to_have_class(re.compile("is-flipped"))
    expect(advice.page.locator("[data-books][aria-current]")).to_have_attribute("data-books", "3")
    advice.card("Z2").tap()
    expect(advice.sentence).to_have_text(re.compile("^Tap a card to flip it"))
    expect(advice.figure("B5")).to_have_text("0")
    expect(advice.reasons).to_have_count(0)
    expect(advice.card("A1")).to_have_class(re.compile("is-flipped"))
    assert read_shelf(desk) == LOSING


def test_quick_taps_end_in_the_answer_to_all_of_them(browse, lay_table):
    advice = AdvicePage(browse(), lay_table())
    for name in ("Z2", "E1", "G1", "G1"):
        advice.card(name).tap()
    expect(advice.outcome).to_contain_text("39 +23")
    advice.expect_down("Z2", "E1")


def test_back_as_it_lay_undoes_the_attempt(browse, lay_table):
    advice = AdvicePage(browse(), lay_table())
    expect(advice.act("Apply")).to_be_disabled()
    advice.act("Best").tap()
    expect(advice.act("Apply")).to_be_enabled()
    advice.act("Reset").tap()
    expect(advice.act("Apply")).to_be_disabled()
    expect(advice.act("Reset")).to_be_focused()
    advice.expect_down()


def test_what_was_taken_over_can_be_had_as_it_was(browse, lay_table, read_shelf):
    desk = lay_table()
    advice = AdvicePage(browse(), desk)
    advice.card("Z2").tap()
    advice.act("Apply").tap()
    advice.act("Change it back").tap()
    advice.expect_down()
    expect(advice.outcome).to_contain_text("16")
    assert read_shelf(desk) == LOSING


def test_it_works_by_keyboard(browse, lay_table):
    advice = AdvicePage(browse(has_touch=False, is_mobile=False, viewport={"width": 1280, "height": 800}), lay_table())
    advice.card("Z2").focus()
    advice.page.keyboard.press("Space")
    expect(advice.outcome).to_contain_text("37 +21")
    expect(advice.card("Z2")).to_be_focused()
    advice.page.keyboard.press("Enter")
    expect(advice.act("Apply")).to_be_disabled()


def test_a_shelf_changed_elsewhere_is_said_and_loaded_again(app, chromium, live_server, lay_table):
    desk = lay_table()
    context = chromium.new_context(base_url=live_server, locale="en-GB")  # browsers log refusals
    advice = AdvicePage(context.new_page(), desk)
    with app.app_context():
        queries.write_shelf(desk.split("/")[2], 1, f"{LOSING} H9:SS", None, NOW)
    advice.card("Z2").click()
    expect(advice.sentence).to_have_text("This table has since been changed elsewhere. Reload the page.")
    advice.page.get_by_role("link", name="Reload").click()
    expect(advice.card("H9")).to_be_visible()
    advice.card("Z2").click()
    expect(advice.outcome).to_contain_text("41 +25")
    context.close()


def test_an_unreachable_server_is_said_and_the_next_tap_catches_up(chromium, live_server, lay_table):
    context = chromium.new_context(base_url=live_server, locale="en-GB")  # browsers log lost requests
    advice = AdvicePage(context.new_page(), lay_table())
    advice.page.route("**/advice", lambda route: route.abort(), times=1)
    advice.card("Z2").click()
    expect(advice.sentence).to_have_text("The office cannot be reached. Tap again in a moment.")
    advice.card("E1").click()
    expect(advice.outcome).to_contain_text("39 +23")
    context.close()


def test_without_a_script_every_tap_is_a_page_of_its_own(browse, lay_table, read_shelf):
    desk = lay_table()
    advice = AdvicePage(browse(java_script_enabled=False), desk)
    advice.card("Z2").tap()
    expect(advice.outcome).to_contain_text("37 +21")
    advice.act("Best").tap()
    expect(advice.outcome).to_contain_text("39 +23")
    advice.card("E1").tap()
    advice.act("Apply").tap()
    expect(advice.act("Change it back")).to_be_visible()
    assert read_shelf(desk).startswith("Z2:CF~ A1:FHM")


@pytest.mark.parametrize(("width", "height"), [(320, 568), pytest.param(390, 844, marks=pytest.mark.long), (1280, 800)])
@pytest.mark.parametrize("shelf", [LOSING, WIDE], ids=["a-shelf", "a-wide-shelf"])
def test_every_control_can_be_hit_and_the_outcome_stays_in_sight(browse, lay_table, width, height, shelf):
    advice = AdvicePage(browse(viewport={"width": width, "height": height}), lay_table(shelf))
    advice.act("Best").tap()
    expect(advice.sentence).not_to_have_text(re.compile("^Tap a card"))
    assert advice.page.evaluate(SMALL_CONTROLS) == []
    assert not advice.page.evaluate(PAGE_SCROLLS_SIDEWAYS)
    expect(advice.outcome).to_be_in_viewport(ratio=1)
    advice.page.locator(".flip").last.focus()
    expect(advice.page.locator(".flip").last).to_be_in_viewport(ratio=1)


def test_the_table_says_what_each_could_have_had(browse, lay_table):
    page, desk = browse(), lay_table()
    page.goto(f"{desk}/scorecard")
    page.get_by_role("link", name="What each could have scored").tap()
    page.wait_for_url("**/advice")  # its style sheets too: controls are measured
    rita = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Rita"))
    expect(rita).to_contain_text("That would have won the title: Grand Librarian.")
    assert page.evaluate(SMALL_CONTROLS) == []
    rita.get_by_role("link", name="See the cards").tap()
    expect(page.get_by_role("heading", name="What is best?")).to_be_visible()


def test_the_editor_leads_to_the_advice_where_the_check_will_turn_a_card(browse, lay_table, read_shelf):
    page, desk = browse(), lay_table("A1:FHM")
    editor = EditorPage(page, f"{desk}/seats/1/shelf")
    advised = page.locator("#strip").get_by_role("link", name="What is best?")
    expect(advised).to_be_hidden()
    editor.tap(editor.place(2, 1))
    editor.enter("A1:CC")
    editor.tap_card_key("Next")
    advised.tap()
    expect(page.get_by_role("heading", name="What is best?")).to_be_visible()
    assert read_shelf(desk) == "A1:FHM / A1:CC"
