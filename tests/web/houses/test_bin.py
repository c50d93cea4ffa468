"""Deleting is for owners, and for 30 days they can take it back."""

from __future__ import annotations

import datetime
import re

import pytest

from companion.store.houses.bin import KEPT_IN_BIN, clear_bin
from companion.store.models import InspectionRow, db
from companion.store.tables import queries

from ...workflow.drafts import make_draft
from ..conftest import EVENING
from .test_houses import find_link, found, houses_of, make_deck


def name(desk):
    return desk.rpartition("/")[2]


def test_only_the_host_deletes_a_table_and_takes_it_back(evening, app):
    for phone in (evening.eric, evening.watcher):
        evening.send("/delete", phone)
        assert phone.status == 403
    evening.send("/delete", evening.rita)
    assert evening.desk not in evening.rita.open("/")
    for phone in (evening.eric, evening.watcher):
        assert "Rita" not in phone.open("/wastebasket")
        for act in ("restore", "shred"):
            phone.send(f"/wastebasket/inspections/{name(evening.desk)}/{act}")
            assert phone.status == (404 if phone is evening.watcher else 410)
    assert "Rita · Eric" in evening.rita.open("/wastebasket")
    evening.rita.send(f"/wastebasket/inspections/{name(evening.desk)}/restore")
    assert evening.rita.address == evening.desk
    page = evening.eric.open(f"{evening.desk}/drawer")
    assert "The table was deleted." in page
    assert "The table was taken back from the wastebasket." in page


def test_those_who_sat_at_a_deleted_table_are_told_and_nobody_else(evening):
    evening.send("/delete", evening.rita)
    for phone in (evening.rita, evening.eric):
        page = phone.open(evening.desk)
        assert phone.status == 410
        assert "Until December 20, 2026 it can be taken back" in page
    evening.watcher.open(evening.desk)
    assert evening.watcher.status == 404
    assert evening.desk not in evening.watcher.open("/?q=Rita")


def test_a_deleted_table_is_found_nowhere(evening, find_kept):
    evening.reveal()
    code = evening.code
    evening.send("/delete", evening.rita)
    assert "Rita" not in evening.rita.open("/people")
    assert evening.desk not in evening.rita.open("/standings")
    evening.watcher.open(f"/join/{code}")
    assert evening.watcher.status == 404
    for path in ("/scorecard", "/inspection.json", "/screen", "/seats/1/shelf", "/invitation"):
        evening.rita.open(evening.desk + path)
        assert evening.rita.status == 410, path
    for path in ("/seats/1/shelf", "/unlock", "/copy"):
        evening.send(path, evening.rita)
        assert evening.rita.status in (404, 410), path
    with pytest.raises(LookupError):
        find_kept(evening.desk)


@pytest.mark.both_databases
def test_after_30_days_it_is_gone_for_good(app, evening):
    other = evening.rita.start("Ola")
    evening.send("/delete", evening.rita)
    with app.app_context():
        assert clear_bin(EVENING + KEPT_IN_BIN - datetime.timedelta(seconds=1)) == 0
        assert "Rita · Eric" in evening.rita.open("/wastebasket")
        # Nobody has cleared it away yet, but its time is over.
        app.config["CLOCK"] = lambda: EVENING + KEPT_IN_BIN
        assert "Rita · Eric" not in evening.rita.open("/wastebasket")
        evening.rita.send(f"/wastebasket/inspections/{name(evening.desk)}/restore")
        assert evening.rita.status == 404
        assert clear_bin(EVENING + KEPT_IN_BIN) == 1
        assert db.session.query(InspectionRow).count() == 1
    evening.rita.open(evening.desk)
    assert evening.rita.status == 404
    evening.rita.open(other)
    assert evening.rita.status == 200


def test_what_is_shredded_is_gone_at_once(app, evening):
    evening.send("/delete", evening.rita)
    evening.rita.send(f"/wastebasket/inspections/{name(evening.desk)}/shred")
    assert "It is empty." in evening.rita.open("/wastebasket")
    with app.app_context():
        assert db.session.query(InspectionRow).count() == 0


