"""Houses: whoever has one finds what it gathers, and nobody else does."""

from __future__ import annotations

import json
import re

import pytest
from flask import url_for

from companion.store.houses import queries as houses
from companion.store.models import MemberRow, db
from companion.web.access.guards import COOKIE, hash_token

from ...scoring.audit.sheets import sound
from ..audit.test_pages import copy
from ..conftest import FIGURES, HEAD

LISTS = (
    *("/", "/?q=Zofia", "/?q=Krypta", "/?page=2", "/people", "/people/Zofia", "/standings", "/standings.json"),
    *("/decks", "/houses", "/wastebasket", "/inspections/new", "/tables/new", "/decks/new", "/decks/bring", "/audit"),
)
"""Every page that lists, suggests or adds up what was filed."""
SECRETS = ("Zofia", "Krypta", "Kazimierz")
"""A librarian, a deck and a place of the other house."""


@pytest.fixture
def closed(app):
    """No house is open to everybody."""
    app.config["OPEN_HOUSE"] = False


def found(phone, name):
    """Found a house; return its address."""
    phone.send("/houses/new", {"name": name})
    assert re.fullmatch(r"/houses/[\w-]{16}", phone.address), phone.address
    return phone.address


def find_link(phone, house):
    """The path of the link that a house's page shows."""
    match = re.search(r'id="address"[^>]* value="http://localhost(/[^"]+)"', phone.open(house))
    assert match is not None
    return match[1]


def count(phone, *names, **fields):
    """Start an inspection, count it and reveal it; return its desk."""
    desk = phone.start(*names, **fields)
    for position in range(1, len(names) + 1):
        phone.send(f"{desk}/seats/{position}/tally", {**FIGURES, "H": str(12 - position), "stability": "12"})
    phone.send(f"{desk}/lock")
    phone.send(f"{desk}/reveal")
    return desk


def make_deck(phone, name):
    """Begin a deck; return its address."""
    phone.send("/decks/new", {"name": name, "edition": "en"})
    return phone.address


@pytest.fixture
def stranger(phones, closed):
    """A phone that has no house, beside one with a house, an evening and a deck."""
    other = phones()
    found(other, "Piwnica")
    other.desk = count(other, "Zofia", "Jan", place="Kazimierz")
    other.deck = make_deck(other, "Krypta")
    other.binned = other.start("Zofia", place="Kazimierz")
    other.send(f"{other.binned}/delete")
    phone = phones()
    phone.other = other
    return phone


@pytest.mark.both_databases
@pytest.mark.parametrize("has_house", [False, True])
def test_nobody_sees_anything_of_another_house(stranger, has_house):
    if has_house:
        found(stranger, "Attic")
        count(stranger, "Rita", "Eric", place="Kitchen")
    slug = stranger.other.desk.rpartition("/")[2]
    for address in (*LISTS, f"/standings?table={slug}", f"/standings.json?table={slug}"):
        page = stranger.open(address)
        # What was asked for is repeated.
        asked = address.partition("?")[2] + address.rpartition("/")[2]
        assert [word for word in SECRETS if word in page and word not in asked] == [], address
        assert slug not in page or slug in asked, address
    assert "Piwnica" not in stranger.open("/houses")


def test_whoever_has_the_house_sees_all_of_it(stranger):
    link = find_link(stranger.other, houses_of(stranger.other))
    stranger.send(link)
    seen = {address: stranger.open(address) for address in LISTS}
    assert "Zofia" in seen["/"]
    assert "Zofia" in seen["/?q=Zofia"]
    assert "Zofia" in seen["/people"]
    assert stranger.open("/people/Zofia")
    assert stranger.status == 200
    assert "Krypta" in seen["/decks"]
    assert "Zofia" in seen["/standings"]
    assert 'value="Zofia"' in seen["/tables/new"]
    assert "Krypta" in seen["/tables/new"]
    assert "Piwnica" in seen["/houses"]
    # Only whoever deleted it takes it back.
    assert "Zofia" not in seen["/wastebasket"]
    slug = stranger.other.desk.rpartition("/")[2]
    assert len(json.loads(stranger.open(f"/standings.json?table={slug}"))["librarians"]) == 2


def houses_of(phone):
    """The address of a phone's first house."""
    match = re.search(r'class="house" href="(/houses/[\w-]{16})"', phone.open("/houses"))
    assert match is not None
    return match[1]


def test_every_address_of_another_house_s_deck_leads_nowhere(app, stranger):
    deck = int(stranger.other.deck.rpartition("/")[2])
    parts = {"deck": deck, "card": "M8", "part": "band", "number": 1}
    checked = set()
    for rule in app.url_map.iter_rules():
        if "deck" not in rule.arguments:
            continue
        with app.test_request_context():
            address = url_for(rule.endpoint, **{name: parts.get(name, 1) for name in rule.arguments})
        for method in (rule.methods or set()) & {"GET", "POST"}:
            data = {"csrf_token": stranger.find_token()} if method == "POST" else None
            answer = stranger.client.open(address, method=method, data=data)
            assert answer.status_code == 404, (method, address)
            answer.close()
            checked.add((method, rule.rule))
    assert len(checked) > 25
    assert stranger.other.open(stranger.other.deck)
    assert stranger.other.status == 200


