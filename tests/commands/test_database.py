"""The commands that look after the database, and what they say."""

from __future__ import annotations

import pytest

from companion.store.database import find_head
from companion.store.models import db

EMPTY = f"0 rows in {len(db.metadata.tables)} tables"


def test_a_database_is_made_and_then_up_to_date(run, instance):
    status, out, _ = run("db", "upgrade")
    assert status == 0
    assert "went from revision none to" in out
    assert (instance / "companion.sqlite3").exists()
    assert "up to date" in run("db", "upgrade")[1]


def test_a_file_that_is_not_a_database_gets_a_sentence(run, instance):
    instance.mkdir()
    (instance / "companion.sqlite3").write_text("This is a shopping list.")
    status, out, err = run("db", "upgrade")
    assert (status, out) == (1, "")
    assert "companion.sqlite3" in err


def test_a_backup_is_made_checked_and_restored(run, instance, tmp_path):
    run("db", "upgrade")
    backup = tmp_path / "backup.sqlite3"
    status, out, _ = run("backup", str(backup))
    assert (status, out) == (0, f"{backup} holds the database as it is now, 1 row, and has been read back.\n")
    assert run("check")[:2] == (0, f"The database is whole: revision {find_head()}, {EMPTY}, all of them read.\n")
    status, out, _ = run("restore", str(backup))
    aside = instance / "companion.sqlite3.before-restore"
    assert status == 0
    assert out == (
        f"The database holds what {backup} held, 1 row. What it held before is in {aside}. "
        "Reload the pages on all phones.\n"
    )
    assert aside.exists()
    (instance / "companion.sqlite3").write_text("This is a shopping list.")
    status, out, _ = run("restore", str(backup))
    assert status == 0
    assert "The damaged one is now " in out
    assert out.endswith(" Start the server again.\n")
    (instance / "companion.sqlite3").unlink()
    assert run("restore", str(backup))[:2] == (0, f"The database holds what {backup} held, 1 row.\n")


def test_everything_goes_out_and_in_again(run, tmp_path, monkeypatch):
    run("db", "upgrade")
    file = tmp_path / "everything.jsonl"
    assert run("export", str(file))[:2] == (0, f"{file} holds everything: {EMPTY}.\n")
    monkeypatch.setenv("COMPANION_DATABASE_URL", f"sqlite:///{tmp_path / 'other.sqlite3'}")
    assert run("import", str(file))[:2] == (0, f"The database holds everything from {file}: {EMPTY}.\n")


@pytest.mark.parametrize("command", ["check", "backup", "restore", "export", "import"])
def test_what_cannot_be_done_gets_a_sentence(run, instance, tmp_path, command):
    status, out, err = run(*([command] if command == "check" else [command, str(tmp_path / "nothing" / "here")]))
    assert (status, out) == (1, "")
    assert err.count("\n") == 1
    assert not list(tmp_path.rglob("*.part"))
