"""Evenings drawn at random: whatever phones do one after the other, no answer depends on a hidden focus.

Two worlds differ only in the focus that Eric's phone chooses, or is dealt. What is done is drawn without looking at a
focus, and both worlds draw the same random numbers. After each step, everyone but Eric gets the same live tag and the
same answers in both, and at the end from every URL. ``--sequences`` says how many evenings are drawn; with ``--long``
they are longer, and everyone opens everything.
"""

from __future__ import annotations

import datetime
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import request
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.engine import make_url

from companion.app import create_app
from companion.scoring.categories import CATEGORIES
from companion.scoring.checks.findings import Code, Finding
from companion.settings import load_settings
from companion.store.models import db
from companion.store.tables import claims, queries
from companion.store.tables import seats as store_seats
from companion.store.tables.drafts import StoredDraft
from companion.web.access import guards
from companion.web.access.guards import COOKIE, hash_token
from companion.web.game import pages as game
from companion.web.site import live
from companion.workflow.access import deciding, moving, seeing
from companion.workflow.game import dealing
from companion.workflow.seats import joining
from companion.workflow.tables import log

from ..conftest import EVENING, FIGURES, HEAD

EVENINGS_OF_A_TEST = 10
EVENINGS, EVENINGS_EACH_TIME = 30, 10
"""Where no other number is asked for; what is left is for the long tests."""
ROUTES_AFTER_A_STEP = 3
PLANTED_EVENINGS = 60
"""After how many evenings a planted leak must have been heard; most are heard in the first."""
OWNERS = ("eric", "eric again")
"""Eric's phone, and a second one that he lets in: what they see may differ."""
OTHERS = ("rita", "ola", "mallory", "window", "watcher")
"""The host, a guest, a stranger with the code, a second jar of cookies on the host's phone, and somebody who looks."""
SLOW = re.compile(r"\.pdf$|/sheet|/seats/\d+/advice$")
"""URLs that take long to answer; they are opened at the end of thorough evenings."""
MASKED = re.compile(rb'((?:csrf[-_]token|request_key)\\?"[^>]*?(?:value|content)=\\?")[^"\\]+')
VOLATILE = {"Date", "Set-Cookie"}
TABLES = ("inspection", "seat", "table_event")
SHELVES = ("", "A1:CFH B3:MM / C2:RS", "A1:HHS B3:SH", "A1:?")
NO_SEAT = 9

Fields = dict[str, str]
Answer = tuple[int, tuple[tuple[str, str], ...], bytes]


class LeakError(AssertionError):
    """Raised where the two worlds differ; says after which steps."""


@dataclass(frozen=True, slots=True)
class Start:
    """How every evening of a world begins: its rows, and its phones' tokens."""

    rows: dict[str, list[dict[str, Any]]]
    tokens: dict[str, str]
    slug: str
    dice: object
    numbers: int


@dataclass(slots=True)
class World:
    """An app, the phones that visit it, and what its phones draw at random."""

    hidden: str
    """What Eric's phone chooses."""
    client: Callable[[], FlaskClient]
    app: Any
    clients: dict[str, FlaskClient] = field(default_factory=dict)
    dice: Random = field(default_factory=Random)
    numbers: int = 0
    slug: str = ""
    start: Start | None = None

    def send(self, who: str, method: str, path: str, fields: Fields | None = None, **headers: str) -> Answer:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_urlsafe", self._number)
            patch.setattr(secrets, "choice", self.dice.choice)
            patch.setattr(secrets, "randbelow", self.dice.randrange)
            patch.setattr(game, "SystemRandom", lambda: self.dice)
            response = self.clients[who].open(path, method=method, data=fields, headers=headers)
        kept = tuple(sorted((key, value) for key, value in response.headers if key not in VOLATILE))
        content = MASKED.sub(rb"\1", response.get_data())
        response.close()
        return response.status_code, kept, content

    def look(self) -> StoredDraft:
        with self.app.app_context():
            return queries.find_draft(self.slug)

    def find_secret(self) -> int:
        """Return the position of the seat whose focus Eric alone knows, 0 if there is none."""
        device = self.find_device("eric")
        for seat in self.look().seats:
            if device and (seat.sealed_for or seat.device) == device:
                return seat.position
        return 0

    def find_device(self, who: str) -> str:
        cookie = self.clients[who].get_cookie(COOKIE)
        return hash_token(cookie.value) if cookie else ""

    def keep(self) -> Start:
        with self.app.app_context(), db.engine.connect() as connection:
            rows = {name: connection.execute(text(f"SELECT * FROM {name}")).mappings().all() for name in TABLES}  # noqa: S608
        kept = {name: [dict(row) for row in found] for name, found in rows.items()}
        cookies = {who: client.get_cookie(COOKIE) for who, client in self.clients.items()}
        tokens = {who: cookie.value for who, cookie in cookies.items() if cookie}
        return Start(kept, tokens, self.slug, self.dice.getstate(), self.numbers)

    def put_back(self, start: Start) -> None:
        with self.app.app_context(), db.engine.begin() as connection:
            for name, rows in start.rows.items():
                for row in rows:
                    places = ", ".join(f":{column}" for column in row)
                    connection.execute(text(f"INSERT INTO {name} ({', '.join(row)}) VALUES ({places})"), row)  # noqa: S608
        self.clients = {who: self.client() for who in (*OTHERS, *OWNERS)}
        for who, token in start.tokens.items():
            self.clients[who].set_cookie(COOKIE, token)
        self.slug, self.numbers = start.slug, start.numbers
        self.dice.setstate(start.dice)

    def _number(self, size: int) -> str:
        self.numbers += 1
        return f"{self.numbers:0{round(size * 4 / 3)}d}"


