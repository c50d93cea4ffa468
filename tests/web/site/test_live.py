"""What a polling phone is told, and what it is not told."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from flask import Flask
from sqlalchemy import event

from companion.store.models import db
from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredDraft, StoredLibrary, StoredSeat
from companion.store.tables.seats import sit_down

from ..conftest import EVENING, Evening, Visitor, without_seals

PAGES = ["desk", "screen", "game", "walk"]


class Follower:
    """A page that polls, as its script does."""

    def __init__(self, phone: Visitor, desk: str, page: str = "desk") -> None:
        self.phone = phone
        self.address = f"{desk}/live/{page}"
        self.tag = ""

    def ask(self, query: str = "") -> dict[str, object]:
        """What has changed since the last time; ``None`` if nothing has."""
        headers = {"If-None-Match": self.tag} if self.tag else {}
        answer = self.phone.open(self.address + query, **headers)
        self.tag = self.phone.headers.get("ETag", "")
        return json.loads(answer) if answer else {}

    def look(self) -> str:
        """The current page, and nothing more until it changes."""
        return str(self.ask().get("html", ""))


@pytest.fixture
def follow(evening):
    """A function that lets a phone follow a page of the table."""
    return lambda who, page="desk": Follower(getattr(evening, who), evening.desk, page)


def take_up(follower: Follower, page: str) -> Follower:
    """Follow what a page says, from what it shows."""
    match = re.search(r'data-live="([^"]+)" data-etag="([^"]+)"', page)
    assert match is not None
    follower.address, follower.tag = unescape(match[1]), f'"{match[2]}"'
    return follower


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_told_nothing_as_long_as_nothing_changes(evening, follow, page):
    evening.fill()
    evening.send("/lock", evening.rita)
    follower = follow("eric", page)
    assert follower.ask()
    assert follower.ask() == {}
    assert (evening.eric.status, follower.tag) == (304, evening.eric.headers["ETag"])


@pytest.mark.parametrize(("path", "page"), [("", "desk"), ("/screen", "screen"), ("/game", "game")])
def test_a_page_begins_with_its_own_tag(evening, follow, path, page):
    assert take_up(follow("eric", page), evening.eric.open(evening.desk + path)).ask() == {}


def test_a_page_that_was_opened_in_another_language_begins_with_its_own_tag_too(app, evening, follow):
    app.config["LANGUAGES"] = ("en", "pl")
    assert take_up(follow("eric"), evening.eric.open(f"{evening.desk}?lang=pl")).ask() == {}


@pytest.mark.parametrize("tags", ["*", 'W/"stale"', '"stale", "another"', "no tag at all"])
def test_a_tag_that_is_none_of_our_own_is_answered_like_any_other(evening, tags):
    evening.eric.open(f"{evening.desk}/live/desk", **{"If-None-Match": tags})
    assert evening.eric.status == (304 if tags == "*" else 200)


def test_everybody_learns_what_anybody_writes(evening, follow):
    followers = [follow(who) for who in ("rita", "eric", "watcher")]
    for follower in followers:
        follower.ask()
    evening.send("/seats/2/shelf", evening.eric, {"shelf": "A1:CFH B3:MM"})
    for follower in followers:
        assert "2 cards" in follower.look()


def test_the_fragment_is_what_the_page_shows(evening, follow):
    evening.fill()
    for who in ("rita", "eric", "watcher"):
        page, fragment = getattr(evening, who).open(evening.desk), unescape(follow(who).look())
        assert without_seals(fragment.strip()) in without_seals(page)


def test_a_focus_chosen_is_news_and_a_focus_changed_is_news_to_its_owner_alone(evening, follow):
    owner, host, watcher = follow("eric"), follow("rita"), follow("watcher")
    for follower in (owner, host, watcher):
        follower.ask()
    evening.send("/seats/2/focus", evening.eric, {"focus": "H"})
    for follower in (owner, host, watcher):
        assert "Focus face down" in follower.look()
    evening.send("/seats/2/focus", evening.eric, {"focus": "M"})
    assert "Monster" not in owner.look()
    for follower in (host, watcher):
        assert follower.ask() == {}


def test_tags_tell_nothing_of_a_focus(evening, follow):
    """Neither the focus nor how often it has been changed."""
    tags = set()
    evening.send("/seats/2/focus", evening.eric, {"focus": "C"})
    for focus in "FHMRS":
        follower = follow("watcher")
        follower.ask()
        tags.add(follower.tag)
        evening.send("/seats/2/focus", evening.eric, {"focus": focus})
    assert len(tags) == 1


def test_answers_to_others_are_as_long_whatever_the_focus(evening, follow):
    lengths = set()
    evening.fill()
    for focus in "CFHMRS":
        evening.send("/seats/2/focus", evening.eric, {"focus": focus})
        lengths.add(len(follow("watcher").look()))
    assert len(lengths) == 1


def test_a_focus_that_is_corrected_in_the_open_is_news_to_everybody(evening, follow):
    evening.reveal()
    evening.send("/amend", evening.rita)
    watcher = follow("watcher")
    watcher.ask()
    evening.send("/seats/2/focus", evening.eric, {"focus": "M"})
    assert "Monster" in watcher.look()


def test_a_focus_in_an_open_file_is_news_to_everybody(app: Flask, visitor, phones):
    with app.app_context():
        slug = queries.start_draft(Details("B-7c", "en"), [StoredSeat("Rita", "S")], StoredLibrary(), EVENING)
    other = Follower(phones(), f"/inspections/{slug}")
    other.ask()
    visitor.send(f"/inspections/{slug}/seats/1/focus", {"focus": "M"})
    assert "Monster" in other.look()


def test_a_phone_that_gets_a_seat_or_loses_it_sees_another_page(evening, follow):
    eric = follow("eric")
    assert "/seats/2/focus" in eric.look()
    evening.send("/seats/2/release", evening.rita)
    assert "/seats/2/focus" not in eric.look()
    evening.eric.ask_for(evening.code, 2)
    assert "/seats/2/focus" in eric.look()


def test_each_language_has_a_page_of_its_own(app, evening, follow):
    app.config["LANGUAGES"] = ("en", "pl")
    eric = follow("eric")
    eric.ask()
    evening.eric.open(f"{evening.desk}?lang=pl")
    assert eric.ask()


def test_the_table_goes_along_once_the_inspector_has_begun(evening, follow):
    evening.fill()
    eric = follow("eric")
    assert eric.ask()["go"] is None
    evening.send("/lock", evening.rita)
    assert eric.ask()["go"] == f"{evening.desk}/walk"


def test_a_page_that_cannot_be_followed_is_not_found(evening):
    for path in ("/live/nothing", "/live/", "/live/desk/more"):
        evening.eric.open(evening.desk + path)
        assert evening.eric.status == 404


@pytest.mark.parametrize("page", [*PAGES, "moving", "nothing"])
def test_an_inspection_that_is_gone_is_not_found(evening, page):
    evening.send("/delete", evening.rita)
    for phone, status in ((evening.eric, 410), (evening.watcher, 404)):
        phone.open(f"{evening.desk}/live/{page}")
        assert phone.status == status


def test_following_is_kept_by_no_cache(evening):
    evening.eric.open(f"{evening.desk}/live/desk")
    assert evening.eric.headers["Cache-Control"] == "private, no-store"


def test_a_phone_that_follows_is_not_given_a_token(app, evening):
    answer = app.test_client().get(f"{evening.desk}/live/desk")
    assert not any(cookie.startswith("device=") for cookie in answer.headers.getlist("Set-Cookie"))


def test_asking_in_vain_costs_one_query_to_the_archive(app: Flask, evening: Evening, follow):
    follower = follow("eric")
    follower.ask()
    asked: list[str] = []
    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", lambda *about: asked.append(about[2]))
    follower.ask()
    assert evening.eric.status == 304
    # What SQLite is told apart from that reaches no table.
    assert [statement.split()[0] for statement in asked if not statement.startswith(("PRAGMA", "BEGIN"))] == ["SELECT"]


@pytest.mark.parametrize("path", ["", "/screen", "/game", "/seats/2/moving"])
def test_what_changes_while_a_page_is_made_is_told_at_the_next_poll(evening, phones, monkeypatch, path):
    """The page may show the old state, but never with the ETag of the new one."""
    phone, slug = phones(), evening.desk.removeprefix("/inspections/")
    find, late = queries.find_draft, [lambda: sit_down(slug, "Ola", "a phone", EVENING)]

    def find_and_be_late(wanted: str) -> StoredDraft:
        draft = find(wanted)
        while late:
            late.pop()()
        return draft

    monkeypatch.setattr(queries, "find_draft", find_and_be_late)
    follower = take_up(Follower(phone, evening.desk), phone.open(evening.desk + path))
    assert not late
    assert follower.ask()


def test_the_editor_of_a_shelf_follows_with_the_same_tag(evening, phones):
    tag = re.search('"tag": "([^"]+)"', evening.eric.open(f"{evening.desk}/seats/2/shelf"))
    assert tag is not None
    headers = {"Accept": "application/json", "If-None-Match": f'"{tag[1]}"'}
    evening.eric.open(f"{evening.desk}/seats/2/shelf", **headers)
    assert evening.eric.status == 304
    phones().sit_down(evening.code, "Ola")
    evening.eric.open(f"{evening.desk}/seats/2/shelf", **headers)
    assert evening.eric.status == 200
