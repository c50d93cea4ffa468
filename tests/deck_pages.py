"""The pages of decks in every state that looks different."""

from __future__ import annotations

import json
from io import BytesIO

from PIL import Image

from companion.scoring.decks.deck import Source
from companion.scoring.decks.document import Pictures
from companion.scoring.notation import parse_shelf
from companion.store.decks.doubted_lessons import Doubt
from companion.store.photos.owners import DeckShelf
from companion.store.photos.queries import TakenPhoto
from companion.workflow.decks import keeping as decks
from companion.workflow.photos.filing import Purpose, file_photo

from .recorded_pages import Phone, Site
from .web.conftest import EVENING
from .web.photos.readings import write_reading
from .workflow.photos.read_cards import group_icons

BOX = "Kitchen"
FACE = Pictures(*(b"\xff\xd8\xff\xe0" + part for part in (b"band", b"face")))


def remember(site: Site, shelf: str, where: str, source: Source = Source.HAND, **more: object) -> None:
    """Let the deck learn a shelf."""
    cards = [card for _, card in parse_shelf(shelf)]
    with site.app.app_context():
        decks.remember(BOX, cards, where, source, EVENING, **more)  # type: ignore[arg-type]


def see_a_deck(site: Site) -> None:
    phone = site.new_phone()
    phone.see("the decks, none yet", "/decks")
    phone.see("a new deck", "/decks/new")
    phone.answer("a new deck without a name", "/decks/new", {"name": "", "edition": "tlh"}, 422)
    phone.send("/decks/new", {"name": BOX, "edition": "en"})
    phone.answer("a new deck under a name that is taken", "/decks/new", {"name": BOX, "edition": "en"}, 422)
    phone.see("a deck of which nothing is known", "/decks/1")
    phone.see("a card of which nothing is known", "/decks/1/cards/B2")
    remember(site, "A1:CFF B2:HR B3:SS M8:CFHM Q12:RR", "one", pictures={("A", 1): FACE})
    remember(site, "B2:HM M8:CFHR", "two", Source.PHOTO)
    remember(site, "M8:CFHS", "three", Source.IMPORT)
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
    doubt = Doubt(("A1", "T1", "V2"), 3, ("B2", "M8"))
    for number in (1, 2):
        where = f"photo {number}"
        remember(
            site, "A1:CFF T1:CF V2:RS", where, Source.PHOTO, lesson=b"features", pictures={("A", 1): FACE}, doubt=doubt
        )
    phone.see("a deck that asks about two photos", "/decks/1")
    phone.see("teaching a deck that asks about photos", "/decks/1/teach")
    phone.send("/decks/1/doubts/1", {"answer": "taken"})
    phone.see("a deck that asks about a photo after another", "/decks/1")
    phone.send("/decks/1/doubts/2", {"answer": "left"})
    phone.see("a deck that has asked about photos", "/decks/1")


def see_the_files_of_a_deck(site: Site) -> None:
    phone = site.new_phone()
    phone.see("bringing a deck", "/decks/bring")
    phone.answer("bringing no file", "/decks/bring", {"name": BOX}, 422)
    file = {"format": "ex-libris/deck@1", "name": "Attic", "edition": "en", "letters": {"A": 9}, "0": 1}
    bring(phone, "a file that is no deck", "/decks/bring", {**file, "cards": [{"card": "8M"}]}, 422)
    phone.send("/decks/new", {"name": BOX, "edition": "en"})
    phone.see("looking after a deck without pictures", "/decks/1/care")
    remember(site, "A1/7:CFF M8:HR B2:SS", "one", pictures={("A", 1): FACE})
    phone.see("looking after a deck", "/decks/1/care")
    phone.answer("another name that cannot be used", "/decks/1/name", {"name": "!" * 61}, 422)
    phone.see("asking for the pictures", "/decks/1/pictures")
    phone.see("deleting a deck", "/decks/1/delete")
    phone.answer("merging no file", "/decks/1/merge", {}, 422)
    phone.send("/decks/1/cards/B2", {"icons": "SS"})
    cards = [("A1", "CFH", "other"), ("B2", "HH", "other"), ("M8", "HM", "one"), ("Q2", "RR", "other")]
    file["cards"] = [
        {"card": card, "statements": [{"icons": icons, "source": "hand", "where": where, "when": "2027-01-01"}]}
        for card, icons, where in cards
    ]
    send(phone, "/decks/1/merge", file)
    phone.see("a file that waits to be merged", "/decks/1/merge")
    phone.see("looking after a deck beside which a file waits", "/decks/1/care")
    phone.answer("a deck of its own without a name", "/decks/1/merge/apart", {"name": ""}, 422)
    send(phone, "/decks/1/merge", {**file, "edition": "cs"})
    phone.see("a file of another edition", "/decks/1/merge")
    send(phone, "/decks/1/merge", {**file, "letters": {}, "cards": []})
    phone.see("a file that changes nothing", "/decks/1/merge")
    phone.send("/decks/1/pictures", {"keep": "no"})
    phone.see("looking after a deck that keeps no pictures", "/decks/1/care")


