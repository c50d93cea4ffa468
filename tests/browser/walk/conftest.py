"""A locked table, and the phones of those who sit at it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.store.tables.stages import Act
from companion.web.access.guards import COOKIE, hash_token

from ..games import Evening
from ..shelves.editor_page import NOW


def name_token(owner: str) -> str:
    """The token of someone's phone; cookies are ASCII only."""
    return owner.encode().hex()


@pytest.fixture
def lay_table(app):
    """A function that stores a locked table with its first librarian as host, and returns its desk's path."""

    def lay(evening: Evening, step: str = "A1") -> str:
        seats = [
            StoredSeat(librarian.name, librarian.focus, device=hash_token(name_token(librarian.name)))
            for librarian in evening.librarians
        ]
        details = Details(evening.form, evening.edition, evening.prominent, evening.banned, date="2026-11-20")
        with app.app_context():
            table = Table(seats[0].device, "CDF234")
            slug = queries.start_draft(details, seats, StoredLibrary(), NOW, table=table)
            for position, librarian in enumerate(evening.librarians, start=1):
                queries.write_shelf(slug, position, librarian.shelf, None, NOW)
            tables.move_stage(slug, Act.LOCK, NOW)
            if step in ("B5", "TOTAL", "TIEBREAK", "PROCLAIM"):
                tables.move_stage(slug, Act.REVEAL, NOW)
            tables.write_step(slug, step, NOW)
        return f"/inspections/{slug}"

    return lay


@pytest.fixture
def take_phone(browse, live_server):
    """A function that returns someone's phone."""

    def take(owner: str, **options) -> Page:
        page = browse(**options)
        page.context.add_cookies([{"name": COOKIE, "value": name_token(owner), "url": live_server}])
        return page

    return take
