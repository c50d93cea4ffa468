"""The walk on several phones: the host leads, the others follow and look back, the big screen shows it to the room."""

from __future__ import annotations

import json
import re

import pytest

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.stages import Act
from companion.web.walk.screen import find_screen

from ..conftest import EVENING, FIGURES, Visitor
from .conftest import STEPS


def find_step(page: str) -> str:
    """The step that a page shows."""
    match = re.search(r'<main id="main" class="[^"]*walk[^"]*" tabindex="-1" data-step="([\w-]*)"', page)
    assert match is not None
    return match[1]


def test_the_host_leads_from_the_first_step_to_the_last(phone, lay_table, find_kept):
    desk, rita, eric = lay_table(""), phone("rita"), phone("eric")
    assert find_step(rita.open(f"{desk}/walk")) == "A1"
    for step in STEPS:
        assert find_step(rita.send(f"{desk}/walk", {"step": step})) == step
        assert find_step(eric.open(f"{desk}/walk")) == step
    assert find_kept(desk).stage == "revealed"


def test_a_step_can_be_sent_twice_and_taken_back(phone, lay_table):
    desk, rita = lay_table("A1"), phone("rita")
    rita.send(f"{desk}/walk", {"step": "A2-C"})
    assert find_step(rita.send(f"{desk}/walk", {"step": "A2-C"})) == "A2-C"
    assert find_step(rita.send(f"{desk}/walk", {"step": "A1"})) == "A1"


@pytest.mark.parametrize("owner", ["eric", ""])
def test_nobody_else_leads(phone, lay_table, find_kept, owner):
    desk, other = lay_table("B4"), phone(owner)
    other.send(f"{desk}/walk", {"step": "B5"})
    assert other.status == 403
    assert (find_kept(desk).step, find_kept(desk).stage) == ("B4", "locked")


@pytest.mark.parametrize("step", ["", "C1", "a1"])
def test_there_is_no_other_step(phone, lay_table, step):
    desk, rita = lay_table("A1"), phone("rita")
    rita.send(f"{desk}/walk", {"step": step})
    assert rita.status == 404
    rita.open(f"{desk}/walk/C1")
    assert rita.status == 404


def test_no_walk_begins_before_the_shelves_are_locked(phone, lay_table, find_kept):
    desk, rita = lay_table(), phone("rita")
    rita.open(f"{desk}/walk")
    assert (rita.status, rita.headers["Location"]) == (302, desk)
    rita.send(f"{desk}/walk", {"step": "B5"})
    assert rita.status == 409
    assert find_kept(desk).stage == "draft"


def test_a_table_that_was_locked_without_a_step_is_at_the_first_one(phone, lay_table):
    desk, eric = lay_table(""), phone("eric")
    assert find_step(eric.open(f"{desk}/walk")) == "A1"


def test_looking_back_is_up_to_everybody(phone, lay_table):
    desk, eric = lay_table("B1"), phone("eric")
    page = eric.open(f"{desk}/walk/A2-M")
    assert find_step(page) == "A2-M"
    assert "Back to the inspector" in page
    assert f'href="{desk}/walk/A1"' in page


@pytest.mark.parametrize("step", ["B2", "B5", "PROCLAIM", "TIEBREAK"])
def test_looking_ahead_leads_back_to_the_inspector(phone, lay_table, step):
    desk, eric = lay_table("B1"), phone("eric")
    eric.open(f"{desk}/walk/{step}")
    assert (eric.status, eric.headers["Location"]) == (302, f"{desk}/walk")


def test_everybody_can_walk_through_it_again_afterwards(phone, lay_table):
    desk, eric = lay_table("PROCLAIM"), phone("eric")
    assert f'href="{desk}/walk/A1"' in eric.open(f"{desk}/walk")
    for step in STEPS:
        page = eric.open(f"{desk}/walk/{step}")
        assert find_step(page) == step
        assert "Back to the inspector" not in page


def test_a_librarian_sees_the_shelf_to_the_right_first(phone, lay_table):
    desk = lay_table("A1")
    assert re.search(r"On your right</small> <span class=\"hand\">Rita<", phone("eric").open(f"{desk}/walk"))
    assert re.search(r"On your right</small> <span class=\"hand\">Eric<", phone("rita").open(f"{desk}/walk"))
    assert "On your right" not in phone().open(f"{desk}/walk")


def test_the_check_says_which_card_does_not_follow(phone, lay_table):
    page = phone("eric").open(f"{lay_table('A1')}/walk")
    assert "A3 does not follow D4 and is flipped face down." in page
    assert len(re.findall(r'class="book[^"]* flipped', page)) == 1


