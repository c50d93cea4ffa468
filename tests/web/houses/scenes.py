"""Every page about houses, and the wastebasket, in every state that looks different."""

from __future__ import annotations

import re

from ...recorded_pages import Phone, Site

GROUP = "Łódź"


def see_houses(site: Site) -> None:
    site.app.config["OPEN_HOUSE"] = False
    phone, other = site.new_phone(), site.new_phone()
    phone.see("no house yet", "/houses")
    phone.see("an empty wastebasket", "/wastebasket")
    phone.see("founding a house", "/houses/new")
    phone.answer("founding a house without a name", "/houses/new", {"name": ""}, 422)
    phone.send("/houses/new", {"name": GROUP})
    house = phone.address
    phone.see("a house", house)
    phone.answer("a house with too long a name", f"{house}/name", {"name": "R" * 43}, 422)
    phone.see("leaving a house that no other phone has", f"{house}/leave")
    link = find_link(phone, house)
    other.see("a house that somebody shows", link)
    other.send(link)
    other.see("a house that is there already", link)
    other.send("/houses/new", {"name": "Attic"})
    other.see("houses", "/houses")
    other.see("leaving a house", f"{house}/leave")
    other.see("opening a table in one of two houses", "/tables/new")
    other.see("a new inspection in one of two houses", "/inspections/new")
    other.see("a new deck in one of two houses", "/decks/new")
    other.see("a deck file for one of two houses", "/decks/bring")
    desk = other.start("Rita", "Eric", place="Łódź")
    other.see("moving a table to another house", f"{desk}/house")
    other.see("copying into one of two houses", f"{desk}/copy")
    phone.see("a deck that another phone may delete", find_deck(phone))
    other.send("/decks/new", {"name": "Kitchen", "edition": "en"})
    other.send(f"{other.address}/delete")
    other.send(f"{desk}/delete")
    other.see("a table that this phone deleted", desk, 410)
    other.see("the front page, something deleted", "/")
    other.see("the wastebasket", "/wastebasket")
    site.app.config["OPEN_HOUSE"] = True
    site.new_phone().start("Ola")
    phone.see("houses, one of them open", "/houses")
    phone.see("the open house", find_open(phone))


def find_link(phone: Phone, house: str) -> str:
    match = re.search(r'id="address"[^>]* value="http://localhost(/[^"]+)"', phone.open(house))
    assert match is not None
    return match[1]


def find_open(phone: Phone) -> str:
    match = re.search(r'class="house" href="(/houses/[\w-]{16})"', phone.open("/houses"))
    assert match is not None
    return match[1]


def find_deck(phone: Phone) -> str:
    match = re.search(r'class="deck" href="(/decks/\d+)"', phone.open("/decks"))
    assert match is not None
    return f"{match[1]}/care"
