"""What waits for a deck: files to be merged, and photos that teach it; both are deleted with the deck."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.scoring.decks.deck import Deck
from companion.scoring.decks.document import DeckFile
from companion.store.decks import queries as decks
from companion.store.decks.addresses import find_name, list_numbers
from companion.store.decks.uploads import drop_upload, find_upload, has_upload, keep_upload
from companion.store.photos import queries as photos
from companion.store.photos.owners import DeckShelf, SeatShelf
from companion.store.photos.queries import TakenPhoto
from companion.store.tables.drafts import MissingError

from ..shredding import shred_deck

pytestmark = pytest.mark.both_databases

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
BOX, ATTIC = "Kitchen box", "Attic/2"


@pytest.fixture(autouse=True)
def app_context(app: Flask) -> Iterator[None]:
    with app.app_context():
        for name in (BOX, ATTIC):
            decks.make_deck(DeckFile(Deck(name, "en")), NOW)
        yield


def take(shelf: DeckShelf, key: str = "a") -> None:
    def change(_content, number):
        return {"numbers": [number]}, frozenset({number})

    photos.add_photo(shelf, TakenPhoto(b"jpeg", 40, 30, {}), key, change, NOW)


def test_a_deck_has_a_number_whatever_it_is_called():
    assert list_numbers(None) == ((2, ATTIC), (1, BOX))
    assert find_name(2) == ATTIC
    decks.rename_deck(ATTIC, "Cellar", NOW)
    assert find_name(2) == "Cellar"
    with pytest.raises(MissingError):
        find_name(3)


def test_a_file_waits_beside_its_deck_until_it_is_dropped_or_another_comes():
    assert not has_upload(1)
    keep_upload(1, b"one", NOW)
    keep_upload(1, b"two", NOW)
    assert find_upload(1) == b"two"
    assert not has_upload(2)
    drop_upload(1)
    with pytest.raises(MissingError):
        find_upload(1)
    drop_upload(1)


def test_photos_belong_to_one_deck():
    take(DeckShelf(1))
    take(DeckShelf(1))
    assert photos.find_picture(DeckShelf(1), 1) == b"jpeg"
    assert photos.find_review(DeckShelf(2)) is None
    assert photos.has_photo(DeckShelf(1), "a")
    assert not photos.has_photo(DeckShelf(2), "a")
    photos.drop_photos(DeckShelf(2))
    assert photos.find_review(DeckShelf(1)) is not None


def test_whatever_waits_goes_with_its_deck():
    take(DeckShelf(1))
    keep_upload(1, b"one", NOW)
    shred_deck(BOX)
    assert not has_upload(1)
    with pytest.raises(MissingError):
        photos.find_review(DeckShelf(1))


@pytest.mark.parametrize("shelf", [DeckShelf(7), SeatShelf("0000000000000000", 1)])
def test_nothing_is_kept_for_what_is_not_there(shelf):
    with pytest.raises(MissingError):
        take(shelf)
