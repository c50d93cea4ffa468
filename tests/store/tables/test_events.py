"""The table's log: what is entered in it, and what is not."""

from __future__ import annotations

import datetime

import pytest

from companion.scoring.categories import Category
from companion.scoring.setup import Deal
from companion.store.game import queries as game
from companion.store.tables import queries, seats
from companion.store.tables.drafts import Details, SeatEntry, StoredLibrary, StoredSeat, Table
from companion.store.tables.events import Happening, list_events
from companion.store.tables.stages import Act

from ..shredding import shred_draft

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(minutes=5)
DEAL = Deal(Category("R"), Category("C"), (Category("S"), Category("M")))


def start(host: str = "rita") -> str:
    table = (StoredSeat("Rita", device="rita"), StoredSeat("Eric", device="eric"))
    return queries.start_draft(Details("B-7c", "en"), table, StoredLibrary(), NOW, table=Table(host, "CDF234"))


def list_entries(slug: str) -> list[tuple[Happening, str, str, int]]:
    return [(event.kind, event.name, event.actor, event.count) for event in reversed(list_events(slug))]


def deal(slug: str) -> None:
    game.write_deal(slug, DEAL, queries.find_draft(slug).head_version, NOW, replaces=True)


def sit(slug: str, *names: str) -> None:
    """Write the form’s header with these at the table, by their positions."""
    entries = [SeatEntry(name, None, place) for place, name in enumerate(names, start=1) if name]
    queries.write_details(slug, Details("B-7c", "en"), entries, None, NOW)


def test_a_new_table_has_nothing_to_report():
    assert list_entries(start()) == []


def test_dealing_is_logged_each_time_with_how_many_were_dealt_to():
    slug = start()
    deal(slug)
    deal(slug)
    game.gather_cards(slug, queries.find_draft(slug).head_version, NOW)
    assert list_entries(slug) == [
        (Happening.DEALT, "", "Rita", 2),
        (Happening.DEALT_ANEW, "", "Rita", 2),
        (Happening.COLLECTED, "", "Rita", 1),
    ]


def test_chairs_are_logged_by_the_names_that_they_had():
    slug = start()
    queries.write_details(
        slug,
        Details("B-7c", "en"),
        [SeatEntry("Rita", None, 1), SeatEntry("Eric", None, 2), SeatEntry("Ghost")],
        None,
        NOW,
    )
    sit(slug, "Rita", "Eric")
    chairs = (Happening.CHAIR_ADDED, Happening.CHAIR_STRUCK)
    assert list_entries(slug) == [(kind, "Ghost", "Rita", 1) for kind in chairs]


def test_striking_a_chair_that_was_dealt_to_collects_all_cards():
    slug = start()
    deal(slug)
    sit(slug, "Rita")
    draft = queries.find_draft(slug)
    assert (draft.is_dealt, draft.details.prominent, draft.find_seat(1).focus) == (False, "", "")
    assert [kind for kind, *_ in list_entries(slug)][1:] == [Happening.CHAIR_STRUCK, Happening.COLLECTED]


def test_striking_a_chair_that_came_after_the_deal_collects_nothing():
    slug = start()
    deal(slug)
    seats.sit_down(slug, "Ola", "ola", NOW)
    sit(slug, "Rita", "Eric")
    assert queries.find_draft(slug).is_dealt


def test_unlocking_and_amending_are_logged():
    slug = start()
    for act in (Act.LOCK, Act.UNLOCK, Act.LOCK, Act.REVEAL):
        seats.move_stage(slug, act, NOW)
    seats.amend(slug, {}, "", NOW, device="eric")
    assert list_entries(slug) == [(Happening.UNLOCKED, "", "Rita", 1), (Happening.AMENDED, "", "Eric", 1)]


def test_a_shelf_written_by_another_hand_is_logged_once_for_all_changes_in_a_row():
    slug = start()
    queries.write_shelf(slug, 2, "A1:CF", None, NOW, device="eric")
    queries.write_shelf(slug, 2, "A1:CF B2:MM", None, NOW)
    assert list_entries(slug) == []
    queries.write_shelf(slug, 2, "A1:CF", None, NOW, device="rita")
    queries.write_shelf(slug, 2, "A1:CF", None, NOW, device="rita")
    queries.write_tally(slug, 2, {"C": "1"}, None, LATER, device="rita")
    assert list_entries(slug) == [(Happening.OTHER_HAND, "Eric", "Rita", 2)]
    assert list_events(slug)[0].made == LATER
    seats.sit_down(slug, "Ola", "ola", LATER)
    queries.write_tally(slug, 2, {"C": "2"}, None, LATER, device="rita")
    assert [count for *_, count in list_entries(slug)] == [2, 1, 1]


def test_an_open_file_keeps_no_log():
    slug = start(host="")
    queries.write_shelf(slug, 2, "A1:CF", None, NOW, device="rita")
    sit(slug, "Rita")
    assert list_entries(slug) == []


def test_a_log_goes_with_its_table():
    slug = start()
    deal(slug)
    assert list_entries(slug)
    shred_draft(slug)
    assert list_entries(slug) == []