def test_every_figure_can_be_asked_why(phone, lay_table):
    desk, eric = lay_table("PROCLAIM"), phone("eric")
    for step in ("B1", "B2", "B3", "B4", "B5", "TOTAL"):
        page = eric.open(f"{desk}/walk/{step}")
        assert len(re.findall(rf'<details[^>]* id="why-{step}-[12]"', page)) == 2


def test_the_walk_can_be_cut_short(phone, lay_table, find_kept):
    desk, rita = lay_table("A2-F"), phone("rita")
    assert "Skip to the scorecard" in rita.open(f"{desk}/walk")
    rita.send(f"{desk}/walk", {"step": "PROCLAIM", "skip": "yes"})
    assert rita.address == f"{desk}/scorecard"
    assert find_kept(desk).stage == "revealed"
    assert find_step(phone("eric").open(f"{desk}/walk")) == "PROCLAIM"


def test_only_the_host_is_asked_whether_to_cut_it_short(phone, lay_table):
    desk = lay_table("A2-F")
    assert "Skip to the scorecard" not in phone("eric").open(f"{desk}/walk")


def follow(visitor: Visitor, desk: str, page: str, etag: str = "") -> dict[str, str]:
    """The answer to a polling phone."""
    text = visitor.open(f"{desk}/live/{page}", **({"If-None-Match": etag} if etag else {}))
    return json.loads(text) if visitor.status == 200 else {}


def test_phones_learn_of_the_next_step(phone, lay_table):
    desk, rita, eric = lay_table("B1"), phone("rita"), phone("eric")
    news = follow(eric, desk, "walk")
    assert find_step(news["html"]) == "B1"
    etag = eric.headers["ETag"]
    assert follow(eric, desk, "walk", etag) == {}
    assert eric.status == 304
    rita.send(f"{desk}/walk", {"step": "B2"})
    assert find_step(follow(eric, desk, "walk", etag)["html"]) == "B2"


@pytest.mark.parametrize("page", ["walk", "walk-A1", "screen"])
def test_a_page_comes_with_the_tag_of_its_news(phone, lay_table, page):
    desk, eric = lay_table("B1"), phone("eric")
    address = {"walk": "walk", "walk-A1": "walk/A1", "screen": "screen"}[page]
    etag = re.search(r'data-etag="(\w+)"', eric.open(f"{desk}/{address}"))
    assert etag is not None
    assert follow(eric, desk, page, f'"{etag[1]}"') == {}
    assert eric.status == 304


def test_phones_go_back_to_the_desk_when_the_shelves_are_opened_again(phone, lay_table, app):
    desk, eric = lay_table("B1"), phone("eric")
    with app.app_context():
        tables.move_stage(desk.split("/")[2], Act.UNLOCK, EVENING)
    assert follow(eric, desk, "walk")["go"] == desk
    assert follow(eric, desk, "walk-A1")["go"] == f"{desk}/walk"


def lay_tie(lay_table, **details: str) -> str:
    return lay_table("PROCLAIM", tally={**FIGURES, "H": "7", "stability": "12"}, **details)


def test_hands_are_counted_on_the_phones_of_those_tied(phone, lay_table):
    desk, rita, eric = lay_tie(lay_table), phone("rita"), phone("eric")
    page = eric.open(f"{desk}/walk/TIEBREAK")
    assert 'name="hand-2"' in page
    assert 'name="hand-1"' not in page
    eric.send(f"{desk}/scorecard/hands", {"hand-2": "1", "back": "walk"})
    assert eric.address == f"{desk}/walk"
    page = rita.send(f"{desk}/scorecard/hands", {"hand-1": "3", "back": "walk"})
    assert "Tied on points and books; decided by the fewest cards in hand: Eric." in page


def test_the_inspector_names_the_winner_of_the_reading_race(phone, lay_table):
    desk, rita, eric = lay_tie(lay_table), phone("rita"), phone("eric")
    rita.send(f"{desk}/scorecard/hands", {"hand-1": "2"})
    eric.send(f"{desk}/scorecard/hands", {"hand-2": "2"})
    assert 'name="winner" value="2"' not in eric.open(f"{desk}/walk/TIEBREAK")
    rita.send(f"{desk}/walk", {"step": "TIEBREAK"})
    assert 'name="winner" value="2"' in rita.open(f"{desk}/walk")
    rita.send(f"{desk}/scorecard/reading", {"winner": "2", "back": "walk"})
    assert rita.address == f"{desk}/walk"
    assert "first to finish" in eric.open(f"{desk}/walk")


