"""Who sits where, said on phones: by touch, by keyboard, without scripts, and by two phones at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.store.tables import queries
from companion.store.tables import seats as tables
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.store.tables.order import write_order
from companion.web.access.guards import COOKIE, hash_token

from ..phones import Room
from ..shelves.editor_page import NOW

NAMES = ("Rita", "Eric", "Alberto", "Zdeňka Dlouhá-Nováková")
TOKENS = ("rita", "eric", "alberto", "zdenka")
PAGE_IS_WIDER_THAN = "(width) => document.documentElement.scrollWidth > width"


@pytest.fixture
def seat(app):
    """A function that opens a table of the first of these librarians and returns the path of its desk."""

    def start(players: int) -> str:
        chairs = [
            StoredSeat(name, device=hash_token(token)) for name, token in zip(NAMES[:players], TOKENS, strict=False)
        ]
        details = Details("B-7c", "en", date="2026-11-20")
        with app.app_context():
            slug = queries.start_draft(details, chairs, StoredLibrary(), NOW, table=Table(hash_token("rita"), "CDF234"))
        return f"/inspections/{slug}"

    return start


def list_around(page: Page) -> list[str]:
    """The names in the line of the drawer that says who sits where, once nobody asks."""
    expect(page.get_by_role("heading", name="Around the table")).to_have_count(0)
    page.goto("/".join(page.url.split("/")[:5]) + "/drawer")
    line = page.locator(".around-line")
    expect(line).to_be_visible()
    return line.locator(".hand").all_inner_texts()


@pytest.mark.parametrize(
    "java_script_enabled",
    [pytest.param(True, id="with-a-script"), pytest.param(False, id="without", marks=pytest.mark.long)],
)
def test_four_say_it_with_two_taps_and_every_phone_knows(seat, take_phone, java_script_enabled):
    desk = seat(4)
    eric, rita = take_phone("eric", java_script_enabled=java_script_enabled), take_phone("rita")
    for page in (eric, rita):
        page.goto(desk)
    expect(rita.get_by_role("heading", name="Who sits on your left?")).to_be_visible()
    eric.get_by_role("link", name="Alberto").tap()
    expect(eric.get_by_role("heading", name="Who sits on the left of Alberto?")).to_be_visible()
    eric.get_by_role("button", name="Rita").tap()
    order = ["Rita", NAMES[3], "Eric", "Alberto"]
    assert list_around(eric) == list_around(rita) == order


def test_it_is_said_with_keys_alone(seat, take_phone):
    page = take_phone("rita")
    page.goto(f"{seat(3)}/around")
    target = page.get_by_role("button", name="Alberto")
    for _ in range(30):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    assert list_around(page) == ["Rita", "Alberto", "Eric"]


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.long)])
def test_names_of_any_length_stay_on_the_page(seat, take_phone, width):
    desk = seat(4)
    page = take_phone("rita", viewport={"width": width, "height": 844})
    for address in (desk, f"{desk}/around", f"{desk}/around?said=1.2"):
        page.goto(address)
        assert not page.evaluate(PAGE_IS_WIDER_THAN, width), address
    boxes = [place.bounding_box() for place in page.locator(".around-place").all()]
    assert len(boxes) == 4
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def test_a_place_on_the_left_is_the_next_on_the_drawn_table(seat, take_phone, app):
    desk = seat(4)
    with app.app_context():
        write_order(desk.split("/")[2], (1, 4, 3, 2), (), NOW)
    page = take_phone("rita")
    page.goto(f"{desk}/around")
    places = {place.inner_text(): place.bounding_box() for place in page.locator(".around-place").all()}
    middle = {name: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for name, box in places.items()}
    below, left, above, right = (middle[name] for name in ("Rita", NAMES[3], "Alberto", "Eric"))
    assert left[0] < below[0] < right[0]
    assert above[1] < left[1] < below[1]


def test_who_joins_meanwhile_is_not_left_out(seat, chromium, live_server, app):
    desk = seat(3)
    with Room(chromium, live_server, "en") as room:
        phone = room.new_phone()
        phone.context.add_cookies([{"name": COOKIE, "value": "eric", "url": live_server}])
        phone.open(f"{desk}/around")
        with app.app_context():
            tables.sit_down(desk.split("/")[2], NAMES[3], hash_token("zdenka"), NOW)
        phone.press("Rita")
        expect(phone.page.get_by_role("alert")).to_contain_text("Your answer was not stored.")
        phone.follow("Alberto")
        phone.press("Rita")
        assert list_around(phone.page) == ["Rita", NAMES[3], "Eric", "Alberto"]
        assert room.complaints == []
