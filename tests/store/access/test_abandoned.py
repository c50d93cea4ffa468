"""What nobody came back to goes after a time; whatever somebody entered stays."""

from __future__ import annotations

import datetime

import pytest

from companion.scoring.decks.deck import Deck, KnownCard, Source, Statement, parse_icons
from companion.scoring.decks.document import DeckFile
from companion.store.access.abandoned import EMPTY_KEPT, LESSONS_KEPT, PHOTOS_KEPT, UPLOADS_KEPT, clear_abandoned
from companion.store.database import reading
from companion.store.decks.queries import make_deck
from companion.store.decks.uploads import has_upload, keep_upload
from companion.store.decks.waiting_lessons import WaitingLesson, keep_lessons, load_lessons
from companion.store.models import DeckRow, PhotoRow, ReviewRow
from companion.store.photos.owners import SeatShelf
from companion.store.photos.queries import TakenPhoto, add_photo
from companion.store.tables import queries
from companion.store.tables.drafts import Details, Kind, MissingError, StoredLibrary, StoredSeat

pytestmark = [pytest.mark.usefixtures("inside"), pytest.mark.both_databases]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SECOND = datetime.timedelta(seconds=1)


def start(*seats: StoredSeat, **details: str) -> str:
    seats = seats or (StoredSeat("Rita"), StoredSeat("Eric"))
    return queries.start_draft(Details("B-7c", "en", "R", "C", **details), seats, StoredLibrary(), NOW)


def take_photo(slug: str, made: datetime.datetime, key: str = "a") -> None:
    photo = TakenPhoto(b"jpeg", 40, 30, {})
    add_photo(SeatShelf(slug, 1), photo, key, lambda *_: ({}, frozenset({1, 2})), made)


def count(rows: type) -> int:
    with reading() as session:
        return session.query(rows).count()


def is_there(slug: str) -> bool:
    try:
        return queries.find_draft(slug) is not None
    except MissingError:
        return False


def test_a_table_in_which_nothing_was_entered_goes():
    slug = start()
    assert clear_abandoned(NOW + EMPTY_KEPT) == 0
    assert is_there(slug)
    assert clear_abandoned(NOW + EMPTY_KEPT + SECOND) == 1
    assert not is_there(slug)


@pytest.mark.parametrize(
    "table",
    [
        lambda: start(StoredSeat("Rita", kind=Kind.SHELF, shelf="A1:CF"), StoredSeat("Eric")),
        lambda: start(StoredSeat("Rita"), StoredSeat("Eric", "S")),
        lambda: start(remarks="The first evening."),
    ],
    ids=["a shelf", "a focus", "remarks"],
)
def test_a_table_in_which_anything_was_entered_stays(table):
    slug = table()
    clear_abandoned(NOW + 9 * EMPTY_KEPT)
    assert is_there(slug)


def test_photos_that_nobody_came_back_to_go_with_what_was_read():
    slug = start(StoredSeat("Rita", kind=Kind.SHELF, shelf="A1:CF"), StoredSeat("Eric"))
    take_photo(slug, NOW)
    take_photo(slug, NOW + SECOND, "b")
    # While a shelf has a fresh one, all of its photos stay: they are reviewed together.
    assert clear_abandoned(NOW + PHOTOS_KEPT + SECOND) == 0
    assert (count(PhotoRow), count(ReviewRow)) == (2, 1)
    assert clear_abandoned(NOW + PHOTOS_KEPT + 2 * SECOND) == 2
    assert (count(PhotoRow), count(ReviewRow)) == (0, 0)
    assert is_there(slug)


def test_lessons_of_a_shelf_that_never_became_final_go():
    slug = start(StoredSeat("Rita", kind=Kind.SHELF, shelf="A1:CF"), StoredSeat("Eric"))
    keep_lessons(slug, 1, [WaitingLesson(1, b"features", {})])
    assert clear_abandoned(NOW + LESSONS_KEPT) == 0
    assert load_lessons(slug)
    assert clear_abandoned(NOW + LESSONS_KEPT + SECOND) == 1
    assert load_lessons(slug) == {}


def test_decks_that_know_nothing_go_and_files_that_wait_for_nobody():
    number = make_deck(DeckFile(Deck.begin("Kitchen box", "en")), NOW)
    keep_upload(number, b"{}", NOW)
    assert clear_abandoned(NOW + UPLOADS_KEPT) == 0
    assert has_upload(number)
    assert clear_abandoned(NOW + UPLOADS_KEPT + SECOND) == 1
    assert not has_upload(number)
    assert clear_abandoned(NOW + EMPTY_KEPT + SECOND) == 1
    assert count(DeckRow) == 0


def test_a_deck_that_knows_a_card_stays():
    card = KnownCard("M", 8, (Statement(parse_icons("CF"), Source.HAND, "x", "2026-11-20"),))
    make_deck(DeckFile(Deck.begin("Kitchen box", "en").with_cards([card])), NOW)
    clear_abandoned(NOW + EMPTY_KEPT + SECOND)
    assert count(DeckRow) == 1
