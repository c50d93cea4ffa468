"""Every address, by every verb, as everyone: whatever it is made of, the answer is a page or a refusal.

Addresses are made of what no row can have; forms of what no page sends. Some of it is run each time; ``--long`` runs
all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import quote, unquote_to_bytes

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule

from companion.scoring.decks.deck import Deck
from companion.scoring.decks.document import DeckFile
from companion.store.decks.queries import make_deck
from companion.web.access.guards import COOKIE
from companion.web.walk.screen import find_screen

from ..conftest import EVENING, HEAD, Evening, Visitor

WHO = ("owner", "librarian", "host", "big screen", "stranger")
VERBS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "BREW")
SURROGATE = "%ED%A0%80"
"""Half of a surrogate pair, as UTF-8 would encode it if it were allowed to."""
SHORT_PARTS = (str(2**31), str(2**63), "%00", SURROGATE)
PARTS = (
    *SHORT_PARTS,
    *(
        "0",
        "-1",
        "9" * 5000,
        quote("١٢"),
        "1.5",
        "1e9",
        "%00" * 9,
        "%FF%FE",
        "..",
        "%2F",
        "%252e%252e",
        "'",
        "%0D%0Ax:y",
    ),
    *("%F0%9F%93%9A" * 40, "%E2%80%AE", "x" * 8000, " ", "{7*7}", "%25s"),
)
QUERIES = ("position={}", "page={}&page={}", "q={}", "version={}&was={}", "table={}&table={}", "code={}", "language={}")
TYPED = (str(2**31), str(2**63), "9" * 5000, "\0", "\udcff", "\ud800", "-1", "\N{BOOKS}" * 40)
FIELDS = (
    *("version", "head_version", "request_key", "level", "number", "winner", "photo", "code", "word", "step", "shelf"),
    *("stability", "hand-1", "focus", "language", "paper", "prominent", "banned", "form", "name", "remarks", "date"),
    *(
        "C",
        "discards",
        "kind",
        "deck",
        "reason",
        "difficulty",
        "seats-0-position",
        "seats-1-position",
        "edition",
        "order",
    ),
    *("what", "act", "down", "turn", "letter", "count-A", "keep", "answer", "key", "figure", "points", "winners", "by"),
    *(
        "typed_name",
        "typed_icons",
        "column-1-name",
        "columns-1-C",
        "open",
        "ready",
        "replaces",
        "length",
        "which",
        "to",
        "compared",
        "box",
    ),
)


@dataclass
class Office:
    """A table of three, filled in, a deck, and everyone who may come by."""

    app: Flask
    evening: Evening
    people: dict[str, Visitor]
    values: dict[str, str] = field(default_factory=dict)

    def list_rules(self) -> list[Rule]:
        """All rules; those that may end the table or the deck last."""
        last = ("delete", "drop", "strike")
        return sorted(self.app.url_map.iter_rules(), key=lambda rule: (rule.rule.endswith(last), rule.rule))

    def fill_in(self, rule: Rule, **others: str) -> str:
        """The address of a rule, made of what there is, and of others."""
        address = rule.rule
        for name in rule.arguments:
            value = {**self.values, **others}.get(name, "x")
            for converter in ("", "int:", "path:", "string:"):
                address = address.replace(f"<{converter}{name}>", value)
        return address

    def ask(self, who: str, verb: str, address: str, body: bytes = b"", **headers: str) -> int:
        """Send a request as it is, byte by byte; return its status."""
        path, _, query = address.partition("?")
        phone = self.people[who]
        kind = headers.pop("kind", "application/x-www-form-urlencoded")
        with phone.client.open(
            # Werkzeug's client would make a proper address of it.
            environ_overrides={"PATH_INFO": unquote_bytes(path), "QUERY_STRING": query, "REQUEST_METHOD": verb},
            method=verb,
            data=body,
            content_type=kind,
            headers=headers,
        ) as answer:
            answer.get_data()
            return answer.status_code


def unquote_bytes(path: str) -> str:
    """What a WSGI server makes of a path."""
    return unquote_to_bytes(path).decode("latin-1")


def encode(fields: list[tuple[str, str]]) -> bytes:
    """A form as a script may send it, half surrogate pairs included."""
    return "&".join(f"{name}={quote(value, errors='surrogatepass')}" for name, value in fields).encode()


@pytest.fixture
def office(app: Flask, filled: Evening, phones) -> Office:
    app.config["LIMITED"] = False
    third, screen = phones(), phones()
    third.sit_down(filled.code, "Ola")
    with app.app_context():
        deck = make_deck(DeckFile(Deck.begin("Kitchen box", "en")), EVENING)
    slug = filled.desk.rpartition("/")[2]
    with app.test_request_context():
        screen.open(unescape(find_screen(slug, filled.code)))
    assert screen.status == 200
    people = {"owner": filled.eric, "librarian": third, "host": filled.rita, "big screen": screen}
    values = {
        "slug": slug,
        "position": "1",
        "number": "1",
        "deck": str(deck),
        "card": "M8",
        "part": "band",
        "doubt": "1",
    }
    values |= {
        "job": "A" * 24,
        "code": filled.code,
        "page": "desk",
        "step": "A1",
        "name": "Rita",
        "filename": "favicon.ico",
    }
    return Office(app, filled, {**people, "stranger": filled.watcher}, values)


def list_addresses(office: Office, parts: tuple[str, ...]) -> Iterator[str]:
    """Every address with each of its parts replaced, one after the other, and with queries that no page makes."""
    for rule in office.list_rules():
        for name in sorted(rule.arguments):
            yield from (office.fill_in(rule, **{name: part}) for part in parts)
        if "GET" in (rule.methods or ()):
            yield from (f"{office.fill_in(rule)}?{query.replace('{}', parts[1])}" for query in QUERIES[:2])


def list_queries(office: Office, parts: tuple[str, ...]) -> Iterator[str]:
    """Every page that can be opened, with each query that no page makes."""
    for rule in office.list_rules():
        for query in QUERIES if "GET" in (rule.methods or ()) else ():
            yield from (f"{office.fill_in(rule)}?{query.replace('{}', part)}" for part in parts)


def assert_no_faults(statuses: dict[tuple[str, ...], int], at_least: int) -> None:
    assert len(statuses) >= at_least
    assert {asked: status for asked, status in statuses.items() if status > 499} == {}


SWEEPS = [("postgresql", "host"), ("sqlite", "stranger")]
"""Who may do most and least: a stranger, who is refused before most is looked at, asks for less. Every verb is asked of
every address by all five below."""


def test_an_address_of_nothing_is_no_fault_of_ours(office):
    statuses = {}
    for address in list_addresses(office, SHORT_PARTS):
        statuses["host", address] = office.ask("host", "GET", address)
    assert_no_faults(statuses, 500)
    assert set(statuses.values()) >= {200, 404}


@pytest.mark.long
@pytest.mark.parametrize(("kind_of_database", "who"), SWEEPS, indirect=["kind_of_database"])
def test_whoever_asks_for_whatever_gets_an_answer(office, who):
    parts, values = (PARTS, (*SHORT_PARTS, "9" * 5000)) if who == "host" else (SHORT_PARTS, SHORT_PARTS[::3])
    # Rules that differ in their verbs alone have the same address.
    opened = {*list_addresses(office, parts), *list_queries(office, values)}
    asked = [("GET", address) for address in sorted(opened)]
    asked += [("POST", address) for address in sorted({*list_addresses(office, SHORT_PARTS)})]
    statuses = {(who, verb, address): office.ask(who, verb, address) for verb, address in asked}
    assert_no_faults(statuses, 7_000 if who == "host" else 2_000)


@pytest.mark.parametrize(
    "who", [*WHO[2:3], *(pytest.param(who, marks=pytest.mark.long) for who in WHO if who != "host")]
)
def test_every_verb_gets_an_answer(office, who):
    statuses = {}
    for rule in office.list_rules():
        for verb in VERBS:
            address = office.fill_in(rule)
            statuses[who, verb, address] = office.ask(who, verb, address)
    assert_no_faults(statuses, 900)
    assert set(statuses.values()) >= {200, 400, 404, 405}


def send_forms(office: Office, who: str, typed: tuple[str, ...]) -> dict[tuple[str, ...], int]:
    """Send each form with fields that no page sends: with a good token, a wrong one, none, and two."""
    phone = office.people[who]
    good = phone.find_token()
    statuses = {}
    for rule in office.list_rules():
        if "POST" not in (rule.methods or ()):
            continue
        address = office.fill_in(rule)
        for value in typed:
            fields = [(name, value) for name in FIELDS]
            sent = {
                "two tokens": [("csrf_token", good), ("csrf_token", value), *fields],
                "everything twice": [("csrf_token", good), *HEAD.items(), *fields, *fields],
                "one field": [("csrf_token", good), *HEAD.items(), *fields[::7]],
            }
            if value == typed[0]:
                sent |= {"no token": fields, "a wrong token": [("csrf_token", value), *fields]}
            for what, form in sent.items():
                statuses[who, address, what, ascii(value)[:20]] = office.ask(who, "POST", address, encode(form))
    return statuses


def test_a_form_that_no_page_sends_is_no_fault_of_ours(office):
    assert_no_faults(send_forms(office, "host", TYPED[5:6]), 200)


@pytest.mark.long
@pytest.mark.parametrize(("kind_of_database", "who"), SWEEPS, indirect=["kind_of_database"])
def test_whoever_sends_whatever_gets_an_answer(office, who):
    assert_no_faults(send_forms(office, who, TYPED if who == "host" else TYPED[::2]), 800)


BODIES = {
    "no boundary": (b"--x\r\n", "multipart/form-data"),
    "an endless boundary": (b"--" + b"x" * 9000, f"multipart/form-data; boundary={'x' * 9000}"),
    "parts without an end": (
        b'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n',
        "multipart/form-data; boundary=x",
    ),
    "a thousand parts": (
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 1001 + b"--x--",
        "multipart/form-data; boundary=x",
    ),
    "an odd character set": (
        b'--x\r\nContent-Disposition: form-data; name="name"\r\n'
        b"Content-Type: text/plain; charset=utf-7\r\n\r\n+2D/\r\n--x--",
        "multipart/form-data; boundary=x",
    ),
    "a file without a name": (
        b'--x\r\nContent-Disposition: form-data; name="photo"; filename="\0/../x"\r\n\r\n\xff\xd8\r\n--x--',
        "multipart/form-data; boundary=x",
    ),
    "JSON": (b'{"csrf_token": [[[', "application/json"),
    "bytes": (bytes(range(256)), "application/x-www-form-urlencoded; charset=utf-16"),
    "no type": (b"\xff\xfe\0", ""),
}  # fmt: skip


@pytest.mark.long
def test_a_body_that_is_no_form_is_no_fault_of_ours(office):
    statuses = {}
    for rule in office.list_rules():
        if "POST" in (rule.methods or ()):
            for what, (content, kind) in BODIES.items():
                statuses[rule.rule, what] = office.ask("host", "POST", office.fill_in(rule), content, kind=kind)
    assert_no_faults(statuses, 500)
    assert set(statuses.values()) == {400, 413}


HEADERS = (
    *("Accept", "Accept-Language", "Accept-Encoding", "Content-Length", "Cookie", "Host", "If-Match", "If-Range"),
    *("If-Modified-Since", "If-None-Match", "Origin", "Range", "Referer", "Transfer-Encoding", "User-Agent", "Expect"),
    *("X-Forwarded-For", "X-Forwarded-Host", "X-Requested-With", "Content-Type", "Authorization", "Forwarded"),
    *("Upgrade", "X-HTTP-Method-Override"),
)
ODD_HEADERS = (
    *(
        "",
        "\xff\xfe",
        "9" * 5000,
        "-1",
        str(2**63),
        ";=,;",
        "*/*;q=x",
        "bytes=9-1,2-,-0",
        "http://[::1",
        "null",
        "'\"" * 40,
    ),
    *(
        f"{COOKIE}=",
        f"{COOKIE}=\xff.\xff",
        "session=.eJx.x.x; session=x",
        "a[1]:b",
        "xn--\xdf..",
        "[::1]:99999",
        "x" * 9000,
    ),
    *(
        "de-\xdf,,;q=1e9,*;q=-1",
        'W/"',
        'multipart/form-data; boundary="',
        "Sat, 99 Foo 99999 99:99:99 GMT",
        "localhost:x",
    ),
)


def send_headers(office: Office, *asked: tuple[str, str]) -> dict[tuple[str, ...], int]:
    return {
        (verb, path, header, value[:20]): office.ask("stranger", verb, path, b"x=1", **{header: value})
        for verb, path in asked
        for header in HEADERS
        for value in ODD_HEADERS
    }


@pytest.mark.long
def test_a_header_that_no_browser_sends_is_no_fault_of_ours(office):
    assert_no_faults(send_headers(office, ("GET", office.evening.desk), ("POST", "/join")), 1000)


@pytest.mark.long
def test_a_header_that_no_browser_sends_is_no_fault_of_ours_anywhere(office):
    desk = office.evening.desk
    places = ("/", "/static/favicon.ico", f"{desk}/live/desk", f"{desk}/invitation", f"{desk}/sheet.pdf", "/standings")
    assert_no_faults(
        send_headers(office, *(("GET", place) for place in places), ("POST", f"{desk}/seats/1/focus")), 3000
    )


ANY_TEXT = st.text(max_size=30) | st.sampled_from(TYPED) | st.sampled_from(["Rita", "A1:CF B2:??", "S", "1", "2"])
ANY_HEADER = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=40)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_request_gets_an_answer(office, data):
    rules = [rule for rule in office.list_rules() if not rule.rule.endswith("/delete")]
    rule = data.draw(st.sampled_from(rules))
    changed = data.draw(st.dictionaries(st.sampled_from(sorted({*rule.arguments, "x"})), ANY_TEXT, max_size=1))
    parts = {name: quote(text, safe="", errors="surrogatepass") for name, text in changed.items()}
    pairs = st.lists(st.tuples(st.sampled_from(FIELDS), ANY_TEXT), max_size=8)
    token = ("csrf_token", office.people["host"].find_token())
    body = data.draw(st.binary(max_size=60) | pairs.map(lambda fields: encode([token, *fields])))
    headers = data.draw(st.dictionaries(st.sampled_from(HEADERS), ANY_HEADER, max_size=3))
    query = encode(data.draw(pairs)).decode()
    verb, who = data.draw(st.sampled_from(("GET", "POST"))), data.draw(st.sampled_from(WHO))
    assert office.ask(who, verb, f"{office.fill_in(rule, **parts)}?{query}", body, **headers) < 500
