"""A shelf that its photo fills in, on a phone: the message, its two ways back, and what comes of cards typed here."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.workflow.photos import working
from companion.workflow.photos.reading import read_shelf_photo
from companion.workflow.photos.review import KNOWN_BOX

from ..shelves.editor_page import EditorPage, lay_shelf, read_stored
from .photo_review import choose_photo
from .photographs import photograph

SHELF = "A1:CF B2:HM C3:RS D4:CC E5:MM"
FILLED = "5 cards filled in from the photo."
OUTSIDE = """() => [...document.querySelectorAll(".filled :is(p, a, button), .keypad .key")]
    .filter((element) => element.checkVisibility())
    .map((element) => [element.textContent.trim(), element.getBoundingClientRect()])
    .filter(([, {left, top, right, bottom}]) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
    .map(([name]) => name)"""


@pytest.fixture(autouse=True)
def known_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos are read as ever, but the deck of the table knows their box."""

    def read(*about: object):
        taken = read_shelf_photo(*about)
        taken.reading[KNOWN_BOX] = True
        return taken

    monkeypatch.setattr(working, "read_shelf_photo", read)


@pytest.fixture
def fill(app, browse):
    """A function that photographs an empty shelf in the editor; returns the page with the shelf, and its path."""

    def fill(**options):
        path = lay_shelf(app)
        page = browse(**options)
        page.goto(path)
        choose_photo(page, "#editor input[capture]", photograph(SHELF, "en"))
        expect(page.locator("#editor .filled")).to_contain_text(FILLED)
        assert page.url.endswith(path)
        return page, path

    return fill


@pytest.mark.parametrize(("width", "height"), [(320, 568), pytest.param(390, 844, marks=pytest.mark.long), (1280, 800)])
def test_the_message_stands_above_the_shelf_and_covers_nothing(fill, app, width, height):
    page, path = fill(viewport={"width": width, "height": height}, is_mobile=width < 640)
    notice = page.locator("#editor .filled")
    assert page.evaluate(OUTSIDE) == []
    assert notice.bounding_box()["y"] < page.locator("#shelf-grid").bounding_box()["y"]
    for control in notice.locator(".button").all():
        box = control.bounding_box()
        assert round(min(box["width"], box["height"])) >= 44
    expect(page.locator("#shelf-text .filled")).to_be_hidden()
    assert read_stored(app, path) == SHELF


def test_the_photo_is_looked_at_and_the_shelf_emptied_again(fill, app):
    page, path = fill()
    page.get_by_role("link", name="Look at the photo").tap()
    expect(page.locator(".photo-count")).to_contain_text("nothing doubtful")
    page.go_back()
    page.get_by_role("button", name="Empty the shelf again").tap()
    expect(page.get_by_role("button", name="Use this shelf")).to_be_visible()
    assert read_stored(app, path) == ""
    page.go_back()
    page.reload()
    expect(page.locator("#editor .photo-offer")).to_be_visible()
    expect(page.locator(".filled")).to_have_count(0)


def test_whoever_types_takes_the_shelf_over(fill, app):
    page, path = fill()
    editor = EditorPage(page, path)
    editor.tap(editor.place(1, 6))
    editor.tap_letter("F")
    expect(page.locator(".filled")).to_have_count(0)
    editor.tap_number(6)
    editor.tap_icons("CC")
    editor.wait_until_saved()
    assert read_stored(app, path) == f"{SHELF} F6:CC"
    page.reload()
    expect(page.locator(".filled")).to_have_count(0)


def test_an_editor_that_is_open_elsewhere_follows_and_offers_no_undoing_of_what_it_did_not_see(fill, app, browse):
    page, path = fill()
    other = browse()
    other.goto(path)
    expect(other.locator("#editor .filled")).to_contain_text(FILLED)
    page.get_by_role("button", name="Empty the shelf again").tap()
    page.wait_for_url("**/photo")
    expect(other.locator(".filled")).to_have_count(0)
    expect(other.locator("#sentence")).to_have_text(re.compile("changed on another phone"))
