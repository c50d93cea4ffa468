"""Migrations: up, down, and with an evening of each revision, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text

from companion.store.database import find_head, upgrade_database
from companion.store.engines import connect_alone
from companion.store.models import db
from companion.store.transfer import export_database, import_database

from .releases import REVISIONS, SAMPLES, find_schema, import_database_at, migrate

ON_BOTH = ("sqlite", "postgresql")
SAMPLED = [revision for revision in REVISIONS if (SAMPLES / f"{revision}.jsonl").exists()]
# The oldest goes through every migration; the others begin in the middle. Migrations never change once they are out.
OFTEN = {"postgresql": SAMPLED[:1], "sqlite": [SAMPLED[0], *SAMPLED[-3:]]}
SELDOM = {"postgresql": SAMPLED[-1:0:-3], "sqlite": SAMPLED}
EACH = [
    pytest.param(kind, revision, marks=() if revision in OFTEN[kind] else pytest.mark.long)
    for kind in ON_BOTH
    for revision in SAMPLED
    if revision in {*OFTEN[kind], *SELDOM[kind]}
]


@pytest.fixture
def url(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The URL of a new, empty database."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'companion.sqlite3'}"
    return str(request.getfixturevalue("cluster").make("migrated"))


def ask(url: str, question: str) -> list[tuple[object, ...]]:
    with connect_alone(url, reads_only=True) as connection:
        return [tuple(row) for row in connection.execute(text(question))]


def test_there_is_a_sample_of_each_revision_but_perhaps_the_newest():
    assert SAMPLED in (REVISIONS, REVISIONS[:-1])


@pytest.mark.parametrize("kind", ON_BOTH)
def test_the_models_are_what_the_migrations_make(url):
    upgrade_database(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []
    engine.dispose()


@pytest.mark.parametrize(("kind", "revision"), EACH)
def test_an_evening_of_any_revision_survives_the_upgrade(url, revision):
    import_database_at(url, revision)
    assert upgrade_database(url) == (revision, find_head())
    assert ask(url, "SELECT slug, place, date, searchable FROM inspection ORDER BY id") == [
        ("kitchen-table-01", "Poznan", "2026-11-20", "2026-11-20 poznan rita the first evening rita eric"),
        ("lodz-table-00002", "Łódź", "2026-11-21", "2026-11-21 lodz daria  daria ola"),
    ]
    assert ask(url, "SELECT name, shelf, version FROM seat ORDER BY id") == [
        ("Rita", "A1:CFH B3:MM / C2:RS D4:FHM A3:CC", 2),
        ("Eric", "", 1),
        ("Dária", "M8:CFFR Ł1:HH", 2),
        ("Ola", "", 1),
    ]
    if revision >= "0006":
        assert ask(url, "SELECT name, letter FROM deck JOIN card ON deck_id = deck.id ORDER BY number DESC") == [
            ("Kitchen box", "M"),
            ("Kitchen box", "Ł"),
        ]


@pytest.mark.parametrize(("kind", "revision"), EACH)
def test_every_revision_can_be_taken_back_and_made_again(url, revision, tmp_path):
    import_database_at(url, revision)
    before = find_schema(url)
    export_database(url, tmp_path / "before")
    migrate(url, find_head())
    migrate(url, revision)
    assert find_schema(url) == before
    export_database(url, tmp_path / "after")
    assert (tmp_path / "after").read_bytes() == (tmp_path / "before").read_bytes()
    migrate(url, "base")
    assert find_schema(url) == {}


@pytest.mark.parametrize("kind", ON_BOTH)
def test_what_was_there_before_houses_is_in_one_that_all_its_phones_have(url):
    import_database_at(url, "0012")
    upgrade_database(url)
    assert ask(url, "SELECT COUNT(*), SUM(CASE WHEN is_common THEN 1 ELSE 0 END) FROM house") == [(1, 1)]
    assert ask(url, "SELECT DISTINCT house_id = (SELECT id FROM house) FROM inspection") in ([(1,)], [(True,)])
    assert ask(url, "SELECT house_id = (SELECT id FROM house), owner, deleted FROM deck") in (
        [(1, "", None)],
        [(True, "", None)],
    )
    devices = ask(
        url,
        "SELECT host FROM inspection WHERE host <> '' UNION SELECT device FROM seat WHERE device <> '' "
        "UNION SELECT former FROM seat WHERE former <> ''",
    )
    assert len(devices) > 2
    assert set(ask(url, "SELECT device FROM house_member")) == set(devices)


@pytest.mark.parametrize("kind", ON_BOTH)
def test_an_empty_database_has_no_house_until_it_needs_one(url):
    upgrade_database(url)
    assert ask(url, "SELECT * FROM house") == []


@pytest.mark.parametrize("kind", ON_BOTH)
def test_decks_of_one_name_are_numbered_where_there_are_no_houses(url):
    import_database_at(url, "0012")
    upgrade_database(url)
    with connect_alone(url) as connection:
        connection.execute(text("INSERT INTO house (id, slug, name) VALUES (77, 'another', '')"))
        for number, name, house in ((70, "KITCHEN BOX", 77), (71, "Kitchen box 2", 77)):
            connection.execute(
                text(
                    "INSERT INTO deck (id, house_id, name, folded, edition, letter_counts, keeps_pictures, updated, "
                    "version, owner) SELECT :id, :house, :name, :folded, edition, letter_counts, keeps_pictures, "
                    "updated, version, owner FROM deck WHERE id = 1"
                ),
                {"id": number, "house": house, "name": name, "folded": name.casefold()},
            )
        connection.commit()
    migrate(url, "0012")
    assert ask(url, "SELECT id, name FROM deck ORDER BY id") == [
        (1, "Kitchen box"),
        (70, "KITCHEN BOX 3"),
        (71, "Kitchen box 2"),
    ]


@pytest.mark.parametrize("kind", ON_BOTH)
def test_what_was_filed_at_the_newest_revision_is_unchanged_on_both(url, tmp_path):
    newest = SAMPLES / f"{SAMPLED[-1]}.jsonl"
    import_database(url, newest)
    migrate(url, SAMPLED[-1])
    export_database(url, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == newest.read_bytes()
