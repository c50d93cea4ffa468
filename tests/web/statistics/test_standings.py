"""Standings: the tables of a phone, chosen and added up."""

from __future__ import annotations

import json
import re
from html import unescape

from companion.workflow.statistics import standings

from ..conftest import FIGURES
from ..scorecard.test_decisions import TITLE, decide


def count_table(visitor, *names, date="2026-11-20", place="", **figures):
    """Start and count a table on one phone; return its slug."""
    desk = visitor.start(*names, date=date, place=place)
    for position in range(1, len(names) + 1):
        tally = {**FIGURES, "H": str(12 - position), "stability": "12", **figures}
        visitor.send(f"{desk}/seats/{position}/tally", tally)
    return desk.removeprefix("/inspections/")


def add_up(visitor, *slugs, ending=""):
    return visitor.open(f"/standings{ending}?" + "&".join(f"table={slug}" for slug in slugs))


def read_ranking(page):
    rows = re.findall(r'<tr class="(?:first)?">(.*?)</tr>', page, re.DOTALL)
    return [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows]


def test_a_phone_without_tables_is_told_so(visitor):
    assert "This phone has no table yet" in visitor.open("/standings")


def test_chosen_tables_are_added_up(visitor):
    first = count_table(visitor, "Rita", "Eric")
    second = count_table(visitor, "eric", "Ola", date="2026-11-21")
    page = visitor.open("/standings")
    assert read_ranking(page) == []
    assert page.count('type="checkbox"') == 2
    page = add_up(visitor, first, second)
    # Eric is second at the first table and first at the other one.
    (eric, *others) = read_ranking(page)
    assert eric[1] == "eric"
    assert [row[0] for row in (eric, *others)] == ["1", "2", "3"]
    assert len(eric[6:]) == 2
    assert int(eric[2]) == sum(map(int, eric[6:]))
    assert "–" in others[0][6:]
    assert "eric leads by points; no tiebreak was needed." in page
    assert "Rita: 1 inspection counts; others have 2." in page
    assert page.count(" checked>") == 2


def test_the_table_s_own_word_counts_and_is_named(visitor):
    slug = count_table(visitor, "Rita", "Eric")
    decide(visitor, f"/inspections/{slug}", TITLE, winners="1")
    page = add_up(visitor, slug)
    assert {row[1]: row[3] for row in read_ranking(page)} == {"Rita": "1", "Eric": "0"}
    assert "The table’s own word counts at: 1. (Nov 20, 2026)." in page


def test_standings_can_be_taken_home(visitor):
    slug = count_table(visitor, "Rita", "Eric")
    document = json.loads(add_up(visitor, slug, ending=".json"))
    assert (document["format"], document["winners"]) == ("ex-libris/standings@1", ["Eric"])
    assert visitor.headers["Content-Disposition"] == 'attachment; filename="ex-libris-standings.json"'
    nothing = json.loads(add_up(visitor, ending=".json"))
    assert [finding["code"] for finding in nothing["findings"]] == ["no-inspections"]


def test_two_spellings_at_one_table_are_told(visitor):
    slug = count_table(visitor, "Rita", "Ríta")
    page = add_up(visitor, slug)
    assert "Ríta and Rita count as one person." in page
    assert read_ranking(page) == []


def count_level(visitor, *hands, **fields):
    """A table of two who are level in everything, with or without the cards in hand."""
    desk = visitor.start("Rita", "Eric", **fields)
    for position in (1, 2):
        visitor.send(f"{desk}/seats/{position}/tally", {**FIGURES, "H": "7", "stability": "12"})
    if hands:
        visitor.send(f"{desk}/scorecard/hands", {f"hand-{n}": str(hand) for n, hand in enumerate(hands, start=1)})
    return desk.removeprefix("/inspections/")


def test_a_tie_to_the_end_is_decided_by_who_won_the_reading_race(visitor):
    slug = count_level(visitor, 2, 2)
    page = add_up(visitor, slug)
    assert "What would decide: The reading race." in page
    assert re.findall(r'name="reading-winner" value="([^"]*)"', page) == ["Rita", "Eric"]
    assert f'<input type="hidden" name="table" value="{slug}">' in page
    page = visitor.open(f"/standings?table={slug}&reading-winner=eric")
    assert "Tied on points; Eric leads. What decided: The reading race." in page
    assert [row[:2] for row in read_ranking(page)] == [["1", "Eric"], ["2", "Rita"]]
    address = unescape(re.search(r'href="(/standings.json[^"]*)"', page)[1])
    assert json.loads(visitor.open(address))["winners"] == ["Eric"]
    assert "Nobody yet" in page
    page = visitor.open(f"/standings?table={slug}&reading-winner=Ola")
    assert "Ola was not in the reading race; expected one of Rita, Eric." in page
    assert "Nobody yet" not in page