@dataclass(slots=True)
class Pair:
    """Two worlds and what has been done in both."""

    one: World
    other: World
    draw: Random
    steps: list[str] = field(default_factory=list)
    time: datetime.timedelta = datetime.timedelta()

    @property
    def path(self) -> str:
        return f"/inspections/{self.one.slug}"

    def begin(self) -> None:
        """Open a table for Rita, Eric and Ola, or put the one back that was opened for the first evening."""
        self.pass_time(datetime.timedelta())
        for world in (self.one, self.other):
            if world.start:
                world.put_back(world.start)
        if not self.one.start:
            self.open_table()
            for world in (self.one, self.other):
                world.start = world.keep()

    def open_table(self) -> None:
        """Open the table with everything that an inspection needs."""
        for world in (self.one, self.other):
            world.clients = {who: world.client() for who in (*OTHERS, *OWNERS)}
            world.dice = Random(5)  # noqa: S311 it keeps nothing secret
            _, headers, _ = world.send("rita", "POST", "/tables/new", {"name": "Rita", **HEAD})
            world.slug = dict(headers)["Location"].rpartition("/")[2]
        code = self.one.look().code
        for who, name in (("eric", "Eric"), ("ola", "Ola")):
            self.do(who, f"/join/{code}", {"name": name})
        self.do("rita", f"{self.path}/details", self.write_head(["Rita", "Eric", "Ola"], (1, 2, 3)))
        for position, (who, focus) in enumerate((("rita", "M"), ("eric", ""), ("ola", "F")), start=1):
            self.do(who, f"{self.path}/seats/{position}/tally", {**FIGURES, "stability": "12"})
            self.choose(who, position, focus)

    def end(self) -> None:
        """Delete the table, so that the front page stays as long as it is, and what was counted for limits.

        Every evening begins at the same time: after a few, all claims would be refused.
        """
        for world in (self.one, self.other):
            with world.app.app_context(), db.engine.begin() as connection:
                connection.execute(text("DELETE FROM inspection"))
                connection.execute(text("DELETE FROM limit_hit"))

    def choose(self, who: str, position: int, focus: str) -> None:
        """Choose a focus; on Eric's phones without one, the focus of the world."""
        path = f"{self.path}/seats/{position}/focus"
        for world in (self.one, self.other):
            world.send(who, "POST", path, {"focus": focus or world.hidden})

    def do(self, who: str, path: str, fields: Fields | None = None) -> None:
        """Submit the same form in both; whoever is not Eric is answered the same."""
        answers = [world.send(who, "POST", path, fields or {}) for world in (self.one, self.other)]
        if who in OTHERS:
            self.compare(f"{who} submits {path}", *answers)

    def deal(self) -> None:
        """Deal, and let another of the cards that are left fall to Eric in the second world, if there is one."""
        version = str(self.one.look().head_version)
        self.do("rita", f"{self.path}/game/deal", {"version": version, "replaces": "y"})
        draft, position = self.other.look(), self.other.find_secret()
        laid = {draft.details.prominent, draft.details.banned, *(seat.focus for seat in draft.seats)}
        rest = sorted({category.value for category in CATEGORIES} - laid)
        if draft.is_dealt and position and rest:
            with self.other.app.app_context(), db.engine.begin() as connection:
                connection.execute(
                    text("UPDATE seat SET focus = :focus WHERE position = :position"),
                    {"focus": rest[0], "position": position},
                )

    def write_head(self, names: list[str], positions: tuple[int, ...], *dealt: str) -> Fields:
        seats = {f"seats-{row}-name": name for row, name in enumerate(names)}
        places = {f"seats-{row}-position": str(place) for row, place in enumerate(positions) if place}
        prominent, banned = dealt or ("R", "C")
        return {**HEAD, **seats, **places, "prominent": prominent, "banned": banned}

    def pass_time(self, time: datetime.timedelta) -> None:
        self.time += time
        for world in (self.one, self.other):
            world.app.config["CLOCK"] = lambda: EVENING + self.time

    def list_pages(self) -> list[str]:
        """List all URLs of the table that can be opened, and the few that show several tables."""
        draft = self.one.look()
        values: dict[str, list[str]] = {
            "slug": [self.one.slug],
            "position": [str(seat.position) for seat in draft.seats] + [str(NO_SEAT)],
            "page": list(self.one.app.extensions["live"]),
            "step": ["A1", "B4", "B5"],
            "number": ["1"],
            "code": [draft.code or "CCCCCC"],
            "name": [seat.name for seat in draft.seats],
        }
        pages = []
        for rule in self.one.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.arguments <= set(values) and "slug" in rule.arguments | {"home"}:
                addresses = [rule.rule]
                for name in sorted(rule.arguments):
                    place = re.compile(rf"<(?:\w+:)?{name}>")
                    addresses = [place.sub(value, address) for address in addresses for value in values[name]]
                pages += addresses
        return sorted({*pages, "/", "/statistics", f"/join/{draft.code or 'CCCCCC'}"})

    def check(self, pages: list[str], viewers: Sequence[str] = OTHERS) -> None:
        """Compare what these get, who are not Eric: the tag that their phones poll, and these pages."""
        worlds, any_tag = (self.one, self.other), {"If-None-Match": "*"}
        for who in viewers:
            tags = (world.send(who, "GET", f"{self.path}/live/desk", **any_tag) for world in worlds)
            self.compare(f"{who} polls", *tags)
            for page in pages:
                self.compare(f"{who} opens {page}", *(world.send(who, "GET", page) for world in worlds))

    def compare(self, what: str, one: Answer, other: Answer) -> None:
        if one != other:
            pieces = (re.split(rb"(?<=>)|\\n|\n", answer[2]) for answer in (one, other))
            differing = [pair for pair in zip(*pieces, strict=False) if pair[0] != pair[1]]
            raise LeakError(f"{what}: {differing[:1] or (one[:2], other[:2])}, after {', '.join(self.steps)}")


