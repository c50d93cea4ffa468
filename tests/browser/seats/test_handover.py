"""One phone that goes round: a focus is shown while its player looks, and nothing leads back to it."""

from __future__ import annotations

import datetime
import re

from playwright.sync_api import Page, expect

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.web.access.guards import hash_token

PHONE = "the-phone-that-goes-round"
NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SECRET = re.compile("Spells|Historic|Your secret card")


def uncover(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"That’s me: {name}").tap()
    expect(page.get_by_text("Your secret card")).to_be_visible()


def expect_cover(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=f"Pass the phone to {name}")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text(SECRET)
    expect(page.locator("input:checked")).to_have_count(0)


def test_a_focus_is_neither_lost_nor_leaked_by_back_reload_or_the_task_switcher(app, take_phone):
    with app.app_context():
        seats = [StoredSeat("Rita"), StoredSeat("Eric")]
        table = Table(hash_token(PHONE), handover=True)
        slug = queries.start_draft(Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), NOW, table=table)

    def read_focuses() -> list[str]:
        with app.app_context():
            return [seat.focus for seat in queries.find_draft(slug).seats]

    page = take_phone(PHONE)
    desk = f"/inspections/{slug}"
    page.goto(desk)
    page.goto(f"{desk}/seats/1/focus")
    expect_cover(page, "Rita")
    uncover(page, "Rita")
    with page.expect_response(f"**{desk}/seats/1/focus"):
        page.locator("label:has([value=S])").tap()
    for leave in ("window.dispatchEvent(new Event('blur'))", "window.dispatchEvent(new Event('pagehide'))"):
        page.evaluate(leave)
        expect_cover(page, "Rita")
        uncover(page, "Rita")
        expect(page.locator("[value=S]")).to_be_checked()
    page.reload()
    expect_cover(page, "Rita")
    assert read_focuses() == ["S", ""]
    uncover(page, "Rita")
    page.get_by_role("button", name="Turn it face down again").tap()
    expect_cover(page, "Eric")
    uncover(page, "Eric")
    page.locator("label:has([value=H])").tap()
    page.get_by_role("button", name="Turn it face down again").tap()
    page.wait_for_url(f"**{desk}")
    assert read_focuses() == ["S", "H"]
    page.go_back()
    expect(page).to_have_url(re.compile(f"{desk}$"))
    expect(page.locator("body")).not_to_contain_text(SECRET)
    page.go_forward()
    expect(page.locator("body")).not_to_contain_text(SECRET)