def write_file(content: object) -> dict[str, object]:
    return {"file": (BytesIO(json.dumps(content).encode()), "deck.json")}


def send(phone: Phone, address: str, content: object) -> None:
    phone.send(address, write_file(content))


def bring(phone: Phone, state: str, address: str, content: object, status: int) -> None:
    phone.answer(state, address, write_file(content), status)


def see_a_deck_being_taught(site: Site) -> None:
    phone, teach = site.new_phone(), "/decks/1/teach"
    phone.send("/decks/new", {"name": BOX, "edition": "en"})
    phone.see("teaching a deck by photo", teach)
    phone.answer("teaching by no photo", teach, {"request_key": "none"}, 422)
    take_photo(site, "A1:CF B2:HM / C3:RS #", B2=0.6)
    phone.see("the review of a photo that teaches", teach)
    phone.see("a sure card of it", f"{teach}?place=1-1")
    phone.see("a card of it that is being mended", f"{teach}?place=1-2&number=7&icons=S")
    for place, card in (("1-2", "B7:HM"), ("2-1", "C?:??")):
        phone.send(f"{teach}/place", {"place": place, "card": card})
    phone.see("the review of a photo that teaches, looked through", teach)
    take_photo(site, "T1:CF / V3:RS", Purpose.MORE)
    phone.see("another photo that waits to be joined, to teach", teach)
    phone.send(f"{teach}/join", {"side": "below"})
    phone.see("two photos that teach", f"{teach}?photo=2")
    phone.send(f"{teach}/accept", {})
    phone.see("a deck that has just been taught", f"{teach}?new=A1.B7.T1.V3")
    take_photo(site, "A1:?? B2:??? C3:??", kinds=((0, 1), (0, 1, 2), (2, 2)))
    phone.see("kinds of icons to be named", teach)
    for kind, said in (("0", "C"), ("1", "F")):
        phone.send(f"{teach}/lesson", {"photo": "1", "kind": kind, "said": said})
    phone.see("one kind of icons left to be named", teach)
    site.app.config["JOB_PAUSE"] = lambda: None
    phone.send(f"{teach}/accept", {})
    phone.see("cards that are being learned", phone.address)
    no_photo = {"photo": (BytesIO(b"no photo"), "cat.jpg"), "request_key": "cat"}
    phone.send(teach, no_photo)
    waiting = phone.address
    phone.see("a photo that waits for its turn", waiting)
    phone.follow()
    phone.see("a photo that could not be read", f"{teach}?job={waiting.rpartition('/')[2]}")


def take_photo(
    site: Site,
    shelf: str,
    purpose: Purpose = Purpose.WHOLE,
    kinds: tuple[tuple[int, ...], ...] = (),
    **doubtful: float,
) -> None:
    """Store a photo whose cards teach the deck, with the clusters of their icons."""
    picture = BytesIO()
    Image.new("RGB", (1600, 1200), "tan").save(picture, "JPEG")
    reading = group_icons(write_reading(shelf, **doubtful), kinds)
    taken = TakenPhoto(picture.getvalue(), 1600, 1200, reading)
    with site.app.app_context():
        file_photo(DeckShelf(1), taken, purpose, None, shelf, EVENING)


DECK_SCENES = (see_a_deck, see_the_files_of_a_deck, see_a_deck_being_taught)
