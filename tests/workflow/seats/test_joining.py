"""Sitting down: what a phone may simply take, what it has to ask for, and which tables others can join."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.tables import queries
from companion.workflow.access.roles import Viewer
from companion.workflow.seats.codes import find_table, let_phones_join
from companion.workflow.seats.focuses import choose_focus
from companion.workflow.seats.joining import (
    Obstacle,
    SeatingError,
    answer_claim,
    open_table,
    release_seat,
    sit_down,
    take_or_claim_seat,
)
from companion.workflow.tables.drafts import MissingError

from ..drafts import EVENING, make_draft, make_solo

HOST, GUEST, NEWCOMER, THIRD = Viewer("host"), Viewer("guest"), Viewer("newcomer"), Viewer("third")


@pytest.fixture
def office(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def table(office: None) -> str:
    """A table at which Rita, the host, and Eric sit, each with a phone."""
    slug = open_one()
    sit_down(slug, "Eric", GUEST, EVENING)
    return slug


def open_one(key: str = "") -> str:
    return open_table(HOST, "Rita", "en", "2026-11-20", "Brno", EVENING, request_key=key, deck="")


def find_seat(slug: str, position: int):
    return queries.find_draft(slug).find_seat(position)


def test_a_form_sent_twice_opens_one_table(office):
    assert open_one("one") == open_one("one") != open_one("another")


def test_a_seat_that_waits_is_taken_at_once(table):
    release_seat(table, 2, EVENING)
    assert take_or_claim_seat(table, 2, NEWCOMER, EVENING)
    assert find_seat(table, 2).device == NEWCOMER.device


def test_a_seat_of_another_phone_moves_by_consent_alone(table):
    assert not take_or_claim_seat(table, 2, NEWCOMER, EVENING)
    word = find_seat(table, 2).claim_word
    assert word in {str(number) for number in range(10, 100)}
    assert find_seat(table, 2).device == GUEST.device
    assert answer_claim(table, 2, word, EVENING, consents=True)
    assert find_seat(table, 2).device == NEWCOMER.device


def test_a_seat_with_a_focus_in_the_hosts_care_is_asked_for(table):
    release_seat(table, 2, EVENING)
    choose_focus(table, 2, "H", EVENING)
    assert not take_or_claim_seat(table, 2, NEWCOMER, EVENING)


def test_a_refused_claim_moves_nothing(table):
    take_or_claim_seat(table, 2, NEWCOMER, EVENING)
    assert not answer_claim(table, 2, find_seat(table, 2).claim_word, EVENING, consents=False)
    assert (find_seat(table, 2).device, find_seat(table, 2).claimant) == (GUEST.device, "")


def test_only_one_phone_at_a_time_asks_for_a_seat(table):
    take_or_claim_seat(table, 2, NEWCOMER, EVENING)
    with pytest.raises(SeatingError) as refused:
        take_or_claim_seat(table, 2, THIRD, EVENING)
    assert refused.value.obstacle is Obstacle.ASKED


def test_what_is_not_chosen_leaves_a_focus_as_it_is(table):
    choose_focus(table, 1, "S", EVENING)
    choose_focus(table, 1, "", EVENING)
    assert find_seat(table, 1).focus == "S"


def test_a_table_is_found_by_its_code_until_it_is_closed_to_newcomers(table):
    code = queries.find_draft(table).code
    assert find_table(f" {code.lower()} ", NEWCOMER, EVENING).slug == table
    let_phones_join(table, EVENING, may_join=False)
    with pytest.raises(MissingError):
        find_table(code, NEWCOMER, EVENING)
    let_phones_join(table, EVENING, may_join=True)
    assert find_table(queries.find_draft(table).code, NEWCOMER, EVENING).slug == table


@pytest.mark.parametrize("make", [make_draft, make_solo])
def test_nobody_joins_an_open_file_or_a_solo_game(office, make):
    draft = make()
    slug = queries.start_draft(draft.details, draft.seats, draft.library, EVENING)
    with pytest.raises(MissingError):
        let_phones_join(slug, EVENING, may_join=True)
