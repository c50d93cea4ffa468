"""The first evening of a box that nobody has seen: ``python -m bench.lessons.evenings [--first 1960000] [--count 4]``.

``--held-out`` takes the printings of ``held_out_evenings.toml``, which nothing was chosen by.

An inspection of four shelves, 12 to 18 cards each and one photo each, is played through the app's own addresses, from
an empty server on. The teacher answers lessons and doubts by the truth, and photographs the next shelf first wherever
the page offers that. Every tap beside taking photos counts, that to use a shelf wherever it was not filled in by
itself, and after the last photo that to come back to one that waits. Then the shelves are compared with the truth: what
is wrong there, nobody was asked about. A second evening follows, with other cards of the same box, which the deck has
learned from the first.
"""

from __future__ import annotations

import datetime
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import zip_longest
from pathlib import Path

import cv2
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.notation_tokens import EMPTY
from companion.settings import load_settings
from companion.store.photos.owners import SeatShelf
from companion.store.tables import queries
from companion.workflow.jobs.working import run_next
from companion.workflow.lessons.answers import Kind, list_kinds
from companion.workflow.photos.comparing import list_comparable
from companion.workflow.photos.filing import find_review, has_review
from companion.workflow.photos.outlines import format_spot
from companion.workflow.photos.review import ALL_FACE_DOWN, FACE_DOWN, PhotoCard, Review, list_doubts
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.photos import Face, Photo

from ..photos.decks import encode, list_truth, take_photo
from ..photos.printings import tell_missing_fonts
from .faces import list_printings, make_parser
from .mending import EDITION, Cells, compare, count_keys, tell, write_true
from .teach import Teacher

HELD_OUT = Path(__file__).with_name("held_out_evenings.toml")
NOW = datetime.datetime(2026, 11, 23, 21, 30, tzinfo=datetime.UTC)
SEATS = 4
FEWEST, MOST = 12, 18
"""Cards face up on a shelf."""
MOST_PHOTOS, AGAIN = 3, 100
"""How often a shelf is photographed until one photo is taken for one, and how far apart their seeds are."""


@dataclass(slots=True)
class Taps:
    """What was tapped, and what nobody was asked about."""

    lesson: int = 0
    mending: int = 0
    accepting: int = 0
    refused: int = 0
    """Photos that the app did not take for a shelf: another one was taken."""
    silent: list[str] = field(default_factory=list)
    """Cards that are on the shelves and not in the truth, and those that are there instead."""

    @property
    def all(self) -> int:
        """All taps beside taking photos."""
        return self.lesson + self.mending + self.accepting

    def describe(self) -> str:
        """Return the columns to print."""
        return (f"{self.all:4} = {self.lesson:2} + {self.mending:2} + {self.accepting}, silent {len(self.silent):2}, "
                f"refused {self.refused}")  # fmt: skip


class Phone:
    """The one phone that keeps the whole file, without scripts."""

    def __init__(self, app: Flask) -> None:
        self.app, self.client = app, app.test_client()
        self.at = ""
        """The address that the last form or photo has led to."""
        self.token = _find_token(self.client)

    def send(self, address: str, fields: dict[str, object]) -> str:
        """Submit a form, do what it asks of workers, and return the address that it leads to, empty if it is shown."""
        answer = self.client.post(address, data={"csrf_token": self.token, **fields})
        if answer.status_code >= 400:
            raise AssertionError(f"{address}: {answer.status}")
        answer.close()
        do_jobs(self.app)
        self.at = answer.headers.get("Location", "")
        return self.at

    def open(self, address: str) -> str:
        """Open a page, wherever it leads."""
        answer = self.client.get(address, follow_redirects=True)
        if answer.status_code >= 400:
            raise AssertionError(f"{address}: {answer.status}")
        return answer.get_data(as_text=True)

    def follow(self, address: str) -> None:
        """Open a page, and remember the address that it leads to."""
        answer = self.client.get(address, follow_redirects=True)
        if answer.status_code >= 400:
            raise AssertionError(f"{address}: {answer.status}")
        self.at = answer.request.path


def _find_token(client: FlaskClient) -> str:
    found = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', client.get("/join").get_data(as_text=True))
    if not found:
        raise AssertionError("no token")
    return found[1]


