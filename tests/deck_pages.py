"""The pages of decks in every state that looks different."""

from __future__ import annotations

from companion.scoring.deck_document import Pictures
from companion.scoring.decks import Source
from companion.scoring.notation import parse_shelf
from companion.workflow import decks

from .office import Office
from .web.conftest import EVENING

BOX = "Kitchen"
FACE = Pictures(*(b"\xff\xd8\xff\xe0" + part for part in (b"band", b"face")))


def remember(office: Office, shelf: str, where: str, source: Source = Source.HAND, **more: object) -> None:
    """Let the deck learn a shelf."""
    cards = [card for _, card in parse_shelf(shelf)]
    with office.app.app_context():
        decks.remember(BOX, cards, where, source, EVENING, **more)  # type: ignore[arg-type]


def see_a_deck(office: Office) -> None:
    phone = office.hand_out()
    phone.see("the decks, none yet", "/decks")
    phone.see("a new deck", "/decks/new")
    phone.answer("a new deck without a name", "/decks/new", {"name": "", "edition": "fr"}, 422)
    phone.send("/decks/new", {"name": BOX, "edition": "en"})
    phone.answer("a new deck under a name that is taken", "/decks/new", {"name": BOX, "edition": "en"}, 422)
    phone.see("a deck of which nothing is known", "/decks/1")
    phone.see("a card of which nothing is known", "/decks/1/cards/B2")
    remember(office, "A1:CFF B2:HR B3:SS M8:CFHM Q12:RR", "one", pictures={("A", 1): FACE})
    remember(office, "B2:HM M8:CFHR", "two", Source.PHOTO)
    remember(office, "M8:CFHS", "three", Source.IMPORT)
    phone.send("/decks/1/letters", {"count-A": "3", "count-B": "2", "count-Q": "3"})
    phone.see("a deck with disputes", "/decks/1")
    phone.see("the decks", "/decks")
    phone.see("the letters of a deck", "/decks/1/letters")
    phone.answer("letters that cannot be counted", "/decks/1/letters", {"count-A": "many", "count-B": "2"}, 422)
    phone.see("a card with pictures", "/decks/1/cards/A1")
    phone.see("a card of three opinions", "/decks/1/cards/M8")
    phone.see("a card with too high a number", "/decks/1/cards/Q12")
    phone.answer("icons that no card has", "/decks/1/cards/M8", {"icons": "XY"}, 422)
    phone.send("/decks/1/cards/M8", {"icons": "CFHM"})
    phone.see("a card that was settled", "/decks/1/cards/M8")
    phone.send("/decks/1/letters", {f"count-{letter}": "9" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"})
    phone.see("a deck with too many cards", "/decks/1")
