"""Decks of an older version lose nothing when they travel without pictures."""

from __future__ import annotations

import base64
import datetime
import json

import pytest

from companion.scoring.decks.document import Lesson as KeptLesson
from companion.store.decks import queries as store
from companion.vision.learning.icons.icon_codes import add_codes
from companion.vision.learning.lesson_files import format_lesson, parse_lesson
from companion.vision.learning.lessons import describe_cards
from companion.workflow.decks import keeping as decks
from companion.workflow.decks.carrying import carry_deck_over, carry_some_over
from companion.workflow.decks.game_rules import EX_LIBRIS
from companion.workflow.decks.reading import load_box
from tests.vision.made_photos import confirm_cards, take_photo

pytestmark = pytest.mark.usefixtures("inside")

NOW = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
BOX = "Kitchen box"


@pytest.fixture(scope="module")
def old_lesson() -> bytes:
    return format_lesson(describe_cards(confirm_cards(take_photo(13, 3))[:8], EX_LIBRIS))


@pytest.fixture
def box(old_lesson: bytes) -> str:
    decks.make_deck(BOX, "en", NOW)
    lessons = [KeptLesson("IMG_1", old_lesson), KeptLesson("IMG_2", b"of a later version")]
    store.change_deck(BOX, lambda deck: deck, NOW, lessons=lessons)
    return BOX


def list_lessons(*, with_pictures: bool) -> list[bytes]:
    document = json.loads(decks.export_deck(BOX, with_pictures=with_pictures))
    return [base64.b64decode(lesson["features"]) for lesson in document["lessons"]]


def test_an_old_lesson_stays_behind_until_it_is_carried_over(box: str, old_lesson: bytes) -> None:
    assert list_lessons(with_pictures=False) == []
    carry_deck_over(box)
    (kept,) = list_lessons(with_pictures=False)
    assert parse_lesson(kept).is_coded
    # With pictures it is what it was, and what cannot be read is left alone.
    carried, unread = list_lessons(with_pictures=True)
    assert (parse_lesson(carried).patches == parse_lesson(old_lesson).patches).all()
    assert unread == b"of a later version"
    assert load_box(box).design is not None


def test_lessons_are_carried_over_some_at_a_time(box: str, old_lesson: bytes) -> None:
    last = carry_some_over(0)
    assert len(list_lessons(with_pictures=False)) == 1
    assert carry_some_over(last) == last
    # Those that have codes are not touched again.
    before = list_lessons(with_pictures=True)
    carry_deck_over(box)
    assert list_lessons(with_pictures=True) == before
    assert before[0] == format_lesson(add_codes(parse_lesson(old_lesson), EX_LIBRIS))


def test_a_deck_that_travelled_without_pictures_reads(box: str) -> None:
    carry_deck_over(box)
    done = decks.import_deck(decks.export_deck(box, with_pictures=False), "Attic", NOW)
    assert done.warnings == ()
    there = load_box("Attic").design
    assert there is not None
    assert there.is_coded
    assert there.seen.any()