def do_jobs(app: Flask) -> None:
    """Do all waiting jobs, as a worker does."""
    with app.app_context():
        while run_next("bench", app.config["CLOCK"], lambda _job: None):
            pass


def play_evening(phone: Phone, face: Face, deck: tuple[SceneCard, ...], seed: int) -> Taps:
    """Play an inspection of four shelves, and view its scorecard."""
    names = {f"seats-{number}-name": name for number, name in enumerate(("Rita", "Eric", "Mia", "Ben"))}
    focuses = {f"seats-{number}-focus": focus for number, focus in enumerate("SHMF")}
    head = {"form": "B-7c", "edition": EDITION, "prominent": "R", "banned": "C", "date": "2026-11-23", "way": "all"}
    desk = phone.send("/inspections/new", {**head, **names, **focuses}).removesuffix("/game")
    taps, pool = Taps(), deck
    shelves: list[Shot] = []
    for position in range(1, SEATS + 1):
        for again in range(MOST_PHOTOS):
            photo = take_photo(face, seed + 1000 * position + AGAIN * again, pool, FEWEST, MOST)
            cells = list_truth(photo, deck)
            shot = Shot(f"{desk}/seats/{position}", photo, cells)
            if send_photo(phone, shot, Teacher(face, photo, deck), taps):
                break
            taps.refused += 1
        else:
            raise AssertionError(f"none of {MOST_PHOTOS} photos of a shelf could be read")
        pool = tuple(card for card in pool if card not in cells.values())
        shelves.append(shot)
        if not shot.may_wait(phone):
            finish_shelf(phone, shot, shelves, taps)
    for shot in shelves:
        if shot.is_waiting(phone):
            taps.accepting += phone.at != f"{shot.seat}/photo"
            finish_shelf(phone, shot, shelves, taps)
        taps.silent += shot.tell_wrong(phone.app)
    for position in range(1, SEATS + 1):
        phone.send(f"{desk}/seats/{position}/focus", {"focus": "SHMF"[position - 1]})
    phone.open(f"{desk}/scorecard")
    do_jobs(phone.app)
    return taps


@dataclass(slots=True)
class Shot:
    """A shelf and its photo."""

    seat: str
    """Its URL."""
    photo: Photo
    cells: Cells

    @property
    def shelf(self) -> SeatShelf:
        """Where its photo is kept."""
        _, slug, _, position = self.seat.strip("/").split("/")
        return SeatShelf(slug, int(position))

    def is_waiting(self, phone: Phone) -> bool:
        """Whether it is still empty, with a photo in its review."""
        return not _find_shelf(phone.app, self.shelf).strip()

    def may_wait(self, phone: Phone) -> bool:
        """Whether the page offers to photograph another shelf first, or has nothing left to ask."""
        return not self.is_waiting(phone) or 'class="photo-following"' in phone.open(f"{self.seat}/photo")

    def tell_wrong(self, app: Flask) -> list[str]:
        """Say which cards are on the shelf and not in the truth, and which are there instead."""
        wanted = Counter(write_true(card) for card in self.cells.values())
        got = Counter(cell for cell in _find_shelf(app, self.shelf).split() if cell not in {"/", EMPTY})
        missed, made_up = ([*some.elements()] for some in (wanted - got, got - wanted))
        pairs = zip_longest(made_up, missed, fillvalue="none")
        return [f"{self.shelf.position} {one} for {other}" for one, other in pairs]


def send_photo(phone: Phone, shot: Shot, teacher: Teacher, taps: Taps) -> bool:
    """Photograph a shelf, and say what kinds of icons are; return whether the app took the photo for one."""
    photo = (BytesIO(encode(shot.photo)), "shelf.jpg")
    phone.follow(phone.send(f"{shot.seat}/photo", {"photo": photo, "request_key": f"{shot.seat[-1]}-{taps.refused}"}))
    with phone.app.app_context():
        if not has_review(shot.shelf):
            return False
    while kind := _find_kind(phone.app, shot.shelf):
        phone.send(f"{shot.seat}/photo/lesson", {"photo": "1", "kind": kind.key, "said": teacher.name(kind)})
        taps.lesson += 1
    return True


