"""The pace of the walk: chosen where it begins, changed at any step, and by nobody but the host."""

from __future__ import annotations

import json
import re

import pytest

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.stages import Act

from ..conftest import EVENING, FIGURES

A1_TURNS_NOTHING = {**FIGURES, "stability": "12"}
TIED = {**FIGURES, "H": "7", "stability": "12"}


def find_step(page: str) -> str:
    """The step that a page shows."""
    match = re.search(r'data-step="([\w-]*)"', page)
    assert match is not None
    return match[1]


def list_legs(page: str) -> list[str]:
    """What the strip of a page shows."""
    return re.findall(r'<span class="leg[^"]*">\s*<(?:b|span class="seal")>([^<]*)<', page)


def walk(host, desk: str) -> list[str]:
    """Take the button under the thumb to the end; return the steps."""
    steps = [find_step(page := host.open(f"{desk}/walk"))]
    while button := re.search(r'name="step" value="([\w-]+)" id="walk-(?:on|reveal)"', page):
        steps.append(find_step(page := host.send(f"{desk}/walk", {"step": button[1]})))
    return steps


@pytest.mark.parametrize(
    ("pace", "steps"),
    [("brisk", ["A1", "A2-S", "B4", "B5", "PROCLAIM"]), ("result", ["B5", "PROCLAIM"])],
)
def test_a_pace_walks_through_its_own_pages(phone, lay_table, find_kept, pace, steps):
    desk, rita = lay_table(""), phone("rita")
    rita.send(f"{desk}/walk", {"pace": pace})
    assert walk(rita, desk) == steps
    assert (find_kept(desk).pace, find_kept(desk).stage) == (pace, "revealed")


def test_a_check_that_turns_nothing_is_no_step_of_a_brisk_walk(phone, lay_table):
    desk, rita = lay_table("", tally=A1_TURNS_NOTHING), phone("rita")
    assert find_step(rita.send(f"{desk}/walk", {"pace": "brisk"})) == "A2-S"


def test_a_tie_has_a_step_of_a_brisk_walk_and_a_place_in_the_result(phone, lay_table):
    desk, rita = lay_table("", tally=TIED), phone("rita")
    rita.send(f"{desk}/walk", {"pace": "brisk"})
    assert walk(rita, desk) == ["A2-S", "B4", "B5", "TIEBREAK", "PROCLAIM"]
    page = rita.send(f"{desk}/walk", {"step": "TIEBREAK", "pace": "result"})
    assert find_step(page) == "PROCLAIM"
    assert 'name="hand-1"' in page
    assert "not yet decided" in page


def test_the_walk_of_a_table_that_cannot_be_counted_begins_with_the_check(phone, lay_table, app, find_kept):
    desk, rita = lay_table("PROCLAIM"), phone("rita")
    slug = desk.split("/")[2]
    with app.app_context():
        tables.amend(slug, {}, "", EVENING)
        tables.write_step(slug, "", EVENING)
        queries.write_shelf(slug, 1, "?", None, EVENING)
    rita.send(f"{desk}/walk", {"pace": "brisk"})
    assert find_kept(desk).step == "A1"


@pytest.mark.parametrize(("pace", "status"), [("allegro", 404), ("", 404)])
def test_there_is_no_other_pace(phone, lay_table, pace, status):
    desk, rita = lay_table("A1"), phone("rita")
    rita.send(f"{desk}/walk", {"step": "A1", "pace": pace})
    assert rita.status == status


@pytest.mark.parametrize("owner", ["eric", ""])
def test_nobody_else_chooses_a_pace(phone, lay_table, find_kept, owner):
    desk, other = lay_table("A1"), phone(owner)
    other.send(f"{desk}/walk", {"pace": "result"})
    assert (other.status, find_kept(desk).pace, find_kept(desk).stage) == (403, "ceremony", "locked")
    assert 'name="pace"' not in other.open(f"{desk}/walk")


def test_a_change_of_pace_keeps_the_step_and_reveals_nothing(phone, lay_table, find_kept):
    desk, rita, eric = lay_table("A2-F"), phone("rita"), phone("eric")
    page = rita.send(f"{desk}/walk", {"step": "A2-F", "pace": "result"})
    assert (find_step(page), find_kept(desk).stage) == ("A2-F", "locked")
    assert list_legs(page) == ["A2", "B5", ""]
    assert "Reveal all focuses" in page
    page = rita.send(f"{desk}/walk", {"step": "A2-F", "pace": "brisk"})
    assert (find_step(page), list_legs(page)) == ("A2-S", ["A1", "A2", "B", "B5", ""])
    assert find_step(eric.open(f"{desk}/walk")) == "A2-S"
    page = rita.send(f"{desk}/walk", {"step": "A2-S", "pace": "ceremony"})
    assert (find_step(page), list_legs(page)[:3]) == ("A2-S", ["A1", "A2", "B1"])


def test_pages_of_several_steps_answer_why_for_each(phone, lay_table):
    desk, rita, eric = lay_table(""), phone("rita"), phone("eric")
    rita.send(f"{desk}/walk", {"pace": "brisk"})
    rita.send(f"{desk}/walk", {"step": "A2-S"})
    page = eric.open(f"{desk}/walk")
    assert re.findall(r'id="why-(A2-\w)"', page) == [f"A2-{code}" for code in "CFHMRS"]
    rita.send(f"{desk}/walk", {"step": "B4"})
    page = eric.open(f"{desk}/walk")
    assert re.findall(r'id="why-(B\d)"', page) == ["B1", "B2", "B3", "B4"]
    assert find_step(eric.open(f"{desk}/walk/A2-F")) == "A2-S"


def test_whoever_walks_through_it_afterward_sees_every_step(phone, lay_table):
    desk, rita, eric = lay_table(""), phone("rita"), phone("eric")
    rita.send(f"{desk}/walk", {"pace": "result"})
    rita.send(f"{desk}/walk", {"step": "PROCLAIM"})
    assert find_step(eric.open(f"{desk}/walk/A2-F")) == "A2-F"
    assert len(list_legs(eric.open(f"{desk}/walk/A1"))) == 9


@pytest.mark.parametrize("page", ["desk?waits=y", "desk"])
def test_whoever_waits_at_the_desk_is_taken_to_the_reveal_and_whoever_comes_back_stays(phone, lay_table, page):
    desk, rita, eric = lay_table(""), phone("rita"), phone("eric")
    assert f'data-live="{desk}/live/desk?waits=y"' in eric.open(desk)
    rita.send(f"{desk}/walk", {"pace": "result"})
    assert json.loads(eric.open(f"{desk}/live/{page}"))["go"] == (f"{desk}/walk" if "waits" in page else None)
    assert f'data-live="{desk}/live/desk"' in eric.open(desk)


def test_the_pace_stays_when_the_shelves_are_opened_again(phone, lay_table, app, find_kept):
    desk, rita = lay_table(""), phone("rita")
    rita.send(f"{desk}/walk", {"pace": "brisk"})
    with app.app_context():
        tables.move_stage(desk.split("/")[2], Act.UNLOCK, EVENING)
        tables.move_stage(desk.split("/")[2], Act.LOCK, EVENING)
    assert find_kept(desk).pace == "brisk"
    assert find_step(rita.send(f"{desk}/walk", {"step": "A1", "pace": "ceremony"})) == "A1"
