"""A small game of two without mouse or touch: everything is reached by Tab and done with keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ..games import Evening, Librarian
from ..signed_form import check_form

FARTHEST = 60
"""How many presses of Tab reach everything on a page."""
STEPS = ("A1", "A2-C", "A2-F", "A2-H", "A2-M", "A2-R", "A2-S", "B1", "B2", "B3", "B4", "B5", "TOTAL", "PROCLAIM")
IS_FOCUSED = "element => element === document.activeElement"
RITA = Librarian(
    name="Rita",
    focus="F",
    shelf="B2:FFR C5:MS / D4:HR F6:FS",
    turned=(),
    tally=(0, 3, 1, 1, 2, 2),
    lines=(4, 15, 0, 3, 6),
    total=28,
)
ERIC = Librarian(
    name="Eric",
    focus="M",
    shelf="A3:CHM G1:FRS / J2:MMS L4:FH",
    turned=(),
    tally=(1, 2, 2, 3, 1, 2),
    lines=(4, 9, -1, 3, 6),
    total=21,
)
EVENING = Evening(
    form="B-7c",
    edition="en",
    prominent="R",
    banned="C",
    librarians=(RITA, ERIC),
    verdict="Rita leads by 7 points; no tiebreak was needed.",
)


class Keyboard:
    """A page, operated by keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def reach(self, target: Locator) -> None:
        """Press Tab until an element has the focus."""
        target.wait_for()
        for _ in range(FARTHEST):
            if target.evaluate(IS_FOCUSED):
                return
            self.press("Tab")
        raise AssertionError(f"{target} is not reached by Tab")

    def follow(self, name: str, whose: str = "") -> None:
        """Follow a link, a particular librarian's if named."""
        ending = rf"\s*: {whose}" if whose else ""
        self.reach(self.page.get_by_role("link", name=re.compile(f"^{re.escape(name)}{ending}$")))
        self.press("Enter")

    def push(self, name: str, key: str = "Enter") -> None:
        """Press a button; Space and Enter both work."""
        self.reach(self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")))
        self.press(key)

    def leave(self) -> None:
        """Leave the shelf as it lies, where there is a last chance."""
        ready = self.page.locator(".own-seat .ready")
        expect(ready.or_(self.page.locator("main > .lead"))).to_be_visible()
        if not ready.count():
            self.follow("Leave it as it lies")
        expect(ready).to_be_visible()

    def write(self, label: str, text: str) -> None:
        self.reach(self.page.get_by_label(label, exact=True))
        self.page.keyboard.type(text)

    def choose(self, field: str, value: str) -> None:
        """Choose a category: Tab leads to the group, arrow keys move within it."""
        self.reach(self.page.locator(f"[name='{field}']").first)
        wanted = self.page.locator(f"[name='{field}'][value='{value}']")
        self.press("Space")
        for _ in "CFHMRS":
            if not wanted.is_checked():
                self.press("ArrowRight")
        expect(wanted).to_be_checked()

    def lay_shelf(self, librarian: Librarian) -> None:
        """Type a shelf into the grid, card by card."""
        self.follow("Shelf", librarian.name)
        self.reach(self.page.locator("#shelf-grid button[tabindex='0']"))
        self.page.keyboard.type(librarian.shelf)
        expect(self.page.locator("#save-state")).to_have_attribute("data-status", "saved")
        self.push("Done")

    def expect_step(self, step: str) -> None:
        expect(self.page.locator("main.walk")).to_have_attribute("data-step", step)

    def pass_time(self) -> None:
        """Let the page poll."""
        self.page.clock.fast_forward(2000)


@pytest.fixture
def sit_down(browse):
    """A function that returns a keyboard for a new page."""

    def start() -> Keyboard:
        page = browse(viewport={"width": 1000, "height": 800}, is_mobile=False, has_touch=False)
        page.clock.install()
        page.goto("/")
        return Keyboard(page)

    return start


@pytest.mark.long
@pytest.mark.slow
def test_an_evening_is_played_by_keys_alone(sit_down):
    rita, eric = sit_down(), sit_down()
    open_table(rita)
    join_table(eric, rita.page.locator(".join-line b").inner_text())
    choose_categories(rita)
    for keyboard, librarian in ((rita, RITA), (eric, ERIC)):
        keyboard.follow("Library focus", librarian.name)
        keyboard.choose("focus", librarian.focus)
        keyboard.push("Turn it face down again", "Space")
        keyboard.lay_shelf(librarian)
        keyboard.leave()
    walk(rita, eric)
    check_form(fetch_form(eric), EVENING, EVENING.verdict)


def open_table(host: Keyboard) -> None:
    host.follow("Open a table")
    host.write("Your name", RITA.name)
    host.push("Open the inspection")


def join_table(guest: Keyboard, code: str) -> None:
    guest.follow("Join a table")
    guest.write("Table code", code)
    guest.press("Enter")
    guest.write("Your name", ERIC.name)
    guest.press("Enter")


def choose_categories(host: Keyboard) -> None:
    host.follow("Choose the categories")
    host.choose("prominent", EVENING.prominent)
    host.choose("banned", EVENING.banned)
    host.push("Note it down")


def walk(host: Keyboard, guest: Keyboard) -> None:
    """The arrow keys go from section to section; revealing all focuses takes a separate key."""
    host.pass_time()
    host.push("Begin the inspection", "Space")
    host.expect_step("A1")
    for step in STEPS[1:]:
        expect(host.page.locator("[data-walk=next]")).to_have_attribute("aria-keyshortcuts", "ArrowRight")
        host.press("ArrowRight")
        if step == "B5":
            expect(host.page.locator("[data-reveal]")).to_be_focused()
            host.press("Enter")
        host.expect_step(step)
        guest.pass_time()
        guest.expect_step(step)
    expect(guest.page.locator(".verdict-name")).to_have_text(RITA.name)


def fetch_form(guest: Keyboard) -> bytes:
    guest.follow("See the scorecard")
    with guest.page.expect_download() as download:
        guest.push("Download the PDF")
    return download.value.path().read_bytes()
