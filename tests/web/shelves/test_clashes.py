"""Conflicting writes by two phones: both versions are shown, and nothing is stored until one of them is chosen."""

from __future__ import annotations

import json
import re

import pytest

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.web.access.guards import COOKIE, hash_token

from ..conftest import EVENING, Visitor

SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
FIGURES = {"C": "4", "F": "8", "H": "10", "M": "6", "R": "8", "S": "7", "stability": "12"}
HEAD = {"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C", "date": "2026-11-20"}
NAMES = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
AS_JSON = {"Accept": "application/json"}


def read_lines(page: str) -> dict[str, tuple[str, str]]:
    """Read the lines that differ: this phone's version and the other one."""
    rows = re.findall(r'<tr class="differs">(.*?)</tr>', page, re.DOTALL)
    texts = [[" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in re.split("</t[hd]>", row)] for row in rows]
    return {label: (mine, theirs.removesuffix(" ≠ differs")) for label, mine, theirs, _ in texts}


@pytest.fixture
def table(app):
    """The URL of a table: the host has Rita's seat, Eric has his own."""
    with app.app_context():
        seats = [StoredSeat("Rita", device=hash_token("host")), StoredSeat("Eric", device=hash_token("guest"))]
        owner = Table(hash_token("host"), "CDFGHJ")
        return (
            f"/inspections/{queries.start_draft(Details('B-7c', 'en'), seats, StoredLibrary(), EVENING, table=owner)}"
        )


@pytest.fixture
def phone(app):
    """A function that returns a phone with a token."""

    def take(token: str) -> Visitor:
        app.config["CLOCK"] = lambda: EVENING
        client = app.test_client()
        client.set_cookie(COOKIE, token)
        return Visitor(client)

    return take


def test_a_script_is_given_both_versions(visitor, desk):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF, "version": "1"})
    answer = json.loads(visitor.send(f"{desk}/seats/1/shelf", {"shelf": "Z9:CC", "version": "1"}, **AS_JSON))
    assert visitor.status == 409
    assert (answer["theirs"]["shelf"], answer["theirs"]["version"]) == (SHELF, 2)
    assert "Z9" in answer["html"]
    assert "5 places differ." in answer["html"]
    assert SHELF in visitor.open(f"{desk}/seats/1/shelf")


def test_without_scripts_a_page_shows_both_and_lets_choose(visitor, desk):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": SHELF, "version": "1"})
    page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": "Z9:CC", "version": "1"})
    assert visitor.status == 409
    assert "Two versions of this shelf" in page
    assert SHELF in page
    assert 'name="shelf" value="Z9:CC"' in page
    assert 'name="version" value="2"' in page
    assert f'href="{desk}/seats/1/shelf" data-choice="theirs"' in page
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": "Z9:CC", "version": "2"})
    assert "Z9:CC" in visitor.open(f"{desk}/seats/1/shelf")


def test_the_same_cards_written_in_two_ways_are_said_to_be_the_same(visitor, desk):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": "A1:CF B2:HM", "version": "1"})
    page = visitor.send(f"{desk}/seats/1/shelf", {"shelf": "a1:fc  b2:hm", "version": "1"})
    assert "Both hold the same cards and are only written differently." in page


@pytest.mark.parametrize(
    ("seat", "first", "second", "whose"),
    [
        (2, "host", "guest", "on the host’s phone"),
        (2, "guest", "host", "on this seat’s phone"),
        (1, "host", "host", "elsewhere"),
    ],
)
def test_it_is_said_when_and_where_the_other_version_was_saved(phone, table, seat, first, second, whose):
    phone(first).send(f"{table}/seats/{seat}/shelf", {"shelf": "A1:CF", "version": "1"})
    page = phone(second).send(f"{table}/seats/{seat}/shelf", {"shelf": "B2:HM", "version": "1"})
    small = re.search(r"Theirs\s*<small>(.*?)</small>", page)
    assert small is not None
    assert whose in small[1]
    assert "9:30\u202fPM" in small[1]


def test_two_phones_counting_the_same_shelf_see_both_counts(visitor, desk):
    visitor.send(f"{desk}/seats/1/tally", {**FIGURES, "version": "1"})
    page = visitor.send(f"{desk}/seats/1/tally", {**FIGURES, "C": "5", "stability": "", "version": "1"})
    assert visitor.status == 409
    lines = read_lines(page)
    assert lines == {"Corrupted Codices": ("5", "4"), "Shelf Stability Bonuses": ("–", "12")}
    assert 'name="C" value="5"' in page
    assert 'name="version" value="2"' in page
    assert 'value="10"' in visitor.open(f"{desk}/tally")
    visitor.send(f"{desk}/seats/1/tally", {**FIGURES, "C": "5", "version": "2"})
    assert 'name="1-C" value="5"' in visitor.open(f"{desk}/tally")


