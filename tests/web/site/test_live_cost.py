"""Polling is cheap, measured in database queries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import event

from companion.store.models import db


@pytest.fixture
def questions(app: Flask) -> Iterator[list[str]]:
    """All database queries from now on."""
    asked: list[str] = []

    def note(_connection, _cursor, statement, *_):
        if statement.startswith("SELECT"):
            asked.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


def follow(visitor, desk, page, tag=""):
    """Poll as a phone does; return the ETag of the answer."""
    visitor.open(f"{desk}/live/{page}", Accept="application/json", **({"If-None-Match": tag} if tag else {}))
    return visitor.headers["ETag"]


@pytest.mark.parametrize("page", ["desk", "screen"])
def test_that_nothing_has_changed_costs_one_query(visitor, desk, questions, page):
    tag = follow(visitor, desk, page)
    questions.clear()
    follow(visitor, desk, page, tag)
    assert visitor.status == 304
    assert len(questions) == 1


@pytest.mark.parametrize(("page", "most"), [("desk", 4), ("screen", 3)])
def test_what_has_changed_is_read_once_for_the_whole_page(visitor, desk, questions, page, most):
    follow(visitor, desk, page)
    assert visitor.status == 200
    # Whether anything has changed, the inspection, its seats, and on the desk the table's log.
    assert len(questions) == most


def test_a_shelf_that_is_followed_costs_as_little(visitor, desk, questions):
    visitor.open(f"{desk}/seats/1/shelf", Accept="application/json")
    assert len(questions) == 3
    tag = visitor.headers["ETag"]
    questions.clear()
    visitor.open(f"{desk}/seats/1/shelf", **{"Accept": "application/json", "If-None-Match": tag})
    assert visitor.status == 304
    assert len(questions) == 1
