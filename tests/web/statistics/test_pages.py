"""Statistics: everyone and one librarian, what the charts and tables say, and what stays hidden."""

from __future__ import annotations

import re

import pytest

from companion.store.tables import queries
from companion.store.tables.drafts import Kind, StoredLibrary, Table

from ...workflow.drafts import ERIC, EVENING, RITA, make_draft, make_solo


@pytest.fixture
def filed(app):
    """A function that stores a draft, hosted by the phone with this hash if there is one."""

    def file(draft, host=""):
        with app.app_context():
            return queries.start_draft(draft.details, draft.seats, draft.library, EVENING, table=Table(host))

    return file


def find_tables(page: str) -> list[list[str]]:
    """The rows of every table, without markup."""
    return [
        [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)]
        for table in re.findall(r"<table.*?</table>", page, re.DOTALL)
    ]


def test_without_a_scorecard_there_are_no_statistics(visitor, desk):
    page = visitor.open("/people")
    assert visitor.status == 200
    assert "No inspection has been finished yet." in page
    assert "<figure" not in page


def test_every_page_leads_to_the_people_and_so_does_a_front_counter_with_files(visitor, finished):
    assert 'href="/people">People</a>' in visitor.open("/forms")
    assert 'href="/people">People and what became of them</a>' in visitor.open("/")


def test_an_empty_front_counter_does_not_speak_of_people(visitor):
    assert "what became of them" not in visitor.open("/")


def test_everybody_is_listed_with_titles(visitor, finished):
    page = visitor.open("/people")
    assert re.search(r'href="/people/Eric">\s*<span class="hand person-name">Eric</span>', page)
    assert "1 inspection · 1 title · average 61.0, best 61" in page
    assert "1 inspection · 0 titles" in page


def test_every_chart_has_its_table(visitor, filed):
    for day in range(10, 15):
        filed(make_draft(date=f"2026-11-{day}"))
    filed(make_solo())
    for address in ("/people", "/people/Rita"):
        page = visitor.open(address)
        figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
        assert len(figures) == {"/people": 3, "/people/Rita": 6}[address]
        for figure in figures:
            assert "<figcaption>" in figure
            assert "<svg" in figure
            assert "<table" in figure


def test_a_page_needs_no_style_of_its_own(visitor, filed):
    filed(make_draft())
    filed(make_solo())
    for address in ("/people", "/people/Rita"):
        page = visitor.open(address)
        assert "style=" not in page
        assert "<style" not in page


def test_the_averages_stand_in_the_order_of_the_form(visitor, finished):
    averages, *_ = find_tables(visitor.open("/people"))
    assert averages[0] == "Librarian № B1 B2 B3 B4 B5 ="
    assert averages[1] == "Eric 1 12.0 15.0 −4.0 18.0 20.0 61.0"


def test_a_person_is_found_under_any_spelling(visitor, filed):
    filed(make_draft(RITA.__class__("Dária Nowak", "S", 1, kind=Kind.SHELF, shelf=RITA.shelf), ERIC))
    for name in ("Dária Nowak", "daria  nowak", "DARIA%20NOWAK"):
        assert '<h1 class="person-title hand">Dária Nowak</h1>' in visitor.open(f"/people/{name}")


def test_a_name_may_hold_a_slash(visitor, filed):
    filed(make_draft(RITA, ERIC.__class__("Ola/Ela", "H", 2, kind=Kind.TALLY, tally=ERIC.tally)))
    address = re.search(r'href="(/people/Ola[^"]+)"', visitor.open("/people"))
    assert address is not None
    assert "Ola/Ela</h1>" in visitor.open(address[1])


def test_a_stranger_has_no_page(visitor, finished):
    page = visitor.open("/people/Nobody")
    assert visitor.status == 404
    assert "No such file in this office" in page


def test_the_best_evening_tells_date_place_and_remark_and_leads_to_its_scorecard(visitor, filed):
    slug = filed(make_draft(date="2026-11-19", place="Łódź", remarks="The cat helped."))
    page = visitor.open("/people/Eric")
    assert f'<a href="/inspections/{slug}/scorecard">November 19, 2026 · Łódź</a>' in page
    assert "The cat helped." in page


def test_a_single_inspection_has_no_course(visitor, filed):
    filed(make_draft())
    assert "Results, inspection by inspection" not in visitor.open("/people/Rita")
    filed(make_draft(date="2026-11-19"))
    assert "Results, inspection by inspection" in visitor.open("/people/Rita")


def test_what_the_flips_cost_is_told_by_number_and_by_inspection(visitor, filed):
    shelf = RITA.__class__("Rita", "S", 1, kind=Kind.SHELF, shelf="C1:FH B1:SS D1:MR")
    filed(make_draft(shelf, ERIC, date="2026-11-19"))
    page = visitor.open("/people/Rita")
    facts = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page))
    assert facts["Cards flipped by A1"] == "1"
    assert facts["Points lost"] == "7"
    assert facts["Points missed"] == "4"
    rows = next(table for table in find_tables(page) if "Points missed" in table[0])
    assert rows[1] == "Nov 19, 2026 1 7 4"


def test_licenses_are_told_by_difficulty(visitor, filed):
    filed(make_solo())
    page = visitor.open("/people/Rita")
    assert "Alone against the public library" in page
    assert "At the table" not in page
    assert ["Difficulty Applications Granted", "3 · Challenging 1 0"] in find_tables(page)
    assert "1 solo application · 0 licenses" in visitor.open("/people")


def test_what_this_phone_may_not_see_is_not_told(visitor, filed):
    filed(make_draft(), host="the hash of another phone")
    assert "No inspection has been finished yet." in visitor.open("/people")
    visitor.open("/people/Rita")
    assert visitor.status == 404


def test_a_library_that_nobody_may_see_yet_is_not_told(visitor, filed, app):
    sealed = make_solo()
    with app.app_context():
        slug = queries.start_draft(sealed.details, sealed.seats, StoredLibrary("", Kind.NONE), EVENING)
    visitor.open(f"/inspections/{slug}")
    assert "No inspection has been finished" in visitor.open("/people")


@pytest.mark.parametrize("language", ["de", "cs", "pl", "pt-BR"])
def test_figures_and_terms_follow_the_language(visitor, finished, language):
    page = visitor.open(f"/people?lang={language}")
    assert "61,0" in page
    assert "Grand Librarian" not in visitor.open(f"/people/Eric?lang={language}")


def test_the_front_page_shows_the_remark_and_finds_by_it(visitor, filed):
    filed(make_draft(remarks="The cat sat on the référence texts."))
    filed(make_draft(date="2026-11-19"))
    page = visitor.open("/?q=reference cat")
    assert "1 inspection found for “reference cat”." in page
    assert '<span class="file-remarks hand">The cat sat on the référence texts.</span>' in page
