"""Cards of a photo that are compared side by side, by touch and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.store.photos import queries as photos
from companion.store.photos.owners import SeatShelf
from companion.vision.doubts import Part

from ...workflow.photos.read_cards import keep_photo, see_shelf
from ..games import THREE_TIED_ON_PROMINENT_WORKS
from ..shelves.editor_page import lay_shelf, read_stored
from .photo_review import NOW, PAGE_SCROLLS_SIDEWAYS, SMALL

NAMES = [f"{letter}{row}" for row in (1, 2) for letter in "ABCDEF"]
SHELF = " / ".join(" ".join(f"{name}:CFHM" for name in NAMES[start : start + 6]) for start in (0, 6))


@pytest.fixture
def address(open_file, app) -> str:
    """The review of a photo with a dozen cards that were read, though not for sure."""
    desk = open_file(THREE_TIED_ON_PROMINENT_WORKS)
    cards = see_shelf(SHELF, **dict.fromkeys(NAMES, (Part.NUMBER, Part.ICONS)))
    with app.app_context():
        keep_photo(desk.removeprefix("/inspections/"), 1, cards, NOW)
    return f"{desk}/seats/1/photo"


def list_chosen(app, address: str) -> list[str | None]:
    with app.app_context():
        review = photos.find_review(SeatShelf(address.split("/")[2], 1))
    assert review is not None
    return [card["chosen"] for card in review.content["cards"]]


def expect_in_sight(page: Page, selector: str) -> None:
    box = page.locator(selector).bounding_box()
    assert box is not None
    assert 0 <= box["y"] < page.viewport_size["height"] / 2  # type: ignore[index]


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
def test_what_is_wrong_is_marked_and_the_rest_takes_one_tap(browse, app, address, width, height):
    page = browse(viewport={"width": width, "height": height})
    page.goto(address)
    assert page.evaluate(SMALL) == []
    assert not page.evaluate(PAGE_SCROLLS_SIDEWAYS)
    page.locator("label[for='wrong-2-3']").tap()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    page.get_by_role("button", name="What is not marked is right").tap()
    expect(page.locator("#place-title")).to_contain_text("Row 2, place 3")
    expect(page.locator(".photo-count")).to_contain_text("1 place to look at")
    expect_in_sight(page, "#place-title")
    expect(page.locator("#place button[value='C2:CFHM']")).to_have_count(0)
    assert list_chosen(app, address) == [None if name == "C2" else f"{name}:CFHM" for name in NAMES]


def test_cards_are_compared_with_keys_alone(browse, app, address):
    page = browse()
    page.goto(address)
    box = page.locator("#wrong-1-1")
    box.focus()
    box.press("Space")
    page.get_by_role("button", name="What is not marked is right").press("Enter")
    expect(page.locator("#place-title")).to_contain_text("Row 1, place 1")
    assert list_chosen(app, address)[:2] == [None, "B1:CFHM"]


def test_without_scripts_it_is_a_form(browse, app, address):
    page = browse(java_script_enabled=False)
    page.goto(address)
    page.locator("label[for='wrong-1-2']").tap()
    page.get_by_role("button", name="What is not marked is right").tap()
    expect(page.locator("#place-title")).to_contain_text("Row 1, place 2")
    assert page.url.endswith("?place=1-2")
    assert list_chosen(app, address).count(None) == 1


def test_cards_are_looked_at_one_after_the_other_instead(browse, address):
    page = browse()
    page.goto(address)
    page.get_by_role("link", name="One after the other instead").tap()
    expect(page.locator("#place-title")).to_contain_text("1 of 12")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_cards_of_two_shelves_are_compared_at_once(browse, app, language):
    path = lay_shelf(app)
    desk = path.partition("/seats/")[0]
    with app.app_context():
        for position, shelf, doubtful in ((1, SHELF, "A1"), (2, "G1:CF H2:HM", "H2")):
            keep_photo(desk.removeprefix("/inspections/"), position, see_shelf(shelf, **{doubtful: (Part.ICONS,)}), NOW)
    page = browse(viewport={"width": 320, "height": 568}, locale=language)
    page.goto(f"{desk}/seats/1/photo")
    expect(page.locator(".compared-whose")).to_contain_text(["Eric", "Rita"])
    assert page.evaluate(SMALL) == []
    assert not page.evaluate(PAGE_SCROLLS_SIDEWAYS)
    page.locator(".photo-compare button").tap()
    page.wait_for_url(f"**{desk}")
    expect(page.locator(".flashes")).to_contain_text("Eric, Rita")
    assert read_stored(app, path) == SHELF


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_next_shelf_can_be_photographed_first(browse, app, language):
    path = lay_shelf(app)
    desk = path.partition("/seats/")[0]
    with app.app_context():
        keep_photo(desk.removeprefix("/inspections/"), 1, see_shelf(SHELF, A1=(Part.ICONS,)), NOW)
    page = browse(viewport={"width": 320, "height": 568}, locale=language)
    page.goto(f"{desk}/seats/1/photo")
    following = page.locator(".bar a", has_text="Rita")
    expect(following).to_be_in_viewport(ratio=1)
    assert page.evaluate(SMALL) == []
    assert not page.evaluate(PAGE_SCROLLS_SIDEWAYS)
    following.tap()
    page.wait_for_url(f"**{desk}/seats/2/photo")
    expect(page.locator(".photo-buttons")).to_be_visible()
