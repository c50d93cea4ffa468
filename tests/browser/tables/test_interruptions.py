"""Whole games on one phone, with Back, a reload or a lost network at every step: nothing is lost, nothing leaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from companion.scoring.categories import Category
from companion.scoring.setup import Deal
from companion.scoring.terms import find_terms

from ..games import LICENCE_GRANTED, TIED_ON_THE_TOTAL, WON_BY_THE_HAND, Librarian
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
        yield Step(f"turn down {name}", self._turn_down, waits=False)

    def _choose(self, librarian: Librarian) -> None:
        self.page.locator(f"label:has([value={librarian.focus}])").tap()
        self.secrets[librarian.name] = librarian.focus

    def _turn_down(self) -> None:
        self.page.get_by_role("button", name="Turn it face down again").tap()


class TallyTraveler(Traveler):
    """One phone that enters everything: the focuses with the names, and all tallies in one grid."""

    def find_steps(self) -> Iterator[Step]:
        page, place = self.page, self.place
        if place == "/":
            yield self.tap("begin", page.get_by_role("link", name="One phone for everybody"))
        elif place == "/inspections/new":
            yield from self.start()
        elif place == "/tally":
            yield from self.fill_in(self.list_figures())
            yield from self.go_on_by_the_bar()
        elif place == "desk" and "/tally : Note it down" not in self.steps:
            name = self.evening.librarians[0].name
            yield self.tap("count", page.get_by_role("link", name=re.compile(rf"^Tally\s*: {name}$")))
        else:
            yield from self.finish()

    def start(self) -> Iterator[Step]:
        """Say who enters what, who plays, and what was dealt."""
        names = enumerate(librarian.name for librarian in self.evening.librarians)
        focuses = enumerate(librarian.focus for librarian in self.evening.librarians)
        yield from self.tick([("way", "all")])
        yield from self.fill_in((self.page.locator(f"[name=seats-{at}-name]"), name) for at, name in names)
        self.unfold("#dealt")
        dealt = [("prominent", self.evening.prominent), ("banned", self.evening.banned)]
        yield from self.tick([*dealt, *((f"seats-{at}-focus", focus) for at, focus in focuses)])
        yield from self.go_on_by_the_bar()

    def list_figures(self) -> Iterator[tuple[Locator, str]]:
        for position, librarian in enumerate(self.evening.librarians, start=1):
            figures = dict(zip(FIGURES, librarian.tally, strict=True)) | {"stability": librarian.lines[0]}
            for key, figure in figures.items():
                yield self.page.locator(f"[name='{position}-{key}']"), str(figure)


class SoloTraveler(Traveler):
    """A solo game with dealt cards, from the difficulty to the license; the pile and the shelf are laid by card."""

    def find_steps(self) -> Iterator[Step]:
        page, place = self.page, self.place
        librarian = self.evening.librarians[0]
        if place == "/":
            self.secrets["library"] = self.evening.library_focus
            yield self.tap("begin", page.get_by_role("link", name="Solo", exact=True))
        elif place == "/solo/new":
            yield from self.fill_in([(page.locator("[name=name]"), librarian.name)])
            yield from self.go_on_by_the_bar()
        elif place == "/game/steps/difficulty":
            yield self.tap("difficulty", page.locator(".levels [value='3']"))
        elif (deal := page.get_by_role("button", name="Deal for me")).count():
            yield self.tap("deal", deal)
        elif place == "/library/pile":
            yield from self.lay_cards("pile", PILE)
        elif place == "/library" and "pile: done" not in self.steps:
            yield self.tap("lay out the pile", page.get_by_role("button", name="Lay out the cards"))
        elif place == "/seats/1/shelf":
            yield from self.lay_cards(librarian.name, librarian.shelf)
        elif place == "/game/end" and self.find_begun():
            yield self.tap("shelf: again", page.get_by_role("link", name="Shelf", exact=True))
        else:
            yield from self.finish()


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


@pytest.mark.long
@pytest.mark.slow
def test_a_table_is_counted(chromium, live_server):
    player = play(chromium, live_server, TallyTraveler, TIED_ON_THE_TOTAL, lose_network)
    text, terms = read_text(player.pdf), find_terms("en")
    librarians = TIED_ON_THE_TOTAL.librarians
    for row, code in enumerate(FIGURES):
        assert_row(text, terms.categories[code], [who.tally[row] for who in librarians])
    assert_row(text, terms.sections["="], [who.total for who in librarians])
    assert unify(TIED_ON_THE_TOTAL.verdict) in text


@pytest.mark.long
@pytest.mark.slow
def test_a_solo_game_is_played(chromium, live_server, monkeypatch):
    deal = Deal(Category("H"), Category("M"), (Category("S"),), Category("C"), (Category("F"), Category("R")))
    monkeypatch.setattr("companion.workflow.game.dealing.deal_solo", lambda _source: deal)
    player = play(chromium, live_server, SoloTraveler, LICENCE_GRANTED, reload)
    check_form(player.pdf, LICENCE_GRANTED, LICENCE_GRANTED.verdict)
