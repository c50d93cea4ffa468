"""The order around the table: what it is after whoever said it, joined, or left, and what is refused."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.store.tables import queries, seats
from companion.store.tables.drafts import Details, MissingError, SeatEntry, StoredLibrary, StoredSeat, Table
from companion.store.tables.events import Happening, list_events
from companion.store.tables.order import turn, write_order
from companion.store.tables.queries import ConflictError
from companion.store.tables.stages import Act, StageError

pytestmark = pytest.mark.both_databases

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(minutes=5)
NAMES = ("Rita", "Eric", "Ola", "Zoë")


@pytest.fixture(autouse=True)
def app_context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def start(players: int = 4) -> str:
    chairs = [StoredSeat(name, device=name.lower()) for name in NAMES[:players]]
    return queries.start_draft(Details("B-7c", "en"), chairs, StoredLibrary(), NOW, table=Table("rita", "CDF234"))


def list_order(slug: str) -> list[int]:
    return [seat.position for seat in queries.find_draft(slug).seats]


def list_placed(slug: str) -> list[int]:
    return [seat.position for seat in queries.find_draft(slug).seats if seat.place]


def sit(slug: str, *entries: SeatEntry) -> None:
    """Write the form's header with these at the table."""
    queries.write_details(slug, Details("B-7c", "en"), entries, None, NOW)


def list_log(slug: str) -> list[tuple[str, str, int]]:
    events = reversed(list_events(slug))
    return [(event.kind.value, event.actor, event.count) for event in events if event.kind.value.startswith("ordered")]


def test_nobody_is_placed_before_somebody_says_where_and_all_come_as_they_sat_down():
    slug = start()
    assert list_order(slug) == [1, 2, 3, 4]
    assert list_placed(slug) == []


@pytest.mark.parametrize("order", list(permutations((1, 2, 3, 4))))
def test_every_order_is_kept_from_the_one_on_who_sat_down_first(order):
    slug = start()
    write_order(slug, order, (), NOW)
    assert list_order(slug) == list_placed(slug) == list(turn(order))
    assert turn(order)[0] == 1


@given(st.permutations([2, 5, 7, 9]), st.integers(0, 3))
@pytest.mark.usefixtures("app")
def test_a_circle_is_the_same_from_wherever_it_is_said(order: list[int], begin: int):
    assert turn(order) == turn([*order[begin:], *order[:begin]])
    assert turn([]) == ()


def test_two_phones_that_say_the_same_do_not_disturb_each_other():
    slug = start()
    write_order(slug, (1, 3, 2, 4), (), NOW)
    version = queries.find_draft(slug).version
    write_order(slug, (2, 4, 1, 3), (), LATER)
    assert list_order(slug) == [1, 3, 2, 4]
    assert queries.find_draft(slug).version == version


def test_of_two_phones_that_say_otherwise_the_second_is_told():
    slug = start()
    write_order(slug, (1, 3, 2, 4), (), NOW)
    with pytest.raises(ConflictError):
        write_order(slug, (1, 2, 3, 4), (), LATER)
    assert list_order(slug) == [1, 3, 2, 4]
    write_order(slug, (1, 2, 3, 4), (1, 3, 2, 4), LATER)
    assert list_order(slug) == [1, 2, 3, 4]


def test_whoever_joins_late_comes_last_and_has_no_place_until_somebody_says():
    slug = start(3)
    write_order(slug, (1, 3, 2), (), NOW)
    seats.sit_down(slug, "Zoë", "zoë", NOW)
    assert list_order(slug) == [1, 3, 2, 4]
    assert list_placed(slug) == [1, 3, 2]
    write_order(slug, (1, 4, 3, 2), (1, 3, 2), NOW)
    assert list_order(slug) == [1, 4, 3, 2]


def test_an_answer_from_before_somebody_joined_is_refused():
    slug = start(3)
    seats.sit_down(slug, "Zoë", "zoë", NOW)
    with pytest.raises(ConflictError):
        write_order(slug, (1, 3, 2), (), NOW)


def test_those_who_stay_close_the_gap_of_whoever_leaves():
    slug = start()
    write_order(slug, (1, 3, 2, 4), (), NOW)
    sit(slug, SeatEntry("Rita", None, 1), SeatEntry("Eric", None, 2), SeatEntry("Zoë", None, 4))
    assert list_order(slug) == list_placed(slug) == [1, 2, 4]
    with pytest.raises(ConflictError):
        write_order(slug, (1, 2, 3, 4), (1, 3, 2, 4), NOW)


def test_whoever_takes_the_chair_of_one_who_left_is_not_where_that_one_was():
    slug = start()
    write_order(slug, (1, 4, 3, 2), (), NOW)
    sit(slug, *(SeatEntry(name, None, place) for place, name in enumerate(NAMES[:3], start=1)))
    seats.sit_down(slug, "Max", "max", NOW)
    assert list_order(slug) == [1, 3, 2, 4]
    assert list_placed(slug) == [1, 3, 2]