Act = Callable[[Pair], None]


def pick_seat(pair: Pair) -> int:
    return pair.draw.choice([*(seat.position for seat in pair.one.look().seats), NO_SEAT])


def pick_phone(pair: Pair) -> str:
    return pair.draw.choice(("rita", "rita", *OTHERS, *OWNERS))


def lock(pair: Pair) -> None:
    pair.do("rita", f"{pair.path}/lock")


def unlock(pair: Pair) -> None:
    pair.do("rita", f"{pair.path}/unlock")


def lock_and_unlock(pair: Pair) -> None:
    lock(pair)
    pair.check([f"{pair.path}/walk", pair.path])
    unlock(pair)


def walk(pair: Pair) -> None:
    lock(pair)
    pair.do("rita", f"{pair.path}/walk", {"step": pair.draw.choice(("A1", "B3", "B4"))})


def choose(pair: Pair) -> None:
    who = pick_phone(pair)
    position = pair.one.find_secret() if who == "eric" else pick_seat(pair)
    pair.choose(who, position or NO_SEAT, "" if who in OWNERS else pair.draw.choice("CFHMRS"))


def choose_again(pair: Pair) -> None:
    """Enter on the phone that has Eric's seat each focus that might be sealed."""
    position = pair.one.find_secret()
    for who in ("mallory", "window", "ola", "rita"):
        if position and pair.one.find_device(who) == pair.one.look().find_seat(position).device:
            pair.choose(who, position, pair.draw.choice("HS"))


