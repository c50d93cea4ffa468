"""The front page: the inspection in progress, past ones, and searching."""

from __future__ import annotations

import re

import pytest

from companion.workflow.tables.archive import EVENING as EVENING_OF_TONIGHT
from companion.workflow.tables.archive import MONTH

from ..conftest import EVENING

pytestmark = pytest.mark.both_databases


def test_an_empty_archive_offers_to_start(visitor):
    page = visitor.open("/")
    assert "Open a table" in page
    assert "Filed inspections" not in page


def test_the_three_ways_into_an_evening_come_first(visitor, finished):
    page = visitor.open("/")
    ways = [page.index(f'href="{way}"') for way in ("/join", "/tables/new", "/solo/new")]
    assert ways == sorted(ways)
    assert ways[-1] < page.index(f"{finished}/scorecard")


def test_the_table_of_tonight_stands_above_the_latest_result(visitor, finished):
    desk = visitor.start("Ola", "Ziemowit")
    page = visitor.open("/")
    assert "Tonight’s table" in page
    assert page.count("Ola · Ziemowit") == 1
    assert page.index(desk) < page.index(f"{finished}/scorecard")


def test_somebody_elses_table_is_not_the_one_of_tonight(evening):
    assert "Tonight’s table" in evening.rita.open("/")
    assert "Tonight’s table" not in evening.watcher.open("/")


def test_a_table_of_yesterday_is_one_of_the_files(app, visitor, desk):
    app.config["CLOCK"] = lambda: EVENING + EVENING_OF_TONIGHT
    page = visitor.open("/")
    assert "Tonight’s table" not in page
    assert desk in page


def test_the_latest_result_has_ranks_and_totals(visitor, finished):
    result = visitor.open("/").split('class="standings"')[1].split("</ol>")[0]
    assert re.findall(r'hand name">(\w+)<', result) == ["Eric", "Rita"]
    totals = [int(total) for total in re.findall(r"(\d+)</b>", result)]
    assert totals == sorted(totals, reverse=True)
    scorecard = visitor.open(f"{finished}/scorecard")
    assert all(f">{total}<" in scorecard for total in totals)


def test_what_nobody_touched_for_a_month_is_offered_for_the_wastebasket(app, visitor, finished):
    desk = visitor.start("Ola", "Ziemowit")
    assert "Nobody has touched this" not in visitor.open("/")
    app.config["CLOCK"] = lambda: EVENING + MONTH + EVENING_OF_TONIGHT
    page = visitor.open("/")
    assert page.count("Nobody has touched this for a month.") == 1
    page = visitor.send(f"{desk}/delete")
    assert "The file is in the wastebasket" in page
    assert desk not in visitor.open("/")


def test_only_its_host_is_offered_to_throw_a_table_away(app, evening):
    app.config["CLOCK"] = lambda: EVENING + MONTH + EVENING_OF_TONIGHT
    assert "Nobody has touched this for a month." in evening.rita.open("/")
    assert "Nobody has touched this for a month." not in evening.watcher.open("/")


def test_a_finished_file_names_its_grand_librarian(visitor, finished):
    page = visitor.open("/")
    assert re.search(r"Grand Librarian: <b class=\"hand\">Eric</b>", page)
    assert "Tonight’s table" not in page


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
    assert page.count("Nothing entered yet") == 2
    assert page.count("not chosen yet") == 2


def test_deleting_asks_first(visitor, finished):
    assert "Delete this inspection?" in visitor.open(f"{finished}/delete")
    assert "5 cards" in visitor.open(finished)
    page = visitor.send(f"{finished}/delete")
    assert "The file is in the wastebasket, from where it can be taken back for 30 days." in page
    visitor.open(finished)
    assert visitor.status == 410
