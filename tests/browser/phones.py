"""A table with a phone for everyone and a big screen, and what people do with them, in any language.

Nothing waits for real time: what a page would do after a while, it does when its clock is advanced.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from companion.scoring.terms import find_terms
from companion.wording.languages import find_translations

LOCALES = {"en": "en-GB", "pl": "pl-PL"}
PULSE = 2000  # ms between two polls of a page that follows the table
TOKEN = re.compile(r"(?P<letter>\w)(?P<number>\d+):(?P<icons>[CFHMRS]+)")
EXPECTED = re.compile(r"Failed to load resource: (net::ERR_INTERNET_DISCONNECTED|.* status of (403|409) )")
"""The browser messages that are expected when the network is off or the server is meant to refuse."""
SHOW = """state => {
    Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


class Phone:
    """Someone's phone. Controls are named by their English labels."""

    def __init__(self, context: BrowserContext, language: str) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.terms = find_terms(language)
        self.asked: list[str] = []
        """The polls of its pages."""
        self._t = find_translations(language)
        self.page.clock.install()
        self.page.on("request", lambda request: "/live/" in request.url and self.asked.append(request.url))

    def say(self, sentence: str, **words: str) -> str:
        """Translate an English sentence of the pages into the phone's language."""
        spoken = self._t.gettext(sentence)
        return spoken % words if words else spoken

    def _name(self, name: str, *more: str) -> re.Pattern[str]:
        """Match an accessible name, which may have a space before text for screen readers only."""
        return re.compile(r"^" + r"\s*: ".join(re.escape(part) for part in (self.say(name), *more)) + "$")

    def open(self, address: str) -> None:
        self.page.goto(address)

    def press(self, name: str, *more: str) -> None:
        """Press a button by its name, and by the librarian it belongs to."""
        self.page.get_by_role("button", name=self._name(name, *more)).tap()

    def follow(self, name: str, *more: str) -> None:
        """Tap a link by its name."""
        self.page.get_by_role("link", name=self._name(name, *more)).tap()

    def go_on(self) -> None:
        """Tap what the page offers as the next step, in the bar at the bottom."""
        self.page.locator(".bar .primary").tap()

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(self.say(label), exact=True).fill(text)

    def choose(self, field: str, value: str) -> None:
        """Tap one of several categories."""
        self.page.locator(f"label:has([name='{field}'][value='{value}'])").tap()

    def wait(self, milliseconds: int = PULSE) -> None:
        """Let time pass on this phone, by default until it has polled once more."""
        self.page.clock.fast_forward(milliseconds)

    def turn_screen(self, state: str) -> None:
        """Let the phone sleep (``hidden``) or wake (``visible``)."""
        self.page.evaluate(SHOW, state)

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def expect_step(self, step: str) -> None:
        expect(self.page.locator("main.walk")).to_have_attribute("data-step", step)

    def follow_to(self, step: str) -> None:
        """Poll, and go where the inspector is."""
        self.wait()
        self.expect_step(step)

    def peek(self) -> str:
        """Hold the button of one's own focus down; return what is shown until it is let go."""
        button, sheet = self.find(".peek"), self.find("#peek")
        expect(sheet).to_be_empty()
        button.hover()
        self.page.mouse.down()
        expect(sheet.locator(".peek-face")).to_be_visible()
        shown = sheet.inner_text()
        self.page.mouse.up()
        expect(sheet).to_be_empty()
        return shown

    def be_done(self) -> None:
        """Say so, and leave the shelf as it lies where there is a last chance."""
        self.go_on()
        ready = self.find(".own-seat .ready")
        expect(ready.or_(self.find("main > .lead"))).to_be_visible()
        if not ready.count():
            self.follow("Leave it as it lies")
        expect(ready).to_be_visible()

    # The shelf

    def tap_cards(self, shelf: str) -> None:
        """Tap cards on the keypad; every row after the first begins at a tapped place."""
        for number, row in enumerate(shelf.split(" / ")):
            if number:
                self.find("#shelf-grid tbody tr").nth(number).locator("button").first.tap()
            for card in TOKEN.finditer(row):
                self.find(f"[data-letter='{card['letter']}']").tap()
                self.find(f".numbers [data-number='{card['number']}']").tap()
                for icon in card["icons"]:
                    self.find(f"[data-icon='{icon}']").tap()

    def write_shelf(self, shelf: str) -> None:
        """Write a shelf as text, and go back to the grid."""
        self.find("[data-act=tray]").tap()
        self.find("[data-act=text]").tap()
        self.find("#shelf-field").fill(shelf)
        self.find("#to-grid").tap()
        self.expect_saved()

    def expect_saved(self) -> None:
        expect(self.find("#save-state")).to_have_attribute("data-status", "saved")

    def leave_shelf(self) -> None:
        """Go back to the desk, without being done."""
        self.find(".tool.back").tap()
        self.page.wait_for_url(re.compile(r"/inspections/[\w-]+$"))


class Room:
    """The table, and a factory of phones."""

    def __init__(self, chromium: Browser, address: str, language: str) -> None:
        self.language = language
        self.complaints: list[str] = []
        self._chromium = chromium
        self._address = address
        self._doors = ExitStack()

    def __enter__(self) -> Room:
        return self

    def __exit__(self, *_: object) -> None:
        self._doors.close()

    def new_phone(self, **options: Any) -> Phone:
        """Return a new phone."""
        usual = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        calm = {"locale": LOCALES[self.language], "base_url": self._address, "reduced_motion": "reduce"}
        context = self._doors.enter_context(self._chromium.new_context(**usual | calm | options))
        phone = Phone(context, self.language)
        phone.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        phone.page.on("console", self._listen)
        return phone

    def put_up_screen(self) -> Phone:
        """Return a big screen, which can be tapped like a laptop."""
        return self.new_phone(viewport={"width": 1280, "height": 720}, is_mobile=False)

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not EXPECTED.match(message.text):
            self.complaints.append(message.text)