def write_shelf(pair: Pair) -> None:
    pair.do(pick_phone(pair), f"{pair.path}/seats/{pick_seat(pair)}/shelf", {"shelf": pair.draw.choice(SHELVES)})


def write_tally(pair: Pair) -> None:
    pair.do(pick_phone(pair), f"{pair.path}/seats/{pick_seat(pair)}/tally", {**FIGURES, "stability": "12"})


def be_ready(pair: Pair) -> None:
    pair.do(pick_phone(pair), f"{pair.path}/seats/{pick_seat(pair)}/ready", {"ready": "yes"})


def change_chairs(pair: Pair) -> None:
    """Add a chair, strike one, rename one, or choose other categories."""
    draft = pair.one.look()
    names, positions = [seat.name for seat in draft.seats], [seat.position for seat in draft.seats]
    what, dealt = pair.draw.choice(("add", "strike", "rename")), (draft.details.prominent, draft.details.banned)
    if what == "add" and len(names) < 4:
        names, positions = [*names, f"Ghost {len(pair.steps)}"], [*positions, 0]
    elif what == "strike" and len(names) > 1:
        row = pair.draw.randrange(len(names))
        names, positions = names[:row] + names[row + 1 :], positions[:row] + positions[row + 1 :]
    elif names:
        names[pair.draw.randrange(len(names))] = f"Somebody {len(pair.steps)}"
    pair.do("rita", f"{pair.path}/details", pair.write_head(names, tuple(positions), *dealt))


def choose_categories(pair: Pair) -> None:
    seats = pair.one.look().seats
    places = tuple(seat.position for seat in seats)
    head = pair.write_head([seat.name for seat in seats], places, *pair.draw.sample("CFHMRS", 2))
    pair.do("rita", f"{pair.path}/details", head)


def choose_and_lock(pair: Pair) -> None:
    choose_categories(pair)
    lock_and_unlock(pair)


def deal(pair: Pair) -> None:
    pair.deal()


def deal_with_ghosts(pair: Pair) -> None:
    """Add a chair, deal to all, look at what fell to it, and strike it."""
    draft = pair.one.look()
    names, positions = [seat.name for seat in draft.seats], tuple(seat.position for seat in draft.seats)
    if len(names) < 4:
        pair.do("rita", f"{pair.path}/details", pair.write_head([*names, "Ghost"], (*positions, 0)))
        pair.deal()
        pair.check([f"{pair.path}/game"])
        pair.do("rita", f"{pair.path}/details", pair.write_head(names, positions))


def gather(pair: Pair) -> None:
    pair.do("rita", f"{pair.path}/game/gather", {"version": str(pair.one.look().head_version)})


def join(pair: Pair) -> None:
    who = pair.draw.choice(("mallory", "window", "eric", "ola"))
    pair.do(who, f"/join/{pair.one.look().code or 'CCCCCC'}", {"name": who.title()})


def claim(pair: Pair) -> None:
    who = pair.draw.choice(("rita", "ola", "mallory", "window", "window", *OWNERS))
    position = pair.one.find_secret() if pair.draw.random() < 0.6 else pick_seat(pair)
    pair.do(who, f"/join/{pair.one.look().code or 'CCCCCC'}/seats/{position or NO_SEAT}")


def answer(pair: Pair, consents: bool | None = None) -> None:
    """Answer what was asked last; Eric lets nobody in but his own second phone."""
    asked = pair.one.look().claims
    if not asked:
        return
    who, yes = pick_phone(pair), pair.draw.random() < 0.8 if consents is None else consents
    if who in OWNERS:
        yes = asked[-1].device == pair.one.find_device("eric again")
    fields = {"key": asked[-1].key, "answer": "yes" if yes else "no"}
    pair.do(who, f"{pair.path}/seats/{asked[-1].position}/moving", fields)


def claim_and_consent(pair: Pair) -> None:
    claim(pair)
    answer(pair, consents=True)
    answer(pair, consents=True)


def seal_and_choose(pair: Pair) -> None:
    claim_and_consent(pair)
    choose_again(pair)
    pair.check([pair.path])


def take(pair: Pair) -> None:
    pair.pass_time(claims.HOST_DELAY)
    pair.do(pair.draw.choice(("mallory", "window")), f"{pair.path}/seats/{pick_seat(pair)}/moving/take")


