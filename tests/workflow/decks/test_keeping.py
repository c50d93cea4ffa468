"""Decks: learned from confirmed shelves, settled by their owner, moved from one server to another."""

from __future__ import annotations

import datetime
import json

import pytest

from companion.scoring.cards import Card
from companion.scoring.decks.checks import Flaw
from companion.scoring.decks.deck import DeckNameError, Source, parse_icons
from companion.scoring.decks.document import Lesson, Pictures
from companion.scoring.decks.merging import OtherEditionError, Outcome
from companion.scoring.documents.heading import DocumentError
from companion.scoring.notation import parse_shelf
from companion.store.decks import queries as store
from companion.store.decks.queries import DeckExistsError, MissingDeckError
from companion.workflow.decks import keeping as decks

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
BOX, ATTIC = "Kitchen box", "Attic"
JPEG = b"\xff\xd8\xff\xe0"
PICTURES = Pictures(JPEG + b"band", JPEG + b"face")


@pytest.fixture
def box() -> str:
    decks.make_deck(BOX, "en", NOW)
    return BOX


def read_cards(text: str) -> list[Card]:
    return [card for _, card in parse_shelf(text)]


def remember(box: str, text: str, where: str = "one", **more: object) -> None:
    decks.remember(box, read_cards(text), where, Source.HAND, NOW, **more)


def list_known(box: str) -> list[str]:
    return [f"{card.name}:{''.join(card.icons or '?')}" for card in decks.find_deck(box).cards]


def test_a_deck_begins_with_its_edition(box):
    assert decks.find_deck(box).edition == "en"
    assert decks.has_deck("kitchen box")
    assert not decks.has_deck(ATTIC)
    with pytest.raises(DeckExistsError):
        decks.make_deck(BOX, "pl", NOW)
    with pytest.raises(DeckNameError, match="Default"):
        decks.make_deck("Default", "en", NOW)
    with pytest.raises(LookupError, match="tlh"):
        decks.make_deck(ATTIC, "tlh", NOW)


def test_a_confirmed_shelf_is_remembered_and_its_correction_too(box):
    remember(box, "M8/9:CF . B2:HH~ / # A1", lesson=b"features", pictures={("M", 8): PICTURES})
    assert list_known(box) == ["B2:HH", "M8:CF"]
    assert decks.find_deck(box).cards[0].statements[0].when == "2026-11-20"
    assert decks.load_lessons(box) == (Lesson("one", b"features"),)
    remember(box, "M3:CF B2:HM")
    assert list_known(box) == ["B2:HM", "M3:CF"]
    assert decks.find_version(box) == 3


def test_two_tables_that_disagree_wait_for_the_owner(box):
    remember(box, "M8:CF", decks.name_shelf("kitchen", 1))
    remember(box, "M8:CH", decks.name_shelf("attic", 1))
    view = decks.view_deck(box)
    assert [finding.flaw for finding in view.findings] == [Flaw.DISPUTED]
    assert (view.figures.known, view.figures.disputed, view.deck.name) == (0, 1, BOX)
    decks.settle(box, ("M", 8), parse_icons("CH"), NOW)
    assert list_known(box) == ["M8:CH"]
    assert decks.view_deck(box).findings == ()


def test_the_name_of_a_shelf_does_not_open_its_table():
    assert "secret" not in decks.name_shelf("secret", 2)
    assert len({decks.name_shelf("secret", 1), decks.name_shelf("secret", 2), decks.name_shelf("other", 1)}) == 3


def test_photos_of_one_name_are_told_apart_by_what_they_show():
    names = {decks.name_photo("IMG_1.jpg", b"one"), decks.name_photo("IMG_1.jpg", b"two")}
    assert len(names) == 2
    assert all(name.startswith("IMG_1.jpg ") for name in names)


def test_letters_are_counted_by_hand(box):
    decks.count_letters(box, {"B": 3, "A": 7, "C": 0}, NOW)
    assert decks.find_deck(box).letter_counts == {"A": 7, "B": 3}


def test_decks_are_listed_by_name(box):
    decks.make_deck(ATTIC, "pl", NOW)
    assert [view.deck.name for view in decks.list_decks()] == [ATTIC, BOX]


def test_a_deck_travels_to_another_server_whole(box):
    remember(box, "M8:CF A1:HHM", lesson=b"features", pictures={("M", 8): PICTURES})
    done = decks.import_deck(decks.export_deck(box), ATTIC, NOW)
    assert (done.name, done.merge, done.warnings) == (ATTIC, None, ())
    here, there = store.load_file(box), store.load_file(ATTIC)
    assert there.deck.cards == here.deck.cards
    assert (there.pictures, there.lessons, there.keeps_pictures) == (here.pictures, here.lessons, True)


def test_a_deck_may_travel_without_pictures(box):
    remember(box, "M8:CF", pictures={("M", 8): PICTURES})
    document = json.loads(decks.export_deck(box, with_pictures=False))
    assert "pictures" not in document["cards"][0]


def test_a_deck_that_comes_back_changes_nothing(box):
    remember(box, "M8:CF A1:HHM", lesson=b"features", pictures={("M", 8): PICTURES})
    before = store.load_file(box)
    done = decks.import_deck(decks.export_deck(box), None, NOW)
    assert done.merge is not None
    assert (done.name, done.merge.cards, done.merge.counts) == (BOX, (), ())
    assert store.load_file(box) == before


def test_a_deck_is_merged_into_the_one_of_its_name(box):
    decks.make_deck(ATTIC, "en", NOW)
    remember(ATTIC, "M8:CH A1:HHM", "two", lesson=b"theirs", pictures={("M", 8): PICTURES, ("A", 1): PICTURES})
    ours = Pictures(JPEG + b"ours", JPEG)
    remember(box, "M8:CF", lesson=b"ours", pictures={("M", 8): ours})
    done = decks.import_deck(decks.export_deck(ATTIC), BOX, NOW)
    assert done.merge is not None
    assert [(one.card.name, one.outcome) for one in done.merge.cards] == [
        ("A1", Outcome.LEARNED),
        ("M8", Outcome.DISPUTED),
    ]
    file = store.load_file(box)
    assert file.pictures == {("M", 8): ours, ("A", 1): PICTURES}
    assert file.lessons == (Lesson("one", b"ours"), Lesson("two", b"theirs"))


def test_a_deck_of_another_edition_is_not_merged(box):
    decks.make_deck(ATTIC, "pl", NOW)
    with pytest.raises(OtherEditionError):
        decks.import_deck(decks.export_deck(ATTIC), BOX, NOW)


def test_what_is_no_deck_makes_none():
    with pytest.raises(DocumentError):
        decks.import_deck(b'{"format": "ex-libris/deck@1"}', None, NOW)
    named = {"format": "ex-libris/deck@1", "name": "default", "edition": "en"}
    with pytest.raises(DeckNameError):
        decks.import_deck(json.dumps(named).encode(), None, NOW)
    assert decks.list_decks() == ()
    with pytest.raises(MissingDeckError):
        decks.export_deck(BOX)
