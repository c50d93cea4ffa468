"""The page of the game in progress: who may see and do what on it, and the course of a solo game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.scoring.categories import CATEGORIES
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredDraft, StoredLibrary, StoredSeat, Table
from companion.store.tables.seats import sit_down
from companion.web.access.guards import COOKIE, hash_token
from companion.workflow.tables.stages import lock

from ..conftest import EVENING, Visitor

NAMES = {
    "C": "Corrupted Codices",
    "F": "Fantastical Fictions",
    "H": "Historic Volumes",
    "M": "Monster Manuals",
    "R": "Reference Texts",
    "S": "Spells & Potions",
}
FIGURES = dict.fromkeys(CATEGORIES, "7")


@pytest.fixture
def phone(app: Flask) -> Callable[[str], Visitor]:
    """A function that returns a phone with a token."""

    def take(token: str) -> Visitor:
        app.config["CLOCK"] = lambda: EVENING
        client = app.test_client()
        client.set_cookie(COOKIE, token)
        return Visitor(client)

    return take


@pytest.fixture
def read(app: Flask) -> Callable[[str], StoredDraft]:
    """A function that returns the stored draft behind a URL, unmasked."""

    def find(address: str) -> StoredDraft:
        with app.app_context():
            return queries.find_draft(address.split("/")[2])

    return find


def open_table(app: Flask, *seats: StoredSeat, **details: object) -> str:
    head = {"form": "B-7c", "edition": "en", "date": "2026-11-20", **details}
    with app.app_context():
        slug = queries.start_draft(Details(**head), seats, StoredLibrary(), EVENING, table=Table(hash_token("host")))
    return f"/inspections/{slug}/game"


@pytest.fixture
def table(app: Flask) -> str:
    """The page of a game of two, each with their own phone; the host is Rita."""
    return open_table(
        app, StoredSeat("Rita", device=hash_token("host")), StoredSeat("Eric", device=hash_token("guest"))
    )


@pytest.fixture
def solo(app: Flask) -> str:
    """The page of a solo game before its first round."""
    return open_table(app, StoredSeat("Rita", device=hash_token("host")), form="S-42A")


def deal(visitor: Visitor, game: str, read: Callable[[str], StoredDraft], **fields: str) -> str:
    return visitor.send(f"{game}/deal", {"version": str(read(game).head_version), **fields})


def find_laid(page: str) -> list[str]:
    """Return the names on the face-up category cards of a page, in order."""
    return [name.replace("\N{SOFT HYPHEN}", "") for name in re.findall(r'class="card-name">([^<]+)<', page)]


def test_the_final_round_stands_on_the_page_and_the_host_may_play_longer(phone, table):
    page = phone("host").open(table)
    assert "Whoever has 16 cards or more" in page
    page = phone("host").send(f"{table}/length", {"length": "longer"})
    assert "Whoever has 19 cards or more" in page
    assert "Whoever has 16 cards or more" in phone("host").send(f"{table}/length", {"length": "standard"})


def test_a_shelf_that_calls_the_final_round_is_named(phone, table):
    phone("guest").send(f"{table[:-5]}/seats/2/shelf", {"shelf": "A1:CF " * 16})
    page = phone("host").open(table)
    assert "Eric triggers the Final Round." in page
    assert '<b class="call">triggers the Final Round</b>' in page
    assert "Rita calls" not in page


def test_a_shelf_that_holds_enough_triggers_nothing_once_that_was_taken_back(phone, table):
    phone("guest").send(f"{table[:-5]}/seats/2/shelf", {"shelf": "A1:CF " * 16})
    page = phone("host").send(f"{table}/final", {"called": "no"})
    assert '<b class="call">has enough cards</b>' in page
    assert ">triggers the Final Round<" not in page


def test_once_called_the_final_round_stays_called_on_every_page_until_it_is_taken_back(phone, table):
    shelf = f"{table[:-5]}/seats/2/shelf"
    phone("guest").send(shelf, {"shelf": "A1:CF " * 16})
    phone("guest").send(shelf, {"shelf": "A1:CF"})
    phone("host").send(f"{table}/length", {"length": "longer"})
    for name in ("host", "guest", "stranger"):
        page = phone(name).open(table)
        assert "Eric triggers the Final Round." in page
        assert "It stays called" in page
    host = phone("host")
    assert "Take the Final Round back?" in host.open(f"{table}/final")
    assert "Eric triggers the Final Round." in host.open(table)
    page = host.send(f"{table}/final", {"called": "no"})
    assert "It stays called" not in page
    assert "Call the Final Round" in page


def test_the_host_calls_the_final_round_by_hand_and_nobody_else_does(phone, table, read):
    for name in ("guest", "stranger"):
        assert "Call the Final Round" not in phone(name).open(table)
        phone(name).send(f"{table}/final", {"called": "yes"})
        assert not read(table).is_final_round
    page = phone("host").send(f"{table}/final", {"called": "yes"})
    assert "The Final Round has been called." in page
    for name in ("guest", "stranger"):
        assert "Called by mistake?" not in phone(name).open(table)
        phone(name).send(f"{table}/final", {"called": "no"})
        assert read(table).is_final_round


def test_what_was_not_called_is_not_taken_back(phone, table):
    host = phone("host")
    host.open(f"{table}/final")
    assert host.status == 302


def test_a_solo_game_has_no_final_round_to_call(phone, solo):
    host = phone("host")
    host.open(f"{solo}/final")
    assert host.status == 404
    host.send(f"{solo}/final", {"called": "yes"})
    assert host.status == 404


def test_a_deal_shows_two_cards_to_all_and_a_focus_to_its_owner_alone(phone, read, table):
    deal(phone("host"), table, read)
    kept = read(table)
    rita, eric = (NAMES[seat.focus] for seat in kept.seats)
    shared = [NAMES[kept.details.prominent], NAMES[kept.details.banned]]
    assert len({*shared, rita, eric}) == 4
    assert find_laid(phone("host").open(table)) == [*shared, rita]
    assert find_laid(phone("guest").open(table)) == [*shared, eric]
    assert find_laid(phone("stranger").open(table)) == shared


def test_what_a_phone_follows_holds_no_more_than_its_page(phone, read, table):
    deal(phone("host"), table, read)
    kept = read(table)
    address = table.replace("/game", "/live/game")
    for token, own in (("host", kept.seats[0]), ("guest", kept.seats[1])):
        html = phone(token).client.get(address).get_json()["html"]
        names = [name.replace("&amp;", "&") for name in find_laid(html)]
        assert names[2:] == [NAMES[own.focus]]


@pytest.mark.parametrize(
    ("path", "fields"),
    [("/length", {"length": "longer"}), ("/deal", {"version": "1"}), ("/deal", {"version": "1", "replaces": "y"})],
)
def test_only_the_host_deals_and_chooses_the_length(phone, read, table, path, fields):
    before = read(table)
    page = phone("guest").send(table + path, fields)
    assert "Only the phone that opened this table may do that." in page
    assert read(table) == before
    assert "Deal for us" not in phone("guest").open(table)


def test_the_app_asks_before_it_overwrites(phone, read, table):
    phone("guest").send(f"{table[:-5]}/seats/2/focus", {"focus": "M"})
    page = deal(phone("host"), table, read)
    assert "Take a look before you deal." in page
    assert "1 librarian already has a focus" in page
    assert not read(table).is_dealt
    assert "The categories have been dealt." in deal(phone("host"), table, read, replaces="y")
    assert read(table).is_dealt


def test_a_deal_that_is_sent_again_changes_nothing(phone, read, table):
    version = str(read(table).head_version)
    phone("host").send(f"{table}/deal", {"version": version, "replaces": "y"})
    dealt = read(table)
    page = phone("host").send(f"{table}/deal", {"version": version, "replaces": "y"})
    assert "Deal the categories again?" in page
    assert read(table) == dealt


def test_whoever_comes_late_is_dealt_a_card_with_everybody_else(phone, app, read, table):
    deal(phone("host"), table, read)
    before = read(table)
    with app.app_context():
        sit_down(before.slug, "Alberto", hash_token("third"), EVENING)
    assert "Somebody has joined since the deal." in phone("host").open(table)
    assert "Somebody has joined since the deal." not in phone("guest").open(table)
    page = deal(phone("host"), table, read, replaces="y")
    assert "Somebody has joined since the deal." not in page
    after = read(table)
    assert len({after.details.prominent, after.details.banned, *(seat.focus for seat in after.seats)}) == 5


def test_an_empty_table_is_dealt_nothing(phone, app, read):
    game = open_table(app)
    assert "Deal for us" not in phone("host").open(game)
    page = deal(phone("host"), game, read)
    assert "at least two librarians" in page
    assert not read(game).is_dealt


def test_the_table_may_lay_its_own_cards_after_all(phone, read, table):
    deal(phone("host"), table, read)
    assert "Just collect: we deal the real cards" in phone("host").open(f"{table}/deal")
    phone("guest").send(f"{table}/gather", {"version": str(read(table).head_version)})
    assert read(table).is_dealt
    assert "Take a look" in phone("host").send(f"{table}/gather", {"version": "1"})
    page = phone("host").send(f"{table}/gather", {"version": str(read(table).head_version)})
    assert "Deal for us" in page
    assert not read(table).is_dealt


def test_what_was_dealt_is_offered_nowhere_to_be_changed(phone, read, solo):
    player, desk = phone("host"), solo[:-5]
    deal(player, solo, read)
    for page in ("/details", "/library", "/seats/1/focus"):
        text = player.open(desk + page)
        assert 'name="prominent"' not in text
        assert 'name="focus"' not in text
        assert 'name="seats-0-focus"' not in text


def test_one_phone_for_all_shows_a_focus_only_to_whom_it_was_handed(phone, app, read):
    game = open_table(app, StoredSeat("Rita"), StoredSeat("Eric"))
    host = phone("host")
    deal(host, game, read)
    kept = read(game)
    assert kept.handover
    shared = [NAMES[kept.details.prominent], NAMES[kept.details.banned]]
    assert find_laid(host.open(game)) == shared
    assert find_laid(host.open(f"{game}/focus/1")) == []
    page = host.send(f"{game}/focus/1")
    assert find_laid(page) == [NAMES[kept.seats[0].focus]]
    assert "Hide it; next: Eric" in page
    assert find_laid(host.send(f"{game}/focus/2")) == [NAMES[kept.seats[1].focus]]
    assert find_laid(host.open(f"{game}/focus/2")) == []


@pytest.mark.parametrize("token", ["guest", "stranger"])
def test_nobody_turns_up_the_card_of_another(phone, read, table, token):
    deal(phone("host"), table, read)
    page = phone(token).send(f"{table}/focus/1")
    assert "This seat belongs to another phone." in page
    assert find_laid(page) == []


def test_cards_laid_by_hand_are_looked_at_where_they_are_chosen(phone, table):
    visitor = phone("guest")
    visitor.open(f"{table}/focus/2")
    assert (visitor.status, visitor.headers["Location"]) == (302, f"{table[:-5]}/seats/2/focus")


def test_a_solo_player_hands_the_phone_to_nobody(phone, read, solo):
    player = phone("host")
    deal(player, solo, read)
    player.open(f"{solo}/focus/1")
    assert (player.status, player.headers["Location"]) == (302, solo)


def test_tiles_go_by_the_names_of_their_box(phone, app, table):
    assert "Librarians Lodge" in phone("host").open(table)
    polish = open_table(app, StoredSeat("Rita"), StoredSeat("Eric"), edition="pl")
    page = phone("host").open(polish)
    numbers = [int(number) for number in re.findall(r'class="tile-number">(\d+)<', page)]
    assert numbers == [3, 7, 8, 9, 15, 17, 3, 7, 15, 16]
    assert '<span class="tile-name" lang="pl">Zakamarki Umysłu</span>' in page
    assert "these are the English names" not in page
    german = phone("host").open(open_table(app, StoredSeat("Rita"), StoredSeat("Eric"), edition="de"))
    assert '<span class="tile-name" lang="en">Caverns of Comprehension</span>' in german
    assert "these are the English names" in german


def test_a_solo_game_goes_from_difficulty_to_the_license(phone, read, solo):
    player = phone("host")
    assert 'data-step="difficulty"' in player.open(solo)
    player.send(f"{solo}/difficulty", {"level": "3"})
    assert player.address == f"{solo}/steps/cards"
    assert "The categories have been dealt." in deal(player, solo, read)
    assert "Begin the first round" in player.open(f"{solo}/steps/setup")
    for number in range(1, 6):
        page = player.send(f"{solo}/round", {"number": str(number)})
        assert player.address == f"{solo}/steps/round-{number}"
        assert f"Round {number} of 5" in page
        assert f'href="{solo}/steps/{f"round-{number - 1}" if number > 1 else "setup"}">Back</a>' in page
        assert "Discard 3 cards from the deck" in page
        assert ("Reveal a card set aside" in page) is (number in (2, 4))
    end = player.open(f"{solo}/end")
    assert "Discard your whole hand" in end
    assert f"{solo[:-5]}/library" in end


def test_a_round_can_be_gone_back(phone, solo):
    player = phone("host")
    player.send(f"{solo}/round", {"number": "2"})
    assert "Round 1 of 5" in player.send(f"{solo}/round", {"number": "1"})
    assert "Begin the first round" in player.send(f"{solo}/round", {"number": "0"})


def test_a_step_that_was_left_is_looked_at_again_and_a_later_one_stays_closed(phone, read, solo):
    player = phone("host")
    deal(player, solo, read)
    player.send(f"{solo}/round", {"number": "3"})
    page = player.open(f"{solo}/steps/round-1")
    assert find_laid(page) == find_laid(player.open(f"{solo}/steps/cards"))
    assert f'href="{solo}/steps/round-2">Next round</a>' in page
    player.open(f"{solo}/steps/round-4")
    assert (player.status, player.headers["Location"]) == (302, solo)
    assert "Round 3 of 5" in player.open(solo)
    followed = phone("stranger").client.get(solo.replace("/game", "/live/game-round-4")).get_json()
    assert (followed["html"], followed["go"]) == ("", solo)


def test_the_end_of_a_solo_game_leads_from_the_pile_to_the_walk(phone, read, solo):
    player, desk = phone("host"), solo[:-5]
    deal(player, solo, read)
    assert f'wide" href="{desk}/library"' in player.open(f"{solo}/end")
    player.send(f"{desk}/library", {"kind": "tally", **FIGURES})
    assert f'wide" href="{desk}/seats/1/shelf"' in player.open(f"{solo}/end")
    player.send(f"{desk}/seats/1/tally", {**FIGURES, "stability": "12"})
    assert f'action="{desk}/lock"' in player.open(f"{solo}/end")
    player.send(f"{desk}/lock")
    assert player.address == f"{desk}/walk"


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("token", ["host", "stranger"])
def test_nobody_sees_a_hidden_card_of_a_solo_game_early(phone, read, solo, number, token):
    player = phone("host")
    deal(player, solo, read)
    player.send(f"{solo}/round", {"number": str(number)})
    kept = read(solo)
    due = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2}[number]
    hidden = {NAMES[code] for code in (kept.library.focus, *kept.set_aside[due:])}
    for page in ("", "/deal", "/end", "/steps/cards", "/steps/round-4"):
        assert hidden.isdisjoint(find_laid(phone(token).open(solo + page)))
    laid = set(find_laid(phone("host").open(solo)))
    assert {NAMES[code] for code in kept.set_aside[:due]} <= laid


def test_the_librarys_card_lies_open_once_all_are_revealed(phone, app, read, solo):
    player, desk = phone("host"), solo[:-5]
    deal(player, solo, read)
    player.send(f"{desk}/seats/1/tally", {**FIGURES, "stability": "12"})
    player.send(f"{desk}/library", {"kind": "tally", **FIGURES})
    focus = NAMES[read(solo).library.focus]
    with app.app_context():
        assert lock(desk.split("/")[2], "en", EVENING) == ()
    assert focus not in find_laid(player.open(f"{solo}/steps/cards"))
    player.send(f"{desk}/reveal")
    assert focus in find_laid(player.open(f"{solo}/steps/cards"))


def test_cards_set_aside_by_hand_are_noted_as_they_are_shown(phone, read, solo):
    player = phone("host")
    player.send(f"{solo}/round", {"number": "2"})
    page = player.send(f"{solo}/shown", {"which": "1", "category": "M"})
    assert find_laid(page)[0] == "Monster Manuals"
    assert read(solo).set_aside == "M"


def test_a_round_without_a_difficulty_asks_for_it(phone, solo):
    page = phone("host").send(f"{solo}/round", {"number": "1"})
    assert "Discard from the deck" in page
    assert "Discard 7 cards from the deck" in phone("host").send(f"{solo}/difficulty", {"level": "7"})


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/difficulty", {}),
        ("/difficulty", {"level": "8"}),
        ("/difficulty", {"level": "many"}),
        ("/round", {}),
        ("/round", {"number": "6"}),
        ("/shown", {"which": "3", "category": "M"}),
        ("/shown", {"which": "1", "category": "X"}),
    ],
)
def test_what_no_button_says_is_refused(phone, read, solo, path, fields):
    before = read(solo)
    visitor = phone("host")
    visitor.send(solo + path, fields)
    assert visitor.status == 400
    assert read(solo) == before


@pytest.mark.parametrize("path", ["/difficulty", "/round", "/shown", "/end"])
def test_a_game_of_several_has_no_rounds_to_count(phone, table, path):
    visitor = phone("host")
    if path == "/end":
        visitor.open(table + path)
    else:
        visitor.send(table + path, {"level": "1", "number": "1", "which": "1", "category": "M"})
    assert visitor.status == 404


def test_an_inspection_that_has_begun_takes_no_deal(phone, app, read, table):
    desk = table[:-5]
    for token, position, focus in (("host", 1, "S"), ("guest", 2, "H")):
        phone(token).send(f"{desk}/seats/{position}/tally", {**FIGURES, "stability": "12"})
        phone(token).send(f"{desk}/seats/{position}/focus", {"focus": focus})
    details = {"form": "B-7c", "edition": "en", "prominent": "R", "banned": "C"}
    seats = {"seats-0-name": "Rita", "seats-0-position": "1", "seats-1-name": "Eric", "seats-1-position": "2"}
    phone("host").send(f"{desk}/details", {**details, **seats})
    with app.app_context():
        assert lock(desk.split("/")[2], "en", EVENING) == ()
    before = read(table)
    visitor = phone("host")
    deal(visitor, table, read, replaces="y")
    assert visitor.status == 409
    assert read(table) == before
    page = visitor.open(table)
    assert "Deal again" not in page
    assert 'name="length"' not in page


@pytest.mark.parametrize("path", ["", "/deal", "/focus/1", "/end", "/steps/cards", "/steps/round-6"])
def test_an_unknown_address_has_no_game(phone, path):
    visitor = phone("host")
    visitor.open(f"/inspections/nothing/game{path}")
    assert visitor.status == 404


def test_a_seat_that_is_not_there_has_no_focus(phone, read, table):
    deal(phone("host"), table, read)
    visitor = phone("host")
    visitor.open(f"{table}/focus/9")
    assert visitor.status in (403, 404)
