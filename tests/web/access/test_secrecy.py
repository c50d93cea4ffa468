"""Every URL, read and written by everyone but the owner of a focus: no answer depends on the focus.

Two worlds differ only in one hidden focus. Whoever may not see it must get the same in both: the same pages, documents,
ETags, sizes, refusals, and errors. A pair of worlds is built once per scene; every test works on a copy of it.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from flask import Flask
from jinja2.bccache import BytecodeCache
from sqlalchemy import text
from sqlalchemy.engine import make_url
from werkzeug.routing import Rule

from companion.app import create_app
from companion.settings import load_settings
from companion.store.models import db
from companion.web.access.guards import COOKIE
from companion.web.game import pages as game
from companion.workflow.walk.steps import Step

from ...conftest import do_jobs
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
class Chance:
    """The random numbers of a world, for tokens, codes and cards; both worlds of a pair draw the same."""

    numbers: int = 0
    dice: Random = field(default_factory=lambda: Random(7))  # noqa: S311 it keeps nothing secret

    def make_token(self, size: int) -> str:
        token = f"{self.numbers:0{round(size * 4 / 3)}d}"
        self.numbers += 1
        return token


@dataclass(slots=True)
class World:
    """An app with one table, and the phones that visit it."""

    app: Flask
    database: Path
    desk: str = ""
    code: str = ""
    phones: dict[str, Visitor] = field(default_factory=dict)
    chance: Chance = field(default_factory=Chance)

    @contextmanager
    def play(self) -> Iterator[World]:
        """Draw random numbers from this world's."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_urlsafe", self.chance.make_token)
            patch.setattr(secrets, "choice", self.chance.dice.choice)
            patch.setattr(secrets, "randbelow", self.chance.dice.randrange)
            patch.setattr(game, "SystemRandom", lambda: self.chance.dice)
            yield self

    def ask(self, who: str, address: str, fields: dict[str, str] | None = None) -> Answer:
        """Open a URL, or submit a form to it."""
        phone = self.phones[who]
        with self.play():
            if fields is None:
                response = phone.client.get(address)
            else:
                response = phone.client.post(address, data={"csrf_token": phone.find_token(), **fields})
        content = SEAL.sub(rb"\1seal", response.get_data())
        response.close()
        headers = tuple(sorted((key, value) for key, value in response.headers if key not in VOLATILE))
        return Answer(f"{who} {response.request.method} {address}", response.status_code, headers, content)

    def hand_out(self, *names: str) -> None:
        for name in names:
            self.phones[name] = Visitor(self.app.test_client())

    def close(self) -> None:
        with self.app.app_context():
            db.engine.dispose()

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
            "way": ("round",),
            "deck": ("1", "2"),
            "house": ("A" * 16,),
            "seal": ("A" * 16,),
            "job": ("A" * 24,),
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


@dataclass(frozen=True, slots=True)
class Pair:
    """Two worlds that differ in one focus."""

    one: World
    other: World

    @property
    def worlds(self) -> tuple[World, World]:
        return self.one, self.other

    def act(self, who: str, path: str, fields: dict[str, str] | None = None) -> None:
        """Submit the same form in both, to a path below the inspection's."""
        for world in self.worlds:
            with world.play():
                world.phones[who].send(world.desk + path, fields)

    def ask(self, who: str, address: str, fields: dict[str, str] | None = None) -> tuple[Answer, Answer]:
        """Send the same request to both."""
        return self.one.ask(who, address, fields), self.other.ask(who, address, fields)


Scene = Callable[[World, str], None]
"""A function that sets up a world with a given hidden focus."""


