"""Every URL, read and written by everyone but the owner of a focus: no answer depends on the focus.

Two worlds differ only in one hidden focus. Whoever may not see it must get the same in both: the same pages, documents,
ETags, sizes, refusals, and errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from flask import Flask
from sqlalchemy import text
from werkzeug.routing import Rule

from companion.app import create_app
from companion.settings import load_settings
from companion.store.models import db
from companion.web.access.guards import COOKIE
from companion.workflow.walk.steps import Step

from ..conftest import EVENING, FIGURES, HEAD, Visitor

SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"
NAMES = ("Rita", "Eric", "Ola")
VOLATILE = {"Date", "Set-Cookie"}
REVEALING = {"stages.reveal_table", "inspections.delete"}
"""What only the host may do, and what ends the secret or the inspection; everyone else is refused."""
APART = {"static", "sheets.blank"}
"""Endpoints that show no table: style sheets, scripts, and blank forms, which are slow to draw."""
DEALING = {"game.deal", "game.gather"}
"""Endpoints that replace or take back everyone's focus."""
SEAL = re.compile(rb'((?:csrf[-_]token|request_key)\\?"[^>]*?(?:value|content)=\\?")[^"\\]+')


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer without its time and the form's token and idempotency key."""

    request: str
    status: int
    headers: tuple[tuple[str, str], ...]
    content: bytes


@dataclass(slots=True)
class World:
    """An app with one table, and the phones that visit it."""

    app: Flask
    desk: str = ""
    code: str = ""
    phones: dict[str, Visitor] = field(default_factory=dict)

    def ask(self, who: str, address: str, fields: dict[str, str] | None = None) -> Answer:
        """Open a URL, or submit a form to it."""
        phone = self.phones[who]
        if fields is None:
            response = phone.client.get(address)
        else:
            response = phone.client.post(address, data={"csrf_token": phone.find_token(), **fields})
        content = SEAL.sub(rb"\1seal", response.get_data())
        response.close()
        headers = tuple(sorted((key, value) for key, value in response.headers if key not in VOLATILE))
        return Answer(f"{who} {response.request.method} {address}", response.status_code, headers, content)

    def list_addresses(self, method: str) -> Iterator[tuple[str, str]]:
        """Yield every URL that accepts a method, with its endpoint: all seats, pages, steps, and versions."""
        slug, live_pages = self.desk.rpartition("/")[2], self.app.extensions["live"]
        values = {
            "position": ("1", "2", "3", "7"),
            "page": tuple(live_pages),
            "step": tuple(Step),
            "number": ("1", "2"),
            "name": tuple(quote(name) for name in NAMES),
            "slug": (slug,),
            "code": (self.code,),
            "deck": ("1", "2"),
            "card": ("A1", "Q9"),
            "part": ("band", "face"),
        }
        for rule in self.app.url_map.iter_rules():
            if rule.endpoint not in APART and method in (rule.methods or ()):
                for address in fill_in(rule, values):
                    yield rule.endpoint, address
                    if rule.endpoint == "live.follow":
                        yield from ((rule.endpoint, f"{address}?position={position}") for position in (1, 2, 3))


def fill_in(rule: Rule, values: dict[str, tuple[str, ...]]) -> list[str]:
    """Fill every placeholder of a URL with every value."""
    addresses = [rule.rule]
    for name in sorted(rule.arguments):
        place = re.compile(rf"<(?:\w+:)?{name}>")
        addresses = [place.sub(value, address) for address in addresses for value in values[name]]
    return addresses


@pytest.fixture
def make_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], World]]:
    """A function that opens an app with the same random numbers as the one before."""
    worlds: list[World] = []

    def make() -> World:
        numbers = count()
        dice = Random(7)  # noqa: S311 it keeps nothing secret, and is to be foreseen
        monkeypatch.setattr("secrets.token_urlsafe", lambda size: f"{next(numbers):0{round(size * 4 / 3)}d}")
        monkeypatch.setattr("secrets.choice", dice.choice)
        monkeypatch.setattr("secrets.randbelow", dice.randrange)
        monkeypatch.setattr("companion.web.game.pages.SystemRandom", lambda: dice)
        folder = tmp_path / f"world-{len(worlds)}"
        settings = load_settings({"COMPANION_INSTANCE": str(folder), "COMPANION_SECRET_KEY": "k" * 32})
        app = create_app(settings)
        app.config["CLOCK"] = lambda: EVENING
        worlds.append(World(app))
        return worlds[-1]

    yield make
    for world in worlds:
        with world.app.app_context():
            db.engine.dispose()


