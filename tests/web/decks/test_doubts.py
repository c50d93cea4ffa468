"""A deck asks about a photo that would make earlier ones worse; two buttons answer, and the answer can be changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.scoring.decks.deck import Source
from companion.scoring.decks.document import Pictures
from companion.scoring.notation import parse_shelf
from companion.store.decks.doubted_lessons import Doubt
from companion.store.decks.waiting_lessons import WaitingLesson, keep_lessons
from companion.workflow.decks import keeping as decks

from ..conftest import EVENING, FIGURES

BOX = "Kitchen box"
PICTURES = Pictures(*(b"\xff\xd8\xff\xe0" + part for part in (b"band", b"face")))
DOUBT = Doubt(("A1", "B2"), 2, ("M8", "M9"))


@pytest.fixture
def deck(visitor, app: Flask) -> str:
    """The URL of a deck that asks about a photo."""
    visitor.send("/decks/new", {"name": BOX, "edition": "en"})
    cards = [card for _, card in parse_shelf("A1:CF B2:HM")]
    with app.app_context():
        decks.remember(BOX, cards, "photo 1", Source.PHOTO, EVENING, b"doubted", {("A", 1): PICTURES}, DOUBT)
    return str(visitor.address)


@pytest.fixture
def list_learned(app: Flask) -> Callable[[], list[bytes]]:
    def find() -> list[bytes]:
        with app.app_context():
            return [lesson.features for lesson in decks.load_lessons(BOX)]

    return find


def test_the_page_says_which_photo_and_what_it_would_do(visitor, deck):
    page = visitor.open(deck)
    assert "1 photo does not fit earlier ones" in page
    assert '<time datetime="2026-11-20">' in page
    assert "would misread or doubt 2 cards of earlier photos" in page
    assert f'href="{deck}/cards/M8"' in page
    assert page.count("/face.jpg") == 1
    assert "Photos that you were asked about" not in page


@pytest.mark.parametrize(
    ("said", "words", "learned"), [("taken", "Learned all the same", [b"doubted"]), ("left", "Left out", [])]
)
def test_an_answer_is_kept_and_can_be_taken_back(visitor, deck, list_learned, said, words, learned):
    page = visitor.send(f"{deck}/doubts/1", {"answer": said})
    assert "Noted." in page
    assert words in page
    assert "does not fit earlier ones" not in page
    assert list_learned() == learned
    page = visitor.send(f"{deck}/doubts/1", {"answer": ""})
    assert "1 photo does not fit earlier ones" in page
    assert list_learned() == []


def test_other_answers_and_photos_change_nothing(visitor, deck, list_learned):
    visitor.send(f"{deck}/doubts/1", {"answer": "perhaps"})
    assert visitor.status == 400
    visitor.send(f"{deck}/doubts/2", {"answer": "taken"})
    assert visitor.status == 404
    assert visitor.client.post(f"{deck}/doubts/1", data={"answer": "taken"}).status_code == 400
    assert list_learned() == []


def test_the_scorecard_says_that_the_deck_asks_about_a_shelf(visitor, app, deck):
    desk = visitor.start("Rita", "Eric", deck="deck:1")
    slug = desk.rpartition("/")[2]
    visitor.store(f"{desk}/seats/1/shelf", {"shelf": "A1:CF"})
    visitor.store(f"{desk}/seats/2/tally", {**FIGURES, "stability": "12"})
    with app.app_context():
        keep_lessons(slug, 1, [WaitingLesson(1, b"of a shelf", {}, DOUBT)])
    page = visitor.open(f"{desk}/scorecard")
    assert "1 photo does not fit earlier ones." in page
    assert f'href="{deck}#doubts"' in page
    assert "2 photos do not fit earlier ones" in visitor.open(deck)
