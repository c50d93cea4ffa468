"""The code of a table: six letters that nobody takes for others, drawn once and read as people type them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.tables import queries
from companion.store.tables.drafts import Table
from companion.workflow.seats.codes import CODE_LENGTH, CODE_LETTERS, make_code, parse_code

from ..drafts import EVENING, make_draft


@pytest.fixture
def office(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def test_a_code_has_six_letters_that_nobody_takes_for_another(office):
    for _ in range(50):
        assert re.fullmatch(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}", make_code())
    assert not set(CODE_LETTERS) & set("AEIOUY01LSZB")


def test_a_code_that_a_table_has_is_not_given_to_another(office, monkeypatch):
    drawn = iter("CCCCCC" + "DDDDDD")
    draft = make_draft()
    queries.start_draft(draft.details, draft.seats, draft.library, EVENING, table=Table("host", "CCCCCC"))
    monkeypatch.setattr("companion.workflow.seats.codes.secrets.choice", lambda _: next(drawn))
    assert make_code() == "DDDDDD"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("CDF234", "CDF234"),
        ("cdf234", "CDF234"),
        (" cdf-234 ", "CDF234"),
        ("C D F 2 3 4", "CDF234"),
        ("ILS0OZBU1", "775QQ28V7"),
        ("", ""),
        ("♥ – !", ""),
    ],
)
def test_a_code_is_read_as_people_type_it(typed, code):
    assert parse_code(typed) == code


def test_every_letter_of_a_code_is_read_as_itself():
    assert parse_code(CODE_LETTERS) == CODE_LETTERS
