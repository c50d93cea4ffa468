"""Who sits where: the questions that are asked, and that every answer leads to the order it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from companion.store.tables.drafts import StoredDraft, StoredSeat
from companion.store.tables.order import turn
from companion.workflow.access.roles import Viewer
from companion.workflow.access.seeing import SeenDraft
from companion.workflow.seats.around import Around, find_seen, list_names, view_around
from companion.workflow.tables.desk import find_next_seat

from ..drafts import make_draft, see

NAMES = {1: "Rita", 2: "Eric", 3: "Ola", 4: "Zoë"}


def make_table(*order: int, newcomers: Sequence[int] = (), placed: bool = False) -> StoredDraft:
    """A table whose seats are listed in this order; those who came late have no place yet."""
    seats = [
        StoredSeat(NAMES[position], position=position, device=NAMES[position], place=place if placed else 0)
        for place, position in enumerate(order, start=1)
    ]
    seats += [StoredSeat(NAMES[position], position=position, device=NAMES[position]) for position in newcomers]
    return replace(make_draft(*seats), host="Rita")


def look(table: StoredDraft, name: str = "Rita") -> SeenDraft:
    return see(table, Viewer(name))


def answer_all(draft: SeenDraft, circle: Sequence[int]) -> Iterator[Around]:
    """Answer every question as people sit who sit in this circle; the last view is that with the whole order."""
    said: tuple[int, ...] = ()
    while True:
        around = view_around(draft, said)
        yield around
        asked = next(seat.position for seat in draft.seats if seat.name == around.of)
        left = circle[(circle.index(asked) + 1) % len(circle)]
        answer = next(choice for choice in around.choices if choice.name == NAMES[left])
        said = answer.order
        if answer.is_last:
            assert turn(said) == turn(circle)
            return


@pytest.mark.parametrize("viewer", NAMES.values())
@pytest.mark.parametrize("circle", list(permutations((1, 2, 3, 4))))
def test_four_need_two_answers_and_each_way_to_sit_can_be_said_from_each_phone(circle, viewer):
    views = list(answer_all(look(make_table(1, 2, 3, 4), viewer), circle))
    assert len(views) == 2
    assert views[0].of == viewer
    assert views[0].is_own
    assert not views[1].is_own
    assert views[1].said == (viewer, views[1].of)


@pytest.mark.parametrize("circle", [(1, 2, 3), (1, 3, 2)])
def test_three_need_one_answer(circle):
    assert len(list(answer_all(look(make_table(1, 2, 3)), circle))) == 1


@pytest.mark.parametrize("viewer", NAMES.values())
@pytest.mark.parametrize("circle", [(1, 3, 2, 4), (1, 4, 3, 2), (1, 3, 4, 2)])
def test_one_who_comes_late_needs_one_answer_and_nobody_else_is_moved(circle, viewer):
    draft = look(make_table(1, 3, 2, newcomers=[4], placed=True), viewer)
    views = list(answer_all(draft, circle))
    assert len(views) == 1
    assert views[0].of == "Zoë"
    assert views[0].is_own == (viewer == "Zoë")
    assert views[0].seen == (1, 3, 2)


def test_two_who_come_late_make_everything_be_asked_anew():
    views = list(answer_all(look(make_table(1, 2, newcomers=[3, 4], placed=True)), (1, 3, 2, 4)))
    assert len(views) == 2


@pytest.mark.parametrize("order", [(), (1,), (1, 2)])
def test_nothing_is_asked_of_two_or_fewer(order):
    table = make_table(*order) if order else replace(make_table(1), seats=())
    for again in (False, True):
        around = view_around(look(table), asks_again=again)
        assert (around.of, around.choices, around.is_known) == ("", (), True)


def test_what_is_known_is_asked_only_again():
    draft = look(make_table(1, 3, 2, placed=True))
    assert view_around(draft).names == ("Rita", "Ola", "Eric")
    assert (view_around(draft).of, view_around(draft).is_known) == ("", True)
    assert [choice.order for choice in view_around(draft, asks_again=True).choices] == [(1, 3, 2), (1, 2, 3)]


def test_a_phone_with_several_seats_is_asked_by_name():
    table = make_table(1, 2, 3)
    shared = replace(table, seats=tuple(replace(seat, device="") for seat in table.seats))
    around = view_around(look(shared))
    assert (around.of, around.is_own) == ("Rita", False)


def test_a_host_without_a_seat_is_asked_about_the_first():
    around = view_around(look(replace(make_table(2, 3, 4), host="laptop"), "laptop"))
    assert (around.of, around.is_own) == ("Eric", False)


@pytest.mark.parametrize("said", [(1, 1), (9,), (1, 9), (1, 2, 3, 4), (1, 2, 3, 4, 5), (0,)])
def test_what_cannot_have_been_said_counts_as_nothing(said):
    draft = look(make_table(1, 2, 3, 4))
    assert view_around(draft, said) == view_around(draft)


def test_an_order_is_named_only_if_it_is_of_all_who_are_there():
    draft = look(make_table(1, 2, 3))
    assert list_names(draft, (3, 1, 2)) == ("Ola", "Rita", "Eric")
    assert list_names(draft, (1, 2)) == list_names(draft, (1, 2, 9)) == ()


def test_what_is_seen_begins_with_the_one_who_sat_down_first():
    assert find_seen(look(make_table(4, 3, 2, placed=True))) == (2, 4, 3)
    assert find_seen(look(make_table(1, 2, 3))) == ()


def test_the_next_shelf_to_enter_is_the_next_around_the_table():
    draft = look(make_table(1, 4, 2, 3, placed=True))
    assert [find_next_seat(draft, after, {1, 2, 3, 4}) for after in (1, 4, 2, 3)] == [4, 2, 3, 1]
    assert find_next_seat(draft, 4, {1}) == 1
    assert find_next_seat(draft, 1, {1}) is None
    assert find_next_seat(draft, 9, {1}) == 1
