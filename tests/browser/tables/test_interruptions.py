"""Whole games on one phone, with Back, a reload or a lost network at every step: nothing is lost, nothing leaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import expect

from companion.scoring.categories import Category
from companion.scoring.setup import Deal
from companion.scoring.terms import find_terms

from ..games import LICENCE_GRANTED, TIED_ON_THE_TOTAL, WON_BY_THE_HAND, Evening, Librarian
from ..signed_form import assert_row, check_form, read_text, unify
from .journeys import Step, Traveler, go_back, lose_network, reload

PILE = "A1:CFH A2:CFH A3:CFH A4:CFH A5:CHM A6:CHM / B1:HMR B2:RRS B3:RRS B5:RSS B6:SSS"
"""Discards that are the library's tally of the solo game."""
FIGURES = ("C", "F", "H", "M", "R", "S")


class RoundTraveler(Traveler):
    """One phone that goes round: each focus is chosen in secret, and each shelf is laid on it."""

    def find_steps(self) -> Iterator[Step]:
        page, place = self.page, self.place
        if place == "/":
            yield self.tap("begin", page.get_by_role("link", name="One phone for everybody"))
        elif place == "/inspections/new":
            names = enumerate(librarian.name for librarian in self.evening.librarians)
            yield from self.tick([("way", "round")])
            yield from self.fill_in((page.locator(f"[name=seats-{at}-name]"), name) for at, name in names)
            yield from self.go_on_by_the_bar()
        elif place == "/details":
            yield from self.tick([("prominent", self.evening.prominent), ("banned", self.evening.banned)])
            yield from self.go_on_by_the_bar()
        elif focus := re.fullmatch(r"/seats/(\d)/focus", place):
            yield from self.choose_focus(self.evening.librarians[int(focus[1]) - 1])
        elif shelf := re.fullmatch(r"/seats/(\d)/shelf", place):
            librarian = self.evening.librarians[int(shelf[1]) - 1]
            yield from self.lay_cards(librarian.name, librarian.shelf)
        else:
            yield from self.finish()

    def choose_focus(self, librarian: Librarian) -> Iterator[Step]:
        """Take the phone over, choose a card, and turn it face down."""
        page, name = self.page, librarian.name
        if not self.is_handed:
            expect(page.get_by_role("heading", name=f"Pass the phone to {name}")).to_be_visible()
            yield Step(f"uncover {name}", page.get_by_role("button", name=f"That’s me: {name}").tap, leads=False)
            expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        if name in self.secrets:
            expect(page.locator(f"[value={librarian.focus}]")).to_be_checked()
        else:
            yield Step(f"choose {name}", partial(self._choose, librarian), leads=False)
        yield Step(f"turn down {name}", self._turn_down, leads=False)

    def _choose(self, librarian: Librarian) -> None:
        self.page.locator(f"label:has([value={librarian.focus}])").tap()
        self.secrets[librarian.name] = librarian.focus

    def _turn_down(self) -> None:
        self.page.get_by_role("button", name="Turn it face down again").tap()


def play(chromium, address, traveler, evening, disturb):
    phone = {"base_url": address, "locale": "en-GB", "viewport": {"width": 390, "height": 844}, "has_touch": True}
    with (
        chromium.new_context(**phone, is_mobile=True, reduced_motion="reduce") as mine,
        chromium.new_context(**phone) as theirs,
    ):
        player = traveler(mine, theirs, evening, disturb)
        player.travel()
        return player


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("disturb", [go_back, reload, lose_network])
def test_one_phone_goes_round(chromium, live_server, disturb):
    player = play(chromium, live_server, RoundTraveler, WON_BY_THE_HAND, disturb)
    check_form(player.pdf, WON_BY_THE_HAND, WON_BY_THE_HAND.verdict)
