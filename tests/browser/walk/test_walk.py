"""The walk on phones and on the big screen: everyone follows the host, by touch, by keyboard, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.store.tables import seats as tables
from companion.store.tables.stages import Act

from ..games import THREE_TIED_ON_PROMINENT_WORKS, TIED_ON_THE_TOTAL, WON_BY_THE_HAND
from ..shelves.editor_page import NOW

STEPS = ("A1", "A2-C", "A2-F", "A2-H", "A2-M", "A2-R", "A2-S", "B1", "B2", "B3", "B4", "B5", "TOTAL", "PROCLAIM")
CONTROLS = "main :is(button, a, summary, input:not([type=hidden])), .bar :is(button, a)"
SMALL_CONTROLS = """(controls) => [...document.querySelectorAll(controls)]
    .filter((control) => control.checkVisibility({visibilityProperty: true}))
    .map((control) => [control.textContent.trim(), control.getBoundingClientRect()])
    .filter(([, {width, height}]) => Math.round(width) < 44 || Math.round(height) < 44)
    .map(([name, {width, height}]) => `${name} ${width} ${height}`)"""
OVERFLOW = (
    "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
)
FRAME = """() => [".route", ".step-stamp", "#step-title", ".walk-bar"].map((selector) => {
    const {left, top} = document.querySelector(selector).getBoundingClientRect();
    return `${selector} ${Math.round(left)} ${Math.round(top)}`;
})"""
ANIMATIONS = """() => document.getAnimations().map(({effect}) => effect.getComputedTiming())
    .map(({delay, activeDuration}) => delay + activeDuration)"""


def find_step(page: Page) -> Locator:
    return page.locator("main.walk")


def expect_step(page: Page, step: str) -> None:
    expect(find_step(page)).to_have_attribute("data-step", step)


def expect_keys(page: Page) -> None:
    """Wait until the script announces the arrow keys."""
    expect(page.locator("[data-walk=next]")).to_have_attribute("aria-keyshortcuts", "ArrowRight")


def follow_to(page: Page, step: str) -> None:
    """Let a page poll, and go where the inspector is."""
    page.clock.fast_forward(2000)
    expect_step(page, step)


def walk_on(page: Page, step: str) -> None:
    """Let the host go to the next step."""
    page.locator("[data-walk=next]").click()
    expect_step(page, step)


def test_every_phone_and_the_screen_follow_the_host_to_the_end(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS)
    rita, eric = take_phone("Rita"), take_phone("Eric")
    screen = take_phone("nobody", viewport={"width": 1280, "height": 720}, is_mobile=False, has_touch=False)
    for page, path in ((rita, "walk"), (eric, "walk"), (screen, "screen")):
        page.clock.install()
        page.goto(f"{desk}/{path}")
    for step in STEPS[1:]:
        rita.clock.fast_forward(1000)  # longer than an accidental second tap
        walk_on(rita, step)
        follow_to(eric, step)
        follow_to(screen, step)
    for page in (eric, screen):
        expect(page.locator(".verdict-name")).to_have_text("Rita")
        expect(page.locator(".verdict-reason")).to_have_text("Rita leads by 6 points; no tiebreak was needed.")
    rita.get_by_role("link", name="See the scorecard").tap()
    expect(rita).to_have_url(re.compile("/scorecard$"))


def test_whoever_looks_back_stays_there_until_the_way_back_is_taken(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "B1")
    rita, eric = take_phone("Rita"), take_phone("Eric")
    rita.goto(f"{desk}/walk")
    eric.goto(f"{desk}/walk")
    eric.locator("#walk-back").tap()
    expect_step(eric, "A2-S")
    eric.locator("#route > summary").tap()
    eric.get_by_role("link", name="A1 Alphabetical Order Check").tap()
    expect_step(eric, "A1")
    with eric.expect_response(lambda answer: answer.url.endswith("/live/walk-A1") and answer.status == 200):
        walk_on(rita, "B2")
    expect_step(eric, "A1")
    eric.get_by_role("link", name="Back to the inspector").tap()
    expect_step(eric, "B2")


def test_the_arrow_keys_walk_and_only_point_at_the_reveal(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "B2")
    rita = take_phone("Rita")
    rita.goto(f"{desk}/walk")
    expect_keys(rita)
    for key, step in (("ArrowRight", "B3"), ("ArrowLeft", "B2"), ("ArrowRight", "B3"), ("ArrowRight", "B4")):
        rita.keyboard.press(key)
        expect_step(rita, step)
    rita.keyboard.press("ArrowRight")
    expect(rita.get_by_role("button", name="Reveal all focuses")).to_be_focused()
    expect_step(rita, "B4")
    rita.keyboard.press("Enter")
    expect_step(rita, "B5")


def test_a_step_counts_while_the_answer_to_the_one_before_is_still_on_its_way(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "B1")
    rita = take_phone("Rita")
    rita.clock.install()
    rita.goto(f"{desk}/walk")
    expect_keys(rita)
    held = []
    rita.route(f"**{desk}/walk", lambda route: route.continue_() if held else held.append((route, route.fetch())))
    with rita.expect_request(f"**{desk}/walk"):
        rita.locator("[data-walk=next]").tap()
    follow_to(rita, "B2")
    walk_on(rita, "B3")
    route, answer = held[0]
    with rita.expect_event("requestfinished", lambda request: request.method == "POST"):
        route.fulfill(response=answer)
    follow_to(rita, "B3")


def test_an_answer_asked_for_before_a_step_does_not_take_it_back(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "B1")
    rita = take_phone("Rita")
    rita.clock.install()
    polls = []
    rita.route("**/live/walk*", lambda route: polls.append((route, route.fetch())))
    with rita.expect_request("**/live/walk*"):
        rita.goto(f"{desk}/walk")
    expect_keys(rita)
    walk_on(rita, "B2")
    with rita.expect_request("**/live/walk*"):
        rita.clock.fast_forward(2000)  # asked at B2, and answered once B3 is there
    walk_on(rita, "B3")
    rita.evaluate(
        """() => new MutationObserver(() => window.back = true)
            .observe(document.querySelector(".live"), {attributeFilter: ["data-step"], subtree: true})"""
    )
    for route, answer in polls:
        route.fulfill(response=answer)
    with rita.expect_request("**/live/walk*"):
        rita.clock.fast_forward(2000)
    assert not rita.evaluate("window.back")
    walk_on(rita, "B4")


def test_arrows_in_a_field_move_the_caret(lay_table, take_phone):
    desk = lay_table(WON_BY_THE_HAND, "TIEBREAK")
    ana = take_phone("Ana")
    ana.goto(f"{desk}/walk")
    ana.get_by_label("Ana", exact=True).fill("3")
    ana.keyboard.press("ArrowLeft")
    expect_step(ana, "TIEBREAK")


def test_figures_answer_why_by_key(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "B2")
    eric = take_phone("Eric")
    eric.goto(f"{desk}/walk")
    line = eric.locator("#why-B2-2")
    line.locator("summary").focus()
    eric.keyboard.press("Enter")
    sentence = "Fantastical Fictions: 3 books, place 1 shared by 3: (15 + 9 + 4) ÷ 3, rounded up."
    expect(line).to_contain_text(sentence)
    expect(line.locator(".slip b")).to_have_text(["B2", "I2", "R3"])


def test_hands_are_counted_on_two_phones_at_once(lay_table, take_phone):
    desk = lay_table(WON_BY_THE_HAND, "TIEBREAK")
    ana, bruno = take_phone("Ana"), take_phone("Bruno")
    for page in (ana, bruno):
        page.goto(f"{desk}/walk")
    expect(ana.get_by_label("Bruno", exact=True)).to_have_count(0)
    ana.get_by_label("Ana", exact=True).fill("3")
    bruno.get_by_label("Bruno", exact=True).fill("1")
    bruno.get_by_role("button", name="Note it down").tap()
    expect(ana.locator("[data-tiebreak=hand] .answers")).to_contain_text("Bruno 1")
    expect(ana.get_by_label("Ana", exact=True)).to_have_value("3")
    ana.get_by_role("button", name="Note it down").tap()
    for page in (ana, bruno):
        expect(page.locator(".verdict-reason")).to_contain_text("decided by the fewest cards in hand: Bruno.")


@pytest.mark.parametrize(("width", "height"), [(320, 640), pytest.param(390, 844, marks=pytest.mark.long)])
def test_nothing_jumps_and_everything_is_within_reach(lay_table, take_phone, width, height):
    desk = lay_table(TIED_ON_THE_TOTAL)
    host, other = (take_phone(name, viewport={"width": width, "height": height}) for name in ("Zdeňka", "Jörg"))
    for page in (host, other):
        page.clock.install()
        page.goto(f"{desk}/walk")
    frames = set()
    for step in (*STEPS[1:-1], "TIEBREAK", "PROCLAIM"):
        host.clock.fast_forward(1000)
        walk_on(host, step)
        follow_to(other, step)
        for page in (host, other):
            assert page.evaluate(OVERFLOW)[0] <= 0, step
            assert page.evaluate(SMALL_CONTROLS, CONTROLS) == [], step
            frames.add(tuple(page.evaluate(FRAME)))
    assert len(frames) == 1


@pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 720), *(pytest.param(*size, marks=pytest.mark.long) for size in ((1920, 1080), (1366, 768)))],
)
def test_every_step_fits_on_a_screen(lay_table, take_phone, app, width, height):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS)
    screen = take_phone("nobody", viewport={"width": width, "height": height}, is_mobile=False, has_touch=False)
    too_large = {}
    for step in STEPS:
        with app.app_context():
            if step == "B5":
                tables.move_stage(desk.split("/")[2], Act.REVEAL, NOW)
            tables.write_step(desk.split("/")[2], step, NOW)
        screen.goto(f"{desk}/screen")
        across, down = screen.evaluate(OVERFLOW)
        if across > 0 or down > 0:
            too_large[step] = across, down
    assert too_large == {}


def test_a_card_turns_in_less_than_a_third_of_a_second_and_not_at_all_for_some(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "PROCLAIM")
    lively, calm = take_phone("Eric", reduced_motion="no-preference"), take_phone("Alberto")
    for step in ("A1", "B1", "B2", "B5", "PROCLAIM"):
        lively.goto(f"{desk}/walk/{step}", wait_until="commit")
        lively.locator("main.walk").wait_for()
        durations = lively.evaluate(ANIMATIONS)
        assert all(duration <= 300 for duration in durations), (step, durations)
        calm.goto(f"{desk}/walk/{step}", wait_until="commit")
        calm.locator("main.walk").wait_for()
        assert calm.evaluate(ANIMATIONS) == [], step


def test_the_host_leads_without_a_script_as_well(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "A2-S")
    rita = take_phone("Rita", java_script_enabled=False)
    rita.goto(f"{desk}/walk")
    for step in ("B1", "B2", "B3", "B4", "B5", "TOTAL", "PROCLAIM"):
        walk_on(rita, step)


def test_a_second_tap_does_not_reveal_the_focuses(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "B3")
    rita = take_phone("Rita")
    rita.clock.install()
    rita.goto(f"{desk}/walk")
    rita.clock.pause_at("2100-01-01")
    rita.locator("#walk-on").tap()
    expect_step(rita, "B4")
    rita.locator("#walk-reveal").tap()
    rita.clock.run_for(1000)
    expect_step(rita, "B4")
    rita.locator("#walk-reveal").tap()
    expect_step(rita, "B5")


def test_the_head_of_a_new_step_comes_into_sight(lay_table, take_phone):
    desk = lay_table(THREE_TIED_ON_PROMINENT_WORKS, "B1")
    rita, eric = take_phone("Rita"), take_phone("Eric")
    for page in (rita, eric):
        page.goto(f"{desk}/walk")
    eric.locator("#why-B1-4 summary").scroll_into_view_if_needed()
    assert eric.evaluate("scrollY") > 0
    walk_on(rita, "B2")
    expect_step(eric, "B2")
    eric.wait_for_function("scrollY === 0")