def test_a_part_in_a_table_is_no_house(evening, phones, closed):
    # Eric sits at one table of Rita's: he finds that one, and none of her others.
    count(evening.rita, "Zofia", "Jan", place="Kazimierz")
    page = evening.eric.open("/")
    assert evening.desk in page
    assert "Zofia" not in page
    assert evening.desk not in evening.watcher.open("/")
    assert evening.eric.open("/decks").count('class="deck"') == 0


def test_two_houses_may_have_decks_of_one_name(stranger, app):
    assert make_deck(stranger, "Krypta") != stranger.other.deck
    assert stranger.status == 200
    # Within one house they would be confused.
    page = stranger.send("/decks/new", {"name": "krypta", "edition": "en"})
    assert stranger.status == 422
    assert "There is already a deck called" in page


def test_the_first_table_of_a_phone_begins_a_house_that_only_it_has(visitor, closed):
    desk = visitor.open_table("Rita")
    assert desk in visitor.open("/")
    assert "A house without a name" in visitor.open("/houses")
    assert "This house is on 1 phone." in visitor.open(houses_of(visitor))
    visitor.open_table("Rita")
    assert visitor.open("/houses").count('class="house"') == 1


def test_an_open_house_is_everybody_s_and_said_to_be(visitor, phones, app):
    desk = visitor.open_table("Rita")
    page = phones().open("/")
    assert desk in page
    assert "Open to everybody who reaches this office" in phones().open("/houses")
    # Closed, it is still the house of those who have filed something in it.
    app.config["OPEN_HOUSE"] = False
    assert desk not in phones().open("/")
    assert desk in visitor.open("/")
    assert "/join/" in find_link(visitor, houses_of(visitor))


def test_an_open_house_is_nobody_s_to_name_or_leave_and_has_no_link(visitor, app):
    visitor.open_table("Rita")
    house = houses_of(visitor)
    assert "This house is open" in visitor.open(house)
    assert "/join/" not in visitor.open(house)
    for path, fields in (("name", {"name": "Mine"}), ("link", {"number": "1"}), ("leave", {})):
        visitor.send(f"{house}/{path}", fields)
        assert visitor.status == 404


def test_a_link_is_opened_and_then_taken(stranger, app):
    house = houses_of(stranger.other)
    link = find_link(stranger.other, house)
    page = stranger.open(link)
    assert "Piwnica" in page
    # Opening it is not enough: a page that fetches links ahead joins nothing.
    assert stranger.open("/houses").count('class="house"') == 0
    stranger.send(link)
    assert stranger.open("/houses").count('class="house"') == 1
    assert "This phone has this house already." in stranger.open(link)
    with app.app_context():
        slug = house.rpartition("/")[2]
        assert houses.find_house(slug).members == 2


def test_a_wrong_link_leads_nowhere_and_the_name_alone_neither(stranger):
    house = houses_of(stranger.other)
    link = find_link(stranger.other, house)
    seal = link.rpartition("/")[2]
    assert len(seal) == 16
    for address in (
        house,
        f"{house}/leave",
        f"{house}/join/{'A' * 16}",
        f"{house}/join/{seal[:-1]}",
        f"{house}/join/ł",
    ):
        stranger.open(address)
        assert stranger.status == 404, address
        stranger.send(address)
        assert stranger.status in (404, 405), address
    assert stranger.open("/houses").count('class="house"') == 0


def test_a_link_that_was_replaced_lets_nobody_in_and_takes_nothing_from_those_inside(stranger, phones):
    house = houses_of(stranger.other)
    old = find_link(stranger.other, house)
    stranger.send(old)
    stranger.send(f"{house}/link", {"number": "1"})
    # Sent twice, it is replaced once.
    stranger.send(f"{house}/link", {"number": "1"})
    late = phones()
    late.send(old)
    assert late.status == 404
    late.send(find_link(stranger.other, house))
    assert late.status == 200
    assert "Zofia" in stranger.open("/")


def test_a_house_is_named_and_left(stranger):
    house = houses_of(stranger.other)
    stranger.send(find_link(stranger.other, house))
    assert "A house needs a name" in stranger.send(f"{house}/name", {"name": "  "})
    assert stranger.status == 422
    stranger.send(f"{house}/name", {"name": "Strych"})
    assert "Strych" in stranger.other.open("/houses")
    assert "No other phone has this house" not in stranger.open(f"{house}/leave")
    assert stranger.status == 200
    stranger.send(f"{house}/leave")
    assert "Zofia" not in stranger.open("/")
    assert "No other phone has this house" in stranger.other.open(f"{house}/leave")
    stranger.other.send(f"{house}/leave")
    # What it sat at stays on its front counter.
    assert "Zofia" in stranger.other.open("/")