def test_what_is_not_in_the_wastebasket_is_not_shredded(evening):
    evening.rita.send(f"/wastebasket/inspections/{name(evening.desk)}/shred")
    assert evening.rita.status == 404
    evening.rita.open(evening.desk)
    assert evening.rita.status == 200


def test_only_the_phone_that_began_a_deck_deletes_it_and_takes_it_back(visitor, phones, app):
    app.config["OPEN_HOUSE"] = False
    house = found(visitor, "Attic")
    deck = make_deck(visitor, "Box")
    other = phones()
    other.send(find_link(visitor, house))
    assert "Delete this deck" not in other.open(f"{deck}/care")
    assert "Delete this deck" in visitor.open(f"{deck}/care")
    for send in (other.open, other.send):
        assert "Only the phone that began this deck may delete it." in send(f"{deck}/delete")
        assert other.status == 403
    visitor.send(f"{deck}/delete")
    assert "Box" not in other.open("/decks")
    other.open(deck)
    assert other.status == 404
    assert "Box" not in other.open("/wastebasket")
    other.send(f"/wastebasket/decks/{deck.rpartition('/')[2]}/restore")
    assert other.status == 404
    assert "Box" in visitor.open("/wastebasket")
    visitor.send(f"/wastebasket/decks/{deck.rpartition('/')[2]}/restore")
    assert visitor.address == deck
    assert "Box" in other.open("/decks")


@pytest.mark.both_databases
def test_the_name_of_a_deleted_deck_is_free_until_it_is_taken_back(visitor):
    deck = make_deck(visitor, "Box")
    visitor.send(f"{deck}/delete")
    another = make_deck(visitor, "Box")
    assert visitor.status == 200
    assert another != deck
    page = visitor.send(f"/wastebasket/decks/{deck.rpartition('/')[2]}/restore")
    assert "There is another deck called “Box” by now." in page
    visitor.send(f"{another}/name", {"name": "Second box"})
    visitor.send(f"/wastebasket/decks/{deck.rpartition('/')[2]}/restore")
    assert visitor.address == deck
    visitor.send(f"{deck}/delete")
    visitor.send(f"/wastebasket/decks/{deck.rpartition('/')[2]}/shred")
    visitor.send(f"/wastebasket/decks/{deck.rpartition('/')[2]}/restore")
    assert visitor.status == 404


def test_a_table_goes_on_without_a_deck_that_was_deleted_and_with_it_again(visitor):
    deck = make_deck(visitor, "Box")
    number = deck.rpartition("/")[2]
    desk = visitor.start("Rita", deck=f"deck:{number}")
    visitor.send(f"{deck}/delete")
    assert 'value="none" selected' in visitor.open(f"{desk}/details")
    visitor.send(f"/wastebasket/decks/{number}/restore")
    assert f'value="deck:{number}" selected' in visitor.open(f"{desk}/details")


def test_an_open_file_is_deleted_by_those_who_have_its_house(app, visitor, phones):
    with app.app_context():
        draft = make_draft()
        slug = queries.start_draft(draft.details, draft.seats, draft.library, EVENING)
    visitor.open_table("Rita")
    app.config["OPEN_HOUSE"] = False
    stranger = phones()
    for path in ("delete", "house"):
        stranger.send(f"/inspections/{slug}/{path}", {"house": "x"})
        assert stranger.status == 403
    visitor.send(f"/inspections/{slug}/delete")
    assert visitor.status == 200
    stranger.send(f"/wastebasket/inspections/{slug}/restore")
    assert stranger.status == 404
    visitor.send(f"/wastebasket/inspections/{slug}/restore")
    assert visitor.address == f"/inspections/{slug}"
    assert houses_of(visitor)


def test_the_front_counter_leads_to_the_wastebasket_while_something_is_in_it(visitor, desk):
    assert "/wastebasket" not in visitor.open("/")
    page = visitor.send(f"{desk}/delete")
    assert "from where it can be taken back for 30 days" in page
    assert re.search(r'href="/wastebasket"', page)
