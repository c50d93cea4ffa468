"""A table's deck and the photos of its shelves: what they teach waits until the shelves are final."""

from __future__ import annotations

import datetime

import cv2
import pytest

from companion.scoring.notation import parse_shelf
from companion.store.decks import queries as decks
from companion.store.decks.waiting_lessons import load_lessons
from companion.store.photos import queries as photos
from companion.store.photos.owners import SeatShelf
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.workflow.access.roles import Viewer
from companion.workflow.decks.keeping import make_deck, name_shelf
from companion.workflow.decks.table_decks import learn_table
from companion.workflow.photos.filing import Purpose, file_photo, find_review, settle_card, take_over
from companion.workflow.photos.reading import read_shelf_photo
from companion.workflow.photos.review import KNOWN_BOX
from tools.scenes.faces import random_face
from tools.scenes.photos import make_photo

from ...conftest import do_jobs
from ..drafts import FIGURES

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
pytestmark = pytest.mark.usefixtures("photos_read_once")

BOX = "Kitchen box"
# A card design from training with plain letters: this tests learning, not fonts.
FACE, SEED = 3, 13


@pytest.fixture(scope="module")
def photo():
    """A photo of a shelf with an unknown card design, and its content."""
    made = make_photo(random_face(FACE), SEED, size=(2400, 1800))
    return cv2.imencode(".jpg", made.image)[1].tobytes(), made.truth["notation"]


@pytest.fixture
def slug(app, photo):
    """A table that plays with a deck, whose first shelf has been photographed, confirmed, and accepted."""
    content, notation = photo
    with app.app_context():
        make_deck(BOX, "en", NOW)
        seats = [StoredSeat("Rita", "S"), StoredSeat("Eric", "H")]
        head = Details("B-7c", "en", "R", "C")
        slug = queries.start_draft(head, seats, StoredLibrary(), NOW, table=Table("host", deck=BOX))
        queries.write_tally(slug, 2, FIGURES, None, NOW)
        file_photo(SeatShelf(slug, 1), read_shelf_photo(content, "en", BOX), Purpose.WHOLE, None, "one", NOW)
        review, _ = find_review(SeatShelf(slug, 1))
        for card, token in zip(
            review.cards, [one for one in notation.replace("/", " ").split() if one != "."], strict=True
        ):
            settle_card(SeatShelf(slug, 1), card.spot, token)
        take_over(slug, 1, None, Viewer(), NOW, keeps_photos=False)
        app.config["CLOCK"] = lambda: NOW
        do_jobs(app)
        yield slug


def list_names(shelf):
    return {card.name for _, card in parse_shelf(shelf) if not card.is_blank}


def test_what_a_photo_taught_waits_for_the_shelf_and_recognizes_the_next_photo_of_its_cards(slug, photo):
    (lesson,) = load_lessons(slug)[1]
    names = list_names(photo[1])
    assert {f"{letter}{number}" for letter, number in lesson.pictures} <= names
    assert photos.find_review(SeatShelf(slug, 1)) is None
    assert decks.load_lessons(BOX) == ()
    learn_table(slug, NOW)
    kept = decks.find_deck(BOX)
    assert {card.name for card in kept.deck.cards} == names
    assert {one.source for card in kept.deck.cards for one in card.statements} == {"photo"}
    assert kept.pictured == set(lesson.pictures)
    assert [one.where for one in decks.load_lessons(BOX)] == [name_shelf(slug, 1)]
    assert load_lessons(slug) == {}
    reading = read_shelf_photo(photo[0], "en", BOX).reading
    assert reading["shelf"] == photo[1]
    assert {card["source"] for card in reading["cards"] if card["face"] == "up"} == {"deck"}


@pytest.mark.long
def test_a_box_is_known_by_the_deck_alone_once_the_shelf_is_final(slug, photo):
    looks = tuple(lesson.features for lesson in load_lessons(slug)[1])
    for this_evening in ((), looks):
        assert KNOWN_BOX not in read_shelf_photo(photo[0], "en", BOX, this_evening).reading
    learn_table(slug, NOW)
    assert read_shelf_photo(photo[0], "en", BOX).reading[KNOWN_BOX]
    assert KNOWN_BOX not in read_shelf_photo(photo[0], "en").reading


def test_a_photo_of_cards_that_were_corrected_away_teaches_nothing(slug):
    queries.write_shelf(slug, 1, "A1:CF", None, NOW)
    learn_table(slug, NOW)
    assert [card.name for card in decks.find_deck(BOX).deck.cards] == ["A1"]
    assert decks.load_lessons(BOX) == ()
    assert load_lessons(slug) == {}
