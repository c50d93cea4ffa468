"""Somebody with one phone on the way from the front page to the printed form, whatever happens in between.

A traveler looks at the page that is shown and takes the step that is due there, with the controls of that page alone.
So it does not matter what has brought a page up: the system's Back, a reload, or a network that is back again.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response, expect

from ..games import Evening

CATEGORIES = {"C": "Corrupted", "F": "Fantastical", "H": "Historic", "M": "Monster", "R": "Reference", "S": "Spells"}
"""What a page's HTML calls them, long or short."""
CHOSEN_IN_SECRET = re.compile(r'<input[^>]*name="focus"[^>]*\schecked|Your secret card')
CARD = re.compile(r"([A-Z])(\d+):([CFHMRS]+)")
EXPECTED = re.compile(r"Failed to load resource: (net::ERR_INTERNET_DISCONNECTED|.* status of 409 )")
"""The browser messages of a lost network, and of an editor whose last card arrived after its page was reloaded."""
SHELVES = re.compile(r"/(shelf|pile|tally|walk|library|advice)\b|/details$")
"""Pages on which all categories are named, some more often than others."""
MARK = "() => { window.isOldPage = true; return document.querySelector('main')?.dataset.step ?? ''; }"
IS_NEW = "(step) => !window.isOldPage || (step && document.querySelector('main')?.dataset.step !== step)"
HASTE = 1000  # ms: longer than an accidental second tap
MOST_STEPS = 900
"""More would be going round in circles."""


class Step(NamedTuple):
    """Something done on a page."""

    name: str
    do: Callable[[], object]
    leads: bool = True
    """Whether it leads to another page; else something is typed, chosen or shown."""
    waits: bool = True
    """Whether it goes on by itself once the network is back; else it is taken again."""


Disturbance = Callable[["Traveler", Step], None]


def go_on(traveler: Traveler, step: Step) -> None:
    """Disturb nothing."""
    traveler.take(step)


def go_back(traveler: Traveler, step: Step) -> None:
    """Press the system's Back as soon as a step is taken."""
    traveler.take(step)
    before = traveler.page.evaluate(MARK)
    traveler.page.go_back()
    traveler.arrive(before)


def reload(traveler: Traveler, step: Step) -> None:
    """Reload the page as soon as a step is taken."""
    traveler.take(step)
    traveler.page.reload()


def lose_network(traveler: Traveler, step: Step) -> None:
    """Take a step while the network is away: the page stays, and goes on once the network is back."""
    page = traveler.page
    address = page.url
    traveler.context.set_offline(True)
    before = page.evaluate(MARK)
    step.do()
    if step.leads:
        expect(page.get_by_text(re.compile("^Offline")).filter(visible=True).first).to_be_visible()
    assert page.url == address, step.name
    traveler.context.set_offline(False)
    if step.leads and step.waits:
        traveler.arrive(before)


