"""The shelf editor as tests use it: places, keys, and how many taps they cost."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page, expect

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat

if TYPE_CHECKING:
    from flask import Flask

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
CATEGORIES = {
    "C": "Corrupted Codices",
    "F": "Fantastical Fictions",
    "H": "Historic Volumes",
    "M": "Monster Manuals",
    "R": "Reference Texts",
    "S": "Spells & Potions",
}
TOKEN = re.compile(r"(?P<letter>[^\W\d]+)(?P<number>\d+)(?::(?P<icons>[CFHMRS]+))?(?P<down>~?)(?P<entombed>\+?)")


def lay_shelf(app: Flask, shelf: str = "", edition: str = "en") -> str:
    """Store an inspection whose first librarian has this shelf, and return the path of its editor."""
    with app.app_context():
        slug = queries.start_draft(
            Details(form="B-7c", edition=edition), [StoredSeat("Eric"), StoredSeat("Rita")], StoredLibrary(), NOW
        )
        queries.write_shelf(slug, 1, shelf, None, NOW)
    return f"/inspections/{slug}/seats/1/shelf"


def read_stored(app: Flask, path: str) -> str:
    """Return the text of the stored shelf."""
    with app.app_context():
        return queries.find_draft(path.split("/")[2]).find_seat(1).shelf


class EditorPage:
    """The grid editor on a page; every tap is counted."""

    def __init__(self, page: Page, path: str) -> None:
        self.page = page
        self.taps = 0
        self.sentence = page.locator("#sentence")
        page.goto(path)

    def place(self, row: int, place: int) -> Locator:
        """Return the button of a place; row and column count from 1."""
        return self.page.get_by_role("button", name=re.compile(rf"^Row {row}, place {place}:"))

    @property
    def selected(self) -> Locator:
        return self.page.locator("#shelf-grid [aria-current]")

    def key(self, group: str, name: str) -> Locator:
        """Return a key by its group (Letter, Number, Icons, The card, More) and its name."""
        keys = self.page.get_by_role("group", name=group, exact=True)
        return keys.get_by_role("button", name=re.compile(rf"^{re.escape(name)}(,| twice| three| four|$)"))

    def tap(self, *keys: Locator) -> None:
        for key in keys:
            key.tap()
            self.taps += 1

    def tap_letter(self, letter: str) -> None:
        self.tap(self.key("Letter", letter))

    def tap_number(self, number: int) -> None:
        self.tap(self.key("Number", str(number)))

    def tap_icons(self, icons: str) -> None:
        self.tap(*(self.key("Icons", CATEGORIES[icon]) for icon in icons))

    def tap_card_key(self, name: str) -> None:
        """Tap Face down, Entombed, Move, More, or Next."""
        self.tap(self.key("The card", name) if name != "Next" else self.page.locator("[data-act=next]"))

    def tap_more(self, name: str) -> None:
        """Tap More, and then one of its keys."""
        self.tap_card_key("More")
        self.tap(self.key("More", name))

    def enter(self, token: str, *, keeps_letter: bool = False) -> None:
        """Tap a card's keys; ``keeps_letter`` keeps the letter of the card before."""
        parts = TOKEN.fullmatch(token)
        assert parts is not None, token
        if not keeps_letter:
            self.tap_letter(parts["letter"])
        self.tap_number(int(parts["number"]))
        self.tap_icons(parts["icons"] or "")
        if parts["down"]:
            self.tap_card_key("Face down")
        if parts["entombed"]:
            self.tap_card_key("Entombed")

    def tally(self) -> str:
        """Return the figures of the tally and of B1, as shown."""
        return " ".join(self.page.locator("#tally dd").all_text_contents())

    def wait_until_saved(self) -> None:
        """Wait until the server has acknowledged everything."""
        expect(self.page.locator("#save-state")).to_have_attribute("data-status", "saved")
