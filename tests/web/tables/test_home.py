"""The front page: the inspection in progress, past ones, and searching."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.both_databases


def test_an_empty_archive_offers_to_start(visitor):
    page = visitor.open("/")
    assert "Open a table" in page
    assert "Filed inspections" not in page


def test_the_latest_unfinished_file_lies_on_the_desk(visitor, finished):
    desk = visitor.start("Ola", "Ziemowit")
    page = visitor.open("/")
    assert "On the desk" in page
    assert page.count("Ola · Ziemowit") == 1
    assert page.index(desk) < page.index(f"{finished}/scorecard")


def test_a_finished_file_names_its_grand_librarian(visitor, finished):
    page = visitor.open("/")
    assert re.search(r"Grand Librarian: <b class=\"hand\">Eric</b>", page)
    assert "On the desk" not in page


def test_a_tie_is_still_contested(visitor, tied):
    assert "Tied: the title is still contested" in visitor.open("/")


def test_a_solo_file_says_what_became_of_the_license(visitor, solo):
    assert "License granted" in visitor.open("/")


def test_a_search_finds_names_places_and_dates(visitor):
    visitor.start("Rita", "Dária", place="Łódź", date="2026-11-20")
    visitor.start("Eric", "Ola", place="Attic", date="2026-11-21")
    for words in ("daria", "lodz", "2026-11-20"):
        page = visitor.open(f"/?q={words}")
        assert f"1 inspection found for “{words}”." in page
        assert "Rita · Dária" in page
        assert "Eric · Ola" not in page


def test_a_search_in_vain_says_so(visitor, desk):
    assert "0 inspections found for “Berlin”." in visitor.open("/?q=Berlin")


def test_many_files_have_pages(visitor):
    for number in range(13):
        visitor.start(f"Rita {number}", "Eric")
    first, second = visitor.open("/"), visitor.open("/?page=2")
    assert "Page 1 of 2" in first
    assert "Older" in first
    assert "Rita 0 · Eric" in second
    assert "Newer" in second
    assert "Page 2 of 2" in visitor.open("/?page=99")
    assert "Page 1 of 2" in visitor.open("/?page=abc")


def test_a_copy_with_everything_is_the_same_inspection_once_more(visitor, finished):
    assert "Copy this inspection" in visitor.open(f"{finished}/copy")
    page = visitor.send(f"{finished}/copy", {"what": "everything"})
    assert visitor.address != finished
    assert "5 cards" in page
    visitor.send(f"{visitor.address}/seats/1/shelf", {"shelf": "A1:CC"})
    assert "5 cards" in visitor.open(finished)


def test_a_copy_keeps_who_won_the_reading_race(visitor, tied):
    visitor.send(f"{tied}/scorecard/hands", {"hand-1": "2", "hand-2": "2"})
    visitor.send(f"{tied}/scorecard/reading", {"winner": "2"})
    visitor.send(f"{tied}/copy", {"what": "everything"})
    assert "first to finish reading a book: Eric" in visitor.open(f"{visitor.address}/scorecard")


def test_a_new_evening_of_the_same_table_has_empty_shelves_and_todays_date(visitor, finished):
    page = visitor.send(f"{finished}/copy", {"what": "table"})
    assert "November 20, 2026" in page
    assert "Rita’s shelf is still empty." in page
    assert "Not chosen yet: Prominent Works, Banned Books." in page


def test_deleting_asks_first(visitor, finished):
    assert "Delete this inspection?" in visitor.open(f"{finished}/delete")
    assert "5 cards" in visitor.open(finished)
    page = visitor.send(f"{finished}/delete")
    assert "The file is in the wastebasket, from where it can be taken back for 30 days." in page
    visitor.open(finished)
    assert visitor.status == 410
