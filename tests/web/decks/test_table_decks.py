"""The deck of a table: nobody has to choose it, it learns what is final, and reveals nothing before."""

from __future__ import annotations

import json
import re

import pytest

from companion.store.decks import queries as decks
from companion.store.decks.uses import find_last_used, list_choices
from companion.store.houses.bin import bin_deck
from companion.workflow.decks.keeping import make_deck
from companion.workflow.decks.table_decks import learn_table

from ..conftest import EVENING, FIGURES, HEAD

SEATS = {"seats-0-position": "1", "seats-0-name": "Rita", "seats-1-position": "2", "seats-1-name": "Eric"}


@pytest.fixture
def read_deck(app):
    """A function that returns a deck's cards with all statements about them."""

    def read(name="Ex Libris (English)"):
        with app.app_context():
            cards = decks.find_deck(name).deck.cards
            return {card.name: sorted("".join(one.icons) for one in card.statements) for card in cards}

    return read


@pytest.fixture
def find_deck_of(app):
    """A function that returns the name of the deck that a desk plays with."""

    def find(desk):
        with app.app_context():
            return decks.find_deck_of(desk.rpartition("/")[2])

    return find


@pytest.fixture
def keep(app):
    """A function that makes a deck, and returns what forms call it."""

    def begin(name, edition="en"):
        with app.app_context():
            make_deck(name, edition, EVENING)
        return name_deck(app, name)

    return begin


def name_deck(app, name="Ex Libris (English)"):
    """Return what forms call a deck."""
    with app.app_context():
        return f"deck:{decks.find_number(name, None)}"


