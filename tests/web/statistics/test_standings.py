"""Standings: the tables of a phone, chosen and added up."""

from __future__ import annotations

import json
import re

from ..conftest import FIGURES
from ..scorecard.test_decisions import TITLE, decide


def count_table(visitor, *names, date="2026-11-20", **figures):
    """Start and count a table on one phone; return its slug."""
    desk = visitor.start(*names, date=date)
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
    assert "The table’s own word counts at: 2026-11-20 (Rita, Eric)." in page


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
    for question in ("table=" * 500, "table=%00", "table=" + "x" * 5000, "&".join(["table=a"] * 3000)):
        visitor.open(f"/standings?{question}")
        assert visitor.status == 200
