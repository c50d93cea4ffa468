"""Addresses and fields that hold what no database can: refused with a page, never a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask, url_for
from werkzeug.routing import Rule

from companion.scoring.decks.deck import Deck
from companion.scoring.decks.document import DeckFile
from companion.store.decks.queries import make_deck
from companion.web.site.addresses import LARGEST_NUMBER
from companion.web.tables.home import LONGEST_SEARCH

from ..conftest import EVENING

pytestmark = pytest.mark.both_databases

# Of all forms together; what is not among them is left out of the form.
FIELDS = (
    *("version", "head_version", "request_key", "level", "number", "which", "winner", "photo", "code", "word", "step"),
    *("shelf", "stability", "hand-1", "was-1", "focus", "language", "paper", "category", "prominent", "banned", "form"),
    *("name", "remarks", "place", "date", "inspector", "C", "H", "discards", "kind", "deck", "reason", "difficulty"),
    *("seats-0-position", "seats-0-name", "seats-0-focus", "edition", "length", "what", "take", "act", "down", "turn"),
    *("icons", "more", "key", "letter", "count-A", "keep", "answer", "open", "ready", "replaces", "library_focus"),
)
NUMBERS = [LARGEST_NUMBER, LARGEST_NUMBER + 1, 2**63, int("9" * 4000), "9" * 5000, "-1", "١٢"]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: str(number)[:12])
def test_a_number_that_no_row_can_have_leads_nowhere(visitor, desk, number):
    for address in (
        f"/decks/{number}",
        f"/decks/{number}/letters",
        f"/decks/{number}/deck.json",
        f"/decks/{number}/teach/",
        f"{desk}/seats/{number}/shelf",
        f"{desk}/seats/{number}/photo/{number}.jpg",
        f"{desk}/seats/1/photo/{number}.jpg",
        f"{desk}/versions/{number}.json",
    ):
        visitor.open(address)
        assert visitor.status == 404, address[:80]


@pytest.mark.parametrize(
    "address",
    ["/inspections/%00abc", "/inspections/abc%00/seats/1/shelf", "/join/K7M%00", "/inspections/%00/live/desk"],
)
def test_an_address_with_a_nul_leads_nowhere(visitor, address):
    visitor.open(address)
    assert visitor.status == 404


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("x" * LONGEST_SEARCH, 200),
        ("x " * (LONGEST_SEARCH // 2), 200),
        ("x" * (LONGEST_SEARCH + 1), 422),
        ("x " * 1000, 422),
        ("x" * 60_000, 422),
        ("%00 \\ % _ '", 200),
    ],
    ids=lambda value: str(value)[:8],
)
def test_a_search_has_an_end(visitor, desk, words, status):
    page = visitor.open(f"/?q={words.replace('x', '%C5%BC')}")
    assert visitor.status == status
    assert ("The request could not be read" in page) is (status == 422)


@pytest.mark.parametrize("page", ["0", "-1", str(2**63), "9" * 5000, "x"])
def test_a_page_that_is_not_there_is_the_nearest_one(visitor, desk, page):
    assert "Rita · Eric" in visitor.open(f"/?page={page}")


@pytest.mark.parametrize(
    "positions", [("1", "1"), (str(2**63), str(2**31)), ("9" * 5000, "x"), ("-1", "0"), ("2", "0")]
)
def test_positions_that_no_page_sends_do_no_harm(visitor, find_kept, positions):
    seats = {f"seats-{row}-name": name for row, name in enumerate(("Rita", "Eric"))}
    seats |= {f"seats-{row}-position": position for row, position in enumerate(positions)}
    desk = visitor.start("Rita", "Eric", **seats)
    assert sorted(seat.name for seat in find_kept(desk).seats) == ["Eric", "Rita"]
    assert len({seat.position for seat in find_kept(desk).seats}) == 2
    visitor.send(f"{desk}/details", {"form": "B-7c", "edition": "en", **seats})
    assert visitor.status == 200
    assert sorted(seat.name for seat in find_kept(desk).seats) == ["Eric", "Rita"]


def list_forms(app: Flask) -> Iterator[Rule]:
    """The rules of everything that takes a form, the deletions last."""
    forms = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    yield from sorted(forms, key=lambda rule: ("delete" in rule.rule or "drop" in rule.rule, rule.rule))


@pytest.mark.parametrize(
    "value",
    [
        str(2**63),
        # A text that PostgreSQL refuses is looked for in all fields of all forms by the long tests.
        *(
            pytest.param(value, marks=pytest.mark.long)
            for value in ("\0", str(2**31), "9" * 5000, "-1", "x\0" * 30, "\N{BOOKS}" * 50)
        ),
    ],
    ids=lambda value: ascii(value)[1:12],
)
def test_a_field_that_no_page_sends_does_no_harm(app, visitor, desk, value):
    with app.app_context():
        deck = make_deck(DeckFile(Deck.begin("Kitchen box", "en")), EVENING)
    parts = {"slug": desk.rpartition("/")[2], "position": 1, "number": 1, "deck": deck, "card": "M8", "code": "K7MRXQ"}
    statuses = {}
    for rule in list_forms(app):
        with app.test_request_context():
            given = {name: parts.get(name, "x") for name in rule.arguments} | dict(rule.defaults or {})
            address = url_for(rule.endpoint, **given)
        visitor.send(address, dict.fromkeys(FIELDS, value))
        statuses[rule.rule] = visitor.status
    assert len(statuses) > 40
    assert {rule: status for rule, status in statuses.items() if status >= 500} == {}
