"""The game in progress on phones: cards dealt to several at once, one phone passed around, and a whole solo game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.store.tables import queries
from companion.store.tables.drafts import Details, StoredLibrary, StoredSeat, Table
from companion.web.access.guards import hash_token

from ..shelves.editor_page import NOW

SMALL_CONTROLS = """() => [...document.querySelectorAll("main :is(button, a, summary), .bar :is(button, a)")]
    .filter((control) => control.checkVisibility({visibilityProperty: true}))
    .map((control) => [control.textContent.trim(), control.getBoundingClientRect()])
    .filter(([, {width, height}]) => Math.round(width) < 44 || Math.round(height) < 44)
    .map(([name, {width, height}]) => `${name} ${width} ${height}`)"""
PAGE_IS_WIDER_THAN = "(width) => document.documentElement.scrollWidth > width"
LONG_SHELF = "A1:CF " * 15


@pytest.fixture
def open_table(app):
    """A function that opens a table of these librarians, by phone, and returns the path of its desk."""

    def start(phones: dict[str, str], form: str = "B-7c", **details) -> str:
        seats = [StoredSeat(name, device=hash_token(token) if token else "") for name, token in phones.items()]
        head = Details(form, "en", date="2026-11-20", **details)
        with app.app_context():
            slug = queries.start_draft(head, seats, StoredLibrary(), NOW, table=Table(hash_token("host")))
        return f"/inspections/{slug}"

    return start


def find_cards(page: Page):
    """Find the names on the visible category cards."""
    return page.locator(".card-name").filter(visible=True)


def read_cards(page: Page, count: int) -> list[str]:
    """Return these names once there are ``count`` of them."""
    expect(find_cards(page)).to_have_count(count)
    return find_cards(page).all_inner_texts()


def test_a_deal_reaches_every_phone_and_each_turns_up_its_own_card(open_table, take_phone):
    game = open_table({"Rita": "host", "Eric": "guest"}) + "/game"
    host, guest, screen = (take_phone(token) for token in ("host", "guest", "screen"))
    for page in (host, guest, screen):
        page.goto(game)
    host.get_by_role("button", name="Deal for us").tap()
    shared = read_cards(host, 2)
    for page in (guest, screen):
        expect(find_cards(page)).to_have_text(shared)
    host.locator(".own-focus summary").tap()
    guest.locator(".own-focus summary").tap()
    assert len({*read_cards(host, 3), *read_cards(guest, 3)}) == 4
    expect(screen.get_by_text("lies face down")).to_have_count(2)
    guest.locator(".own-focus summary").tap()
    expect(find_cards(guest)).to_have_count(2)


def test_one_phone_is_passed_around_and_shows_one_card_at_a_time(open_table, take_phone):
    page = take_phone("host")
    page.goto(open_table({"Rita": "", "Eric": "", "Alberto": ""}) + "/game")
    page.get_by_role("button", name="Deal for us").tap()
    shared = read_cards(page, 2)
    page.get_by_role("link", name=re.compile("^Look at it.*Rita$")).tap()
    seen = []
    for name in ("Rita", "Eric", "Alberto"):
        expect(page.get_by_role("main")).to_contain_text(name)
        expect(find_cards(page)).to_have_count(0)
        page.get_by_role("button", name=f"I am {name}: reveal it").tap()
        seen += read_cards(page, 1)
        page.get_by_role("link", name=re.compile("^Hide it")).tap()
    expect(find_cards(page)).to_have_text(shared)
    assert len({*shared, *seen}) == 5


def test_the_final_round_is_called_on_every_phone(open_table, take_phone, app):
    desk = open_table({"Rita": "host", "Eric": "guest", "Alberto": "", "Dária": ""})
    host, guest = take_phone("host"), take_phone("guest")
    for page in (host, guest):
        page.goto(f"{desk}/game")
    host.get_by_role("button", name="Longer game").tap()
    expect(guest.get_by_text("Whoever has 15 cards or more")).to_be_visible()
    with app.app_context():
        queries.write_shelf(desk.split("/")[2], 2, LONG_SHELF, None, NOW)
    for page in (host, guest):
        expect(page.get_by_role("listitem").filter(has_text="Eric").filter(has_text="15 cards")).to_contain_text(
            "triggers the Final Round"
        )


def test_a_deal_asks_before_it_overwrites(open_table, take_phone):
    page = take_phone("host")
    page.goto(open_table({"Rita": "host", "Eric": "guest"}, prominent="R", banned="C") + "/game")
    page.get_by_role("link", name="Deal for us").tap()
    expect(find_cards(page)).to_have_text(["Reference Texts", "Corrupted Codices"])
    page.get_by_role("link", name="Leave it as it is").tap()
    expect(find_cards(page)).to_have_text(["Reference Texts", "Corrupted Codices"])
    page.get_by_role("link", name="Deal for us").tap()
    page.get_by_role("button", name="Collect and deal again").tap()
    expect(page.get_by_text("The categories have been dealt.")).to_be_visible()


@pytest.mark.parametrize(
    "java_script_enabled",
    [pytest.param(True, id="with-a-script"), pytest.param(False, id="without", marks=pytest.mark.long)],
)
def test_a_solo_game_is_played_to_the_end(open_table, take_phone, java_script_enabled):
    page = take_phone("host", java_script_enabled=java_script_enabled)
    desk = open_table({"Rita": "host"}, form="S-42A")
    page.goto(f"{desk}/game")
    page.get_by_role("button", name="7 Impossible").tap()
    page.get_by_role("button", name="Deal for me").tap()
    expect(find_cards(page)).to_have_count(3)
    page.get_by_role("link", name="Next").tap()
    page.get_by_role("button", name="Begin the first round").tap()
    for number in range(1, 6):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {number} of 5")
        expect(page.get_by_role("heading", name="Discard 7 cards from the deck")).to_be_visible()
        # The card of rounds 2 and 4 is twice on the page: where it is due, and among the six.
        expect(find_cards(page)).to_have_count({1: 3, 2: 5, 3: 4, 4: 6, 5: 5}[number])
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {number} of 5")
        if number < 5:
            page.get_by_role("button", name="Next round").tap()
    for number in range(4, 0, -1):
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {number} of 5")
    for _ in range(4):
        page.get_by_role("link", name="Next round").tap()
    page.get_by_role("link", name="The game is over").tap()
    expect(page.get_by_role("heading", name="Discard your whole hand")).to_be_visible()
    page.get_by_role("link", name="Discard pile").tap()
    page.locator("label", has_text="By category").tap()
    for code in "CFHMRS":
        page.locator(f"[name={code}]").fill("7")
    page.get_by_role("button", name="Note it down").tap()
    page.wait_for_url(f"**{desk}/game/end")
    expect(page.locator(".is-done")).to_contain_text("Count the public library")


PAGES = {
    "a-table": ("B-7c", ""),
    "asking-before-a-deal": ("B-7c", "/deal"),
    "a-solo-game": ("S-42A", ""),
    "the-end-of-it": ("S-42A", "/end"),
}


@pytest.mark.parametrize(("width", "height"), [(320, 568), pytest.param(390, 844, marks=pytest.mark.long), (1280, 800)])
@pytest.mark.parametrize(("form", "path"), PAGES.values(), ids=PAGES)
def test_every_control_can_be_hit_and_nothing_is_cut_off(open_table, take_phone, width, height, form, path):
    names = ("Rita", "Eric", "Maximiliane von Hohenstaufen-Wittelsbach", "Dária")
    phones = dict.fromkeys(names[: 1 if form == "S-42A" else 4], "")
    page = take_phone("host", viewport={"width": width, "height": height})
    page.goto(open_table(phones, form, prominent="R", banned="C") + f"/game{path}")
    for fold in page.locator("details").all():
        fold.evaluate("(fold) => { fold.open = true; }")
    assert page.evaluate(SMALL_CONTROLS) == []
    assert not page.evaluate(PAGE_IS_WIDER_THAN, width)


def test_the_desk_leads_to_the_game_in_progress(open_table, take_phone):
    page = take_phone("host")
    page.goto(open_table({"Rita": "host", "Eric": "guest"}))
    page.get_by_role("link", name="Everything else at this table").tap()
    page.get_by_role("link", name=re.compile("^The game in progress")).tap()
    expect(page.get_by_role("heading", name="The Final Round")).to_be_visible()
