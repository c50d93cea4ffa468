"""What a photo is read with: what is known of its printing, or what the table was taught of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.pipeline import PhotoReading
from companion.vision.problems import PhotoError, PhotoFinding, Problem
from companion.vision.readings import Confidence, Face, ReadCard, Reading
from companion.workflow.lessons.answers import WITH_LOOKS
from companion.workflow.photos import reading as room
from companion.workflow.photos.review import CONFIRMED_LETTERS

CORNERS = (10.0, 10.0), (60.0, 10.0), (60.0, 80.0), (10.0, 80.0)
LOOKS = (b"a lesson",)


def see(*icons: str, findings: tuple[PhotoFinding, ...] = ()) -> PhotoReading:
    """A reading of cards with these icons, which are sure unless some are open."""
    cards = tuple(
        ReadCard(0, column, Face.UP, CORNERS, Confidence(1.0, 1.0, 1.0, 0.5 if "?" in one else 1.0), "A", column + 1,
                 None, one)
        for column, one in enumerate(icons)
    )  # fmt: skip
    return PhotoReading(Reading("", "", cards, findings, {}, 0), np.zeros((100, 100, 3), np.uint8), 1)


UNKNOWN = (PhotoFinding(Problem.UNKNOWN_FACE),)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch):
    """A function that reads a photo which is of an unknown printing, and shows ``taught`` by the table's lessons."""

    def read(*taught: str, is_kept: bool = False) -> dict[str, object]:
        box = room.make_deckless_box("en", ())
        seen = {True: see(*taught), False: see(*"?" * max(1, len(taught)), findings=UNKNOWN)}
        more = replace(box, counts={})
        monkeypatch.setattr(room, "make_deckless_box", lambda *_: more)
        monkeypatch.setattr(room, "read_photo", lambda *about, **_: seen[about[3] is more])
        monkeypatch.setattr(room, "add_groups", lambda taken, _design: taken)
        return room.read_shelf_photo(b"", "en", None, LOOKS, is_kept=is_kept).reading

    return read


SEEN = ("CF", "HM", "RS", "CC", "FF", "HH", "MM", "RR", "SS", "CH", "CM", "CR")


def test_a_photo_is_read_with_what_the_table_was_taught(read):
    reading = read(*SEEN[:9], "??", "???", "????")
    assert reading[WITH_LOOKS]
    assert reading["shelf"].count("?") == 9


def test_where_lessons_say_nothing_of_many_cards_the_photo_gets_one_of_its_own(read):
    strange = (*SEEN[:8], "??", "??", "???", "????")
    reading = read(*strange)
    assert WITH_LOOKS not in reading
    assert reading[CONFIRMED_LETTERS] == []
    # Not once more after it.
    assert read(*strange, is_kept=True)[WITH_LOOKS]


def test_a_photo_that_shows_nothing_by_lessons_is_read_without_them(read):
    reading = read(is_kept=True)
    assert WITH_LOOKS not in reading
    assert reading["shelf"]


@pytest.mark.parametrize("is_familiar", [True, False])
def test_letters_that_nobody_confirmed_count_for_new_only_in_a_font_that_is_not_read(monkeypatch, *, is_familiar):
    box = room.make_deckless_box("en", ())
    learned = replace(box.design, name="learned", letters=("A", "B"), has_familiar_font=is_familiar)
    monkeypatch.setattr(room, "_find_box", lambda *_: ("learned", replace(box, design=learned)))
    monkeypatch.setattr(room, "read_photo", lambda *_, **__: see(*SEEN))
    monkeypatch.setattr(room, "add_groups", lambda taken, _design: taken)
    reading = room.read_shelf_photo(b"", "en").reading
    assert reading.get(CONFIRMED_LETTERS) == (None if is_familiar else ["A", "B"])


@pytest.mark.parametrize(
    ("findings", "is_familiar", "wanted"),
    [((), False, ["A", "B", "C"]), ((), True, None), (UNKNOWN, True, ["B", "C"])],
    ids=["both", "the deck's font is read", "another printing than the deck's"],
)
def test_letters_count_that_the_deck_confirmed_though_the_table_taught_more(monkeypatch, findings, is_familiar, wanted):
    """In strange light, say: a photo that fits the deck shows its letters, whatever it is read with then."""
    box = room.make_deckless_box("en", ())
    own = replace(box.design, name="learned", letters=("A", "B"), has_familiar_font=is_familiar)
    taught = replace(box.design, name="learned", letters=("B", "C"), has_familiar_font=False)
    boxes = [replace(box, design=design) for design in (own, taught)]
    monkeypatch.setattr(room, "_find_box", lambda *_: ("learned", boxes[0]))
    monkeypatch.setattr(room, "make_deckless_box", lambda *_: boxes[1])
    seen = {id(boxes[0]): see("CF", *["??"] * 11, findings=findings), id(boxes[1]): see(*SEEN)}
    monkeypatch.setattr(room, "read_photo", lambda *about, **_: seen[id(about[3])])
    monkeypatch.setattr(room, "add_groups", lambda taken, _design: taken)
    reading = room.read_shelf_photo(b"", "en", None, LOOKS).reading
    assert reading[WITH_LOOKS]
    assert reading.get(CONFIRMED_LETTERS) == wanted


@pytest.fixture
def read_pile(monkeypatch: pytest.MonkeyPatch):
    """A function that reads a pile which is ``plain`` without the table's lessons and ``taught`` with them."""

    def read(plain: PhotoReading, taught: PhotoReading) -> room.PileRead:
        more = replace(room.make_deckless_box("en", ()), counts={})
        monkeypatch.setattr(room, "make_deckless_box", lambda *_: more)
        monkeypatch.setattr(room, "read_pile", lambda *about: taught if about[3] is more else plain)
        return room.read_pile_cards(b"", "en", None, LOOKS)

    return read


def test_a_pile_is_read_with_what_the_table_was_taught(read_pile):
    assert read_pile(see("?", "?", findings=UNKNOWN), see("CF", "HM")) == room.PileRead("A1:CF / A2:HM")
    assert read_pile(see(), see("CF")).columns == "A1:CF"


def test_a_pile_that_lessons_say_nothing_of_is_read_without_them(read_pile):
    plain = read_pile(see("CF", "HM", "RS"), see("?", "?", "?"))
    assert plain.columns == "A1:CF / A2:HM / A3:RS"
    assert read_pile(see("?", findings=UNKNOWN), see()).findings == UNKNOWN
    with pytest.raises(PhotoError):
        read_pile(see(), see())