def test_a_tie_stays_where_hands_were_not_counted(visitor):
    page = add_up(visitor, count_level(visitor))
    assert "the tie stays until they are" in page
    assert "reading-winner" not in page
    assert "the tie stays" not in add_up(visitor, count_level(visitor, 3, 2, date="2026-11-21"))


def test_two_rounds_of_an_evening_have_different_names(visitor):
    slugs = [count_table(visitor, "Rita", "Eric", place="Kitchen", M=books) for books in ("6", "5")]
    for slug in slugs:
        decide(visitor, f"/inspections/{slug}", TITLE, winners="1")
    page = add_up(visitor, *slugs)
    assert "counts at: 1. (Nov 20, 2026 · Kitchen), 2. (Nov 20, 2026 · Kitchen)." in page
    document = json.loads(add_up(visitor, *slugs, ending=".json"))
    sources = [inspection["source"] for inspection in document["inspections"]]
    assert sources == ["1. (Nov 20, 2026 · Kitchen)", "2. (Nov 20, 2026 · Kitchen)"]
    address = "/standings?" + "&".join(f"table={slug}" for slug in slugs)
    german = visitor.open(address, **{"Accept-Language": "de"})
    assert "1. (20.11.2026 · Kitchen)" in german
    assert "2026-11-20" not in german


def test_warnings_of_the_tables_are_passed_on_with_their_source(visitor):
    slug = count_table(visitor, "Rita", "Eric")
    visitor.send(f"/inspections/{slug}/scorecard/reading", {"winner": "1"})
    sentence = "1. (Nov 20, 2026): Rita is given as the winner of a reading race, but none decides this game."
    assert sentence in add_up(visitor, slug)
    (finding,) = json.loads(add_up(visitor, slug, ending=".json"))["findings"]
    assert (finding["code"], finding["source"]) == ("unusable-field", "1. (Nov 20, 2026)")


def test_older_tables_than_those_offered_count_and_are_nobody_else_s(visitor, monkeypatch):
    monkeypatch.setattr(standings, "MOST_TABLES", 1)
    old, new = (count_table(visitor, "Rita", "Eric", date=f"2026-11-2{day}") for day in (0, 1))
    assert re.findall(r'name="table" value="([^"]*)"', visitor.open("/standings")) == [new]
    page = add_up(visitor, old, new)
    assert "not this phone’s" not in page
    assert "is not one of this phone’s" not in page
    assert page.count(" checked>") == 2
    assert len(read_ranking(page)[0][6:]) == 2


def test_solo_games_are_not_offered(visitor, solo):
    assert "This phone has no table yet" in visitor.open("/standings")


def test_tables_of_other_phones_stay_out(evening):
    evening.reveal()
    slug = evening.desk.removeprefix("/inspections/")
    for phone in (evening.rita, evening.eric):
        assert len(read_ranking(add_up(phone, slug))) == 2
    page = add_up(evening.watcher, slug)
    assert "This phone has no table yet" in page
    count_table(evening.watcher, "Ola", "Bob")
    page = add_up(evening.watcher, slug, "0000000000000000", slug)
    assert "2 of the chosen tables are not this phone’s" in page
    assert read_ranking(page) == []
    assert "Rita" not in page


def test_a_table_is_no_part_of_it_before_the_reveal(evening):
    evening.fill()
    slug = evening.desk.removeprefix("/inspections/")
    assert "This phone has no table yet" in add_up(evening.rita, slug)


def test_hostile_questions_are_answered(visitor):
    count_table(visitor, "Rita", "Eric")
    for question in (
        "table=" * 500,
        "table=%00",
        "reading-winner=%00" + "x" * 5000,
        "table=" + "x" * 5000,
        "&".join(["table=a"] * 3000),
    ):
        visitor.open(f"/standings?{question}")
        assert visitor.status == 200