class Traveler(ABC):
    """The phone, the game that is written down on it, and what has happened so far."""

    def __init__(self, phone: BrowserContext, stranger: BrowserContext, evening: Evening, disturb: Disturbance) -> None:
        phone.clock.install()
        self.context = phone
        self.stranger = stranger
        """Somebody else's phone, which asks for every page that this one is shown."""
        self.evening = evening
        self.disturb = disturb
        self.steps: list[str] = []
        """Every step by its name, in the order in which they were taken first."""
        self.secrets: dict[str, str] = {}
        """Whose focuses are not revealed yet, and which."""
        self.complaints: list[str] = []
        self.pdf = b""
        self.page: Page = phone.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)
        self.page.on("response", self._check_answer)

    def travel(self) -> None:
        """Go from the front page to the printed form."""
        self.page.goto("/")
        for _ in range(MOST_STEPS):
            self.look()
            if self.pdf:
                return
            for step in self.find_steps():
                if step.name not in self.steps:
                    self.steps.append(step.name)
                    self.disturb(self, step)
                    break
                self.take(step)
                if step.leads:
                    break
        raise AssertionError(f"no way on from {self.page.url} after {self.steps[-9:]}")

    def take(self, step: Step) -> None:
        """Take a step, and wait for the page that it leads to."""
        before = self.page.evaluate(MARK)
        step.do()
        if step.leads:
            self.arrive(before)

    def arrive(self, before: str) -> None:
        """Wait for another page, or another step of the walk than before."""
        self.page.wait_for_function(IS_NEW, arg=before)
        self.page.wait_for_load_state()

    @abstractmethod
    def find_steps(self) -> Iterator[Step]:
        """Find what is to be done on the page that is shown."""

    # What every page is checked for

    def look(self) -> None:
        """Check the page that is shown, and what a stranger is shown at its address."""
        address = self.page.url
        assert address.startswith("http"), (address, self.steps[-3:])
        if not self.is_handed:
            self.check_secrets(self.page.content(), address)
        answer = self.stranger.request.get(address, fail_on_status_code=False)
        self.check_secrets(answer.text(), f"{address}, to a stranger")
        assert self.complaints == [], (address, self.steps[-3:], self.complaints)

    def check_secrets(self, html: str, where: str) -> None:
        """Check that a page singles out no focus that is still secret."""
        if not self.secrets:
            return
        assert not CHOSEN_IN_SECRET.search(html), (where, self.steps[-3:])
        if SHELVES.search(where.partition(",")[0]):
            return
        open_ones = {self.evening.prominent, self.evening.banned}
        times = {code: html.count(name) for code, name in CATEGORIES.items() if code not in open_ones}
        fewest = min(times.values())
        assert all(times[code] == fewest for code in self.secrets.values()), (where, self.steps[-3:], times)

    @property
    def is_handed(self) -> bool:
        """Whether somebody looks at an own secret card on this phone."""
        return self.page.locator("#handed form").count() > 0

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not EXPECTED.match(message.text):
            self.complaints.append(message.text)

    def _check_answer(self, response: Response) -> None:
        is_settled = response.status == 409 and not response.request.is_navigation_request()
        if response.status >= 400 and not is_settled:
            self.complaints.append(f"{response.status} for {response.url}")

    # What is done on pages

    @property
    def place(self) -> str:
        """The page that is shown: its path, below the inspection's if it is one of an inspection."""
        return re.sub(r"^https?://[^/]+(/inspections/[\w-]{16})?|\?.*$", "", self.page.url) or "desk"

    def tap(self, name: str, control: Locator) -> Step:
        """Return the step of tapping something that leads on."""

        def tap() -> None:
            self.context.clock.fast_forward(HASTE)
            control.tap()

        return Step(name, tap)

    def choose(self, field: str, value: str) -> Step:
        return Step(f"{field}: {value}", self.page.locator(f"label:has([name='{field}'][value='{value}'])").tap, False)

    def fill_in(self, fields: Iterable[tuple[Locator, str]]) -> Iterator[Step]:
        """Type into some fields; what was typed before has to stand there still."""
        for control, text in fields:
            name = f"{self.place} {control.get_attribute('name')}"
            if name in self.steps:
                expect(control).to_have_value(text)
            else:
                yield Step(name, partial(control.fill, text), False)

    def tick(self, choices: Iterable[tuple[str, str]]) -> Iterator[Step]:
        """Choose in some fields; what was chosen before has to be so still."""
        for field, value in choices:
            step = self.choose(field, value)
            if step.name in self.steps:
                expect(self.page.locator(f"[name='{field}'][value='{value}']")).to_be_checked()
            else:
                yield step

    def unfold(self, fold: str) -> None:
        if self.page.locator(f"{fold}[open]").count() == 0:
            self.page.locator(f"{fold} > summary").tap()

    def lay_cards(self, whose: str, shelf: str) -> Iterator[Step]:
        """Lay cards on the grid, each at its place; those that were laid before have to lie there still."""
        for row, tokens in enumerate(shelf.split(" / ")):
            for column, token in enumerate(tokens.split()):
                step = Step(f"{whose} {token}", partial(self._lay_card, row, column, token), False)
                if step.name in self.steps:
                    card = re.compile(rf"\b{token[0]}\s*{token[1]}\b")
                    expect(self._find_place(row, column)).to_have_accessible_name(card)
                else:
                    yield step
        yield self.tap(f"{whose}: done", self.page.locator(".tool.done"))

    def _find_place(self, row: int, column: int) -> Locator:
        return self.page.locator("#shelf-grid tbody tr").nth(row).locator("button").nth(column)

    def _lay_card(self, row: int, column: int, token: str) -> None:
        letter, number, icons = CARD.fullmatch(token).groups()
        self._find_place(row, column).tap()
        self.page.locator(f"[data-letter='{letter}']").tap()
        self.page.locator(f".numbers [data-number='{number}']").tap()
        for icon in icons:
            self.page.locator(f"[data-icon='{icon}']").tap()

    def go_on_by_the_bar(self) -> Iterator[Step]:
        """Tap what the page offers as the next step."""
        control = self.page.locator(".bar .primary").filter(visible=True)
        step = self.page.locator("main").get_attribute("data-step") or ""
        yield self.tap(f"{self.place} {step}: {control.inner_text()}", control)

    def finish(self) -> Iterator[Step]:
        """Go from the desk through the inspection to the printed form."""
        if self.place.startswith("/walk"):
            yield from self.walk()
        elif self.place == "/scorecard":
            self.secrets.clear()
            yield from self.print_form()
        elif self.place == "/sheet":
            yield from self.keep_form()
        elif self.place == "desk" and (begun := self.find_begun()):
            # The desk no longer asks for a shelf that was begun: who laid it knows.
            yield self.tap(f"{begun}: again", self.page.get_by_role("link", name=re.compile(rf"^Shelf\s*: {begun}$")))
        else:
            yield from self.go_on_by_the_bar()

    def find_begun(self) -> str:
        """Return whose shelf is laid in part; empty if nobody's is."""
        begun = (who.name for who in self.evening.librarians if f"{who.name}: done" not in self.steps)
        names = [name for name in begun if any(step.startswith(f"{name} ") for step in self.steps)]
        return names[0] if names else ""

    def walk(self) -> Iterator[Step]:
        """Go through the inspection; whoever is tied counts the cards in hand."""
        if self.page.locator("main").get_attribute("data-step") in ("B5", "TOTAL", "TIEBREAK", "PROCLAIM"):
            self.secrets.clear()
        if (form := self.page.locator(".hand-form")).filter(visible=True).count():
            yield from self.count_hands(form)
        yield from self.go_on_by_the_bar()

    def count_hands(self, form: Locator) -> Iterator[Step]:
        hands = [(who.name, str(who.hand)) for who in self.evening.librarians]
        yield from self.fill_in((form.get_by_label(name, exact=True), hand) for name, hand in hands)
        yield self.tap("hands: noted", form.get_by_role("button", name="Note it down"))

    def print_form(self) -> Iterator[Step]:
        """Ask for the printable page."""
        yield self.tap("print", self.page.get_by_role("button", name="Printable page"))

    def keep_form(self) -> Iterator[Step]:
        """The printed form is what the way leads to; it is fetched as a PDF too."""
        expect(self.page.locator("body")).to_contain_text(self.evening.librarians[0].name)
        answer = self.page.request.get(f"{self.page.url.partition('?')[0]}.pdf?language=en&paper=a4")
        assert answer.headers["content-type"] == "application/pdf"
        self.pdf = answer.body()
        yield Step("the form is there", lambda: None, False)
