"""How many taps an evening of four phones costs beside cards and icons, from an empty server to the printed form."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ..games import FOUR_AT_THE_TABLE
from ..phones import Phone, Room

MOST_TAPS = 12
COUNT = """
addEventListener("click", ({ isTrusted, detail, target }) => {
  if (!isTrusted || !detail || target.closest("#shelf-region, #keypad")) return;
  localStorage.taps = Number(localStorage.taps ?? 0) + 1;
}, true);
"""


def count_taps(phone: Phone, typed: int) -> int:
    """Return how often a phone was tapped, a name that was typed counted as one."""
    return int(phone.page.evaluate("Number(localStorage.taps ?? 0)")) + typed


@pytest.mark.long
@pytest.mark.slow
def test_host_and_guests_tap_twelve_times_at_most(chromium, live_server):
    with Room(chromium, live_server, "en") as room:
        host, *guests = phones = [room.new_phone() for _ in FOUR_AT_THE_TABLE.librarians]
        for phone in phones:
            phone.context.add_init_script(COUNT)
        sitting = list(zip(phones, FOUR_AT_THE_TABLE.librarians, strict=True))
        host.open("/")
        host.follow("Open a table")
        host.fill("Your name", FOUR_AT_THE_TABLE.librarians[0].name)
        host.find("#dealt summary").tap()
        host.choose("prominent", FOUR_AT_THE_TABLE.prominent)
        host.choose("banned", FOUR_AT_THE_TABLE.banned)
        host.go_on()
        expect(host.find(".qr-plate .qr")).to_be_visible()
        desk = host.page.url
        link = host.page.evaluate("fetch(location.href + '/invitation').then((answer) => answer.text())")
        join = re.search(r'id="address"[^>]*value="([^"]+)"', link)
        assert join is not None
        for guest, librarian in sitting[1:]:
            guest.open(join[1])
            guest.fill("Your name", librarian.name)
            guest.press("Sit down")
            guest.page.wait_for_url(desk)
        for phone, librarian in sitting:
            phone.go_on()
            phone.choose("focus", librarian.focus)
            expect(phone.find(".own-seat .seat-focus")).to_be_visible()
            phone.go_on()
            phone.tap_cards(librarian.shelf)
            phone.expect_saved()
            phone.press("Done")
            phone.page.wait_for_url(re.compile(r"/inspections/[\w-]+(/seats/\d/ready)?$"))
            if phone.page.url != desk:
                phone.follow("Leave it as it lies")
            expect(phone.find(".own-seat .ready")).to_be_visible()
        host.wait()
        host.press("Begin the inspection")
        host.expect_step("A1")
        # Guests are taken along without a tap: one who is asked meanwhile may be between two pages.
        for guest in guests:
            guest.follow_to("A1")
        totals = [count_taps(phone, typed=1) for phone in phones]
        assert max(totals) <= MOST_TAPS, totals
        assert room.complaints == []