def hand_out(world: World, *names: str) -> None:
    for name in names:
        world.phones[name] = Visitor(world.app.test_client())


def seat_three(world: World, focuses: dict[int, str]) -> None:
    """Three phones at a table, a fourth that only watches and a fifth with a forged token: everything is entered."""
    hand_out(world, *NAMES, "watcher", "forger")
    rita = world.phones["Rita"]
    world.desk = rita.open_table("Rita")
    page = rita.open(world.desk)
    found = re.search(r"/join/(\w+)", rita.open(f"{world.desk}/invitation")) or re.search(r"<b>(\w+)</b>", page)
    assert found
    world.code = found[1]
    for name in NAMES[1:]:
        world.phones[name].sit_down(world.code, name)
    world.phones["forger"].client.set_cookie(COOKIE, "guessed")
    seats = {f"seats-{n}-{key}": value for n, name in enumerate(NAMES) for key, value in
             (("position", str(n + 1)), ("name", name))}  # fmt: skip
    rita.send(f"{world.desk}/details", {**HEAD, **seats})
    for position, name in enumerate(NAMES, start=1):
        phone, seat = world.phones[name], f"{world.desk}/seats/{position}"
        if position == 2:
            phone.send(f"{seat}/tally", {**FIGURES, "stability": "12"})
        else:
            phone.send(f"{seat}/shelf", {"shelf": SHELF})
        phone.send(f"{seat}/focus", {"focus": focuses[position]})


def send_everything(world: World, who: str, endpoint: str) -> Iterator[dict[str, str]]:
    """Yield the forms to submit to an endpoint: an empty one, one with every field of all forms, and every focus."""
    seats = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}
    yield {}
    for category in "CFHMRS" if endpoint in ("focuses.choose", "inspections.details") else "S":
        yield {
            **HEAD, **seats, "focus": category, "library_focus": category, "seats-0-focus": category, "shelf": SHELF,
            "seats-1-focus": category, "version": "1", "ready": "yes", "word": "10", "answer": "no", "step": "A2",
            "name": who, "code": world.code, "reason": "mistake", "language": "en", "paper": "A4",
            "icons": "CF", "count-A": "7", "edition": "en", "keep": "no",
        }  # fmt: skip


def eavesdrop(world: World, who: str, *, writes: bool) -> list[Answer]:
    """Open every URL and submit every form as someone; record all answers."""
    heard = [world.ask(who, address) for _, address in world.list_addresses("GET")]
    if writes:
        spared = REVEALING | DEALING if who == "Rita" else set()
        heard += [
            world.ask(who, address, fields)
            for endpoint, address in world.list_addresses("POST")
            if endpoint not in spared
            for fields in send_everything(world, who, endpoint)
        ]
        heard += [world.ask(who, address) for _, address in world.list_addresses("GET")]
    return heard


def assert_same(one: list[Answer], other: list[Answer]) -> None:
    for first, second in zip(one, other, strict=True):
        assert (first.status, first.headers) == (second.status, second.headers), first.request
        assert (
            first.content.decode(errors="replace").splitlines() == second.content.decode(errors="replace").splitlines()
        ), first.request


@pytest.mark.parametrize("stage", ["draft", "locked"])
@pytest.mark.parametrize(("owner", "who"), [("Eric", "Rita"), ("Eric", "Ola"), ("Rita", "Eric"), ("Rita", "watcher")])
def test_a_focus_is_its_owners_alone_until_the_reveal(make_world, stage, owner, who):
    heard = []
    for hidden in "HS":
        world = make_world()
        position = NAMES.index(owner) + 1
        seat_three(world, {1: "C", 2: "C", 3: "F"} | {3 - position: "M", position: hidden})
        if stage == "locked":
            world.phones["Rita"].send(f"{world.desk}/lock")
            assert "Go to the inspection" in world.phones["Rita"].open(world.desk)
        heard.append(eavesdrop(world, who, writes=True))
    assert_same(*heard)
    assert {answer.status for answer in heard[0]} >= {200, 302, 403, 404}


def test_a_forged_token_is_as_good_as_none(make_world):
    heard = []
    for hidden in "HS":
        world = make_world()
        seat_three(world, {1: "C", 2: hidden, 3: "F"})
        heard.append(eavesdrop(world, "forger", writes=False))
    assert_same(*heard)


