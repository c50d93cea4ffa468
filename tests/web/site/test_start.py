"""Starting an inspection: quick in the usual case, and forgiving otherwise."""

from __future__ import annotations

import re

import pytest

from ..conftest import HEAD


def test_a_first_inspection_suggests_today_and_the_language_of_the_page(visitor):
    page = visitor.open("/inspections/new")
    assert 'value="2026-11-20"' in page
    assert '<option value="en" lang="en" selected>' in page


def test_an_inspection_opens_on_its_desk(visitor):
    visitor.start("Rita", "Eric", place="Kitchen table", date="2026-11-20")
    page = visitor.open(visitor.address)
    assert "November 20, 2026 · Kitchen table" in page
    assert page.count("Nothing entered yet") == 2
    assert "Enter the shelf: Rita" in page


def test_the_next_one_suggests_the_table_of_the_last(visitor):
    visitor.start("Rita", "Dária", place="Łódź", edition="pl", inspector="Rita")
    page = visitor.open("/inspections/new")
    for value in ("Rita", "Dária", "Łódź"):
        assert f'value="{value}"' in page
    assert '<option value="pl" lang="pl" selected>' in page
    assert '<option value="Dária"></option>' in page


def test_empty_chairs_are_no_librarians(visitor):
    desk = visitor.start("Rita", "", "  ", "Eric")
    page = visitor.open(desk)
    assert page.count('class="paper own-seat"') == 2


def test_names_are_enough_to_begin(visitor):
    fields = {"seats-0-name": "Rita", "seats-1-name": "Eric", "form": "B-7c", "edition": "cs"}
    page = visitor.send("/inspections/new", fields)
    assert visitor.status == 200
    assert page.count("not chosen yet") == 2
    assert "Choose the categories" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seats-0-name": " "}, "Nobody is at the table yet. Enter at least one name."),
        ({"seats-0-name": "Rita", "seats-1-name": " Rita "}, "“Rita” is at this table twice."),
        ({"seats-0-name": "R" * 43}, "There is room for 40 characters; this has 3 too many. Please shorten it."),
        ({"seats-0-name": "Rita", "date": "20. November"}, "Expected a date such as 2026-11-20, found “20. November”."),
        ({"seats-0-name": "Rita", "remarks": "!" * 601}, "There is room for 600 characters; this has 1 too many."),
        ({"seats-0-name": "Rita", "edition": "tlh"}, "Expected one of the editions listed here."),
        ({"seats-0-name": "Rita", "way": "post"}, "Expected one of the ways listed here."),
        ({"way": "solo", "seats-0-name": ""}, "Nobody is at the table yet. Enter at least one name."),
    ],
)
def test_what_cannot_be_filed_is_said_and_nothing_is_lost(visitor, fields, sentence):
    written = {"form": "B-7c", "edition": "en", "place": "Library cellar", "seats-0-focus": "M", "prominent": "R"}
    page = visitor.send("/inspections/new", {**written, **fields})
    assert visitor.status == 422
    assert sentence in page
    assert "Something on this page needs correcting first" in page
    assert 'name="seats-0-focus" value="M" checked' in page
    assert 'name="prominent" value="R" checked' in page
    for text in ["Library cellar", *(value.strip() for value in fields.values() if value not in ("tlh", "post"))]:
        assert text in page
    assert "Filed inspections" not in visitor.open("/")


def test_a_wrong_date_is_shown_again_in_a_field_that_can_hold_it(visitor):
    page = visitor.send("/inspections/new", {"seats-0-name": "Rita", "date": "yesterday"})
    assert 'type="text" id="date" name="date" value="yesterday"' in page


def test_a_category_that_no_page_offers_is_not_chosen(visitor):
    desk = visitor.start("Rita", "Eric", prominent="X")
    assert visitor.open(desk).count("not chosen yet") == 1


def test_a_solo_game_takes_the_first_name_that_stands_there(visitor):
    desk = visitor.start("Rita", "Eric", form="S-42A", library_focus="F", difficulty="3")
    page = visitor.open(desk)
    assert "Official Librarian License Application" in page
    assert "Eric" not in page
    assert re.search(r"(?i)public library</h3>.*?Nothing entered yet", page, re.DOTALL)


def test_nothing_secret_is_read_where_one_phone_goes_round(visitor, find_kept):
    visitor.send("/inspections/new", {**HEAD, "seats-0-name": "Rita", "seats-0-focus": "S", "seats-1-name": "Eric"})
    draft = find_kept(visitor.address)
    assert draft.handover
    assert [(seat.name, seat.focus, seat.device) for seat in draft.seats] == [("Rita", "", ""), ("Eric", "", "")]


def test_a_tap_seats_a_name_without_scripts_in_the_order_of_the_taps(visitor):
    visitor.start("Rita", "Eric", "Ola")
    fields = {"way": "round", "place": "Attic", "seats-0-name": "Ola", "seats-1-name": "", "seats-2-name": "Ewa"}
    page = visitor.send("/inspections/new/names", {**fields, "add": "Rita"})
    assert re.findall(r'name="seats-\d-name" value="([^"]*)"', page) == ["Ola", "Rita", "Ewa", ""]
    assert re.findall(r'name="add" value="(\w+)"[^>]*aria-pressed="true"', page) == ["Ola", "Rita"]
    assert 'value="Attic"' in page
    page = visitor.send("/inspections/new/names", {**fields, "add": "Ola"})
    assert re.findall(r'name="seats-\d-name" value="([^"]*)"', page) == ["", "", "Ewa", ""]


def test_where_one_is_named_a_tap_names_another(visitor):
    visitor.start("Rita", "Eric")
    page = visitor.send("/inspections/new/names", {"way": "phones", "name": "Rita", "add": "Eric"})
    assert 'name="name" value="Eric"' in page


def test_a_phone_is_asked_again_under_the_name_that_it_had(evening):
    assert 'name="name" value="Eric"' in evening.eric.open("/tables/new")
    assert 'name="name" value=""' in evening.watcher.open("/tables/new")


def test_a_name_with_markup_is_only_a_name(visitor):
    desk = visitor.start("<script>alert(1)</script>", "Eric")
    assert "<script>alert" not in visitor.client.get(desk).get_data(as_text=True)