def take_back(pair: Pair) -> None:
    pair.do(pick_phone(pair), f"{pair.path}/seats/{pick_seat(pair)}/back")


def release(pair: Pair) -> None:
    pair.do("rita", f"{pair.path}/seats/{pick_seat(pair)}/release")


def change_code(pair: Pair) -> None:
    for way in ("no", "yes"):
        pair.do("rita", f"{pair.path}/code", {"open": way})


def amend(pair: Pair) -> None:
    """Before the reveal there is nothing to amend."""
    pair.do(pick_phone(pair), f"{pair.path}/amend", {"reason": "a slip"})


ACTS: tuple[Act, ...] = (
    *(lock, unlock, lock_and_unlock, walk, choose, choose, choose_again, choose_categories, write_shelf, write_tally),
    *(be_ready, change_chairs, change_chairs, deal, deal, deal_with_ghosts, gather, join, claim, answer),
    *(claim_and_consent, claim_and_consent, seal_and_choose),
    *(take, take_back, release, change_code, amend),
)


def play(one: World, other: World, number: int, acts: Sequence[Act] = ACTS, *, is_thorough: bool = False) -> None:
    """Play an evening; raise ``LeakError`` where the worlds differ to anybody but Eric.

    Everybody's live tag is compared after each step, and three URLs of the host and another; in a thorough evening,
    which is longer, of everybody. At its end everybody opens everything; at the end of another, one of them does so
    in one evening of five.
    """
    pair = Pair(one, other, Random(number))  # noqa: S311 it keeps nothing secret
    try:
        pair.begin()
        for _ in range(9 if is_thorough else 4):
            act = pair.draw.choice(acts)
            pair.steps.append(act.__name__)
            act(pair)
            quick = [page for page in pair.list_pages() if not SLOW.search(page)]
            seeing = OTHERS if is_thorough else ("rita", pair.draw.choice(OTHERS[1:]))
            pair.check([], [who for who in OTHERS if who not in seeing])
            peeks = [page for page in quick if page.endswith("/peek")]
            pair.check([*pair.draw.sample(quick, ROUTES_AFTER_A_STEP), pair.draw.choice(peeks)], seeing)
        if is_thorough:
            pair.check(pair.list_pages())
        elif number % 5 == 0:
            pair.check(quick, [OTHERS[number // 5 % len(OTHERS)]])
    finally:
        pair.end()


@pytest.fixture(scope="module")
def worlds(
    empty_database: Path, compiled: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[World, World]]:
    """Two worlds for all evenings of this module."""
    made = []
    for hidden in "HS":
        instance = tmp_path_factory.mktemp("world")
        settings = load_settings({"COMPANION_INSTANCE": str(instance), "COMPANION_SECRET_KEY": "k" * 32})
        shutil.copyfile(empty_database, Path(make_url(settings.database_url).database or ""))
        app = create_app(settings)
        app.jinja_env.bytecode_cache = compiled
        app.config["WTF_CSRF_ENABLED"] = False
        made.append(World(hidden, app.test_client, app))
    yield made[0], made[1]
    for world in made:
        with world.app.app_context():
            db.engine.dispose()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "first" in metafunc.fixturenames:
        asked = metafunc.config.option.sequences
        firsts = range(0, asked or EVENINGS, EVENINGS_OF_A_TEST)
        seldom = () if asked else firsts[EVENINGS_EACH_TIME // EVENINGS_OF_A_TEST :]
        marks = dict.fromkeys(seldom, pytest.mark.long)
        metafunc.parametrize("first", [pytest.param(first, marks=marks.get(first, ())) for first in firsts])


def test_no_sequence_of_actions_tells_a_focus(worlds, first, pytestconfig):
    for number in range(first, first + EVENINGS_OF_A_TEST):
        play(*worlds, number, is_thorough=pytestconfig.option.long)


@pytest.mark.long
@pytest.mark.parametrize("number", range(1000, 1005))
def test_no_long_sequence_tells_a_focus_at_any_address(worlds, number):
    play(*worlds, number, is_thorough=True)


Plant = Callable[[pytest.MonkeyPatch], None]


def plant_in_a_page(patch: pytest.MonkeyPatch) -> None:
    """Show a focus to the phone that got a seat without the consent of the old one."""
    patch.setattr(seeing, "is_withheld", lambda _draft, _seat: False)


def plant_in_a_tag(patch: pytest.MonkeyPatch) -> None:
    count = live.list_counts
    patch.setattr(live, "list_counts", lambda slug, *about: (*count(slug, *about), list_focuses(slug)))


def plant_in_a_size(patch: pytest.MonkeyPatch) -> None:
    """Add a space to an answer for one focus, and none for another."""
    make = live.answer_json

    def answer_longer(value: Any) -> Any:
        return make({**value, "html": value["html"] + " " * ("H" in list_focuses(request.view_args["slug"]))})

    patch.setattr(live, "answer_json", answer_longer)


def plant_in_locking(patch: pytest.MonkeyPatch) -> None:
    """Say before the reveal that two cards are the same."""
    patch.setattr(deciding, "_stand_in", lambda draft: draft)
    patch.setattr(Finding, "is_error", property(lambda finding: finding.code is Code.FOCUS_CLASH))


def plant_in_dealing(patch: pytest.MonkeyPatch) -> None:
    """Spare the cards that the librarians have in dealing the two public ones."""
    fall = dealing.deal

    def deal_the_rest(draft: StoredDraft, source: Random) -> Any:
        dealt = fall(draft, source)
        taken = {seat.focus for seat in draft.seats}
        return replace(dealt, prominent=[c for c in CATEGORIES if c not in taken][-1])

    patch.setattr(dealing, "deal", deal_the_rest)


def plant_in_the_log(patch: pytest.MonkeyPatch) -> None:
    listed = log.list_events
    patch.setattr(
        log, "list_events", lambda slug: tuple(replace(e, name=e.name + list_focuses(slug)) for e in listed(slug))
    )


def plant_in_consent(patch: pytest.MonkeyPatch) -> None:
    """Let any librarian give a seat away with its focus."""
    decide = moving.decide

    def give(*about: Any, **answer: Any) -> moving.Outcome:
        outcome = decide(*about, **answer)
        return moving.Outcome.GIVEN if outcome is moving.Outcome.SEALED else outcome

    patch.setattr(joining, "decide", give)


def plant_in_a_sealed_focus(patch: pytest.MonkeyPatch) -> None:
    """Do nothing where a sealed focus is entered again as it was: whoever tries all six is told."""
    write = store_seats.write_focus

    def write_another(slug: str, position: int, focus: str, now: datetime.datetime) -> None:
        seat = queries.find_draft(slug).find_seat(position)
        if not (seat.sealed_for and seat.focus == focus):
            write(slug, position, focus, now)

    patch.setattr(store_seats, "write_focus", write_another)


def plant_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """Refuse a stranger in other words for one focus."""
    refuse_seat = guards._refuse_seat

    def refuse_otherwise(draft: Any, position: int) -> None:
        if "H" in list_focuses(draft.slug):
            guards.refuse("Not yours.")
        refuse_seat(draft, position)

    patch.setattr(guards, "_refuse_seat", refuse_otherwise)


def list_focuses(slug: str) -> str:
    """Return all focuses of a table, which nobody but a planted leak asks for."""
    return "".join(seat.focus for seat in queries.find_draft(slug).seats)


PLANTS: dict[Plant, Sequence[Act]] = {
    plant_in_a_page: (claim_and_consent,),
    plant_in_a_tag: (choose,),
    plant_in_a_size: (be_ready,),
    plant_in_locking: (choose_and_lock,),
    plant_in_dealing: (deal,),
    plant_in_the_log: (change_chairs,),
    plant_in_consent: (claim_and_consent,),
    plant_in_a_sealed_focus: (seal_and_choose,),
    plant_in_a_refusal: (write_shelf,),
}
"""Each kind of leak, and what is done until it must be heard."""


OFTEN_PLANTED = (plant_in_a_tag, plant_in_a_sealed_focus, plant_in_a_refusal)


@pytest.mark.parametrize(
    "plant",
    [
        pytest.param(plant, id=plant.__name__, marks=() if plant in OFTEN_PLANTED else pytest.mark.long)
        for plant in PLANTS
    ],
)
def test_a_planted_leak_is_heard(worlds, plant, monkeypatch):
    plant(monkeypatch)
    assert any(is_heard(worlds, number, PLANTS[plant]) for number in range(PLANTED_EVENINGS))


def is_heard(worlds: tuple[World, World], number: int, acts: Sequence[Act]) -> bool:
    try:
        play(*worlds, number, acts)
    except LeakError:
        return True
    return False