def test_two_phones_at_the_head_of_the_form_see_what_differs(visitor, desk):
    visitor.send(f"{desk}/details", {**HEAD, **NAMES, "place": "Attic", "banned": "M", "head_version": "1"})
    other = {**HEAD, **NAMES, "seats-0-name": "Margarita", "seats-0-focus": "S", "head_version": "1"}
    page = visitor.send(f"{desk}/details", other)
    assert visitor.status == 409
    assert read_lines(page) == {
        "Banned Books": ("Corrupted Codices", "Monster Manuals"),
        "Librarians": (
            "Margarita: Spells & Potions, Eric: Historic Volumes",
            "Rita: Spells & Potions, Eric: Historic Volumes",
        ),
        "Place": ("–", "Attic"),
    }
    assert 'value="Margarita"' in page
    assert 'name="head_version" value="2"' in page
    assert "Something on this page needs correcting first" not in page
    assert "Margarita" not in visitor.open(desk)


def test_noting_the_same_head_twice_is_no_clash(visitor, desk):
    for _ in range(2):
        visitor.send(f"{desk}/details", {**HEAD, **NAMES, "place": "Attic", "head_version": "1"})
        assert (visitor.status, visitor.address) == (200, desk)


def test_whoever_sits_down_while_the_head_is_being_written_is_not_sent_away(app, phone, table):
    host = phone("host")
    host.open(f"{table}/details")
    with app.app_context():
        tables.sit_down(table.split("/")[2], "Ola", hash_token("third"), EVENING)
    page = host.send(f"{table}/details", {**HEAD, **NAMES, "head_version": "1"})
    assert host.status == 409
    assert read_lines(page)["Librarians"] == ("Rita, Eric", "Rita, Eric, Ola")
    newcomer = {"seats-2-position": "3", "seats-2-name": "Ola"}
    for name, value in newcomer.items():
        assert re.search(rf'name="{name}" value="{value}"', page)
    host.send(f"{table}/details", {**HEAD, **NAMES, **newcomer, "head_version": "2"})
    assert "Ola" in host.open(table)


def test_a_clash_of_heads_betrays_no_focus(app, phone, table):
    with app.app_context():
        tables.write_focus(table.split("/")[2], 2, "H", EVENING)
    host = phone("host")
    host.send(f"{table}/details", {**HEAD, **NAMES, "head_version": "1"})
    page = host.send(f"{table}/details", {**HEAD, **NAMES, "place": "Attic", "head_version": "1"})
    assert host.status == 409
    assert read_lines(page) == {"Place": ("Attic", "–")}
    assert "Historic Volumes" not in re.sub(r"<label class=.chip.*?</label>", "", page, flags=re.DOTALL)


def test_an_editor_is_told_nothing_until_something_happens(visitor, desk):
    address = f"{desk}/seats/1/shelf"
    tag = re.search(r'"tag": "(\w+)"', visitor.open(address))
    assert tag is not None
    visitor.open(address, **AS_JSON, **{"If-None-Match": f'"{tag[1]}"'})
    assert visitor.status == 304
    visitor.send(f"{desk}/seats/2/shelf", {"shelf": SHELF, "version": "1"})
    news = json.loads(visitor.open(address, **AS_JSON, **{"If-None-Match": f'"{tag[1]}"'}))
    assert (visitor.status, news["preview"]["version"], news["go"]) == (200, 1, None)


def test_an_editor_goes_along_when_the_inspector_has_begun(app, phone, table):
    with app.app_context():
        slug = table.split("/")[2]
        draft = queries.find_draft(slug)
        queries.write_details(slug, Details("B-7c", "en", "R", "C"), draft.seats, "", EVENING)
        for position, focus in ((1, "S"), (2, "H")):
            queries.write_shelf(slug, position, f"A{position}:CF", None, EVENING)
            tables.write_focus(slug, position, focus, EVENING)
    host, guest = phone("host"), phone("guest")
    host.send(f"{table}/lock")
    host.send(f"{table}/walk", {"step": "A1"})
    news = json.loads(guest.open(f"{table}/seats/2/shelf", **AS_JSON))
    assert news["go"] == f"{table}/walk"
