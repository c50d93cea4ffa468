"""Tables with several phones; here each device is identified by a word."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest

from companion.store.tables import archive, claims, outlines, queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import (
    Claim,
    Details,
    Kind,
    LibraryEntry,
    MissingError,
    SeatEntry,
    StoredDraft,
    StoredLibrary,
    StoredSeat,
    Table,
)
from companion.store.tables.queries import ConflictError
from companion.store.tables.seats import Obstacle, SeatingError
from companion.store.tables.stages import Act, Stage, StageError

from ..shredding import shred_draft

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(minutes=5)
DAY = datetime.timedelta(hours=24)


def start(*seats: StoredSeat, code: str = "CDF234", host: str = "rita", form: str = "B-7c") -> str:
    table = Table(host, code)
    return queries.start_draft(Details(form, "en", "R", "C"), seats, StoredLibrary(), NOW, table=table)


@pytest.fixture
def table() -> str:
    """The host Rita and the guest Eric, each with their own phone, and Ola, who has none."""
    return start(StoredSeat("Rita", "S", device="rita"), StoredSeat("Eric", "H", device="eric"), StoredSeat("Ola"))


def look(slug: str) -> StoredDraft:
    return queries.find_draft(slug)


def who_sits(slug: str) -> list[tuple[str, str]]:
    return [(seat.name, seat.device) for seat in look(slug).seats]


def move(slug: str, *acts: Act) -> None:
    for act in acts:
        tables.move_stage(slug, act, NOW)


def test_a_code_leads_to_its_table(table):
    assert tables.find_table("CDF234", NOW).slug == table


@pytest.mark.parametrize("code", ["", "234CDF", "cdf234"])
def test_any_other_code_leads_nowhere(table, code):
    with pytest.raises(MissingError):
        tables.find_table(code, NOW)


def test_a_table_without_a_code_is_found_by_none():
    start(code="")
    with pytest.raises(MissingError):
        tables.find_table("", NOW)


def test_a_code_outlives_the_last_change_by_a_day(table):
    just_before = NOW + DAY - datetime.timedelta(seconds=1)
    assert tables.find_table("CDF234", just_before).slug == table
    with pytest.raises(MissingError):
        tables.find_table("CDF234", NOW + DAY)
    tables.write_ready(table, 1, just_before, is_ready=True)
    assert tables.find_table("CDF234", NOW + DAY).slug == table


def test_two_tables_never_have_the_same_code(table):
    assert not tables.is_code_free("CDF234")
    assert tables.is_code_free("234CDF")


def test_a_table_is_closed_and_opened_again(table):
    tables.write_code(table, None, LATER)
    assert look(table).code == ""
    assert tables.is_code_free("CDF234")
    tables.write_code(table, "GHJ567", LATER)
    assert tables.find_table("GHJ567", LATER).slug == table


def test_doors_that_are_open_keep_their_code_and_those_that_are_closed_stay_so(table):
    tables.write_code(table, "GHJ567", LATER)
    assert (look(table).code, look(table).version) == ("CDF234", 1)
    tables.write_code(table, None, LATER)
    tables.write_code(table, None, LATER)
    assert (look(table).code, look(table).version) == ("", 2)


def test_a_code_that_has_outlived_its_day_makes_room_for_a_new_one(table):
    tables.write_code(table, "GHJ567", NOW + DAY)
    assert look(table).code == "GHJ567"


def test_a_newcomer_sits_down_last(table):
    assert tables.sit_down(table, "Ula", "ula", LATER) == 4
    assert who_sits(table)[3] == ("Ula", "ula")
    assert look(table).updated == LATER


def test_sitting_down_twice_takes_one_seat(table):
    assert tables.sit_down(table, "Ula", "ula", NOW) == tables.sit_down(table, " ula ".strip(), "ula", NOW) == 4
    assert len(look(table).seats) == 4
    assert look(table).version == 2


def test_an_empty_table_gets_its_first_librarian():
    assert tables.sit_down(start(), "Rita", "rita", NOW) == 1


def test_whoever_gives_the_name_of_a_seat_that_waits_gets_it(table):
    assert tables.sit_down(table, "OLA", "ola", NOW) == 3
    assert who_sits(table)[2] == ("Ola", "ola")


def test_two_people_do_not_get_the_same_name(table):
    with pytest.raises(SeatingError) as refusal:
        tables.sit_down(table, "eric", "another", NOW)
    assert refusal.value.obstacle is Obstacle.TAKEN
    assert who_sits(table)[1] == ("Eric", "eric")


def test_a_fifth_librarian_finds_no_seat(table):
    tables.sit_down(table, "Ula", "ula", NOW)
    with pytest.raises(SeatingError, match="full"):
        tables.sit_down(table, "Ewa", "ewa", NOW)


def test_nobody_joins_a_solo_game():
    slug = start(StoredSeat("Rita", device="rita"), form="S-42A")
    with pytest.raises(SeatingError, match="full"):
        tables.sit_down(slug, "Eric", "eric", NOW)


@pytest.mark.parametrize("acts", [(Act.LOCK,), (Act.LOCK, Act.REVEAL)], ids=["locked", "revealed"])
def test_nobody_new_sits_down_once_the_inspection_has_begun_but_whoever_comes_back_does(table, acts):
    move(table, *acts)
    with pytest.raises(SeatingError, match="started"):
        tables.sit_down(table, "Ula", "ula", NOW)
    assert tables.sit_down(table, "Eric", "eric", NOW) == 2
    assert tables.sit_down(table, "Ola", "ola", NOW) == 3


def test_a_page_of_the_head_that_is_older_than_a_newcomer_is_refused(table):
    before = look(table)
    tables.sit_down(table, "Ula", "ula", NOW)
    with pytest.raises(ConflictError):
        queries.write_details(table, before.details, before.seats, None, NOW, before.head_version)
    assert len(look(table).seats) == 4


def test_a_seat_that_waits_is_taken_by_whoever_comes_first(table):
    tables.take_seat(table, 3, "ola", NOW)
    tables.take_seat(table, 3, "ola", NOW)
    assert who_sits(table)[2] == ("Ola", "ola")
    assert look(table).version == 2
    with pytest.raises(SeatingError, match="taken"):
        tables.take_seat(table, 3, "another", NOW)


def test_a_seat_with_a_focus_is_not_simply_taken_since_whoever_sat_down_would_see_it(table):
    tables.write_focus(table, 3, "M", NOW)
    for attempt in (
        lambda: tables.take_seat(table, 3, "eric", NOW),
        lambda: tables.sit_down(table, "Ola", "eric", NOW),
    ):
        with pytest.raises(SeatingError, match="taken"):
            attempt()
    tables.take_seat(table, 3, "rita", NOW)
    assert who_sits(table)[2] == ("Ola", "rita")


@pytest.mark.parametrize(
    "act",
    [
        lambda slug: tables.take_seat(slug, 9, "x", NOW),
        lambda slug: claims.add_claim(slug, Claim(9, "x", "0042", "key", NOW), NOW),
        lambda slug: claims.release_seat(slug, 9, NOW),
        lambda slug: tables.write_ready(slug, 9, NOW, is_ready=True),
        lambda slug: tables.write_focus(slug, 9, "S", NOW),
        lambda _: tables.sit_down("nowhere", "Eric", "eric", NOW),
        lambda _: tables.write_code("nowhere", None, NOW),
        lambda _: tables.write_step("nowhere", "A1", NOW),
        lambda _: tables.move_stage("nowhere", Act.LOCK, NOW),
        lambda _: tables.amend("nowhere", {}, "", NOW),
        lambda _: tables.list_revisions("nowhere"),
        lambda _: outlines.find_pulse("nowhere"),
    ],
)
def test_a_seat_or_table_that_is_not_there_is_missing(table, act):
    with pytest.raises(MissingError):
        act(table)


def test_being_done_is_kept_and_taken_back(table):
    tables.write_ready(table, 2, NOW, is_ready=True)
    tables.write_ready(table, 2, NOW, is_ready=True)
    assert (look(table).find_seat(2).is_ready, look(table).version) == (True, 2)
    tables.write_ready(table, 2, NOW, is_ready=False)
    assert (look(table).find_seat(2).is_ready, look(table).version) == (False, 3)


def test_others_learn_that_there_is_a_focus_and_nothing_when_it_is_changed(table):
    tables.write_focus(table, 3, "M", LATER)
    chosen = look(table)
    assert (chosen.find_seat(3).focus, chosen.find_seat(3).secret_version, chosen.version) == ("M", 2, 2)
    tables.write_focus(table, 3, "F", LATER + DAY)
    changed = look(table)
    assert (changed.find_seat(3).focus, changed.find_seat(3).secret_version) == ("F", 3)
    assert (changed.version, changed.updated) == (2, LATER)
    tables.write_focus(table, 3, "F", LATER)
    assert look(table).find_seat(3).secret_version == 3
    tables.write_focus(table, 3, "", LATER)
    assert look(table).version == 3


def test_a_focus_that_is_corrected_in_the_open_is_for_everybody_to_see(table):
    move(table, Act.LOCK, Act.REVEAL)
    tables.amend(table, {}, "", NOW)
    version = look(table).version
    tables.write_focus(table, 1, "F", NOW)
    assert look(table).version == version + 1


def test_in_an_open_file_a_focus_is_no_secret():
    slug = start(StoredSeat("Rita", "S"), host="", code="")
    tables.write_focus(slug, 1, "H", NOW)
    assert look(slug).version == 2


CHANGES: list[Callable[[str], object]] = [
    lambda slug: queries.write_shelf(slug, 1, "A1:CF", None, NOW),
    lambda slug: queries.write_tally(slug, 1, {"C": "3"}, None, NOW),
    lambda slug: queries.write_library(slug, LibraryEntry("F", Kind.NONE, {}, ""), NOW),
    lambda slug: queries.write_details(slug, Details("B-7c", "en"), [SeatEntry("Rita", "", 1)], None, NOW),
    lambda slug: tables.write_focus(slug, 1, "F", NOW),
    lambda slug: tables.write_ready(slug, 1, NOW, is_ready=True),
    lambda slug: claims.release_seat(slug, 2, NOW),
]
NAMES = ["shelf", "tally", "library", "head", "focus", "ready", "release"]


@pytest.mark.parametrize("change", CHANGES, ids=NAMES)
@pytest.mark.parametrize("acts", [(Act.LOCK,), (Act.LOCK, Act.REVEAL)], ids=["locked", "revealed"])
def test_nothing_is_written_once_the_table_is_locked(table, change, acts):
    move(table, *acts)
    before = look(table)
    with pytest.raises(StageError):
        change(table)
    assert look(table) == before


@pytest.mark.parametrize("change", CHANGES, ids=NAMES)
def test_everything_is_written_while_something_is_corrected(table, change):
    move(table, Act.LOCK, Act.REVEAL)
    tables.amend(table, {}, "", NOW)
    before = look(table)
    change(table)
    assert look(table) != before


def test_the_walk_stands_at_a_step_once_the_table_is_locked(table):
    with pytest.raises(StageError):
        tables.write_step(table, "A1", NOW)
    move(table, Act.LOCK)
    tables.write_step(table, "A1", NOW)
    tables.write_step(table, "A1", NOW)
    assert (look(table).step, look(table).version) == ("A1", 3)


def test_opening_the_shelves_once_more_takes_the_walk_and_every_done_back(table):
    tables.write_ready(table, 2, NOW, is_ready=True)
    move(table, Act.LOCK)
    tables.write_step(table, "A1", NOW)
    move(table, Act.UNLOCK)
    draft = look(table)
    assert (draft.stage, draft.step, draft.find_seat(2).is_ready) == (Stage.DRAFT, "", False)


def test_a_stage_reached_twice_is_reached_once(table):
    assert tables.move_stage(table, Act.LOCK, NOW) is Stage.LOCKED
    assert tables.move_stage(table, Act.LOCK, NOW) is Stage.LOCKED
    assert look(table).version == 2


def test_a_table_that_has_changed_since_it_was_looked_at_is_not_locked(table):
    seen = look(table)
    queries.write_shelf(table, 2, "A1:CF", None, NOW)
    with pytest.raises(ConflictError):
        tables.move_stage(table, Act.LOCK, NOW, seen.version)
    assert look(table).stage is Stage.DRAFT
    assert tables.move_stage(table, Act.LOCK, NOW, look(table).version) is Stage.LOCKED


def test_the_version_does_not_matter_where_the_act_is_done_already(table):
    move(table, Act.LOCK)
    assert tables.move_stage(table, Act.LOCK, NOW, 1) is Stage.LOCKED


def test_nothing_is_amended_before_it_is_revealed(table):
    for acts in ((), (Act.LOCK,)):
        move(table, *acts)
        with pytest.raises(StageError):
            tables.amend(table, {}, "", NOW)
    assert tables.list_revisions(table) == ()


def test_every_version_that_was_revealed_is_kept_when_it_is_amended(table):
    move(table, Act.LOCK, Act.REVEAL)
    tables.amend(table, {"number": 1}, "a card was missing", NOW)
    tables.amend(table, {"number": 1.5}, "pressed twice", NOW)
    move(table, Act.REVEAL)
    tables.amend(table, {"number": 2}, "", LATER)
    kept = [(old.number, old.reason, old.made, old.document) for old in tables.list_revisions(table)]
    assert kept == [(1, "a card was missing", NOW, {"number": 1}), (2, "", LATER, {"number": 2})]


def test_a_document_that_is_older_than_the_table_is_not_kept_as_its_version(table):
    move(table, Act.LOCK, Act.REVEAL)
    seen = look(table)
    queries.write_hands(table, {2: "3"}, NOW)
    with pytest.raises(ConflictError):
        tables.amend(table, {}, "", NOW, seen.version)
    assert look(table).stage is Stage.REVEALED
    assert tables.list_revisions(table) == ()


def test_a_deleted_table_takes_its_old_versions_along(table):
    move(table, Act.LOCK, Act.REVEAL)
    tables.amend(table, {}, "", NOW)
    shred_draft(table)
    with pytest.raises(MissingError):
        tables.list_revisions(table)
    again = start(StoredSeat("Rita"), code="")
    assert tables.list_revisions(again) == ()


def test_a_pulse_names_what_anybody_may_have_to_be_told(table):
    tables.write_focus(table, 2, "M", NOW)
    pulse = outlines.find_pulse(table)
    assert (pulse.version, pulse.host) == (1, "rita")
    assert pulse.seats == ((1, "rita", 1), (2, "eric", 2), (3, "", 1))


def test_a_table_at_which_nobody_sits_has_a_pulse_too():
    assert outlines.find_pulse(start()).seats == ()


def test_a_table_that_is_opened_twice_by_the_same_form_is_opened_once():
    table = Table("rita", "CDF234", request_key="the same form")
    details = Details("B-7c", "en")
    first = queries.start_draft(details, [StoredSeat("Rita")], StoredLibrary(), NOW, table=table)
    assert queries.start_draft(details, [StoredSeat("Rita")], StoredLibrary(), NOW, table=table) == first
    assert archive.search_drafts("", 1, 10, None).total == 1


def test_a_form_that_comes_twice_at_once_opens_one_table(monkeypatch):
    table = Table("rita", "", request_key="the same form")
    details = Details("B-7c", "en")
    first = queries.start_draft(details, [], StoredLibrary(), NOW, table=table)
    find, looks = queries._find_request, iter([None])
    # The first query comes too early to see what the other one stores.
    monkeypatch.setattr(queries, "_find_request", lambda *given: next(looks, find(*given)))
    assert queries.start_draft(details, [], StoredLibrary(), NOW, table=table) == first
    assert archive.search_drafts("", 1, 10, None).total == 1


def test_a_reading_winner_who_leaves_the_table_hands_the_prize_to_nobody(table):
    move(table, Act.LOCK, Act.REVEAL)
    queries.write_reading_winner(table, 3, NOW)
    tables.amend(table, {}, "", NOW)
    draft = look(table)
    queries.write_details(table, draft.details, draft.seats[:2], None, NOW)
    queries.write_details(table, draft.details, (*draft.seats[:2], SeatEntry("Ula")), None, NOW)
    assert look(table).find_seat(3).name == "Ula"
    assert look(table).reading_winner is None