@pytest.mark.parametrize(("edition", "sentence"), [("cs", "are hereby named"), ("de", "not yet decided")])
def test_other_editions_end_a_tie_in_their_own_way(phone, lay_table, edition, sentence):
    desk, rita, eric = lay_tie(lay_table, edition=edition), phone("rita"), phone("eric")
    rita.send(f"{desk}/scorecard/hands", {"hand-1": "2"})
    eric.send(f"{desk}/scorecard/hands", {"hand-2": "2"})
    assert sentence in eric.open(f"{desk}/walk")


def test_the_end_leads_on(phone, lay_table):
    desk = lay_table("PROCLAIM")
    page = phone("eric").open(f"{desk}/walk")
    for address in ("scorecard", "sheet.pdf", "advice", "walk/A1"):
        assert f'href="{desk}/{address}"' in page
    assert f'action="{desk}/next"' in page


def test_the_end_names_ranks_and_totals_on_phones_and_on_the_screen(phone, lay_table):
    desk = lay_table("PROCLAIM")
    for page in ("/walk", "/screen"):
        result = phone("eric").open(f"{desk}{page}").split('class="standings"')[1].split("</ol>")[0]
        assert re.findall(r'</span>(\d)<span aria-hidden="true">.*?hand name">(\w+)<', result) == [
            ("1", "Eric"),
            ("2", "Rita"),
        ]


def test_an_open_file_is_walked_through_alone(visitor, finished):
    page = visitor.open(f"{finished}/walk")
    assert find_step(page) == "A1"
    assert "Back to the inspector" not in page
    assert find_step(visitor.open(f"{finished}/walk/PROCLAIM")) == "PROCLAIM"
    visitor.send(f"{finished}/walk", {"step": "B5"})
    assert visitor.status == 409


def test_what_cannot_be_counted_leads_to_the_desk(visitor, desk):
    visitor.open(f"{desk}/walk")
    assert (visitor.status, visitor.headers["Location"]) == (302, desk)


def test_a_solo_game_ends_with_a_license(visitor, solo):
    page = visitor.open(f"{solo}/walk/PROCLAIM")
    assert "The application is hereby" in page
    assert "granted" in page


def test_the_screen_invites_to_join_where_it_was_opened_with_the_code(phone, lay_table, app):
    desk = lay_table()
    assert "CDF" not in phone().open(f"{desk}/screen")
    with app.test_request_context():
        page = phone().open(find_screen(desk.split("/")[2], "CDF234"))
    assert "CDF" in page
    assert 'class="qr"' in page
    assert "/join/CDF234" in page
    assert page.count("a free seat") == 2


def test_the_screen_shows_who_is_ready(phone, lay_table, app):
    desk = lay_table()
    with app.app_context():
        tables.write_ready(desk.split("/")[2], 2, EVENING, is_ready=True)
    page = phone().open(f"{desk}/screen")
    assert len(re.findall(r'class="place place-\d ready"', page)) == 1


def test_the_screen_shows_who_checks_whom_when_all_is_locked(phone, lay_table):
    page = phone().open(f"{lay_table('')}/screen")
    assert "Who checks whose shelf" in page
    assert 'class="qr"' not in page


def test_the_screen_follows_the_walk(phone, lay_table):
    desk, rita, screen = lay_table("A1"), phone("rita"), phone()
    for step in STEPS:
        rita.send(f"{desk}/walk", {"step": step})
        page = screen.open(f"{desk}/screen")
        assert find_step(page) == step
        assert "data-walk" not in page


@pytest.mark.parametrize("owner", ["", "rita", "eric"])
def test_the_screen_keeps_every_secret_whoever_opened_it(phone, lay_table, app, owner):
    desk, visitor = lay_table(""), phone(owner)
    slug = desk.split("/")[2]
    shown: dict[str, set[str]] = {step: set() for step in ["", *STEPS[:11]]}
    for focus in "FHMS":
        with app.app_context():
            tables.move_stage(slug, Act.UNLOCK, EVENING)
            tables.write_focus(slug, 2, focus, EVENING)
            tables.move_stage(slug, Act.LOCK, EVENING)
        for step in shown:
            with app.app_context():
                tables.write_step(slug, step, EVENING)
            shown[step].add(follow(visitor, desk, "screen")["html"])
    assert {step for step, pages in shown.items() if len(pages) > 1} == set()


def test_the_screen_shows_the_seats_while_a_table_is_being_corrected(phone, lay_table, app):
    desk = lay_table("PROCLAIM")
    slug = desk.split("/")[2]
    with app.app_context():
        tables.amend(slug, {}, "", EVENING)
        queries.write_shelf(slug, 1, "?", None, EVENING)
    assert 'class="place place-1' in phone().open(f"{desk}/screen")
