from __future__ import annotations


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
