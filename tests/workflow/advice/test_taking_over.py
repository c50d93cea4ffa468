"""Advice taken over: the shelf is filed with other cards face down, by somebody who saw it as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.scoring.shelf import Place
from companion.store.tables import queries
from companion.workflow.access.roles import Viewer
from companion.workflow.advice.taking_over import NoShelfError, Turned, turn_cards
from companion.workflow.tables.drafts import ConflictError

from ..drafts import EVENING, make_draft

HOST = Viewer("host")


@pytest.fixture
def office(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def table(office: None) -> str:
    draft = make_draft()
    slug = queries.start_draft(draft.details, draft.seats, draft.library, EVENING)
    lay(slug, "A1:CFH B3:MM~")
    return slug


def lay(slug: str, text: str) -> None:
    queries.write_shelf(slug, 1, text, None, EVENING)


def look(slug: str) -> tuple[str, int]:
    seat = queries.find_draft(slug).find_seat(1)
    return seat.shelf, seat.version


def test_the_shelf_is_filed_with_just_these_cards_face_down(table):
    _, version = look(table)
    turned = turn_cards(table, 1, {Place(0, 0)}, version, HOST, EVENING)
    assert look(table) == ("A1:CFH~ B3:MM", version + 1)
    assert turned == Turned(frozenset({Place(0, 1)}), version + 1)
    assert turn_cards(table, 1, turned.was, turned.version, HOST, EVENING)
    assert look(table) == ("A1:CFH B3:MM~", version + 2)


@pytest.mark.parametrize("down", [None, {Place(0, 1)}])
def test_what_lies_so_already_is_not_filed_again(table, down):
    before = look(table)
    assert turn_cards(table, 1, down, before[1], HOST, EVENING) is None
    assert look(table) == before


def test_a_shelf_that_was_changed_since_is_not_overwritten(table):
    _, version = look(table)
    lay(table, "A1:CFH")
    with pytest.raises(ConflictError):
        turn_cards(table, 1, {Place(0, 0)}, version, HOST, EVENING)
    assert look(table)[0] == "A1:CFH"


def test_a_tally_and_a_shelf_that_cannot_be_read_have_no_cards_to_turn(table):
    with pytest.raises(NoShelfError):
        turn_cards(table, 2, set(), 1, HOST, EVENING)
    lay(table, "A1:CFH nonsense")
    with pytest.raises(NoShelfError):
        turn_cards(table, 1, set(), look(table)[1], HOST, EVENING)