def test_if_the_first_leaves_the_circle_stays():
    slug = start()
    write_order(slug, (1, 4, 3, 2), (), NOW)
    sit(slug, *(SeatEntry(name, None, place) for place, name in ((2, "Eric"), (3, "Ola"), (4, "Zoë"))))
    assert list_order(slug) == [4, 3, 2]
    write_order(slug, (2, 4, 3), (2, 4, 3), NOW)
    assert list_order(slug) == [4, 3, 2]


def test_another_name_changes_no_place():
    slug = start(3)
    write_order(slug, (1, 3, 2), (), NOW)
    sit(slug, SeatEntry("Rita", None, 1), SeatEntry("Erik with a k", None, 2), SeatEntry("Ola", None, 3))
    assert [seat.name for seat in queries.find_draft(slug).seats] == ["Rita", "Ola", "Erik with a k"]


def test_a_header_that_was_opened_before_changes_no_place():
    slug = start(3)
    version = queries.find_draft(slug).head_version
    write_order(slug, (1, 3, 2), (), NOW)
    entries = [SeatEntry(name, None, place) for place, name in enumerate(NAMES[:3], start=1)]
    queries.write_details(slug, Details("B-7c", "en"), entries, None, NOW, version)
    assert list_order(slug) == [1, 3, 2]


@pytest.mark.parametrize("order", [(1, 1, 2), (2, 2), (1, 2, 3, 3)])
def test_an_order_in_which_somebody_sits_twice_is_none(order):
    with pytest.raises(ValueError, match="each seat once"):
        write_order(start(3), order, (), NOW)


@pytest.mark.parametrize("order", [(), (1, 2), (1, 2, 9), (1, 2, 3, 4)])
def test_an_order_of_others_than_those_at_the_table_is_refused(order):
    slug = start(3)
    with pytest.raises(ConflictError):
        write_order(slug, order, (), NOW)
    assert list_placed(slug) == []


def test_it_can_still_be_mended_when_the_shelves_are_locked_but_not_once_the_focuses_are_open():
    slug = start(3)
    seats.move_stage(slug, Act.LOCK, NOW)
    write_order(slug, (1, 3, 2), (), NOW)
    assert list_order(slug) == [1, 3, 2]
    seats.move_stage(slug, Act.REVEAL, NOW)
    with pytest.raises(StageError):
        write_order(slug, (1, 2, 3), (1, 3, 2), NOW)
    seats.amend(slug, {}, "", NOW)
    write_order(slug, (1, 2, 3), (1, 3, 2), NOW)
    assert list_order(slug) == [1, 2, 3]


@pytest.mark.parametrize("order", [(1,), (2, 1)])
def test_one_and_two_have_an_order_too(order):
    slug = start(len(order))
    write_order(slug, order, (), NOW)
    assert list_order(slug) == list(turn(order))


def test_a_table_that_is_not_there_has_none():
    with pytest.raises(MissingError):
        write_order("nowhere", (1, 2), (), NOW)


def test_the_log_says_who_said_it_and_who_changed_it():
    slug = start()
    write_order(slug, (1, 2, 3, 4), (), NOW, device="eric")
    write_order(slug, (1, 3, 2, 4), (1, 2, 3, 4), NOW, device="eric")
    write_order(slug, (1, 4, 2, 3), (1, 3, 2, 4), NOW, device="eric")
    write_order(slug, (1, 2, 3, 4), (1, 4, 2, 3), NOW, device="ola")
    anew = Happening.ORDERED_ANEW.value
    assert list_log(slug) == [(Happening.ORDERED.value, "Eric", 1), (anew, "Eric", 2), (anew, "Ola", 1)]


def test_a_newcomers_place_is_no_change():
    slug = start(3)
    write_order(slug, (1, 2, 3), (), NOW, device="eric")
    seats.sit_down(slug, "Zoë", "zoë", NOW)
    write_order(slug, (1, 4, 2, 3), (1, 2, 3), NOW, device="zoë")
    assert [kind for kind, _, _ in list_log(slug)] == ["ordered", "ordered"]


def test_a_newcomer_who_moves_others_as_well_is_one():
    slug = start(3)
    write_order(slug, (1, 2, 3), (), NOW, device="eric")
    seats.sit_down(slug, "Zoë", "zoë", NOW)
    write_order(slug, (1, 4, 3, 2), (1, 2, 3), NOW, device="zoë")
    assert [kind for kind, _, _ in list_log(slug)] == ["ordered", "ordered anew"]


def test_of_many_phones_at_once_one_is_kept_and_every_other_is_told(app):
    slug = start()
    orders = [order for order in permutations((1, 2, 3, 4)) if order[0] == 1]

    def say(order: tuple[int, ...]) -> bool:
        with app.app_context():
            try:
                write_order(slug, order, (), NOW)
            except ConflictError:
                return False
            return True

    with ThreadPoolExecutor(len(orders)) as pool:
        kept = [order for order, is_kept in zip(orders, pool.map(say, orders), strict=True) if is_kept]
    assert [tuple(list_order(slug))] == kept
