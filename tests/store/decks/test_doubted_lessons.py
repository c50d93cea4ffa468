"""Lessons that would make earlier ones worse: they wait, and whatever was said of them can be taken back."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from companion.scoring.decks.deck import Deck
from companion.scoring.decks.document import DeckFile, Lesson
from companion.store.decks import queries as decks
from companion.store.decks.doubted_lessons import MOST_DOUBTED, Answer, Doubt, answer_doubted, list_doubted
from companion.store.tables.drafts import MissingError

from ..shredding import shred_deck

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(days=1)
BOX = "Kitchen box"
DOUBT = Doubt(("A1", "Ł2"), 3, ("M8", "M9"))
EARLIER = Lesson("one", b"earlier")


@pytest.fixture
def box() -> int:
    """A deck that has learned from one photo."""
    number = decks.make_deck(DeckFile(Deck.begin(BOX, "pl")), NOW)
    decks.change_deck(number, keep, NOW, lessons=[EARLIER])
    return number


def keep(deck: Deck) -> Deck:
    return deck


def doubt(box: int, *lessons: Lesson) -> list[int]:
    """Let a deck doubt lessons; return the numbers of those that wait."""
    decks.change_deck(box, keep, NOW, doubted=[(lesson, DOUBT) for lesson in lessons])
    return [one.number for one in list_doubted(box) if one.answer is Answer.OPEN]


def test_a_doubted_lesson_waits_and_the_deck_goes_on_as_before(box):
    doubt(box, Lesson("two", b"doubted"))
    assert decks.load_lessons(box) == (EARLIER,)
    assert decks.find_deck(box).lessons == 1
    (one,) = list_doubted(box)
    assert (one.origin, one.doubt, one.made, one.answer) == ("two", DOUBT, NOW, Answer.OPEN)


def test_one_that_is_taken_is_learned_and_can_be_unlearned(box):
    (number,) = doubt(box, Lesson("two", b"doubted"))
    version = decks.find_version(box)
    answer_doubted(box, number, Answer.TAKEN, LATER)
    assert decks.load_lessons(box) == (EARLIER, Lesson("two", b"doubted"))
    assert list_doubted(box)[0].answer is Answer.TAKEN
    assert decks.find_version(box) == version + 1
    answer_doubted(box, number, Answer.TAKEN, LATER)
    assert decks.find_version(box) == version + 1
    answer_doubted(box, number, Answer.OPEN, LATER)
    assert decks.load_lessons(box) == (EARLIER,)
    assert list_doubted(box)[0].answer is Answer.OPEN


def test_one_that_is_left_out_can_still_be_taken(box):
    (number,) = doubt(box, Lesson("two", b"doubted"))
    answer_doubted(box, number, Answer.LEFT, LATER)
    assert decks.load_lessons(box) == (EARLIER,)
    answer_doubted(box, number, Answer.TAKEN, LATER)
    answer_doubted(box, number, Answer.LEFT, LATER)
    assert decks.load_lessons(box) == (EARLIER,)


def test_the_earlier_lesson_of_the_same_photo_comes_back(box):
    (number,) = doubt(box, Lesson("one", b"anew"))
    assert decks.load_lessons(box) == (EARLIER,)
    answer_doubted(box, number, Answer.TAKEN, LATER)
    assert decks.load_lessons(box) == (Lesson("one", b"anew"),)
    answer_doubted(box, number, Answer.LEFT, LATER)
    assert decks.load_lessons(box) == (EARLIER,)


def test_a_photo_that_comes_again_replaces_what_waited(box):
    (number,) = doubt(box, Lesson("two", b"doubted"))
    answer_doubted(box, number, Answer.LEFT, LATER)
    doubt(box, Lesson("two", b"doubted anew"))
    assert [one.answer for one in list_doubted(box)] == [Answer.OPEN]
    decks.change_deck(box, keep, LATER, lessons=[Lesson("two", b"a good one")])
    assert list_doubted(box) == ()
    assert decks.load_lessons(box) == (EARLIER, Lesson("two", b"a good one"))


def test_the_oldest_are_let_go(box):
    doubt(box, *(Lesson(f"photo {number}", b"doubted") for number in range(MOST_DOUBTED + 1)))
    assert [one.origin for one in list_doubted(box)] == [f"photo {number}" for number in range(1, MOST_DOUBTED + 1)]


def test_there_is_nothing_to_say_of_other_lessons(box):
    (number,) = doubt(box, Lesson("two", b"doubted"))
    with pytest.raises(MissingError):
        answer_doubted(box, number + 1, Answer.TAKEN, LATER)
    other = decks.make_deck(replace(DeckFile(Deck.begin("Attic", "pl"))), NOW)
    with pytest.raises(MissingError):
        answer_doubted(other, number, Answer.TAKEN, LATER)
    shred_deck(box)
    with pytest.raises(MissingError):
        answer_doubted(box, number, Answer.TAKEN, LATER)
