"""A table of several phones: what keeps it from being locked, and how it is locked, revealed and amended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Kind, StoredDraft, Table
from companion.store.tables.stages import Act, Stage, StageError
from companion.workflow.access.deciding import find_lock_obstacles, write_record
from companion.workflow.access.roles import Viewer
from companion.workflow.tables.stages import amend, lock, reveal

from ..drafts import ERIC, EVENING, FIGURES, RITA, SHELF, make_draft, make_solo

HOST = Viewer("host")


@pytest.fixture
def office(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def table(office: None) -> str:
    """A table that can be locked."""
    draft = make_draft()
    return queries.start_draft(draft.details, draft.seats, draft.library, EVENING, table=Table("host"))


def look(slug: str) -> StoredDraft:
    return queries.find_draft(slug)


def interrupt(monkeypatch: pytest.MonkeyPatch, *changes: Callable[[], object]) -> None:
    """Let others change something after each read from now on, one change at a time."""
    waiting = list(changes)
    find = queries.find_draft

    def look_and_be_late(slug: str) -> StoredDraft:
        draft = find(slug)
        if waiting:
            waiting.pop(0)()
        return draft

    monkeypatch.setattr(queries, "find_draft", look_and_be_late)


def test_nothing_is_in_the_way_of_a_table_that_is_complete():
    assert find_lock_obstacles(make_draft(), "en") == ()


def test_what_is_missing_is_said_of_whom_it_concerns():
    draft = make_draft(replace(RITA, focus=""), replace(ERIC, kind=Kind.NONE), banned="")
    assert find_lock_obstacles(draft, "en") == (
        "The prominent and the banned category have to be chosen first.",
        "Rita’s focus is not known yet.",
        "Eric’s shelf is still empty.",
    )


def test_what_cannot_be_read_is_in_the_way():
    (sentence,) = find_lock_obstacles(make_draft(replace(RITA, shelf="A1:CF what?!"), ERIC), "en")
    assert "Rita: Row 1, place 2: “what?!” cannot be read" in sentence


def test_a_table_at_which_nobody_sits_is_not_locked():
    empty = replace(make_draft(), seats=())
    assert len(find_lock_obstacles(empty, "en")) == 1


def test_a_solo_game_without_its_discard_pile_is_not_locked():
    assert find_lock_obstacles(make_solo(), "en") == ()
    assert len(find_lock_obstacles(make_solo(kind=Kind.NONE), "en")) == 1


@pytest.mark.parametrize("focus", ["S", "R", "C"], ids=["a-focus-of-another", "prominent", "banned"])
@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.LOCKED])
def test_that_focuses_clash_is_not_said_before_the_reveal(stage, focus):
    clash = replace(make_draft(RITA, replace(ERIC, focus=focus)), stage=stage)
    assert find_lock_obstacles(clash, "en") == ()


def test_what_keeps_a_table_from_being_locked_depends_on_no_focus():
    draft = make_draft(replace(RITA, shelf="A1:?"), ERIC)
    answers = {
        find_lock_obstacles(make_draft(replace(draft.seats[0], focus=one), replace(ERIC, focus=other)), "en")
        for one in "CFHMRS"
        for other in "CFHMRS"
    }
    assert len(answers) == 1
    assert answers != {()}


def test_a_complete_table_is_locked(table):
    assert lock(table, "en", EVENING) == ()
    assert look(table).stage is Stage.LOCKED


def test_locking_twice_locks_once(table):
    lock(table, "en", EVENING)
    version = look(table).version
    assert lock(table, "en", EVENING) == ()
    assert look(table).version == version


def test_an_incomplete_table_stays_open_and_says_why(table):
    queries.write_shelf(table, 1, "", None, EVENING)
    assert lock(table, "en", EVENING) == ("Rita’s shelf is still empty.",)
    assert look(table).stage is Stage.DRAFT


def test_what_slips_in_between_the_look_and_the_lock_is_looked_at_too(table, monkeypatch):
    interrupt(
        monkeypatch,
        lambda: queries.write_shelf(table, 1, "A1:CF", None, EVENING),
        lambda: queries.write_shelf(table, 1, "", None, EVENING),
    )
    assert lock(table, "en", EVENING) == ("Rita’s shelf is still empty.",)
    assert look(table).stage is Stage.DRAFT


def test_a_harmless_change_at_the_last_moment_is_locked_with_the_rest(table, monkeypatch):
    interrupt(monkeypatch, lambda: queries.write_shelf(table, 1, "A1:CF", None, EVENING))
    assert lock(table, "en", EVENING) == ()
    assert (look(table).stage, look(table).find_seat(1).shelf) == (Stage.LOCKED, "A1:CF")


def test_a_newcomer_at_the_last_moment_is_waited_for(table, monkeypatch):
    interrupt(monkeypatch, lambda: tables.sit_down(table, "Ula", "ula", EVENING))
    assert lock(table, "en", EVENING) == ("Ula’s focus is not known yet.", "Ula’s shelf is still empty.")


def test_what_has_been_revealed_is_not_locked_again(table):
    reveal(table, "en", EVENING)
    with pytest.raises(StageError):
        lock(table, "en", EVENING)


def test_all_focuses_are_turned_over_at_once(table):
    lock(table, "en", EVENING)
    assert reveal(table, "en", EVENING) == ()
    assert look(table).stage is Stage.REVEALED
    assert reveal(table, "en", EVENING) == ()


def test_a_table_is_locked_on_the_way_to_the_reveal(table):
    assert reveal(table, "en", EVENING) == ()
    assert look(table).stage is Stage.REVEALED


def test_an_incomplete_table_is_not_revealed(table):
    tables.sit_down(table, "Ula", "ula", EVENING)
    assert reveal(table, "en", EVENING) == ("Ula’s focus is not known yet.", "Ula’s shelf is still empty.")
    assert look(table).stage is Stage.DRAFT


def test_a_hand_counted_at_the_last_moment_does_not_keep_focuses_hidden(table, monkeypatch):
    lock(table, "en", EVENING)
    interrupt(monkeypatch, lambda: queries.write_hands(table, {1: "2"}, EVENING))
    assert reveal(table, "en", EVENING) == ()
    assert look(table).stage is Stage.REVEALED


def test_shelves_that_are_opened_at_the_last_moment_are_not_revealed(table, monkeypatch):
    lock(table, "en", EVENING)
    interrupt(monkeypatch, lambda: tables.move_stage(table, Act.UNLOCK, EVENING))
    with pytest.raises(StageError):
        reveal(table, "en", EVENING)


def test_an_amendment_is_closed_once_everything_is_there_again(table):
    reveal(table, "en", EVENING)
    amend(table, "", HOST, EVENING)
    queries.write_shelf(table, 1, "", None, EVENING)
    assert reveal(table, "en", EVENING) == ("Rita’s shelf is still empty.",)
    queries.write_shelf(table, 1, SHELF, None, EVENING)
    assert reveal(table, "en", EVENING) == ()
    assert look(table).stage is Stage.REVEALED


def test_what_slips_in_between_the_look_and_the_closing_is_looked_at_too(table, monkeypatch):
    reveal(table, "en", EVENING)
    amend(table, "", HOST, EVENING)
    interrupt(monkeypatch, lambda: queries.write_shelf(table, 1, "", None, EVENING))
    assert reveal(table, "en", EVENING) == ("Rita’s shelf is still empty.",)
    assert look(table).stage is Stage.AMENDED


def test_the_version_of_before_is_kept_as_a_document(table):
    reveal(table, "en", EVENING)
    before = write_record(look(table))
    amend(table, "a card was missing", HOST, EVENING)
    queries.write_tally(table, 2, {**FIGURES, "C": "9"}, None, EVENING)
    (kept,) = tables.list_revisions(table)
    assert (kept.number, kept.reason, kept.document) == (1, "a card was missing", before)
    assert look(table).stage is Stage.AMENDED


def test_amending_twice_keeps_one_version(table):
    reveal(table, "en", EVENING)
    amend(table, "first", HOST, EVENING)
    amend(table, "second", HOST, EVENING)
    assert [kept.reason for kept in tables.list_revisions(table)] == ["first"]


def test_each_version_that_was_revealed_is_kept_as_it_was(table):
    shelves = ["A1:CF", "A1:CF B1:MM", "A1:CF B1:MM C1:HH"]
    for shelf in shelves:
        queries.write_shelf(table, 1, shelf, None, EVENING)
        reveal(table, "en", EVENING)
        amend(table, "", HOST, EVENING)
    assert [kept.document["players"][0]["shelf"] for kept in tables.list_revisions(table)] == shelves


def test_a_hand_counted_at_the_last_moment_is_in_the_version_that_is_kept(table, monkeypatch):
    reveal(table, "en", EVENING)
    interrupt(monkeypatch, lambda: queries.write_hands(table, {1: "2"}, EVENING))
    amend(table, "", HOST, EVENING)
    (kept,) = tables.list_revisions(table)
    assert kept.document["players"][0]["hand"] == 2


def test_only_what_has_been_revealed_is_amended(table):
    with pytest.raises(StageError):
        amend(table, "", HOST, EVENING)
    lock(table, "en", EVENING)
    with pytest.raises(StageError):
        amend(table, "", HOST, EVENING)
