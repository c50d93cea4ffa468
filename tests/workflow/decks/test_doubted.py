"""A lesson that would make earlier ones worse waits for an answer, wherever it comes from; its cards do not."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from companion.scoring.cards import Card
from companion.scoring.decks.deck import Source
from companion.scoring.decks.document import Pictures
from companion.scoring.notation import parse_shelf
from companion.store.decks.doubted_lessons import Doubt, list_doubted
from companion.store.decks.waiting_lessons import WaitingLesson, keep_lessons, load_lessons
from companion.store.houses.reach import Reach, find_reach
from companion.store.photos.owners import SeatShelf
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.vision.learning.lesson_files import format_lesson
from companion.vision.learning.lessons import Lesson, describe_cards
from companion.workflow.decks import keeping as decks
from companion.workflow.decks.doubted import Answer, answer_doubted, count_open, find_lost_cards, list_doubts
from companion.workflow.decks.game_rules import EX_LIBRIS
from companion.workflow.decks.reading import judge_features
from companion.workflow.decks.table_decks import find_asking_deck, learn_table
from companion.workflow.lessons.known import list_looks
from tests.vision.made_photos import confirm_cards, take_photo

from ..drafts import FIGURES

pytestmark = pytest.mark.usefixtures("inside")

NOW = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
BOX = "Kitchen box"
DOUBT = Doubt(("A1",), 3, ("M8", "M9"))
PICTURES = Pictures(b"band", b"face")


@pytest.fixture
def box() -> int:
    decks.make_deck(BOX, "en", NOW)
    return decks.view_deck(BOX).kept.number


@pytest.fixture
def slug(box: int) -> str:
    """A table whose first shelf was confirmed on a photo, of which the lesson is doubted."""
    seats = [StoredSeat("Rita", "S"), StoredSeat("Eric", "H")]
    slug = queries.start_draft(
        Details("B-7c", "en", "R", "C"), seats, StoredLibrary(), NOW, table=Table("host", deck=BOX)
    )
    queries.write_tally(slug, 2, FIGURES, None, NOW)
    queries.write_shelf(slug, 1, "A1:CF", None, NOW)
    keep_lessons(slug, 1, [WaitingLesson(1, b"features", {("A", 1): PICTURES}, DOUBT)])
    return slug


@pytest.fixture(scope="module")
def lessons() -> tuple[Lesson, Lesson]:
    """Two photos of one printing, as they were confirmed: the one with more cards counts where they disagree."""
    return tuple(describe_cards(confirm_cards(take_photo(seed, 17)), EX_LIBRIS) for seed in (14, 13))


def read_cards(text: str) -> list[Card]:
    return [card for _, card in parse_shelf(text)]


def exchange(lesson: Lesson) -> Lesson:
    """Return a lesson that was confirmed with other categories."""
    table = str.maketrans("CFHMRS", "FCMHSR")
    return replace(
        lesson, cards=tuple((letter, number, icons.translate(table)) for letter, number, icons in lesson.cards)
    )


@pytest.mark.long
def test_a_deck_doubts_what_would_make_it_worse_and_nothing_else(box: int, lessons: tuple[Lesson, Lesson]) -> None:
    first, second = lessons
    assert judge_features(box, format_lesson(first), "one") is None
    shelf = " ".join(f"{letter}{number}:{icons}" for letter, number, icons in first.cards)
    decks.remember(BOX, read_cards(shelf), "one", Source.PHOTO, NOW, format_lesson(first))
    assert judge_features(box, format_lesson(second), "two") is None
    doubt = judge_features(box, format_lesson(exchange(second)), "two")
    assert doubt is not None
    assert doubt.cards == tuple(f"{letter}{number}" for letter, number, _ in second.cards)
    assert doubt.worse >= len(doubt.lost) > 0
    # What takes the place of a lesson is not judged by it.
    assert judge_features(box, format_lesson(exchange(first)), "one") is None
    assert judge_features(box, b"no lesson", "two") is None


def test_a_lesson_is_judged_by_those_of_the_same_evening_too(box: int, lessons: tuple[Lesson, Lesson]) -> None:
    first, second = map(format_lesson, lessons)
    assert judge_features(box, second, "two", [first]) is None
    doubt = judge_features(box, format_lesson(exchange(lessons[1])), "two", [first])
    assert doubt is not None
    assert doubt.worse > 0


def test_what_would_make_others_worse_is_not_read_with(slug: str) -> None:
    keep_lessons(slug, 1, [WaitingLesson(1, b"wrong", {}, DOUBT), WaitingLesson(2, b"right", {})])
    keep_lessons(slug, 2, [WaitingLesson(1, b"other", {})])
    assert list_looks(SeatShelf(slug, 1)) == (b"right", b"other")
    assert list_looks(SeatShelf(slug, 2), but=1) == (b"right",)


def test_a_doubted_lesson_waits_and_its_cards_are_learned(box: int) -> None:
    decks.remember(BOX, read_cards("A1:CF"), "photo 1", Source.PHOTO, NOW, b"features", {}, DOUBT)
    assert [card.name for card in decks.find_deck(BOX).cards] == ["A1"]
    assert decks.load_lessons(BOX) == ()
    assert find_lost_cards(BOX, "photo 1") == (3, ("M8", "M9"))
    assert find_lost_cards(BOX, "photo 2") == (0, ())
    (view,) = list_doubts(decks.view_deck(BOX))
    assert (view.made, view.of_shelf, view.cards, view.worse) == ("2026-11-20", False, ("A1",), 3)


def test_the_lesson_of_a_shelf_waits_once_the_shelf_is_final(slug: str, box: int) -> None:
    reach = find_reach("host", includes_common=True)
    assert load_lessons(slug)[1][0].doubt == DOUBT
    assert find_asking_deck(slug, "en", reach) is None
    learn_table(slug, NOW)
    assert find_asking_deck(slug, "en", reach) == (box, 1)
    assert find_asking_deck(slug, "en", Reach("guest", frozenset())) is None
    assert [card.name for card in decks.find_deck(BOX).cards] == ["A1"]
    assert decks.load_lessons(BOX) == ()
    (view,) = list_doubts(decks.view_deck(BOX))
    assert (view.of_shelf, view.pictured) == (True, ("A1",))


@pytest.mark.parametrize(("said", "learned"), [(Answer.TAKEN, [b"features"]), (Answer.LEFT, [])])
def test_what_is_answered_holds_until_it_is_taken_back(slug: str, box: int, said: Answer, learned: list[bytes]) -> None:
    learn_table(slug, NOW)
    (waiting,) = list_doubted(box)
    answer_doubted(box, waiting.number, said, NOW)
    assert [lesson.features for lesson in decks.load_lessons(BOX)] == learned
    assert count_open(box) == 0
    # Nothing is asked twice about a shelf that stays as it is.
    learn_table(slug, NOW)
    assert count_open(box) == 0
    answer_doubted(box, waiting.number, Answer.OPEN, NOW)
    assert decks.load_lessons(BOX) == ()
    assert count_open(box) == 1
