"""Pages on which a known deck saves taps: forms that choose it, and the keypad."""

from __future__ import annotations

from companion.scoring.decks.deck import Source
from companion.scoring.notation import parse_shelf
from companion.store.decks.queries import find_number
from companion.workflow.decks import keeping as decks

from .recorded_pages import Site
from .web.conftest import EVENING, HEAD

BOX = "Kitchen"


def see_known_cards(site: Site) -> None:
    phone = site.new_phone()
    with site.app.app_context():
        for name, edition in ((BOX, "en"), ("Łódź", "pl")):
            decks.make_deck(name, edition, EVENING)
        numbers = {name: find_number(name, None) for name in (BOX, "Łódź")}
        decks.count_letters(BOX, {"A": 3, "M": 12}, EVENING)
        for where, shelf in (("one", "A1:CFF B2:HR M8:CFHM M12:RR"), ("two", "B2:HM")):
            cards = [card for _, card in parse_shelf(shelf)]
            decks.remember(BOX, cards, where, Source.HAND, EVENING)
    phone.see("a new inspection, decks to choose from", "/inspections/new")
    phone.see("opening a table, decks to choose from", "/tables/new")
    wrong = {**HEAD, "seats-0-name": "Rita", "deck": f"deck:{numbers['Łódź']}"}
    phone.answer("a new inspection with a deck of another edition", "/inspections/new", wrong, 422)
    phone.answer("opening a table with a deck of another edition", "/tables/new", wrong, 422)
    desk = phone.start("Rita", "Eric", deck=f"deck:{numbers[BOX]}")
    phone.send(f"{desk}/seats/2/shelf", {"shelf": "M8"})
    phone.see("the head of the form, with a deck", f"{desk}/details")
    phone.see("the editor of a shelf of known cards", f"{desk}/seats/1/shelf")
    phone.answer("a card whose icons are disputed", f"{desk}/seats/1/shelf", {"shelf": "A1 B2"}, 422)
