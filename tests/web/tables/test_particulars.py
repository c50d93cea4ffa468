"""Date, place, and remarks of a finished inspection: edited without amending it, and found by searches."""

from __future__ import annotations

import pytest

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Table
from companion.store.tables.stages import Act

from ...workflow.drafts import EVENING, make_draft

WRITTEN = {"date": "2026-11-19", "place": "Łódź", "inspector": "Ola", "remarks": "The cat helped."}


def test_the_scorecard_leads_to_them_and_shows_the_remark(visitor, finished):
    assert f'href="{finished}/particulars"' in visitor.open(f"{finished}/scorecard")
    page = visitor.send(f"{finished}/particulars", WRITTEN)
    assert visitor.address == f"{finished}/scorecard"
    assert "Noted." in page
    assert "November 19, 2026 · Łódź" in page
    assert "The cat helped." in page
    assert "Eric leads by" in page


def test_they_stand_in_the_form_and_are_found_by(visitor, finished):
    visitor.send(f"{finished}/particulars", WRITTEN)
    page = visitor.open(f"{finished}/particulars")
    for part in ('value="2026-11-19"', 'value="Łódź"', 'value="Ola"', ">The cat helped.</textarea>"):
        assert part in page
    assert "1 inspection found" in visitor.open("/?q=lodz cat")


def test_what_was_revealed_need_not_be_opened_again_for_them(visitor, app, desk):
    draft = make_draft()
    with app.app_context():
        slug = queries.start_draft(draft.details, draft.seats, draft.library, EVENING)
        tables.move_stage(slug, Act.LOCK, EVENING)
        tables.move_stage(slug, Act.REVEAL, EVENING)
    assert "The cat helped." in visitor.send(f"/inspections/{slug}/particulars", WRITTEN)


def test_whoever_only_watches_writes_nothing(visitor, app):
    draft = make_draft()
    with app.app_context():
        slug = queries.start_draft(draft.details, draft.seats, draft.library, EVENING, table=Table("another phone"))
    visitor.send(f"/inspections/{slug}/particulars", WRITTEN)
    assert visitor.status == 403


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("date", "yesterday", "Expected a date such as 2026-11-20, found “yesterday”."),
        ("place", "x" * 81, "There is room for 80 characters"),
        ("remarks", "x" * 601, "There is room for 600 characters"),
    ],
)
def test_what_the_form_has_no_room_for_is_shown_again(visitor, finished, field, text, sentence):
    page = visitor.send(f"{finished}/particulars", {**WRITTEN, field: text})
    assert visitor.status == 422
    assert sentence in page
    assert text in page


def test_two_phones_do_not_overwrite_each_other_unseen(visitor, finished):
    visitor.send(f"{finished}/particulars", {**WRITTEN, "head_version": "1"})
    page = visitor.send(f"{finished}/particulars", {**WRITTEN, "remarks": "The dog helped.", "head_version": "1"})
    assert visitor.status == 409
    assert "none of your changes are saved yet" in page
    assert "The dog helped." in page
    assert "The dog" not in visitor.open(f"{finished}/scorecard")


def test_sending_the_same_twice_is_no_clash(visitor, finished):
    for _ in range(2):
        visitor.send(f"{finished}/particulars", {**WRITTEN, "head_version": "1"})
        assert visitor.status == 200
