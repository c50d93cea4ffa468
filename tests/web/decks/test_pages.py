"""The decks of a server: a list of all, a new one, a single one, its letters and its cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.scoring.decks.deck import Deck, Source
from companion.scoring.decks.document import Pictures
from companion.scoring.notation import parse_shelf
from companion.workflow.decks import keeping as decks

from ..conftest import EVENING

BOX = "Kitchen box"
JPEG = b"\xff\xd8\xff\xe0"
COUNTS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", [6] * 25 + [2], strict=True))


@pytest.fixture
def deck(visitor) -> str:
    """The URL of a new deck."""
    visitor.send("/decks/new", {"name": BOX, "edition": "en"})
    return visitor.address


@pytest.fixture
def remember(app: Flask) -> Callable[..., None]:
    """A function that lets the deck learn a shelf."""

    def learn(shelf: str, where: str = "one", **more: object) -> None:
        cards = [card for _, card in parse_shelf(shelf)]
        with app.app_context():
            decks.remember(BOX, cards, where, Source.HAND, EVENING, **more)

    return learn


@pytest.fixture
def find_deck(app: Flask) -> Callable[[], Deck]:
    def find() -> Deck:
        with app.app_context():
            return decks.find_deck(BOX)

    return find


def count(letters: dict[str, object]) -> dict[str, object]:
    return {f"count-{letter}": text for letter, text in letters.items()}


def test_the_front_page_leads_to_the_decks(visitor):
    assert 'href="/decks"' in visitor.open("/")
    assert "There is no deck yet" in visitor.open("/decks")


def test_a_new_deck_begins_with_its_name_and_edition(visitor, deck, find_deck):
    assert deck == "/decks/1"
    page = visitor.open("/decks")
    assert BOX in page
    assert "English · 0 of 152 cards known" in page
    assert find_deck().edition == "en"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("kitchen BOX", "There is already a deck called “kitchen BOX”."),
        ("", "A deck needs a name."),
        ("default", "cannot be the name of a deck"),
        ("x" * 61, "cannot be the name of a deck"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_and_kept_in_the_form(visitor, deck, name, sentence):
    page = visitor.send("/decks/new", {"name": name, "edition": "en"})
    assert visitor.status == 422
    assert sentence in page
    assert f'value="{name}"' in page


def test_a_name_may_hold_whatever_people_write(visitor):
    page = visitor.send("/decks/new", {"name": "Łukasz/Dária <2>?", "edition": "pl"})
    assert visitor.status == 200
    assert "Łukasz/Dária <2>?" in page


def test_a_deck_that_is_not_there_is_no_file(visitor):
    for address in ("/decks/1", "/decks/1/letters", "/decks/1/cards/M8"):
        visitor.open(address)
        assert visitor.status == 404


def test_every_card_of_the_box_is_a_tile(visitor, deck, remember):
    visitor.send(f"{deck}/letters", count({"A": 3}))
    remember("A1:CFF M8:HR")
    remember("M8:HH", "two")
    page = visitor.open(deck)
    assert "A1: Corrupted Codices, Fantastical Fictions, Fantastical Fictions" in page
    assert "A2: unknown" in page
    assert "M8: disputed" in page
    assert "1 of 3 known" in page
    assert "0 known, not counted yet" in page
    assert "Nothing is known about 24 letters yet" in page


def test_what_cannot_be_right_points_at_its_cards(visitor, deck, remember):
    visitor.send(f"{deck}/letters", count({"A": 3}))
    remember("A5:CFF M8:HR")
    remember("M8:HH", "two")
    page = visitor.open(deck)
    assert f'<a href="{deck}/cards/A5">A5</a>: this letter has only 3 cards' in page
    assert f'<a href="{deck}/cards/M8">M8</a> has been confirmed with different icons' in page


def test_the_sums_are_held_against_those_of_every_box(visitor, deck, remember):
    remember("A1:CFF M8:HR")
    page = visitor.open(deck)
    for part in ("of 152", "of 510", "of 85"):
        assert part in page


def test_counts_that_do_not_add_up_lead_to_the_letters(visitor, deck):
    visitor.send(f"{deck}/letters", count(COUNTS | {"A": 7}))
    assert f'Check how many cards each letter has. <a href="{deck}/letters">' in visitor.open(deck)
    visitor.send(f"{deck}/letters", count(COUNTS))
    assert "This cannot be right" not in visitor.open(deck)


def test_counts_are_filled_in_where_they_are_known(visitor, deck, find_deck):
    page = visitor.send(f"{deck}/letters", count({"A": "7", "B": "", "C": "0"}))
    assert "Noted." in page
    assert find_deck().letter_counts == {"A": 7}
    assert 'id="count-A" name="count-A" value="7"' in visitor.open(f"{deck}/letters")


def test_the_polish_box_has_its_counts_from_the_beginning(visitor):
    visitor.send("/decks/new", {"name": "Pudło", "edition": "pl"})
    page = visitor.open(f"{visitor.address}/letters")
    assert 'name="count-Ł"' in page


@pytest.mark.parametrize("text", ["many", "100", "-1", "7.5"])
def test_a_count_that_is_no_number_of_cards_keeps_everything_as_typed(visitor, deck, find_deck, text):
    page = visitor.send(f"{deck}/letters", count({"A": text, "B": "6"}))
    assert visitor.status == 422
    assert f'value="{text}"' in page
    assert 'value="6"' in page
    assert find_deck().letter_counts == {}


def test_a_card_shows_who_said_what(visitor, deck, remember):
    remember("M8/10:CFF")
    page = visitor.open(f"{deck}/cards/m8")
    assert "Confirmed on a shelf" in page
    assert "November 20, 2026" in page
    assert "These are right" not in page


def test_a_card_of_which_nothing_is_known_can_be_named(visitor, deck, find_deck):
    assert "Nobody has named this card’s icons" in visitor.open(f"{deck}/cards/Z1")
    page = visitor.send(f"{deck}/cards/Z1", {"icons": " ffc "})
    assert "Settled by hand" in page
    assert "".join(find_deck().find("Z", 1).icons) == "CFF"


def test_a_dispute_is_shown_side_by_side_and_settled_with_one_tap(visitor, deck, remember, find_deck):
    remember("M8:CFF")
    remember("M8:CFH", "two")
    page = visitor.open(f"{deck}/cards/M8")
    assert page.count("These are right") == 2
    page = visitor.send(f"{deck}/cards/M8", {"icons": "CFH"})
    assert "".join(find_deck().find("M", 8).icons) == "CFH"
    assert page.count("These are right") == 1


@pytest.mark.parametrize("icons", ["", "C", "CFHMR", "XY", "CF?"])
def test_icons_that_no_card_has_are_refused(visitor, deck, find_deck, icons):
    page = visitor.send(f"{deck}/cards/M8", {"icons": icons})
    assert visitor.status == 422
    assert "Expected two to four of the letters" in page
    assert find_deck().find("M", 8) is None


def test_a_card_can_be_struck_out(visitor, deck, remember, find_deck):
    remember("Q9:CFF M8:HR")
    page = visitor.send(f"{deck}/cards/Q9/strike")
    assert "Q9 has been struck out." in page
    assert [card.name for card in find_deck().cards] == ["M8"]


def test_pictures_are_shown_where_they_are_kept(visitor, deck, remember):
    remember("M8:HR A1:CF", pictures={("M", 8): Pictures(JPEG + b"band", JPEG + b"face")})
    assert f'src="{deck}/cards/M8/face.jpg"' in visitor.open(f"{deck}/cards/M8")
    visitor.open(f"{deck}/cards/M8/band.jpg")
    assert visitor.headers["Content-Type"] == "image/jpeg"
    assert "face.jpg" not in visitor.open(f"{deck}/cards/A1")
    visitor.open(f"{deck}/cards/A1/face.jpg")
    assert visitor.status == 404


@pytest.mark.parametrize("name", ["8M", "M", "M8:CF", "two cards"])
def test_what_is_no_card_has_no_page(visitor, deck, name):
    visitor.open(f"{deck}/cards/{name}")
    assert visitor.status == 404


def test_nothing_is_changed_without_the_token(visitor, deck, find_deck):
    for address in ("/decks/new", f"{deck}/letters", f"{deck}/cards/M8", f"{deck}/cards/M8/strike"):
        assert visitor.client.post(address, data={"icons": "CF", "count-A": "7"}).status_code == 400
    assert find_deck().letter_counts == {}
    assert find_deck().cards == ()