def finish_shelf(phone: Phone, shot: Shot, shelves: Sequence[Shot], taps: Taps) -> None:
    """Answer what is asked of a shelf, and of others whose photos wait; use it unless it was filled in."""
    compare_shelves(phone, shot, shelves, taps)
    while doubts := _find_cards(phone.app, shot.shelf, list_doubts):
        card, bare = doubts[0], [one for one in doubts if one.may_be_back]
        told = tell(shot.photo, shot.cells, card)
        if told == FACE_DOWN and card in bare and all(tell(shot.photo, shot.cells, one) == FACE_DOWN for one in bare):
            told = ALL_FACE_DOWN
        taps.mending += count_keys(card, told)
        phone.send(f"{shot.seat}/photo/place", {"place": format_spot(card.spot), "card": told})
    if shot.is_waiting(phone):
        phone.send(f"{shot.seat}/photo/accept", {})
        taps.accepting += 1


def compare_shelves(phone: Phone, shot: Shot, shelves: Sequence[Shot], taps: Taps) -> None:
    """Compare the cards that the page of a shelf shows, with those of other shelves among them."""
    page = phone.open(f"{shot.seat}/photo")
    fields: dict[str, object] = {}
    for other in shelves:
        suffix = "" if other is shot else f"-{other.shelf.position}"
        if f'name="shown{suffix}"' not in page:
            continue
        said = compare(
            other.photo, other.cells, _find_cards(phone.app, other.shelf, lambda review, _: list_comparable(review, 1))
        )
        taps.mending += said.taps - 1
        fields[f"shown{suffix}"], fields[f"other{suffix}"] = (
            [f"{format_spot(spot)} {text}" for spot, text in told.items()] for told in (said.shown, said.others)
        )
        fields[f"wrong{suffix}"] = [*map(format_spot, said.wrong)]
    if fields:
        taps.mending += 1
        phone.send(f"{shot.seat}/photo/compare", fields)


def _find_shelf(app: Flask, shelf: SeatShelf) -> str:
    with app.app_context():
        return queries.find_draft(shelf.slug).find_seat(shelf.position).shelf


def _find_kind(app: Flask, shelf: SeatShelf) -> Kind | None:
    with app.app_context():
        found = find_review(shelf)
        if found is None:
            raise AssertionError("the photo is gone")
        review, (photo, *_) = found
        return next((kind for kind in list_kinds(review, photo) if kind.said is None), None)


def _find_cards(
    app: Flask, shelf: SeatShelf, choose: Callable[[Review, str], tuple[PhotoCard, ...]]
) -> tuple[PhotoCard, ...]:
    with app.app_context():
        found = find_review(shelf)
        return choose(found[0], EDITION) if found else ()


def main() -> None:
    chosen = make_parser("evenings", __doc__, 1_960_000, 4).parse_args()
    cv2.setNumThreads(1)
    tell_missing_fonts()
    print("printing: taps = lesson + mending + using the shelves, cards wrong though nobody was asked; second evening")
    firsts, seconds = [], []
    for seed, face in list_printings(chosen.makers, chosen.first, chosen.count, HELD_OUT if chosen.held_out else None):
        deck = make_deck(seed)
        with tempfile.TemporaryDirectory() as folder:
            app = create_app(load_settings({"COMPANION_INSTANCE": folder, "COMPANION_OPEN_HOUSE": "yes"}))
            app.config.update(CLOCK=lambda: NOW, JOB_PAUSE=partial(do_jobs, app))
            phone = Phone(app)
            firsts.append(play_evening(phone, face, deck, 10 * seed))
            seconds.append(play_evening(phone, face, deck, 10 * seed + 5_000_000))
        print(f"{face.name:28} {firsts[-1].describe()} | {seconds[-1].describe()}", flush=True)
        for name, taps in (("first", firsts[-1]), ("second", seconds[-1])):
            if taps.silent:
                print(f"    {name}:", *taps.silent)
    for name, evenings in (("first", firsts), ("second", seconds)):
        counts = sorted(taps.all for taps in evenings)
        print(f"{name} evenings: taps {counts}, silent mistakes {sum(len(taps.silent) for taps in evenings)}")


if __name__ == "__main__":
    main()
