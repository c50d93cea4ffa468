"""Teaching a deck by photo: cards are laid out, photographed, confirmed, and remembered, a dozen at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from itertools import count

import pytest
from flask import Flask

from companion.scoring.decks.deck import Deck, Source
from companion.scoring.decks.document import Pictures
from companion.store.decks.doubted_lessons import Doubt
from companion.store.decks.waiting_lessons import WaitingLesson
from companion.store.photos.queries import TakenPhoto
from companion.vision.problems import PhotoError, Problem
from companion.workflow.decks import keeping as decks
from companion.workflow.decks import working as teaching
from companion.workflow.lessons import working as lessons
from companion.workflow.photos import working

from ...workflow.photos.read_cards import group_icons
from ..photos.readings import write_reading

BOX = "Kitchen box"
PICTURES = Pictures(*(b"\xff\xd8\xff\xe0" + part for part in (b"band", b"face")))


@pytest.fixture
def teach(visitor) -> str:
    """The URL on which a new deck is taught."""
    visitor.send("/decks/new", {"name": BOX, "edition": "en"})
    return f"{visitor.address}/teach"


@pytest.fixture(autouse=True)
def eye(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, dict[str, object] | PhotoError]:
    """Fake readings of photos, by their bytes; the name ``deck`` holds the deck used."""
    seen: dict[bytes, dict[str, object] | PhotoError] = {b"cards": write_reading("A1:CF B2:HM / C3:RS #", B2=0.6)}

    def look(
        content: bytes, _edition: str, deck: int | None, _looks: tuple[bytes, ...], *, is_kept: bool = False
    ) -> TakenPhoto:
        assert deck == 1
        found = seen[content]
        if isinstance(found, PhotoError):
            raise found
        return TakenPhoto(b"picture of " + content, 1600, 1200, found)

    monkeypatch.setattr(working, "read_shelf_photo", look)
    monkeypatch.setattr(lessons, "read_shelf_photo", look)
    monkeypatch.setattr(lessons, "take_looks", lambda *_: None)
    monkeypatch.setattr(teaching, "take_lessons", lambda *_: iter(()))
    return seen


@pytest.fixture
def take(visitor, teach) -> Callable[..., str]:
    """A function that uploads a photo and follows it; each has a key of its own."""
    keys = count()

    def send(content: bytes = b"cards", **fields: str) -> str:
        form = {"photo": (BytesIO(content), "cards.jpg"), "request_key": str(next(keys)), **fields}
        visitor.send(teach, form)
        return visitor.follow()

    return send


@pytest.fixture
def find_deck(app: Flask) -> Callable[[], Deck]:
    def find() -> Deck:
        with app.app_context():
            return decks.find_deck(BOX)

    return find


def list_known(deck: Deck) -> list[str]:
    return [f"{card.name}:{''.join(card.icons or '?')}" for card in deck.cards]


def test_a_deck_leads_to_where_it_is_taught(visitor, teach):
    assert f'href="{teach}"' in visitor.open(teach.removesuffix("/teach"))
    page = visitor.open(teach)
    assert f'action="{teach}"' in page
    assert "about 13 photos left" in page


def test_a_photo_is_looked_through_before_anything_is_learned(visitor, take, teach, find_deck):
    page = take()
    assert visitor.address == teach
    assert "4 cards" in page
    assert "1 place to look at" in page
    assert "Type it in the grid" not in page
    assert find_deck().cards == ()


def test_what_was_confirmed_is_learned_and_the_photo_let_go(visitor, take, teach, find_deck):
    take()
    visitor.send(f"{teach}/place", {"place": "1-2", "card": "B7:HM"})
    page = visitor.send(f"{teach}/accept")
    assert "3 cards learned." in page
    assert list_known(find_deck()) == ["A1:CF", "B7:HM", "C3:RS"]
    statement = find_deck().cards[0].statements[0]
    assert (statement.source, statement.where[:6]) == (Source.PHOTO, "photo ")
    visitor.open(f"{teach}/1.jpg")
    assert visitor.status == 404
    assert re.search(r'class="tile known new" href="[^"]*B7"', visitor.open(f"{teach}?new=A1.B7.X9"))


def test_a_card_can_be_entered_with_keys_beside_its_photo(visitor, take, teach, find_deck):
    take()
    place = {"place": "1-2"}
    page = visitor.send(f"{teach}/place", {**place, "key": "icon-S"})
    assert '<input type="hidden" name="icons" value="S">' in page
    page = visitor.send(f"{teach}/place", {**place, "icons": "S", "key": "number-9"})
    assert 'value="B9:HMS"' in page
    visitor.send(f"{teach}/place", {**place, "card": "B9:HMS"})
    visitor.send(f"{teach}/accept")
    assert list_known(find_deck()) == ["A1:CF", "B9:HMS", "C3:RS"]


def test_the_icons_that_the_deck_knows_come_with_letter_and_number(visitor, take, teach):
    visitor.send("/decks/1/cards/B9", {"icons": "SSS"})
    take()
    page = visitor.send(f"{teach}/place", {"place": "1-2", "key": "number-9"})
    assert page.index('value="B9:SSS"') < page.index('value="B9:HM"')


@pytest.mark.parametrize(
    "fields",
    [{"key": "icon-X"}, {"key": "letter-Ž"}, {"key": "number-0"}, {"key": "pen"}, {"icons": "X", "key": "icon-C"}],
)
def test_a_key_that_there_is_not_changes_nothing(visitor, take, teach, fields):
    take()
    visitor.send(f"{teach}/place", {"place": "1-2", **fields})
    assert visitor.status == 400
    assert "1 place to look at" in visitor.open(f"{teach}?place=1-2&icons=X&number=zero")


def test_a_card_that_is_not_wholly_known_is_left_out(visitor, take, teach, eye, find_deck):
    eye[b"cards"] = write_reading("A1:?? B2:HM")
    take()
    page = visitor.send(f"{teach}/accept")
    assert "1 card learned." in page
    assert "1 card was left out: part of it is unknown." in page
    assert list_known(find_deck()) == ["B2:HM"]


def test_the_count_of_a_letter_is_learned_where_all_agree(visitor, take, teach, eye, find_deck):
    reading = write_reading("A1:CF A2:HM B2:HM B3:CC C9:RR")
    for card, of in zip(reading["cards"], (7, 7, 6, 5, 8), strict=True):
        card["of"] = of
    eye[b"cards"] = reading
    take()
    visitor.send(f"{teach}/accept")
    assert find_deck().letter_counts == {"A": 7}


def test_what_photos_teach_is_kept_with_the_cards(visitor, take, teach, monkeypatch, app):
    lesson = WaitingLesson(1, b"features", {("A", 1): PICTURES})
    monkeypatch.setattr(teaching, "take_lessons", lambda *_: iter((lesson,)))
    take()
    page = visitor.send(f"{teach}/accept")
    assert "could not be learned" not in page
    with app.app_context():
        assert [one.features for one in decks.load_lessons(BOX)] == [b"features"]
        assert decks.view_deck(BOX).kept.pictured == {("A", 1)}


def test_a_photo_that_does_not_fit_earlier_ones_is_asked_about(visitor, take, teach, monkeypatch, app):
    doubt = Doubt(("A1", "B2"), 1, ("M8",))
    lesson = WaitingLesson(1, b"features", {("A", 1): PICTURES}, doubt)
    monkeypatch.setattr(teaching, "take_lessons", lambda *_: iter((lesson,)))
    take()
    page = visitor.send(f"{teach}/accept")
    assert "4 cards learned." in page or "3 cards learned." in page
    assert "1 photo does not fit earlier ones." in page
    assert 'href="/decks/1#doubts"' in page
    with app.app_context():
        assert decks.load_lessons(BOX) == ()
    page = visitor.open("/decks/1")
    assert "would misread or doubt 1 card of earlier photos" in page
    assert "It shows 2 cards: A1, B2." in page
    assert 'src="/decks/1/cards/A1/face.jpg"' in page


def test_the_same_photo_confirmed_differently_corrects_the_deck(visitor, take, teach, eye, find_deck):
    take()
    visitor.send(f"{teach}/accept")
    take()
    visitor.send(f"{teach}/place", {"place": "1-1", "card": "A1:CFF"})
    visitor.send(f"{teach}/accept")
    assert list_known(find_deck()) == ["A1:CFF", "B2:HM", "C3:RS"]


def test_two_photos_are_joined_and_learned_together(visitor, take, teach, eye, find_deck):
    eye[b"more"] = write_reading("T1:CF / V3:RS")
    take()
    assert "Where does this photo belong?" in take(b"more", part="more")
    visitor.send(f"{teach}/join", {"side": "below"})
    visitor.send(f"{teach}/accept")
    assert len(find_deck().cards) == 5


def test_a_photo_can_be_thrown_away(visitor, take, teach, find_deck):
    take()
    page = visitor.send(f"{teach}/drop")
    assert "Lay out about a dozen cards" in page
    assert find_deck().cards == ()
    visitor.send(f"{teach}/accept")
    assert "learned" not in visitor.open(teach)


def test_a_photo_without_cards_says_what_to_do(visitor, take, teach, eye):
    eye[b"cards"] = PhotoError(Problem.NO_SHELF)
    page = take()
    assert "No shelf is visible" in page
    assert "Nothing has been changed." in page


def test_what_takes_longer_is_followed(visitor, take, teach, app, find_deck):
    take()
    app.config["JOB_PAUSE"] = lambda: None
    page = visitor.send(f"{teach}/accept")
    assert "Learning the cards" in page
    assert find_deck().cards == ()
    visitor.follow()
    assert visitor.address == teach
    assert len(find_deck().cards) == 3


def test_a_deck_is_taught_once_however_often_the_button_is_pressed(visitor, take, teach, app, find_deck):
    take()
    app.config["JOB_PAUSE"] = lambda: None
    visitor.send(f"{teach}/accept", {"request_key": "one"})
    job = visitor.address
    visitor.send(f"{teach}/accept", {"request_key": "two"})
    assert visitor.address == job


def test_nothing_is_changed_without_the_token(visitor, take, teach, find_deck):
    take()
    for act in ("", "/place", "/join", "/accept", "/drop"):
        assert visitor.client.post(teach + act, data={}).status_code == 400
    assert find_deck().cards == ()
    assert "4 cards" in visitor.open(teach)


@pytest.fixture
def unnamed(eye) -> None:
    """A photo of an unknown card design: three clusters of icons on three cards."""
    reading = write_reading("A1:?? B2:??? C3:??")
    eye[b"cards"] = group_icons(reading, ((0, 1), (0, 1, 2), (0, 0)))
    eye[b"picture of cards"] = write_reading("A1:CS B2:CHS C3:SS")


def test_icons_without_a_name_are_asked_for_once_a_kind(visitor, take, teach, unnamed, find_deck):
    assert "1 of 3" in take()
    for kind, said in (("0", "S"), ("1", "C")):
        visitor.send(f"{teach}/lesson", {"photo": "1", "kind": kind, "said": said})
    page = visitor.send(f"{teach}/lesson", {"photo": "1", "kind": "2", "said": "H"})
    assert "Which category is this?" not in page
    assert "nothing doubtful" in page
    visitor.send(f"{teach}/accept")
    assert list_known(find_deck()) == ["A1:CS", "B2:CHS", "C3:SS"]


@pytest.mark.long
def test_a_whole_box_takes_less_than_fifteen_photos(visitor, take, teach, eye, app):
    cards = [f"{letter}{number}:CFH" for letter in "ABCDEFGHIJKLMNOPQRS" for number in range(1, 9)]
    dozens = [cards[first : first + 12] for first in range(0, len(cards), 12)]
    assert len(dozens) < 15
    for left, dozen in zip(range(len(dozens), 0, -1), dozens, strict=True):
        assert re.search(rf"\babout {left} photos? left\b", visitor.open(teach))
        name = f"photo {left}".encode()
        eye[name] = write_reading(" / ".join(" ".join(dozen[row : row + 4]) for row in range(0, len(dozen), 4)))
        take(name)
        visitor.send(f"{teach}/accept")
    assert "Every card in the box is known." in visitor.open(teach)
    with app.app_context():
        assert decks.view_deck(BOX).figures.is_complete