def test_a_phone_keeps_its_token_when_it_opens_a_table_after_joining(stranger):
    stranger.send(find_link(stranger.other, houses_of(stranger.other)))
    token = stranger.client.get_cookie(COOKIE).value
    stranger.open_table("Ola")
    assert stranger.client.get_cookie(COOKIE).value == token
    assert "Zofia" in stranger.open("/")


def test_a_reader_of_the_database_joins_no_house(stranger, app):
    house = houses_of(stranger.other)
    link = find_link(stranger.other, house)
    with app.app_context():
        connection = db.session.connection()
        rows = [str(tuple(row)) for row in connection.exec_driver_sql("SELECT * FROM house").all()]
        assert house.rpartition("/")[2] in "".join(rows)
        assert link.rpartition("/")[2] not in "".join(rows)


def test_a_table_is_opened_in_the_house_that_is_chosen(visitor, phones, app, closed):
    attic, cellar = found(visitor, "Attic"), found(visitor, "Cellar")
    guest = phones()
    guest.send(find_link(visitor, cellar))
    page = visitor.open("/tables/new")
    assert re.findall(r'<option value="([\w-]{16})"(?: selected)?>', page) == [
        house.rpartition("/")[2] for house in (attic, cellar)
    ]
    head = {**HEAD, "name": "Rita", "deck": "none"}
    visitor.send("/tables/new", {**head, "house": cellar.rpartition("/")[2]})
    first = visitor.address
    assert first in guest.open("/")
    # The next one goes where the last one went; a house that the phone does not have is not chosen.
    assert f'value="{cellar.rpartition("/")[2]}" selected' in visitor.open("/tables/new")
    found(guest, "Guest’s own")
    foreign = re.findall(r'class="house" href="/houses/([\w-]{16})"', guest.open("/houses"))[-1]
    visitor.send("/tables/new", {**head, "house": foreign})
    assert visitor.address in guest.open("/")
    visitor.send("/tables/new", {**head, "house": attic.rpartition("/")[2]})
    assert visitor.address not in guest.open("/")


def test_the_host_moves_a_table_to_another_house_and_nobody_else_does(evening, app, closed):
    cellar = found(evening.rita, "Cellar")
    evening.watcher.send(find_link(evening.rita, cellar))
    assert evening.desk not in evening.watcher.open("/")
    for phone in (evening.eric, evening.watcher):
        evening.send("/house", phone, {"house": cellar.rpartition("/")[2]})
        assert phone.status == 403
    assert "Cellar" in evening.rita.open(f"{evening.desk}/house")
    evening.send("/house", evening.rita, {"house": cellar.rpartition("/")[2]})
    assert evening.desk in evening.watcher.open("/")
    evening.send("/house", evening.rita, {"house": "nowhere"})
    assert evening.rita.status == 404


def test_a_copy_takes_no_deck_of_another_house_along(stranger, app):
    # Whoever has the address may copy what lies open; the deck stays where it is.
    deck = stranger.other.deck.rpartition("/")[2]
    desk = stranger.other.start("Zofia", deck=f"deck:{deck}")
    stranger.send(f"{desk}/copy", {"what": "table"})
    assert stranger.status == 200
    assert f'value="deck:{deck}"' not in stranger.open(f"{stranger.address}/details")
    assert f'value="deck:{deck}" selected' in stranger.other.open(f"{desk}/details")


def test_a_deck_of_another_house_cannot_be_chosen(stranger):
    deck = stranger.other.deck.rpartition("/")[2]
    desk = stranger.start("Ola", deck=f"deck:{deck}")
    assert f'value="deck:{deck}"' not in stranger.open(f"{desk}/details")


def test_a_host_who_has_left_the_house_of_a_table_does_not_come_back_by_its_deck(stranger):
    house = houses_of(stranger.other)
    desk = stranger.other.start("Zofia")
    stranger.other.send(f"{house}/leave")
    head = {**HEAD, "seats-0-position": "1", "seats-0-name": "Zofia", "deck": "new"}
    stranger.other.send(f"{desk}/details", head)
    assert stranger.other.status == 200
    assert 'value="deck:' in stranger.other.open(f"{desk}/details")
    stranger.other.open(house)
    assert stranger.other.status == 404
    assert "Krypta" not in stranger.other.open("/decks")


def test_an_audited_sheet_belongs_to_the_phone_that_filed_it(app, visitor, phones, closed):
    visitor.send("/audit", copy(sound(), act="file"))
    desk = visitor.address.removesuffix("/scorecard")
    assert desk in visitor.open("/")
    assert desk not in phones().open("/")
    other = phones()
    other.send(f"{desk}/delete")
    assert other.status == 403
    token = visitor.client.get_cookie(COOKIE).value
    with app.app_context():
        (member,) = db.session.query(MemberRow).all()
        assert member.device == hash_token(token)
