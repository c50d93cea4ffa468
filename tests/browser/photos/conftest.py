"""Inspections whose shelves come by photo."""

from __future__ import annotations

import pytest

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat

from ..games import Evening
from .photo_review import NOW


@pytest.fixture(autouse=True)
def readings(photos_read_once):
    """Photos are read once for all of these tests."""


@pytest.fixture
def open_file(app):
    """A function that stores an inspection without shelves, and returns its URL."""

    def file(evening: Evening) -> str:
        details = Details(evening.form, evening.edition, evening.prominent, evening.banned, date="2026-11-20")
        seats = [StoredSeat(librarian.name, librarian.focus) for librarian in evening.librarians]
        with app.app_context():
            return f"/inspections/{queries.start_draft(details, seats, StoredLibrary(), NOW)}"

    return file