@dataclass(slots=True)
class Worlds:
    """The pairs that were built so far, by scene, and the empty database that every world starts from."""

    empty_database: Path
    compiled: BytecodeCache
    folder: Path
    pairs: dict[Scene, Pair] = field(default_factory=dict)
    made: list[World] = field(default_factory=list)

    def copy(self, scene: Scene) -> Pair:
        """Return a copy of the pair of a scene, which can be changed without changing any other copy."""
        if scene not in self.pairs:
            self.pairs[scene] = Pair(self._play(scene, "H"), self._play(scene, "S"))
        return Pair(*map(self._copy, self.pairs[scene].worlds))

    def close(self) -> None:
        for world in self.made:
            world.close()

    def _play(self, scene: Scene, hidden: str) -> World:
        world = self._make(self.empty_database)
        with world.play():
            scene(world, hidden)
        return world

    def _copy(self, model: World) -> World:
        model.close()
        world = self._make(model.database)
        world.desk, world.code, world.chance = model.desk, model.code, deepcopy(model.chance)
        for name, phone in model.phones.items():
            world.hand_out(name)
            for cookie in filter(None, map(phone.client.get_cookie, (COOKIE, "session"))):
                world.phones[name].client.set_cookie(cookie.key, cookie.value)
            world.phones[name].token, world.phones[name].address = phone.token, phone.address
        return world

    def _make(self, database: Path) -> World:
        instance = self.folder / f"world-{len(self.made)}"
        instance.mkdir()
        settings = load_settings({"COMPANION_INSTANCE": str(instance), "COMPANION_SECRET_KEY": "k" * 32})
        path = Path(make_url(settings.database_url).database or "")
        shutil.copyfile(database, path)
        app = create_app(settings)
        app.jinja_env.bytecode_cache = self.compiled
        app.config["CLOCK"] = lambda: EVENING
        # Both worlds would refuse the same, and show less.
        app.config["LIMITED"] = False
        app.config["JOB_PAUSE"] = partial(do_jobs, app)
        self.made.append(World(app, path))
        return self.made[-1]


@pytest.fixture(scope="module")
def worlds(empty_database: Path, compiled: BytecodeCache, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    worlds = Worlds(empty_database, compiled, tmp_path_factory.mktemp("worlds"))
    yield worlds
    worlds.close()


def seat_three(world: World, focuses: dict[int, str]) -> None:
    """Three phones at a table, a fourth that only watches and a fifth with a forged token: everything is entered."""
    world.hand_out(*NAMES, "watcher", "forger")
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
            "icons": "CF", "count-A": "7", "edition": "en", "keep": "no", "compared": "yes", "box": "first",
        }  # fmt: skip


def hide_erics(world: World, hidden: str) -> None:
    seat_three(world, {1: "M", 2: hidden, 3: "F"})


def hide_ritas(world: World, hidden: str) -> None:
    seat_three(world, {1: hidden, 2: "M", 3: "F"})


def share_phone(world: World, hidden: str) -> None:
    """One phone is shared, and is handed over for every focus."""
    world.hand_out("Rita")
    rita = world.phones["Rita"]
    seats = {f"seats-{n}-name": name for n, name in enumerate(NAMES)}
    rita.send("/inspections/new", {**HEAD, **seats, "way": "round"})
    world.desk, world.code = rita.address, "NONE"
    for position, focus in ((1, "C"), (2, hidden), (3, "F")):
        rita.send(f"{world.desk}/seats/{position}/focus", {"focus": focus})


def deal_to_library(world: World, hidden: str) -> None:
    """A solo game whose cards were dealt: the library's focus is replaced, as if the deal had come out that way."""
    world.hand_out("Rita", "watcher")
    rita = world.phones["Rita"]
    world.desk, world.code = rita.start("Rita", form="S-42A", difficulty="3"), "NONE"
    rita.send(f"{world.desk}/game/deal", {"version": "1", "replaces": "y"})
    rita.send(f"{world.desk}/seats/1/shelf", {"shelf": SHELF})
    rita.send(f"{world.desk}/library", {"kind": "discards", "discards": "B2:CF K1:RS M8:CFFR"})
    with world.app.app_context(), db.engine.begin() as connection:
        dealt = connection.execute(text("SELECT library_focus, is_dealt FROM inspection")).one()
        assert dealt.library_focus
        assert dealt.is_dealt
        connection.execute(text("UPDATE inspection SET library_focus = :focus"), {"focus": hidden})


def lock(pair: Pair) -> None:
    pair.act("Rita", "/lock")
    for world in pair.worlds:
        assert "Go to the inspection" in world.phones["Rita"].open(world.desk)


def look(world: World, who: str, *names: str) -> Iterator[tuple[str, str, dict[str, str] | None]]:
    """Yield a request for every URL that can be opened, or for those alone that end so."""
    for _, address in world.list_addresses("GET"):
        if not names or address.endswith(names):
            yield who, address, None


def write_and_look(world: World, who: str) -> Iterator[tuple[str, str, dict[str, str] | None]]:
    """Yield requests that submit every form, and then open every URL."""
    spared = REVEALING | DEALING if who == "Rita" else set()
    for endpoint, address in world.list_addresses("POST"):
        if endpoint not in spared:
            for fields in send_everything(world, who, endpoint):
                yield who, address, fields
    yield from look(world, who)


