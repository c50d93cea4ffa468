"""The table's one page on one phone: how high it is at every stage, and a focus that is in it only while it is held."""

from __future__ import annotations

import datetime

import pytest
from playwright.sync_api import Page, expect

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Details, Kind, StoredLibrary, StoredSeat, Table
from companion.store.tables.stages import Act
from companion.web.access.guards import hash_token
from companion.wording.languages import find_languages
from companion.workflow.seats.codes import make_code

from ..games import FOUR_AT_THE_TABLE
from ..shelves.editor_page import NOW

TOKENS = ("ana", "bruno", "lukasz", "zoe")
HEIGHT = 844
MOST_SCREENS = 1.2
STAGES = ("empty", "laid", "almost done", "locked", "revealed", "amended")


@pytest.fixture
def lay(app):
    """A function that lays a table of four as far as a stage, and returns the path of its desk."""

    def lay(stage: str) -> str:
        game = FOUR_AT_THE_TABLE
        empty = stage == "empty"
        devices = [hash_token(token) for token in TOKENS]
        seats = [
            StoredSeat(one.name, position=position, device=device)
            if empty
            else StoredSeat(one.name, one.focus, position, kind=Kind.SHELF, shelf=one.shelf, device=device)
            for position, (one, device) in enumerate(zip(game.librarians, devices, strict=True), start=1)
        ]
        marks = ("", "") if empty else (game.prominent, game.banned)
        details = Details("B-7c", game.edition, *marks, date="2026-11-20", place="Łódź")
        with app.app_context():
            slug = queries.start_draft(details, seats, StoredLibrary(), NOW, table=Table(devices[0], make_code()))
            if stage == "almost done":
                tables.write_ready(slug, 1, NOW, is_ready=True)
                tables.write_ready(slug, 3, NOW, is_ready=True)
                tables.nudge(slug, NOW + datetime.timedelta(minutes=2), device=devices[0])
            acts = {"locked": (Act.LOCK,), "revealed": (Act.LOCK, Act.REVEAL), "amended": (Act.LOCK, Act.REVEAL)}
            for act in acts.get(stage, ()):
                tables.move_stage(slug, act, NOW)
            if stage == "amended":
                tables.amend(slug, {}, "Two cards lay swapped.", NOW, device=devices[0])
        return f"/inspections/{slug}"

    return lay


def measure(page: Page) -> float:
    """Return how many screens high a page is."""
    return float(page.evaluate("document.documentElement.scrollHeight")) / HEIGHT


@pytest.mark.long
@pytest.mark.parametrize("language", sorted(find_languages()))
def test_the_table_fits_one_phone_at_every_stage(lay, take_phone, language):
    options = {"viewport": {"width": 390, "height": HEIGHT}, "locale": language}
    phones = {who: take_phone(token, **options) for who, token in (("host", "ana"), ("guest", "zoe"), ("watcher", "x"))}
    heights = {}
    for stage in STAGES:
        desk = lay(stage)
        for who, page in phones.items():
            page.goto(desk)
            heights[stage, who] = round(measure(page), 2)
    assert max(heights.values()) <= MOST_SCREENS, heights


def test_a_focus_is_in_the_page_while_its_button_is_held_and_no_longer(lay, take_phone):
    page = take_phone("zoe")
    page.goto(lay("laid"))
    button, sheet = page.locator(".peek"), page.locator("#peek")
    focus = page.evaluate("() => document.documentElement.innerHTML")
    assert "peek-face" not in focus
    button.hover()
    page.mouse.down()
    expect(sheet.locator(".peek-face .mark")).to_be_visible()
    page.mouse.up()
    expect(sheet).to_be_empty()
    for leave in ("dispatchEvent(new Event('blur'))", "dispatchEvent(new Event('pagehide'))"):
        button.focus()
        page.keyboard.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(sheet.locator(".peek-face")).to_be_visible()
        page.evaluate(leave)
        expect(sheet).to_be_empty()
        expect(button).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Space")
    expect(sheet.locator(".peek-face")).to_be_visible()
    page.keyboard.press("Space")
    expect(sheet).to_be_empty()


def test_laying_the_last_chance_and_being_done_are_one_tap(lay, take_phone):
    page = take_phone("zoe")
    desk = lay("laid")
    page.goto(f"{desk}/seats/4/shelf")
    page.get_by_role("button", name="Done", exact=True).tap()
    page.wait_for_url(f"**{desk}**")
    expect(page.locator(".own-seat .ready").or_(page.get_by_role("heading", name="The last chance"))).to_be_visible()
    page.goto(desk)
    expect(page.locator(".own-seat .ready")).to_be_visible()


def test_an_answer_that_comes_after_the_button_was_let_go_is_not_shown(lay, take_phone):
    page = take_phone("zoe")
    page.goto(lay("laid"))
    held = []
    page.route("**/focus/peek", lambda route: held.append(route))
    page.locator(".peek").hover()
    with page.expect_request("**/focus/peek"):
        page.mouse.down()
    page.mouse.up()
    with page.expect_response("**/focus/peek") as answer:
        held[0].continue_()
    answer.value.finished()
    assert (
        page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => done(document.getElementById('peek').innerHTML)))"
        )
        == ""
    )


def test_without_a_script_the_focus_has_a_page(lay, take_phone):
    page = take_phone("zoe", java_script_enabled=False)
    page.goto(lay("laid"))
    expect(page.locator(".peek")).to_be_hidden()
    expect(page.locator("[data-without-peek]")).to_be_visible()
