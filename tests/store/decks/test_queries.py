"""Decks: stored under a name, changed as a whole, with pictures and lessons that are opaque to the store."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from companion.scoring.cards import Card
from companion.scoring.decks.deck import Deck, Source, Statement, learn_cards, parse_icons
from companion.scoring.decks.document import MOST_LESSONS, DeckFile, Lesson, Pictures
from companion.scoring.notation import parse_shelf
from companion.store.database import reading
from companion.store.decks import queries as decks
from companion.store.decks.queries import DeckExistsError, MissingDeckError
from companion.store.models import CardRow, DeckRow, LessonRow, PictureRow
from companion.store.tables import outlines, queries
from companion.store.tables.drafts import Details, MissingError, StoredLibrary, StoredSeat

from ..shredding import shred_deck

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
LATER = NOW + datetime.timedelta(days=1)
BOX = "Kitchen box"
PICTURES = Pictures(b"band", b"face")


@pytest.fixture
def box() -> str:
    """An empty deck of the Polish edition."""
    decks.make_deck(DeckFile(Deck.begin(BOX, "pl")), NOW)
    return BOX


def read_cards(text: str) -> list[Card]:
    return [card for _, card in parse_shelf(text)]


def learn(box: str, text: str, where: str = "table", **more: object) -> Deck:
    def change(deck: Deck) -> Deck:
        return learn_cards(deck, read_cards(text), Source.PHOTO, where, "2026-11-20")

    return decks.change_deck(box, change, LATER, **more)


def count_rows() -> tuple[int, ...]:
    """How many decks, cards, pictures, and lessons are stored in total."""
    rows = (DeckRow, CardRow, PictureRow, LessonRow)
    with reading() as session:
        return tuple(session.scalar(select(func.count()).select_from(row)) for row in rows)


def test_a_deck_is_kept_with_what_is_said_of_its_cards(box):
    deck = learn(box, "M8:CFFR Ł1:HH")
    kept = decks.find_deck(box)
    assert kept.deck == deck
    assert [card.name for card in deck.cards] == ["Ł1", "M8"]
    assert deck.cards[1].statements == (Statement(parse_icons("CFFR"), Source.PHOTO, "table", "2026-11-20"),)
    assert deck.letter_counts["Ł"] == 2
    assert (kept.keeps_pictures, kept.updated, kept.lessons, kept.pictured) == (True, LATER, 0, frozenset())


def test_every_change_has_a_version_of_its_own(box):
    before = decks.find_version(box)
    learn(box, "M8:CFFR")
    assert decks.find_version(box) == before + 1 == decks.find_deck(box).version


def test_what_is_said_again_is_no_change(box):
    learn(box, "M8:CFFR")
    before = decks.find_deck(box)
    learn(box, "M8:CFFR")
    assert decks.find_deck(box) == before


def test_a_deck_is_found_whatever_the_case_of_its_name(box):
    assert decks.find_deck(" kitchen  BOX ").deck.name == BOX


def test_two_decks_are_not_called_alike(box):
    with pytest.raises(DeckExistsError):
        decks.make_deck(DeckFile(Deck("kitchen box", "en")), NOW)
    decks.make_deck(DeckFile(Deck("Attic", "en"), keeps_pictures=False), NOW)
    assert decks.list_names() == ("Attic", BOX)
    assert not decks.find_deck("Attic").keeps_pictures
    with pytest.raises(DeckExistsError):
        decks.rename_deck("Attic", "KITCHEN BOX", NOW)
    decks.rename_deck("Attic", "attic", NOW)
    assert decks.list_names() == ("attic", BOX)


def test_a_name_that_no_deck_has_is_answered_with_those_there_are(box):
    with pytest.raises(MissingDeckError) as caught:
        decks.find_deck("Atlantis\0")
    assert caught.value.names == (BOX,)


def test_a_card_that_is_no_longer_known_goes_with_its_pictures(box):
    learn(box, "M8:CF M9:HH", pictures={("M", 8): PICTURES, ("M", 9): PICTURES})
    learn(box, "M9:HM")
    assert decks.find_deck(box).pictured == {("M", 9)}
    assert count_rows() == (1, 1, 1, 0)
    with pytest.raises(MissingError, match="no pictures of M8"):
        decks.find_pictures(box, ("M", 8))


def test_the_newest_pictures_of_a_card_are_kept(box):
    learn(box, "M8:CF", pictures={("M", 8): PICTURES, ("A", 1): PICTURES})
    learn(box, "M8:CF", pictures={("M", 8): Pictures(b"newer", b"face")})
    assert decks.find_pictures(box, ("M", 8)) == Pictures(b"newer", b"face")
    assert count_rows() == (1, 1, 1, 0)


def test_pictures_are_kept_only_where_the_owner_allows_it(box):
    learn(box, "M8:CF", pictures={("M", 8): PICTURES})
    decks.keep_pictures(box, False, NOW)
    assert count_rows() == (1, 1, 0, 0)
    learn(box, "M8:CF", pictures={("M", 8): PICTURES})
    assert decks.find_deck(box).pictured == frozenset()
    decks.keep_pictures(box, True, NOW)
    learn(box, "M8:CF", pictures={("M", 8): PICTURES})
    assert decks.find_deck(box).pictured == {("M", 8)}


def test_a_photo_teaches_one_lesson_however_often_it_is_confirmed(box):
    learn(box, "M8:CF", lessons=(Lesson("one", b"1"), Lesson("two", b"2")))
    learn(box, "M8:CF", lessons=(Lesson("one", b"3"),))
    assert decks.load_lessons(box) == (Lesson("two", b"2"), Lesson("one", b"3"))
    assert decks.find_deck(box).lessons == 2


def test_the_oldest_lessons_make_room_for_new_ones(box):
    learn(box, "", lessons=tuple(Lesson(f"photo {k}", b"x") for k in range(MOST_LESSONS + 2)))
    assert decks.load_lessons(box)[0].where == "photo 2"
    assert count_rows() == (1, 0, 0, MOST_LESSONS)


def test_a_change_that_fails_keeps_nothing(box):
    def refuse(deck: Deck) -> Deck:
        raise ValueError("the owner thinks again")

    with pytest.raises(ValueError, match="thinks again"):
        decks.change_deck(box, refuse, NOW, lessons=(Lesson("one", b"1"),))
    assert count_rows() == (1, 0, 0, 0)


def test_all_of_a_deck_is_had_at_once_with_pictures_or_without(box):
    deck = learn(box, "M8:CF", pictures={("M", 8): PICTURES}, lessons=(Lesson("one", b"1"),))
    whole = DeckFile(deck, True, {("M", 8): PICTURES}, (Lesson("one", b"1"),))
    assert decks.load_file(box) == whole
    assert decks.load_file(box, with_pictures=False) == DeckFile(deck, True, {}, whole.lessons)


def test_a_new_deck_may_come_with_everything_in_it(box):
    deck = learn(box, "M8:CF")
    file = DeckFile(replace(deck, name="Attic"), True, {("M", 8): PICTURES}, (Lesson("one", b"1"),))
    decks.make_deck(file, NOW)
    assert decks.load_file("Attic") == file


def test_a_deck_goes_with_everything_in_it_and_tables_stay(box):
    slug = queries.start_draft(Details("B-7c", "pl"), [StoredSeat("Rita")], StoredLibrary(), NOW)
    assert decks.find_deck_of(slug) is None
    decks.choose_deck(slug, box, LATER)
    assert decks.find_deck_of(slug) == BOX
    learn(box, "M8:CF", pictures={("M", 8): PICTURES}, lessons=(Lesson("one", b"1"),))
    shred_deck(box)
    assert count_rows() == (0, 0, 0, 0)
    assert decks.find_deck_of(slug) is None


def test_a_table_may_think_again_about_its_deck_and_its_followers_see_it(box):
    slug = queries.start_draft(Details("B-7c", "pl"), [StoredSeat("Rita")], StoredLibrary(), NOW)
    before = outlines.find_pulse(slug)
    decks.choose_deck(slug, box, LATER)
    assert outlines.find_pulse(slug) != before
    decks.choose_deck(slug, None, LATER)
    assert decks.find_deck_of(slug) is None
    with pytest.raises(MissingError):
        decks.find_deck_of("nowhere")
    with pytest.raises(MissingDeckError):
        decks.choose_deck(slug, "Atlantis", LATER)
