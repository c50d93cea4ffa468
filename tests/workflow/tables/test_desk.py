"""The desk lists what is still to do, each with a sentence, an action, and its page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.store.tables.drafts import Kind, StoredLibrary, StoredSeat
from companion.workflow.access.roles import Viewer, find_role
from companion.workflow.tables.desk import Task, TaskPage, find_next_seat, may_do, view_desk

from ..drafts import ERIC, FIGURES, RITA, make_draft, make_solo, see


def list_tasks(draft) -> list[tuple[TaskPage, int | None, str]]:
    return [(task.page, task.position, task.sentence) for task in view_desk(see(draft), "en").tasks]


def test_nothing_is_left_to_do_on_a_finished_evening():
    desk = view_desk(see(make_draft()), "en")
    assert desk.tasks == ()
    assert desk.is_ready


def test_missing_pieces_are_listed_in_the_order_of_doing():
    draft = make_draft(StoredSeat("Rita", "S", 1), StoredSeat("Eric", "", 2), prominent="")
    assert list_tasks(draft) == [
        (TaskPage.DETAILS, None, "Not chosen yet: Prominent Works."),
        (TaskPage.DETAILS, 2, "Eric’s focus is not known yet."),
        (TaskPage.SHELF, 1, "Rita’s shelf is still empty."),
        (TaskPage.SHELF, 2, "Eric’s shelf is still empty."),
    ]


def test_a_task_says_what_to_do():
    (task,) = view_desk(see(make_draft(RITA, replace(ERIC, kind=Kind.NONE))), "en").tasks
    assert task == Task("Eric’s shelf is still empty.", "Enter the shelf: Eric", TaskPage.SHELF, 2)


@pytest.mark.parametrize(
    ("seat", "page", "sentence"),
    [
        (replace(RITA, shelf="A1:CF nonsense!"), TaskPage.SHELF, "Rita: Row 1, place 2: “nonsense!” cannot be read"),
        (replace(RITA, kind=Kind.TALLY, tally={**FIGURES, "C": "x"}), TaskPage.TALLY, "found “x”"),
        (replace(RITA, kind=Kind.TALLY, tally={"C": "4"}), TaskPage.TALLY, "is missing"),
    ],
)
def test_what_cannot_be_read_is_corrected_where_it_was_typed(seat, page, sentence):
    tasks = list_tasks(make_draft(seat, ERIC))
    assert (tasks[0][0], tasks[0][1]) == (page, 1)
    assert sentence in tasks[0][2]


def test_a_solo_game_asks_for_the_public_library():
    draft = replace(make_solo(), library=StoredLibrary())
    assert [task[0] for task in list_tasks(draft)] == [TaskPage.LIBRARY, TaskPage.LIBRARY]
    assert view_desk(see(make_solo()), "en").tasks == ()


def test_a_pile_that_cannot_be_read_is_corrected_at_the_library():
    tasks = list_tasks(make_solo(discards="B2:CF ##"))
    assert tasks[0][0] is TaskPage.LIBRARY
    assert "“##” cannot be read" in tasks[0][2]


def test_a_tie_asks_for_the_cards_in_hand_last():
    draft = make_draft(replace(ERIC, focus="F", position=1, name="Rita"), replace(ERIC, focus="F"))
    assert list_tasks(draft) == [(TaskPage.SCORECARD, None, "First place is tied: the cards left in hand decide.")]
    assert view_desk(see(draft), "en").is_ready


def test_seats_show_what_lies_there():
    rita, eric = view_desk(see(make_draft(replace(RITA, tally=FIGURES), ERIC)), "en").seats
    assert (rita.cards, rita.books, rita.turned, rita.keeps_other) == (5, 10, 1, True)
    assert (eric.cards, eric.books, eric.turned, eric.keeps_other) == (None, 43, 0, False)


def test_a_tally_that_cannot_be_summed_has_no_sum():
    (seat,) = view_desk(see(make_draft(replace(ERIC, tally={**FIGURES, "C": "x"}))), "en").seats
    assert seat.books is None


def test_odd_things_are_remarked_with_their_owner():
    desk = view_desk(see(make_draft(RITA, replace(ERIC, focus="R"))), "en")
    assert desk.remarks == ("Eric: The focus Reference Texts is the prominent category; those are different cards.",)


def test_the_next_empty_seat_is_found_round_the_table():
    seats = [StoredSeat(name, position=position) for position, name in enumerate("abcd", start=1)]
    seats[1] = replace(seats[1], kind=Kind.SHELF)
    draft = see(make_draft(*seats))
    assert [find_next_seat(draft, position, range(1, 5)) for position in (1, 3, 4)] == [3, 4, 1]
    assert find_next_seat(draft, 1, {1, 4}) == 4
    assert find_next_seat(see(make_draft()), 1, {1}) is None


@pytest.mark.parametrize(
    ("page", "position", "allowed"),
    [
        (TaskPage.DETAILS, None, {"host"}),
        (TaskPage.LIBRARY, None, {"host"}),
        (TaskPage.FOCUS, 2, {"guest"}),
        (TaskPage.FOCUS, 1, {"host"}),
        (TaskPage.SHELF, 2, {"host", "guest"}),
        (TaskPage.TALLY, 1, {"host"}),
        (TaskPage.SCORECARD, None, {"host", "guest"}),
    ],
)
def test_each_phone_is_given_the_tasks_that_it_can_do(page, position, allowed):
    seats = replace(RITA, device="host"), replace(ERIC, device="guest")
    draft = replace(make_draft(*seats), host="host")
    task = Task("Why.", "What", page, position)
    devices = ("host", "guest", "stranger")
    assert {device for device in devices if may_do(task, find_role(draft, Viewer(device)))} == allowed


@pytest.mark.parametrize(
    ("draft", "is_shared"),
    [
        (make_draft(), False),
        (replace(make_draft(), host="host"), False),
        (replace(make_draft(), host="host", code="CDF234"), True),
        (replace(make_draft(RITA, replace(ERIC, device="taken")), host="host"), True),
    ],
    ids=["an-open-file", "one-phone", "open-doors", "a-guest-behind-closed-doors"],
)
def test_a_table_is_shared_where_other_phones_are_or_may_come(draft, is_shared):
    assert view_desk(see(draft, Viewer("host")), "en").is_shared is is_shared
