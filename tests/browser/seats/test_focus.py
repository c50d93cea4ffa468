"""Choosing one's focus by a tap."""

from __future__ import annotations

import datetime
import re

from playwright.sync_api import Route, expect

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.web.access.guards import hash_token

HOST, GUEST = "the-phone-of-the-host", "the-phone-of-a-guest"
NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)


def test_a_tap_before_the_script_is_there_counts(app, take_phone):
    with app.app_context():
        seats = [StoredSeat("Rita", device=hash_token(HOST)), StoredSeat("Eric", device=hash_token(GUEST))]
        slug = queries.start_draft(
            Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), NOW, table=Table(hash_token(HOST))
        )
    page, held = take_phone(GUEST), list[Route]()
    page.route(re.compile(r"/js/.*focus"), lambda route: held.append(route))
    page.goto(f"/inspections/{slug}/seats/2/focus", wait_until="commit")
    page.locator("label:has([value=H])").tap()
    expect(page.locator("[value=H]")).to_be_checked()
    while not held:
        page.wait_for_event("request")
    held[0].continue_()
    expect(page).to_have_url(re.compile(f"/inspections/{slug}$"))
    with app.app_context():
        assert [seat.focus for seat in queries.find_draft(slug).seats] == ["", "H"]
