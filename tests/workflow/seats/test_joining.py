"""Sitting down: what a phone may simply take, what it has to ask for, and which tables others can join."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.tables import queries
from companion.store.tables.claims import CLAIM_LIFETIME, HOST_DELAY
from companion.workflow.access.roles import Viewer
from companion.workflow.houses.keeping import settle_house
from companion.workflow.houses.reach import find_reach
from companion.workflow.seats.codes import find_table, let_phones_join, make_code
from companion.workflow.seats.focuses import choose_focus
from companion.workflow.seats.joining import (
    Answer,
    answer_claim,
    release_seat,
    sit_down,
    take_hosts_seat,
    take_or_claim_seat,
)
from companion.workflow.tables.archive import start_inspection
from companion.workflow.tables.drafts import Details, MissingError, SeatEntry, Table

from ..drafts import EVENING, make_draft, make_solo

SECOND = datetime.timedelta(seconds=1)
pytestmark = pytest.mark.both_databases

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
    house, reach = settle_house(HOST, "", is_open=True), find_reach(HOST, is_open=True)
    details = Details("B-7c", "en", date="2026-11-20", place="Brno")
    table = Table(HOST.device, make_code(), request_key=key, deck=0, house=house)
    return start_inspection(details, [SeatEntry("Rita", device=HOST.device)], "", EVENING, table, reach)


def find_seat(slug: str, position: int):
    return queries.find_draft(slug).find_seat(position)


def test_a_form_sent_twice_opens_one_table(office):
    assert open_one("one") == open_one("one") != open_one("another")


def test_a_seat_that_waits_is_taken_at_once(table):
    release_seat(table, 2, EVENING)
    assert take_or_claim_seat(table, 2, NEWCOMER, EVENING)
    assert find_seat(table, 2).device == NEWCOMER.device


def ask(slug: str, viewer: Viewer, position: int = 2) -> str:
    """Ask for a seat; return the claim's key."""
    assert not take_or_claim_seat(slug, position, viewer, EVENING)
    return next(claim.key for claim in queries.find_draft(slug).claims if claim.device == viewer.device)


def test_a_seat_of_another_phone_moves_by_consent_alone(table):
    key = ask(table, NEWCOMER)
    assert re.fullmatch(r"\d{4}", queries.find_draft(table).claims[0].number)
    assert find_seat(table, 2).device == GUEST.device
    assert answer_claim(table, 2, key, GUEST, EVENING, consents=True) is Answer.MOVED
    assert find_seat(table, 2).device == NEWCOMER.device
    assert answer_claim(table, 2, key, HOST, EVENING, consents=True) is Answer.OVER


@pytest.mark.parametrize("viewer", [NEWCOMER, THIRD, Viewer()], ids=["whoever-asks", "a-stranger", "nobody"])
def test_nobody_answers_who_asks_or_has_no_seat(table, viewer):
    key = ask(table, NEWCOMER)
    with pytest.raises(PermissionError):
        answer_claim(table, 2, key, viewer, EVENING, consents=True)
    with pytest.raises(PermissionError):
        answer_claim(table, 2, "guessed", viewer, EVENING, consents=True)
    assert find_seat(table, 2).device == GUEST.device


def test_a_key_counts_for_its_own_seat(table):
    key = ask(table, NEWCOMER)
    assert answer_claim(table, 1, key, GUEST, EVENING, consents=True) is Answer.OVER
    with pytest.raises(MissingError):
        answer_claim(table, 9, key, GUEST, EVENING, consents=True)


def test_the_hosts_seat_is_taken_by_whoever_asked_and_not_before_its_time(table):
    key = ask(table, NEWCOMER, 1)
    assert answer_claim(table, 1, key, GUEST, EVENING, consents=True) is Answer.WAITING
    assert not take_hosts_seat(table, 1, NEWCOMER, EVENING + HOST_DELAY - SECOND)
    assert not take_hosts_seat(table, 1, THIRD, EVENING + HOST_DELAY)
    assert not take_hosts_seat(table, 2, NEWCOMER, EVENING + HOST_DELAY)
    assert not take_hosts_seat(table, 1, NEWCOMER, EVENING + CLAIM_LIFETIME)
    assert take_hosts_seat(table, 1, NEWCOMER, EVENING + HOST_DELAY)
    assert queries.find_draft(table).host == NEWCOMER.device


@pytest.mark.parametrize("refuses", [HOST, GUEST], ids=["the-host", "a-guest"])
def test_one_refusal_keeps_the_host(table, refuses):
    key = ask(table, NEWCOMER, 1)
    answer_claim(table, 1, key, GUEST, EVENING, consents=True)
    assert answer_claim(table, 1, key, refuses, EVENING, consents=False) is Answer.REFUSED
    assert not take_hosts_seat(table, 1, NEWCOMER, EVENING + HOST_DELAY)


def test_what_changes_between_deciding_and_moving_is_decided_again(table, monkeypatch):
    key = ask(table, NEWCOMER)
    find, others = queries.find_draft, [THIRD]

    def find_and_be_late(slug):
        draft = find(slug)
        if others:
            take_or_claim_seat(slug, 2, others.pop(), EVENING)
        return draft

    monkeypatch.setattr(queries, "find_draft", find_and_be_late)
    assert answer_claim(table, 2, key, GUEST, EVENING, consents=True) is Answer.MOVED
    assert find_seat(table, 2).device == NEWCOMER.device


def test_a_seat_with_a_focus_in_the_hosts_care_is_asked_for(table):
    release_seat(table, 2, EVENING)
    choose_focus(table, 2, "H", EVENING)
    assert not take_or_claim_seat(table, 2, NEWCOMER, EVENING)


def test_a_refused_claim_moves_nothing(table):
    key = ask(table, NEWCOMER)
    assert answer_claim(table, 2, key, GUEST, EVENING, consents=False) is Answer.REFUSED
    assert (find_seat(table, 2).device, queries.find_draft(table).claims) == (GUEST.device, ())


def test_a_pending_claim_keeps_nobody_else_from_asking(table):
    ask(table, NEWCOMER)
    ask(table, THIRD)
    assert [claim.device for claim in queries.find_draft(table).claims] == [NEWCOMER.device, THIRD.device]


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
