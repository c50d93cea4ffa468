"""Requests drawn at random, each with something wrong: no fault, and nothing that is logged as one.

Half of them begin as forms that pages send. ``--hostile`` says how many are drawn, the same ones each time.
"""

from __future__ import annotations

import logging
from random import Random
from urllib.parse import quote

import pytest

from ..conftest import FIGURES, HEAD
from .test_every_route import BODIES, FIELDS, HEADERS, ODD_HEADERS, PARTS, QUERIES, TYPED, VERBS, WHO, Office, encode
from .test_every_route import office as office

REQUESTS_OF_A_TEST = 100
FORMS = (
    HEAD | {"seats-0-name": "Rita", "seats-0-position": "1", "deck": "last"},
    FIGURES | {"stability": "12", "version": "1"},
    {"shelf": "A1:CFH B3:MM / C2:RS", "version": "1"},
    {"name": "Mallory", "edition": "en", "date": "2026-11-20", "request_key": "key", "house": "x"},
    {"focus": "C", "ready": "yes", "step": "A1", "hand-1": "2", "order": "1.2.3", "seen": "1.2"},
    {"answer": "yes", "key": "guessed", "open": "yes", "number": "1", "reason": "a slip", "what": "everything"},
)
ODD_TYPED = (
    *TYPED,
    "",
    "0",
    "1",
    "1.0",
    "NaN",
    "{{7*7}}",
    "<b>",
    "' OR 1=1 --",
    "\x1b[31m",
    "A" * 100_000,
    "[" * 5_000,
)


def draw_fields(dice: Random) -> list[tuple[str, str]]:
    fields = list(dice.choice(FORMS).items()) if dice.random() < 0.5 else []
    fields += [(dice.choice(FIELDS), dice.choice(ODD_TYPED)) for _ in range(dice.randrange(1, 5))]
    if dice.random() < 0.2:
        fields += fields
    dice.shuffle(fields)
    return fields


def ask(office: Office, dice: Random) -> int:
    """Send one request as somebody; return its status."""
    rule, who = dice.choice(office.list_rules()), dice.choice(WHO)
    others = {name: dice.choice(PARTS) for name in rule.arguments if dice.random() < 0.3}
    query = dice.choice(QUERIES).replace("{}", quote(dice.choice(ODD_TYPED)[:2000], errors="surrogatepass"))
    address = office.fill_in(rule, **others) + (f"?{query}" if dice.random() < 0.3 else "")
    headers = {dice.choice(HEADERS): dice.choice(ODD_HEADERS) for _ in range(dice.randrange(2))}
    verb = dice.choice(("GET", "POST", "POST", "POST", dice.choice(VERBS)))
    if dice.random() < 0.1:
        body, kind = dice.choice(list(BODIES.values()))
        return office.ask(who, verb, address, body, **headers, kind=kind)
    token = office.people[who].find_token() if dice.random() < 0.9 else "wrong"
    return office.ask(who, verb, address, encode([("csrf_token", token), *draw_fields(dice)]), **headers)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "first" in metafunc.fixturenames:
        metafunc.parametrize("first", range(0, metafunc.config.option.hostile, REQUESTS_OF_A_TEST))


def test_whatever_is_drawn_gets_an_answer_and_is_no_fault_of_ours(office, first, caplog):
    dice = Random(f"request {first}")  # noqa: S311 it keeps nothing secret
    with caplog.at_level(logging.WARNING):
        statuses = [ask(office, dice) for _ in range(REQUESTS_OF_A_TEST)]
    assert [status for status in statuses if status > 499] == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert len(set(statuses)) > 3
