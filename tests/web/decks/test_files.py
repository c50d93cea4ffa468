"""A deck as a whole: exporting and importing its file, its name, its pictures, and deleting it."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask

from companion.scoring.decks.deck import Deck, Source
from companion.scoring.decks.document import Pictures
from companion.scoring.decks.fields import MOST_BYTES
from companion.scoring.notation import parse_shelf
from companion.web.decks import files as deck_files
from companion.workflow.decks import keeping as decks

from ..conftest import EVENING

BOX, ATTIC = "Kitchen box", "Attic"
PICTURES = Pictures(*(b"\xff\xd8\xff\xe0" + part for part in (b"band", b"face")))


@pytest.fixture
def deck(visitor, remember) -> str:
    """The URL of a deck that knows two cards and has pictures of one."""
    visitor.send("/decks/new", {"name": BOX, "edition": "en"})
    address = visitor.address
    remember(BOX, "A1/7:CFF M8:HR", pictures={("M", 8): PICTURES})
    return address


@pytest.fixture
def remember(app: Flask) -> Callable[..., None]:
    def learn(box: str, shelf: str, where: str = "one", **more: object) -> None:
        cards = [card for _, card in parse_shelf(shelf)]
        with app.app_context():
            decks.remember(box, cards, where, Source.HAND, EVENING, **more)

    return learn


@pytest.fixture
def find_deck(app: Flask) -> Callable[..., Deck]:
    def find(name: str = BOX) -> Deck:
        with app.app_context():
            return decks.find_deck(name)

    return find


@pytest.fixture
def bring(visitor) -> Callable[..., str]:
    """A function that uploads a file to a URL."""

    def send(address: str, content: object, **fields: str) -> str:
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        return visitor.send(address, {"file": (BytesIO(data), "deck.json"), **fields})

    return send


def write_deck(cards: str, name: str = ATTIC, edition: str = "en", letters: dict[str, int] | None = None) -> dict:
    """Write a deck file whose cards someone else has confirmed."""
    entries = [cell.split(":") for cell in cards.split()]
    said = {"source": "hand", "where": "elsewhere", "when": "2026-01-02"}
    return {
        "format": "ex-libris/deck@1",
        "name": name,
        "edition": edition,
        "letters": letters or {},
        "cards": [{"card": card, "statements": [{"icons": icons, **said}]} for card, icons in entries],
    }


def list_known(deck: Deck) -> list[str]:
    return [f"{card.name}:{''.join(card.icons or '?')}" for card in deck.cards]


def test_a_deck_goes_out_with_its_pictures_or_without(visitor, deck):
    whole = json.loads(visitor.open(f"{deck}/deck.json"))
    assert visitor.headers["Content-Disposition"] == 'attachment; filename="ex-libris-deck-kitchen-box.json"'
    assert whole["cards"][1]["pictures"]
    plain = json.loads(visitor.open(f"{deck}/deck.json?pictures=no"))
    assert "pictures" not in plain["cards"][1]
    assert plain["letters"] == {"A": 7}


def test_what_went_out_comes_in_under_another_name(visitor, deck, bring, find_deck):
    content = visitor.open(f"{deck}/deck.json")
    page = bring("/decks/bring", content.encode(), name=ATTIC)
    assert "2 cards learned from the file." in page
    assert list_known(find_deck(ATTIC)) == list_known(find_deck())
    assert f'src="{visitor.address}/cards/M8/face.jpg"' in visitor.open(f"{visitor.address}/cards/M8")


def test_a_file_whose_deck_is_here_is_looked_at_first(visitor, deck, bring, find_deck):
    page = bring("/decks/bring", write_deck("A1:CFH B2:SS", "kitchen BOX"))
    assert visitor.address == f"{deck}/merge"
    assert "1 card would be new here" in page
    assert "1 card would be disputed" in page
    assert list_known(find_deck()) == ["A1:CFF", "M8:HR"]


def test_merging_keeps_both_opinions(visitor, deck, bring, find_deck):
    page = bring(f"{deck}/merge", write_deck("A1:CFH B2:SS M8:HR", letters={"A": 9, "B": 4}))
    assert "The letter A keeps its count of 7; the file has 9." in page
    page = visitor.send(f"{deck}/merge/accept")
    assert visitor.address == deck
    assert "1 card learned from the file." in page
    assert list_known(find_deck()) == ["A1:?", "B2:SS", "M8:HR"]
    assert find_deck().letter_counts == {"A": 7, "B": 4}
    visitor.open(f"{deck}/merge")
    assert visitor.address == f"{deck}/merge"
    assert visitor.status == 302


def test_a_file_in_agreement_says_so(visitor, deck, bring):
    page = bring(f"{deck}/merge", write_deck("A1:CFF"))
    assert "Nothing contradicts what is known." in page


def test_a_file_can_be_left_out(visitor, deck, bring, find_deck):
    bring(f"{deck}/merge", write_deck("A1:CFH"))
    assert "Look at the file that is waiting" in visitor.open(f"{deck}/care")
    page = visitor.send(f"{deck}/merge/drop")
    assert "the deck is unchanged" in page
    assert list_known(find_deck()) == ["A1:CFF", "M8:HR"]


def test_a_file_of_another_edition_can_only_be_a_deck_of_its_own(visitor, deck, bring, find_deck):
    page = bring(f"{deck}/merge", write_deck("A1:CFH", edition="pl"))
    assert "The file belongs to another edition: Polski." in page
    assert "Merge it into" not in page
    visitor.send(f"{deck}/merge/accept")
    assert visitor.status == 409
    visitor.send(f"{deck}/merge/apart", {"name": ATTIC})
    assert list_known(find_deck(ATTIC)) == ["A1:CFH"]
    assert find_deck(ATTIC).edition == "pl"


@pytest.mark.parametrize(("name", "sentence"), [(BOX, "is already a deck called"), ("", "A deck needs a name")])
def test_a_deck_of_its_own_needs_a_name_of_its_own(visitor, deck, bring, name, sentence):
    bring(f"{deck}/merge", write_deck("A1:CFH"))
    page = visitor.send(f"{deck}/merge/apart", {"name": name})
    assert visitor.status == 422
    assert sentence in page
    assert "would be disputed" in visitor.open(f"{deck}/merge")


@pytest.mark.parametrize("address", ["/decks/bring", "/decks/1/merge"])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"no deck at all", "This is not a deck file."),
        ({**write_deck(""), "cards": [{"card": "8M"}]}, "“8M” is not a card"),
        (b"", "No file has been chosen yet."),
    ],
)
def test_a_file_that_is_not_a_deck_changes_nothing(visitor, deck, bring, find_deck, address, content, sentence):
    page = bring(address, content)
    assert visitor.status == 422
    assert sentence in page
    assert "Nothing has been changed." in page
    assert list_known(find_deck()) == ["A1:CFF", "M8:HR"]


@pytest.mark.parametrize("address", ["/decks/bring", "/decks/1/merge"])
def test_a_file_that_is_far_too_large_is_not_read(visitor, deck, bring, monkeypatch, address):
    monkeypatch.setattr(deck_files, "MOST_BYTES", 1_000_000)
    page = bring(address, b"x" * 1_200_000)
    assert visitor.status == 413
    assert "a deck takes less than 1 MB" in page
    assert MOST_BYTES > 5_000_000


def test_a_deck_is_renamed_and_keeps_its_address(visitor, deck, find_deck):
    page = visitor.send(f"{deck}/name", {"name": "  Cellar "})
    assert visitor.address == deck
    assert "Cellar" in page
    assert len(find_deck("Cellar").cards) == 2


@pytest.mark.parametrize("name", ["", "attic", "Default", "x" * 61])
def test_a_name_that_cannot_be_used_changes_nothing(visitor, deck, find_deck, name):
    visitor.send("/decks/new", {"name": ATTIC, "edition": "en"})
    page = visitor.send(f"{deck}/name", {"name": name})
    assert visitor.status == 422
    assert f'value="{name}"' in page
    assert find_deck().name == BOX


def test_the_switch_is_on_and_off_deletes_the_pictures_after_asking(visitor, deck):
    assert "Pictures are kept" in visitor.open(f"{deck}/care")
    assert "The pictures of 1 card will be deleted" in visitor.open(f"{deck}/pictures")
    page = visitor.send(f"{deck}/pictures", {"keep": "no"})
    assert "Pictures are no longer kept, and none are left." in page
    visitor.open(f"{deck}/cards/M8/face.jpg")
    assert visitor.status == 404
    page = visitor.send(f"{deck}/pictures", {"keep": "yes"})
    assert "Pictures of the cards are kept from now on." in page


def test_a_deck_is_deleted_after_asking(visitor, deck):
    assert (
        "It goes into the wastebasket. For 30 days this phone can take it back; then it is gone for good."
        in visitor.open(f"{deck}/delete")
    )
    page = visitor.send(f"{deck}/delete")
    assert "The deck is in the wastebasket, from where it can be taken back for 30 days." in page
    visitor.open(deck)
    assert visitor.status == 404


def test_nothing_is_changed_without_the_token(visitor, deck, bring, find_deck):
    bring(f"{deck}/merge", write_deck("B2:SS"))
    for address in ("name", "pictures", "delete", "merge", "merge/accept", "merge/apart", "merge/drop"):
        assert visitor.client.post(f"{deck}/{address}", data={"name": "x", "keep": "no"}).status_code == 400
    assert visitor.client.post("/decks/bring", data={}).status_code == 400
    assert list_known(find_deck()) == ["A1:CFF", "M8:HR"]