def assert_same(one: Answer, other: Answer) -> None:
    assert (one.status, one.headers) == (other.status, other.headers), one.request
    assert one.content.decode(errors="replace").splitlines() == other.content.decode(errors="replace").splitlines(), (
        one.request
    )


# The evenings drawn at random are seen by all of them in every stage.
@pytest.mark.parametrize(
    ("stage", "scene", "who"),
    [
        ("locked", hide_erics, "Rita"),
        pytest.param("draft", hide_ritas, "watcher", marks=pytest.mark.long),
        pytest.param("draft", hide_erics, "Ola", marks=pytest.mark.long),
        pytest.param("locked", hide_ritas, "Eric", marks=pytest.mark.long),
    ],
)
def test_a_focus_is_its_owners_alone_until_the_reveal(worlds, stage, scene, who):
    pair = worlds.copy(scene)
    if stage == "locked":
        lock(pair)
    met = set()
    # What is locked is opened as it is on the walk, below.
    before = look(pair.one, who) if stage == "draft" else ()
    for asked in (*before, *write_and_look(pair.one, who)):
        one, other = pair.ask(*asked)
        assert_same(one, other)
        met.add(one.status)
    assert met >= {200, 302, 403, 404}


@pytest.mark.parametrize("who", ["Rita", *(pytest.param(who, marks=pytest.mark.long) for who in ("Ola", "watcher"))])
def test_a_focus_is_its_owners_alone_on_the_walk(worlds, who):
    """At the last step before the reveal, when everything but the focuses is known."""
    pair = worlds.copy(hide_erics)
    lock(pair)
    pair.act("Rita", "/walk", {"step": "B4"})
    for asked in look(pair.one, who):
        assert_same(*pair.ask(*asked))


@pytest.mark.long
def test_a_forged_token_is_as_good_as_none(worlds):
    pair = worlds.copy(hide_erics)
    for asked in look(pair.one, "forger"):
        assert_same(*pair.ask(*asked))


@pytest.mark.parametrize("stage", ["draft", "locked"])
def test_its_owner_is_told_what_the_others_are_not(worlds, stage):
    """Proof that the tests above would detect a leaked focus."""
    pair = worlds.copy(hide_erics)
    if stage == "locked":
        lock(pair)
    heard = [pair.ask(*asked) for asked in look(pair.one, "Eric", "/seats/2/focus")]
    assert any(one != other for one, other in heard)


def test_all_are_told_at_the_reveal(worlds):
    pair = worlds.copy(hide_erics)
    lock(pair)
    pair.act("Rita", "/reveal")
    telling = ("/scorecard", "/inspection.json", "/sheet.pdf", "/screen")
    heard = [pair.ask(*asked) for asked in look(pair.one, "watcher", *telling)]
    told = {one.request for one, other in heard if one != other}
    assert told >= {f"watcher GET {pair.one.desk}{name}" for name in telling}


@pytest.mark.long
def test_nobody_is_told_how_often_a_focus_was_changed(worlds):
    """The second world is a copy of the first in which a focus was changed and changed back."""
    pair = Pair(worlds.copy(hide_erics).one, worlds.copy(hide_erics).one)
    for focus in "SMSH":
        with pair.other.play():
            pair.other.phones["Eric"].send(f"{pair.other.desk}/seats/2/focus", {"focus": focus})
    for who in ("Rita", "Ola", "watcher"):
        for asked in look(pair.one, who):
            assert_same(*pair.ask(*asked))


def test_a_shared_phone_shows_a_focus_only_when_it_is_handed_over(worlds):
    pair = worlds.copy(share_phone)
    for asked in look(pair.one, "Rita"):
        assert_same(*pair.ask(*asked))
    for position in (1, 3):
        assert_same(*pair.ask("Rita", f"{pair.one.desk}/seats/{position}/focus/open", {}))
    one, other = pair.ask("Rita", f"{pair.one.desk}/seats/2/focus/open", {})
    for opened in (one, other):
        assert re.search(rb'value="(\w)"[^>]*checked|checked[^>]*value="(\w)"', opened.content)
    assert one.content != other.content


@pytest.mark.parametrize("game_round", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 3, 5))])
def test_the_focus_of_a_public_library_that_was_dealt_is_nobodys(worlds, game_round):
    pair = worlds.copy(deal_to_library)
    pair.act("Rita", "/game/round", {"number": str(game_round)})
    for who in ("Rita", "watcher"):
        for asked in look(pair.one, who):
            assert_same(*pair.ask(*asked))
