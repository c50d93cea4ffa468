"""The pace of the walk: how many taps each costs the host, that it costs nobody else any, and that it can change."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ..games import THREE_TIED_ON_PROMINENT_WORKS, TIED_ON_THE_TOTAL, WON_BY_THE_HAND
from .test_walk import CONTROLS, OVERFLOW, SMALL_CONTROLS, expect_keys, expect_step, follow_to

BRISK_TAPS = 6
RESULT_TAPS = 2


class Host:
    """The phone that leads, and how often it was tapped."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, control: Locator, step: str) -> None:
        """Tap, and wait for a step."""
        self.page.clock.fast_forward(1000)  # longer than an accidental second tap
        control.tap()
        self.taps += 1
        expect_step(self.page, step)


@pytest.fixture
def gather(take_phone):
    """A function that brings the host, a guest and the big screen to a table that is about to be inspected."""

    def bring(desk: str, host: str, guest: str) -> tuple[Host, Page, Page]:
        screen = take_phone("nobody", viewport={"width": 1280, "height": 720}, is_mobile=False, has_touch=False)
        pages = take_phone(host), take_phone(guest), screen
        for page, path in zip(pages, ("/walk", "", "/screen"), strict=True):
            page.clock.install()
            page.goto(desk + path)
        return Host(pages[0]), pages[1], pages[2]

    return bring


def test_a_brisk_walk_costs_the_host_six_taps_and_the_others_none(lay_table, gather):
    host, guest, screen = gather(lay_table(TIED_ON_THE_TOTAL, ""), "Zdeňka", "Jörg")
    host.tap(host.page.locator("#pace-brisk"), "A1")
    for step in ("A2-S", "B4", "B5", "TIEBREAK", "PROCLAIM"):
        host.tap(host.page.locator("[data-walk=next]"), step)
        for page in (guest, screen):
            follow_to(page, step)
            assert page.evaluate(OVERFLOW)[0] <= 0, step
        assert screen.evaluate(OVERFLOW)[1] <= 0, step
        assert host.page.evaluate(SMALL_CONTROLS, CONTROLS) == [], step
    assert host.taps == BRISK_TAPS
    expect(guest.locator(".verdict-box .seal")).to_be_visible()


def test_the_result_costs_the_host_two_taps_and_still_asks_what_only_the_table_knows(lay_table, gather):
    host, bruno, screen = gather(lay_table(WON_BY_THE_HAND, ""), "Ana", "Bruno")
    host.tap(host.page.locator("#pace-result"), "B5")
    host.tap(host.page.locator("[data-walk=next]"), "PROCLAIM")
    assert host.taps == RESULT_TAPS
    for page in (bruno, screen):
        follow_to(page, "PROCLAIM")
        expect(page.locator(".proclamation")).to_contain_text("not yet decided")
    across, down = screen.evaluate(OVERFLOW)
    assert across <= 0
    assert down <= 0
    for page, name, cards in ((host.page, "Ana", "3"), (bruno, "Bruno", "1")):
        page.get_by_label(name, exact=True).fill(cards)
        page.get_by_role("button", name="Note it down").tap()
        expect_step(page, "PROCLAIM")
    host.page.clock.fast_forward(2000)
    for page in (host.page, bruno):
        expect(page.locator(".verdict-name")).to_have_text("Bruno")
        expect(page.locator(".form-table tbody tr")).to_have_count(13)


def test_the_pace_changes_at_any_step_on_every_phone(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "A2-M")
    rita, eric = take_phone("Rita"), take_phone("Eric")
    for page in (rita, eric):
        page.goto(f"{desk}/walk")
    rita.locator("#pace > summary").tap()
    rita.get_by_role("button", name="Brisk").tap()
    for page in (rita, eric):
        expect_step(page, "A2-S")
        expect(page.locator(".excerpt").first.locator("tbody tr")).to_have_count(6)
    expect(rita.get_by_role("button", name="Brisk")).to_have_attribute("aria-pressed", "true")
    expect(eric.locator("#pace")).to_have_count(0)
    rita.get_by_role("button", name="Only the result").tap()
    expect(rita.get_by_role("button", name="Reveal all focuses")).to_be_visible()
    expect_step(eric, "A2-S")
    rita.get_by_role("button", name="Ceremony").tap()
    expect(rita.get_by_role("button", name="Ceremony")).to_have_attribute("aria-pressed", "true")
    expect(rita.locator("#step-title")).to_have_text("Spells & Potions")
    rita.locator("[data-walk=next]").tap()
    for page in (rita, eric):
        expect_step(page, "B1")


def test_a_pace_is_chosen_without_a_script_and_by_keyboard(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "")
    rita = take_phone("Rita", java_script_enabled=False)
    rita.goto(f"{desk}/walk")
    rita.get_by_role("button", name="Begin briskly").press("Enter")
    for step in ("A1", "A2-S", "B4", "B5", "PROCLAIM"):
        expect_step(rita, step)
        if step != "PROCLAIM":
            rita.locator("[data-walk=next]").press("Enter")


def test_the_systems_back_is_the_step_before(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "A2-F")
    rita, eric = take_phone("Rita"), take_phone("Eric")
    for page in (rita, eric):
        page.goto(desk)
        page.goto(f"{desk}/walk")
    # Before Rita goes back: a page that is ahead of the inspector is sent where the inspector is.
    for step in ("A2-C", "A1"):
        eric.evaluate("history.back()")
        expect_step(eric, step)
        expect(eric).to_have_url(re.compile(f"/walk/{step}$"))
        eric.wait_for_load_state()
    eric.evaluate("history.back()")
    expect(eric).to_have_url(re.compile(f"{desk}$"))
    for step in ("A2-C", "A1"):
        rita.evaluate("history.back()")
        expect_step(rita, step)
        # A page that goes back before its script is there leads where the browser leads.
        expect_keys(rita)
    rita.evaluate("history.back()")
    expect(rita).to_have_url(re.compile(f"{desk}$"))


def test_the_scorecard_of_another_phone_follows_what_is_answered(lay_table, take_phone):
    desk = lay_table(WON_BY_THE_HAND, "PROCLAIM")
    ana, bruno = take_phone("Ana"), take_phone("Bruno")
    for page in (ana, bruno):
        page.goto(f"{desk}/scorecard")
        expect(page.locator("main")).to_contain_text("count the cards left in hand")
    ana.get_by_label("Ana", exact=True).fill("3")
    ana.get_by_label("Bruno", exact=True).fill("1")
    ana.get_by_role("button", name="Note it down").tap()
    expect(bruno.locator("main")).to_contain_text("decided by the fewest cards in hand: Bruno.")