def read_offer(page):
    """Return what the editor is told about the deck."""
    data = re.search(r'<script type="application/json" id="editor-data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    return json.loads(data[1])["deck"]


def test_the_first_table_begins_a_deck_and_the_next_one_goes_on_with_it(app, visitor, find_deck_of):
    desks = [visitor.start("Rita", "Eric"), visitor.open_table("Rita"), visitor.start("Ola", edition="cs")]
    assert [find_deck_of(desk) for desk in desks] == ["Ex Libris (English)"] * 2 + ["Ex Libris (Čeština)"]
    with app.app_context():
        found = {deck.name: deck.edition for deck in list_choices(None)}
        assert found == {"Ex Libris (English)": "en", "Ex Libris (Čeština)": "cs"}


def test_the_deck_used_last_with_an_edition_is_chosen_by_itself(app, visitor, keep, find_deck_of):
    attic, _, _ = (keep(name, edition) for name, edition in (("Attic", "en"), ("Kitchen", "en"), ("Sklep", "cs")))
    assert find_deck_of(visitor.start("Rita", deck=attic)) == "Attic"
    assert find_deck_of(visitor.start("Rita")) == "Attic"
    with app.app_context():
        last = [find_last_used(edition, None) for edition in ("en", "cs", "de")]
        assert last == [decks.find_number("Attic", None), decks.find_number("Sklep", None), None]


def test_another_deck_a_new_one_and_none_can_be_chosen(visitor, keep, find_deck_of):
    attic = keep("Attic")
    page = visitor.open("/inspections/new")
    assert '<option value="last" selected>The one last used with this edition</option>' in page
    assert f'<option value="{attic}">Attic · English</option>' in page
    assert find_deck_of(visitor.start("Rita", deck="none")) is None
    assert find_deck_of(visitor.start("Rita", deck="new")) == "Ex Libris (English)"
    assert find_deck_of(visitor.start("Rita", deck="new")) == "Ex Libris (English) 2"
    assert find_deck_of(visitor.start("Rita", deck=attic)) == "Attic"


@pytest.mark.parametrize("address", ["/inspections/new", "/tables/new"])
def test_a_deck_of_another_edition_is_refused_with_a_sentence(visitor, keep, address):
    cellar = keep("Sklep", "cs")
    page = visitor.send(address, {**HEAD, "seats-0-name": "Rita", "deck": cellar})
    assert visitor.status == 422
    assert "This deck belongs to another edition: Čeština. Choose another deck, or that edition." in page
    assert f'<option value="{cellar}" selected>' in page


def test_a_deck_that_is_gone_gives_way_to_the_one_used_last(visitor, keep, find_deck_of):
    keep("Attic")
    assert find_deck_of(visitor.start("Rita", deck="deck:77")) == "Attic"


def test_the_head_of_the_form_changes_the_deck(app, visitor, keep, finished, find_deck_of, read_deck):
    attic = keep("Attic")
    visitor.open(f"{finished}/scorecard")
    assert "A1" in read_deck()
    assert f'<option value="{name_deck(app)}" selected>' in visitor.open(f"{finished}/details")
    visitor.send(f"{finished}/details", {**HEAD, **SEATS, "deck": attic})
    assert find_deck_of(finished) == "Attic"
    assert read_deck() == {}
    visitor.open(f"{finished}/scorecard")
    assert "A1" in read_deck("Attic")


def test_another_edition_brings_another_deck(app, visitor, desk, find_deck_of):
    visitor.send(f"{desk}/details", {**HEAD, **SEATS, "edition": "pl", "deck": name_deck(app)})
    assert find_deck_of(desk) == "Ex Libris (Polski)"
    visitor.send(f"{desk}/details", {**HEAD, **SEATS, "edition": "pl", "deck": "none"})
    assert find_deck_of(desk) is None


def test_a_deck_learns_a_shelf_when_its_figures_are_looked_at(visitor, finished, read_deck):
    assert read_deck() == {}
    visitor.open(f"{finished}/scorecard")
    assert read_deck() == {"A1": ["CFH"], "A3": ["CC"], "B3": ["MM"], "C2": ["RS"], "D4": ["FHM"]}


def test_a_correction_corrects_what_the_shelf_has_said(visitor, finished, read_deck):
    visitor.open(f"{finished}/scorecard")
    visitor.send(f"{finished}/seats/1/shelf", {"shelf": "A1:CFM B4:MM / C2:RS"})
    assert read_deck()["A1"] == ["CFH"]
    visitor.open(f"{finished}/scorecard")
    assert read_deck() == {"A1": ["CFM"], "B4": ["MM"], "C2": ["RS"]}
    visitor.send(f"{finished}/seats/1/tally", {**FIGURES, "stability": "12"})
    visitor.open(f"{finished}/scorecard")
    assert read_deck() == {}


def test_what_was_mistyped_teaches_nothing(visitor, desk, read_deck):
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": "A1:C A2:CFHMR A3:CF B1:CF # B2~"})
    visitor.send(f"{desk}/seats/2/shelf", {"shelf": "B1:HH C1:CF~"})
    visitor.open(f"{desk}/scorecard")
    assert read_deck() == {"A3": ["CF"], "C1": ["CF"]}


def test_two_tables_that_disagree_are_both_remembered(visitor, read_deck):
    for shelf in ("M8:CF", "M8:CFFR"):
        desk = visitor.start("Rita", "Eric")
        visitor.send(f"{desk}/seats/1/shelf", {"shelf": shelf})
        visitor.send(f"{desk}/seats/2/tally", {**FIGURES, "stability": "12"})
        visitor.open(f"{desk}/scorecard")
    assert read_deck() == {"M8": ["CF", "CFFR"]}
    page = visitor.open(f"{visitor.start('Rita')}/seats/1/shelf")
    assert read_offer(page)["known"] == {"M8": ["CF", "CFFR"]}


def test_looking_again_changes_nothing(app, visitor, finished):
    visitor.open(f"{finished}/scorecard")
    with app.app_context():
        before = decks.find_version("Ex Libris (English)")
        learn_table(finished.rpartition("/")[2], EVENING)
        assert decks.find_version("Ex Libris (English)") == before


def test_a_discard_pile_is_learned_too(visitor, solo, read_deck):
    visitor.open(f"{solo}/scorecard")
    assert read_deck() == {"B2": ["CF"], "K1": ["RS"], "M8": ["CFFR"]}


def test_a_deck_that_is_gone_and_no_deck_at_all_are_no_hindrance(app, visitor, finished):
    with app.app_context():
        bin_deck(decks.find_number("Ex Libris (English)", None), EVENING)
    visitor.open(f"{finished}/scorecard")
    assert visitor.status == 200
    assert read_offer(visitor.open(f"{finished}/seats/1/shelf")) is None


def test_cards_that_are_only_named_are_scored_with_the_deck(visitor, finished, read_deck):
    visitor.open(f"{finished}/scorecard")
    desk = visitor.start("Rita", "Eric")
    answer = visitor.send(f"{desk}/seats/1/shelf", {"shelf": "A1 B3 / D4+"}, Accept="application/json")
    assert json.loads(answer)["shelf"] == "A1:CFH B3:MM / D4:FHM+"
    visitor.send(f"{desk}/seats/2/tally", {**FIGURES, "stability": "12"})
    visitor.open(f"{desk}/scorecard")
    assert visitor.status == 200
    assert "A1:CFH B3:MM / D4:FHM+" in visitor.open(f"{desk}/inspection.json")


def test_a_deck_that_is_chosen_later_completes_what_has_been_named(app, visitor, finished, find_kept):
    visitor.open(f"{finished}/scorecard")
    desk = visitor.start("Rita", "Eric", deck="none")
    visitor.send(f"{desk}/seats/1/shelf", {"shelf": "A1 B3"})
    assert find_kept(desk).find_seat(1).shelf == "A1 B3"
    visitor.send(f"{desk}/details", {**HEAD, **SEATS, "deck": name_deck(app)})
    assert find_kept(desk).find_seat(1).shelf == "A1:CFH B3:MM"


def test_a_discard_pile_may_leave_icons_to_the_deck(visitor, finished, find_kept):
    visitor.open(f"{finished}/scorecard")
    desk = visitor.start("Rita", form="S-42A", library_focus="F")
    visitor.send(f"{desk}/library", {"focus": "F", "kind": "discards", "discards": "A1 B3:MM C2"})
    assert find_kept(desk).library.discards == "A1:CFH B3:MM C2:RS"


def test_a_copy_to_try_something_out_teaches_no_deck_and_a_new_evening_goes_on_with_it(visitor, finished, find_deck_of):
    visitor.send(f"{finished}/copy", {"what": "everything", "request_key": "one"})
    assert find_deck_of(visitor.address) is None
    for desk in (finished, visitor.address):
        visitor.send(f"{desk}/copy", {"what": "table", "request_key": "two"})
        assert find_deck_of(visitor.address) == "Ex Libris (English)"


def test_nothing_of_a_shelf_reaches_the_deck_before_the_reveal(evening, read_deck):
    evening.fill()
    for address in ("/scorecard", "/walk", "/seats/1/shelf", "/screen"):
        for phone in (evening.rita, evening.eric, evening.watcher):
            phone.open(evening.desk + address)
    evening.send("/lock", evening.rita)
    evening.rita.open(f"{evening.desk}/scorecard")
    assert read_deck() == {}
    evening.send("/reveal", evening.rita)
    assert set(read_deck()) == {"A1", "A3", "B3", "C2", "D4"}


def test_the_walk_to_the_focuses_teaches_the_deck(evening, read_deck):
    evening.fill()
    evening.send("/lock", evening.rita)
    evening.send("/walk", evening.rita, {"step": "B4"})
    assert read_deck() == {}
    evening.send("/walk", evening.rita, {"step": "B5"})
    assert set(read_deck()) == {"A1", "A3", "B3", "C2", "D4"}


def test_an_amendment_corrects_the_deck_once_it_is_closed(evening, read_deck):
    evening.reveal()
    evening.send("/amend", evening.rita, {"reason": "mistake"})
    evening.send("/seats/1/shelf", evening.rita, {"shelf": "A1:CFM"})
    evening.send("/reveal", evening.rita)
    assert read_deck() == {"A1": ["CFM"]}


def test_a_rivals_shelf_narrows_no_keypad(evening):
    before = read_offer(evening.rita.open(f"{evening.desk}/seats/1/shelf"))
    evening.send("/seats/2/shelf", evening.eric, {"shelf": "M3:CF K1:RS"})
    assert read_offer(evening.rita.open(f"{evening.desk}/seats/1/shelf")) == before
    assert before == {"known": {}, "elsewhere": []}
    assert read_offer(evening.watcher.open(f"{evening.desk}/seats/1/shelf")) == before


def test_all_shelves_of_one_phone_narrow_its_keypad(visitor, desk):
    visitor.send(f"{desk}/seats/2/shelf", {"shelf": "M3:CF K1:RS~ #"})
    assert read_offer(visitor.open(f"{desk}/seats/1/shelf"))["elsewhere"] == ["K1", "M3"]
