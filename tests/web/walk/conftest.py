"""A locked table of Rita, who hosts, and Eric, and their phones."""

from __future__ import annotations

import pytest

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Details, StoredDraft, StoredLibrary, StoredSeat, Table
from companion.store.tables.stages import Act
from companion.web.access.guards import hash_token

from ..conftest import EVENING, Visitor

STEPS = ["A1", "A2-C", "A2-F", "A2-H", "A2-M", "A2-R", "A2-S", "B1", "B2", "B3", "B4", "B5", "TOTAL", "PROCLAIM"]
SHELVES = {"rita": "A1:CFH B3:MM / C2:RRS D4:FHM A3:CC+", "eric": "E1:RRF F2:CH / G3:MM H4:SSR"}


@pytest.fixture
def phone(app):
    """A function that returns a phone by the name of its owner; a phone without an owner is a stranger's."""
    app.config["CLOCK"] = lambda: EVENING

    def pick_up(owner: str = "") -> Visitor:
        client = app.test_client()
        if owner:
            client.set_cookie("device", owner)
        return Visitor(client)

    return pick_up


@pytest.fixture
def lay_table(app):
    """A function that stores a table of Rita, who hosts, and Eric, up to a step, and returns the path of its desk."""

    def lay(step: str | None = None, *, tally: dict[str, str] | None = None, **details: str) -> str:
        head = Details(**{"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C", **details})
        seats = [
            StoredSeat(name.title(), focus, device=hash_token(name)) for name, focus in (("rita", "S"), ("eric", "H"))
        ]
        table = Table(hash_token("rita"), "CDF234")
        with app.app_context():
            slug = queries.start_draft(head, seats, StoredLibrary(), EVENING, table=table)
            for position, shelf in enumerate(SHELVES.values(), start=1):
                if tally:
                    queries.write_tally(slug, position, tally, None, EVENING)
                else:
                    queries.write_shelf(slug, position, shelf, None, EVENING)
            if step is not None:
                tables.move_stage(slug, Act.LOCK, EVENING)
            if step in STEPS[11:]:
                tables.move_stage(slug, Act.REVEAL, EVENING)
            if step:
                tables.write_step(slug, step, EVENING)
        return f"/inspections/{slug}"

    return lay


@pytest.fixture
def find_kept(app):
    """A function that returns the stored draft."""

    def find(desk: str) -> StoredDraft:
        with app.app_context():
            return queries.find_draft(desk.split("/")[2])

    return find
