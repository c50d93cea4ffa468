"""Photos of shelves: stored once, with their review, and deleted as soon as they are no longer needed."""

from __future__ import annotations

import datetime

import pytest
from sqlalchemy import func, select

from companion.store.database import reading
from companion.store.models import PhotoRow, ReviewRow
from companion.store.photos import queries as photos
from companion.store.photos.owners import SeatShelf
from companion.store.photos.queries import KeptPhoto, TakenPhoto, TooManyPhotosError
from companion.store.tables import outlines, queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Details, MissingError, SeatEntry, StoredLibrary, StoredSeat
from companion.store.tables.stages import Act, StageError

from ..shredding import shred_draft

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
READING = {"shelf": "A1:CF"}


@pytest.fixture
def slug() -> str:
    return queries.start_draft(
        Details("B-7c", "en", "R", "C"), [StoredSeat("Rita"), StoredSeat("Eric")], StoredLibrary(), NOW
    )


def take(slug: str, key: str, position: int = 1, picture: bytes = b"jpeg", keeps: frozenset[int] = frozenset()) -> None:
    """Store a photo in addition to those in ``keeps``."""

    def change(content, number):
        return {"numbers": sorted({number, *keeps})}, frozenset({number, *keeps})

    photos.add_photo(SeatShelf(slug, position), TakenPhoto(picture, 40, 30, READING), key, change, NOW)


def count_rows() -> tuple[int, int]:
    """How many photos and reviews are stored in total."""
    with reading() as session:
        return tuple(session.scalar(select(func.count()).select_from(row)) for row in (PhotoRow, ReviewRow))


def test_a_photo_is_kept_with_its_reading_and_review(slug):
    take(slug, "a")
    review = photos.find_review(SeatShelf(slug, 1))
    assert review is not None
    assert review.content == {"numbers": [1]}
    assert review.photos == (KeptPhoto(1, 40, 30, READING),)
    assert photos.find_picture(SeatShelf(slug, 1), 1) == b"jpeg"
    assert photos.find_review(SeatShelf(slug, 2)) is None


def test_the_reviews_of_a_table_are_listed_by_seat(slug):
    take(slug, "a", position=2)
    assert photos.list_reviews(slug) == {2: {"numbers": [1]}}
    with pytest.raises(MissingError):
        photos.list_reviews("no such table")


def test_photos_stay_whose_review_says_so_by_then(slug):
    take(slug, "a")
    photos.drop_photos(SeatShelf(slug, 1), lambda content: content["numbers"] == [2])
    assert count_rows() == (1, 1)
    photos.drop_photos(SeatShelf(slug, 1), lambda content: content["numbers"] == [1])
    assert count_rows() == (0, 0)


def test_a_photo_that_is_sent_twice_is_kept_once(slug):
    take(slug, "a")
    take(slug, "a", picture=b"other")
    assert photos.has_photo(SeatShelf(slug, 1), "a")
    assert not photos.has_photo(SeatShelf(slug, 2), "a")
    assert photos.find_picture(SeatShelf(slug, 1), 1) == b"jpeg"
    assert count_rows() == (1, 1)


def test_photos_of_which_the_review_no_longer_speaks_are_deleted(slug):
    take(slug, "a")
    take(slug, "b", keeps=frozenset({1}))
    assert count_rows() == (2, 1)
    photos.change_review(SeatShelf(slug, 1), lambda _: ({"numbers": [2]}, frozenset({2})))
    with pytest.raises(MissingError):
        photos.find_picture(SeatShelf(slug, 1), 1)
    assert photos.find_picture(SeatShelf(slug, 1), 2) == b"jpeg"


def test_a_change_that_fails_keeps_nothing(slug):
    def refuse(content, number):
        raise ValueError("another part")

    with pytest.raises(ValueError, match="another part"):
        photos.add_photo(SeatShelf(slug, 1), TakenPhoto(b"jpeg", 40, 30, READING), "a", refuse, NOW)
    assert count_rows() == (0, 0)


def test_nobody_needs_more_than_a_dozen_photos_of_a_shelf(slug):
    with pytest.raises(TooManyPhotosError):
        take(slug, "a", keeps=frozenset(range(2, 2 + photos.MOST_PHOTOS)))
    assert count_rows() == (0, 0)


def test_photos_are_nobody_elses_business(slug):
    before = outlines.find_pulse(slug)
    take(slug, "a")
    photos.drop_photos(SeatShelf(slug, 1))
    assert outlines.find_pulse(slug) == before
    assert count_rows() == (0, 0)


def test_photos_go_with_their_inspection(slug):
    take(slug, "a")
    take(slug, "b", position=2)
    shred_draft(slug)
    assert count_rows() == (0, 0)


def test_photos_go_with_their_seat(slug):
    take(slug, "a")
    take(slug, "b", position=2)
    queries.write_details(slug, Details("B-7c", "en"), [SeatEntry("Rita", position=1)], "", NOW)
    assert count_rows() == (1, 1)


def test_photos_stay_while_the_inspection_goes_on_and_are_gone_once_it_is_revealed(slug):
    take(slug, "a")
    tables.move_stage(slug, Act.LOCK, NOW)
    assert photos.find_picture(SeatShelf(slug, 1), 1) == b"jpeg"
    tables.move_stage(slug, Act.REVEAL, NOW)
    assert count_rows() == (0, 0)


def test_a_locked_shelf_is_not_photographed(slug):
    take(slug, "a")
    tables.move_stage(slug, Act.LOCK, NOW)
    with pytest.raises(StageError):
        take(slug, "b")
    with pytest.raises(StageError):
        photos.change_review(SeatShelf(slug, 1), lambda content: (content, frozenset({1})))


def test_a_review_that_is_not_there_cannot_be_changed(slug):
    with pytest.raises(MissingError):
        photos.change_review(SeatShelf(slug, 1), lambda content: (content, frozenset()))
    with pytest.raises(MissingError):
        photos.find_review(SeatShelf(slug, 3))
