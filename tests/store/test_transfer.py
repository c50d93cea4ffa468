"""Everything goes from one database into another, of whatever kind, and is the same there."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from companion.store.database import StoreError, find_head, upgrade_database
from companion.store.engines import connect_alone
from companion.store.models import CardRow, DeckRow, InspectionRow
from companion.store.transfer import export_database, import_database, read_all
from companion.store.transfer_file import FORMAT

from .filling import DOCUMENTS, MOMENTS, fill

KINDS = ("sqlite", "postgresql")
EVERY_WAY = [
    ("sqlite", "postgresql"),
    ("postgresql", "sqlite"),
    *(pytest.param(kind, kind, marks=pytest.mark.long) for kind in KINDS),
]
MakeDatabase = Callable[..., str]


@pytest.fixture
def make_database(tmp_path: Path, request: pytest.FixtureRequest) -> MakeDatabase:
    """A function that returns the URL of a new database of a kind, with rows in every table if they are wanted."""

    def make(kind: str, name: str, *, filled: bool = False) -> str:
        is_file = kind == "sqlite"
        url = f"sqlite:///{tmp_path / name}.sqlite3" if is_file else str(request.getfixturevalue("cluster").make(name))
        if filled:
            upgrade_database(url)
            with connect_alone(url) as connection:
                fill(connection)
                connection.commit()
        return url

    return make


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "everything.jsonl"


def read_lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize(("source", "target"), EVERY_WAY)
def test_what_is_imported_is_exported_as_the_same_file(make_database, path, tmp_path, source, target):
    exported = export_database(make_database(source, "source", filled=True), path)
    url = make_database(target, "target")
    assert import_database(url, path) == exported
    again = tmp_path / "again.jsonl"
    assert export_database(url, again) == read_all(url) == exported
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_holds_every_row_as_it_was_written(make_database, path, kind):
    export_database(make_database(kind, "source", filled=True), path)
    first, *lines, last = read_lines(path)
    assert first == {"format": FORMAT, "revision": find_head(), "tables": first["tables"]}
    assert last["rows"] == len(lines) == sum(first["tables"].values())
    rows = [line["row"] for line in lines if line["table"] == "card"]
    assert [row["id"] for row in rows] == [1, 8, 15]
    assert [row["statements"] for row in rows] == [json.dumps(document) for document in DOCUMENTS]
    moments = [line["row"]["updated"] for line in lines if line["table"] == "deck"]
    assert [datetime.datetime.fromisoformat(moment) for moment in moments] == list(MOMENTS)
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", KINDS)
def test_new_rows_are_numbered_after_those_that_were_imported(make_database, path, kind):
    export_database(make_database("sqlite", "source", filled=True), path)
    url = make_database(kind, "target")
    import_database(url, path)
    with connect_alone(url) as connection:
        columns = [column for column in CardRow.__table__.c if column.name != "id"]
        row = connection.execute(select(*columns)).first()
        assert row is not None
        made = connection.execute(insert(CardRow.__table__).values({**row._mapping, "number": 99}))
        assert made.inserted_primary_key == (16,)


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_with_rows_takes_nothing_in(make_database, path, kind):
    url = make_database(kind, "source", filled=True)
    exported = export_database(url, path)
    with pytest.raises(StoreError, match=r"is not empty: its table \w+ has rows"):
        import_database(url, path)
    assert read_all(url) == exported


def test_an_empty_database_of_this_version_takes_a_file_of_an_older_one(make_database, path):
    url = make_database("sqlite", "target")
    upgrade_database(url)
    assert import_database(url, Path(__file__).with_name("samples") / "0001.jsonl").revision == "0001"
    assert read_all(url).revision == find_head()


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda lines: lines[:-1], "line 8: the file ends early"),
        (lambda lines: lines[:2] + lines[3:], "what it holds is not what was written"),
        (lambda lines: [lines[0], lines[1].replace(b"Poznan", b"Torun"), *lines[2:]], "is not what was written"),
        (lambda lines: [b"{}\n", *lines[1:]], "expected a file written by 'companion export'"),
        (lambda lines: [b"PK\x03\x04\n"], "line 1: expected a line of JSON"),
        (lambda lines: [b"7\n"], "line 1: expected a JSON object"),
        (lambda lines: [lines[0].replace(b":2,", b':"2",'), *lines[1:]], "line 1: expected the number of rows"),
        (lambda lines: [lines[0], b'{"table":"sofa","row":{}}\n', *lines[2:]], "line 2: expected a row of one of"),
        (lambda lines: [lines[0].replace(b'"inspection"', b'"sofa"'), *lines[1:]], "tables that revision 0001"),
        (lambda lines: [lines[0], lines[1].replace(b'"place"', b'"plaice"'), *lines[2:]], "the columns are others"),
        (lambda lines: [lines[0], lines[1].replace(b"2026-", b"MMXXVI-"), *lines[2:]], "cannot be read: Invalid iso"),
        (lambda lines: [lines[0].replace(b"0001", b"9999"), *lines[1:]], "9999, which this program does not know"),
    ],
)
def test_a_file_that_is_not_whole_is_refused_and_nothing_is_taken_in(make_database, path, spoil, complaint):
    lines = (Path(__file__).with_name("samples") / "0001.jsonl").read_bytes().splitlines(keepends=True)
    assert b"Poznan" in lines[1]
    path.write_bytes(b"".join(spoil(lines)))
    url = make_database("sqlite", "target")
    with pytest.raises(StoreError, match=complaint):
        import_database(url, path)
    with pytest.raises(StoreError, match="The database is empty"):
        read_all(url)


def test_a_file_that_is_not_there_is_named(make_database, path):
    with pytest.raises(StoreError, match=r"everything\.jsonl cannot be read: No such file"):
        import_database(make_database("sqlite", "target"), path)


def test_there_is_nothing_to_export_of_an_empty_database(make_database, path):
    with pytest.raises(StoreError, match="nothing to export"):
        export_database(make_database("sqlite", "source"), path)
    assert not path.exists()


def test_an_export_that_fails_leaves_the_older_one(make_database, path, monkeypatch):
    url = make_database("sqlite", "source", filled=True)
    path.write_text("older")
    monkeypatch.setattr("companion.store.transfer_file.os.fsync", fail)
    with pytest.raises(StoreError, match="cannot be written: No space left"):
        export_database(url, path)
    assert path.read_text() == "older"
    assert not list(path.parent.glob("*.part"))


def fail(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("kind", KINDS)
def test_an_export_sees_one_moment_while_others_write(make_database, path, kind, monkeypatch):
    url = make_database(kind, "source", filled=True)
    before = export_database(url, path)
    content = path.read_bytes()

    def rename_and_count(*names: object) -> object:
        with connect_alone(url) as connection:
            connection.execute(update(InspectionRow.__table__).values(place="elsewhere"))
            connection.execute(update(DeckRow.__table__).values(version=1))
            connection.commit()
        monkeypatch.undo()
        return make_lines(*names)

    from companion.store import transfer

    make_lines = transfer._make_lines
    monkeypatch.setattr(transfer, "_make_lines", rename_and_count)
    assert export_database(url, path) == before
    assert path.read_bytes() == content
