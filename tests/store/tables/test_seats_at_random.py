"""Several phones write at one table over a bad network: nothing is lost, and nothing is done twice.

A request may arrive late, several times, and in any order relative to other phones, and its answer may be lost. A phone
tries again until it has an answer, as the pages do; if another has written meanwhile, it adds its card to that version.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.store.tables import claims, queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Claim, Details, StoredDraft, StoredLibrary, StoredSeat, Table
from companion.store.tables.queries import ConflictError
from companion.store.tables.seats import SeatingError
from companion.store.tables.stages import Act

pytestmark = pytest.mark.usefixtures("inside")

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
NAMES = ("Eric", "Ola", "Ula")
CARDS = 2
"""How many cards each phone adds to each of the shelves that it writes."""
AT_RANDOM = settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
SOURCES = st.randoms(use_true_random=True)


def open_table() -> str:
    host = StoredSeat("Rita", device="Rita")
    return queries.start_draft(Details("B-7c", "en", "R", "C"), [host], StoredLibrary(), NOW, table=Table("Rita"))


@dataclass
class Editor:
    """The page of a shelf on one phone: what it has seen, and the cards that it still has to add."""

    slug: str
    position: int
    waiting: list[str]
    text: str = ""
    version: int = 1

    @property
    def has_laid_all(self) -> bool:
        return not self.waiting

    def lay(self) -> Callable[[], None]:
        """Make the request that adds the next card to what the phone has seen."""
        text, version = f"{self.text} {self.waiting[0]}".strip(), self.version
        return lambda: self._see(queries.write_shelf(self.slug, self.position, text, version, NOW))

    def _see(self, draft: StoredDraft) -> None:
        seat = draft.find_seat(self.position)
        self.text, self.version = seat.shelf, seat.version
        self.waiting = [card for card in self.waiting if card not in seat.shelf.split()]

    def answer(self, request: Callable[[], None], *, is_lost: bool) -> None:
        """Deliver a request; without an answer the phone learns nothing."""
        known = self.text, self.version, self.waiting
        try:
            request()
        except ConflictError:
            self._see(queries.find_draft(self.slug))
        if is_lost:
            self.text, self.version, self.waiting = known


@dataclass
class Network:
    """Requests in flight; each may arrive again later."""

    source: Random
    under_way: list[tuple[Editor, Callable[[], None]]] = field(default_factory=list)

    def deliver_one(self) -> None:
        editor, request = self.under_way[self.source.randrange(len(self.under_way))]
        if self.source.random() < 0.7:
            self.under_way.remove((editor, request))
        editor.answer(request, is_lost=self.source.random() < 0.3)

    def carry(self, editors: list[Editor]) -> None:
        """Deliver requests until every phone knows that all its cards are stored, and then those still in flight."""
        while unfinished := [editor for editor in editors if not editor.has_laid_all]:
            editor = self.source.choice(unfinished)
            self.under_way.append((editor, editor.lay()))
            for _ in range(self.source.randrange(3)):
                if self.under_way:
                    self.deliver_one()
        while self.under_way:
            self.deliver_one()


def make_editors(slug: str) -> list[Editor]:
    """Every guest writes their own shelf, and the host writes all of them at the same time."""
    return [
        Editor(slug, seat.position, [f"{seat.name}{phone}{number}" for number in range(CARDS)])
        for seat in queries.find_draft(slug).seats
        for phone in ("owner", "host")
    ]


@AT_RANDOM
@given(source=SOURCES)
def test_every_card_lies_on_its_shelf_once_whatever_the_network_does(source):
    slug = open_table()
    for _ in range(12):
        name = source.choice(NAMES)
        tables.sit_down(slug, name, name, NOW)
    seats = queries.find_draft(slug).seats
    assert len({seat.name for seat in seats}) == len(seats) <= 4
    editors = make_editors(slug)
    laid: dict[int, list[str]] = {seat.position: [] for seat in seats}
    for editor in editors:
        laid[editor.position] += editor.waiting
    Network(source).carry(editors)
    for seat in queries.find_draft(slug).seats:
        assert sorted(seat.shelf.split()) == sorted(laid[seat.position])
        assert seat.version == 1 + len(laid[seat.position])


@AT_RANDOM
@given(source=SOURCES)
def test_whatever_is_pressed_twice_in_whatever_order_happens_once(source):
    """Every button of a game is pressed up to three times, each time on the same page."""
    slug = open_table()
    for name in NAMES:
        tables.sit_down(slug, name, name, NOW)
    presses = [
        press
        for position, focus in enumerate("SHMF", start=1)
        for press in (
            lambda position=position, focus=focus: tables.write_focus(slug, position, focus, NOW),
            lambda position=position: queries.write_shelf(slug, position, f"A{position}:CF", 1, NOW),
            lambda position=position: tables.write_ready(slug, position, NOW, is_ready=True),
        )
        for _ in range(source.randint(1, 3))
    ]
    source.shuffle(presses)
    for press in presses:
        press()
    for act in (Act.LOCK, Act.REVEAL):
        for _ in range(source.randint(1, 3)):
            tables.move_stage(slug, act, NOW)
    for number in range(source.randint(1, 3)):
        tables.amend(slug, {"press": number}, "", NOW)
    seats = queries.find_draft(slug).seats
    assert [(seat.focus, seat.shelf, seat.is_ready) for seat in seats] == [
        (focus, f"A{number}:CF", True) for number, focus in enumerate("SHMF", start=1)
    ]
    assert {(seat.version, seat.secret_version) for seat in seats} == {(2, 2)}
    assert [kept.document for kept in tables.list_revisions(slug)] == [{"press": 0}]


def test_phones_that_write_one_shelf_at_the_same_moment_lose_no_card(app):
    slug = open_table()

    def lay_all(number: int) -> None:
        editor = Editor(slug, 1, [f"phone{number}card{card}" for card in range(CARDS)])
        with app.app_context():
            while not editor.has_laid_all:
                editor.answer(editor.lay(), is_lost=False)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lay_all, range(4)))
    seat = queries.find_draft(slug).find_seat(1)
    assert len(seat.shelf.split()) == len(set(seat.shelf.split())) == 4 * CARDS
    assert seat.version == 1 + 4 * CARDS


def test_phones_that_sit_down_at_the_same_moment_take_a_seat_each_and_no_more_than_there_are(app):
    slug = open_table()

    def sit(number: int) -> int | None:
        name = f"Guest {number // 2}"
        with app.app_context():
            try:
                return tables.sit_down(slug, name, name, NOW)
            except SeatingError:
                return None

    with ThreadPoolExecutor(8) as pool:
        positions = list(pool.map(sit, range(12)))
    seats = queries.find_draft(slug).seats
    assert [seat.position for seat in seats] == [1, 2, 3, 4]
    assert len({seat.name for seat in seats}) == 4
    assert sorted(position for position in positions if position) == [2, 2, 3, 3, 4, 4]


def test_phones_that_ask_for_a_seat_at_the_same_moment_displace_the_oldest_and_leave_no_other(app):
    slug = open_table()

    def ask(number: int) -> str:
        claim = Claim(1, f"phone {number}", f"{number:04d}", f"key {number}", NOW)
        with app.app_context():
            return claims.add_claim(slug, claim, NOW).key

    with ThreadPoolExecutor(4) as pool:
        keys = list(pool.map(ask, range(6)))
    assert keys == [f"key {number}" for number in range(6)]
    kept = queries.find_draft(slug).claims
    assert len({claim.device for claim in kept}) == len(kept) == claims.CLAIMS_OF_A_SEAT
    assert sorted(claim.since for claim in kept) == [claim.since for claim in kept] == [4, 5, 6]