@pytest.mark.parametrize("stage", ["draft", "locked"])
def test_its_owner_is_told_what_the_others_are_not(make_world, stage):
    """Proof that the test above would detect a leaked focus."""
    heard = []
    for hidden in "HS":
        world = make_world()
        seat_three(world, {1: "C", 2: hidden, 3: "F"})
        if stage == "locked":
            world.phones["Rita"].send(f"{world.desk}/lock")
        heard.append(eavesdrop(world, "Eric", writes=False))
    told = [one.request for one, other in zip(*heard, strict=True) if one != other]
    assert any(request.endswith("/seats/2/focus") for request in told)


def test_all_are_told_at_the_reveal(make_world):
    heard = []
    for hidden in "HS":
        world = make_world()
        seat_three(world, {1: "C", 2: hidden, 3: "F"})
        for act in ("lock", "reveal"):
            world.phones["Rita"].send(f"{world.desk}/{act}")
        heard.append(eavesdrop(world, "watcher", writes=False))
    told = {one.request.rpartition("/")[2] for one, other in zip(*heard, strict=True) if one != other}
    assert {"scorecard", "inspection.json", "sheet.pdf", "screen"} <= told


@pytest.mark.parametrize("who", ["Rita", "Ola", "watcher"])
def test_nobody_is_told_how_often_a_focus_was_changed(make_world, who):
    world = make_world()
    seat_three(world, {1: "C", 2: "H", 3: "F"})
    before = eavesdrop(world, who, writes=False)
    for focus in "SMSH":
        world.phones["Eric"].send(f"{world.desk}/seats/2/focus", {"focus": focus})
    assert_same(before, eavesdrop(world, who, writes=False))


def test_a_shared_phone_shows_a_focus_only_when_it_is_handed_over(make_world):
    heard = []
    for hidden in "HS":
        world = make_world()
        hand_out(world, "Rita")
        rita = world.phones["Rita"]
        seats = {f"seats-{n}-name": name for n, name in enumerate(NAMES)}
        rita.send("/inspections/new", {**HEAD, **seats, "way": "round", "handover": "y"})
        world.desk = rita.address
        for position, focus in ((1, "C"), (2, hidden), (3, "F")):
            rita.send(f"{world.desk}/seats/{position}/focus", {"focus": focus})
        world.code = "NONE"
        heard.append(eavesdrop(world, "Rita", writes=False))
        heard[-1].append(world.ask("Rita", f"{world.desk}/seats/1/focus/open", {}))
        heard[-1].append(world.ask("Rita", f"{world.desk}/seats/3/focus/open", {}))
        opened = world.ask("Rita", f"{world.desk}/seats/2/focus/open", {})
        assert re.search(rb'value="(\w)"[^>]*checked|checked[^>]*value="(\w)"', opened.content)
    assert_same(*heard)


@pytest.mark.parametrize("game_round", [0, 1, 3, 5])
@pytest.mark.parametrize("who", ["Rita", "watcher"])
def test_the_focus_of_a_public_library_that_was_dealt_is_nobodys(make_world, who, game_round):
    heard = []
    for hidden in "HS":
        world = make_world()
        hand_out(world, "Rita", "watcher")
        rita = world.phones["Rita"]
        world.desk = rita.start("Rita", form="S-42A", difficulty="3")
        world.code = "NONE"
        rita.send(f"{world.desk}/game/deal", {"version": "1", "replaces": "y"})
        rita.send(f"{world.desk}/seats/1/shelf", {"shelf": SHELF})
        rita.send(f"{world.desk}/library", {"kind": "discards", "discards": "B2:CF K1:RS M8:CFFR"})
        rita.send(f"{world.desk}/game/round", {"number": str(game_round)})
        deal_to_library(world, hidden)
        heard.append(eavesdrop(world, who, writes=False))
    assert_same(*heard)


def deal_to_library(world: World, focus: str) -> None:
    """Replace a dealt card, as if the deal had come out that way."""
    with world.app.app_context(), db.engine.begin() as connection:
        dealt = connection.execute(text("SELECT library_focus, is_dealt FROM inspection")).one()
        assert dealt.library_focus
        assert dealt.is_dealt
        connection.execute(text("UPDATE inspection SET library_focus = :focus"), {"focus": focus})
