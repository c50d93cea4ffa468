"""A deck on a phone: taught by photo until its picture has grown, a dispute settled by a tap; also without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.scoring.decks.deck import Source
from companion.scoring.notation import parse_shelf
from companion.workflow.decks import keeping as decks

from ..photos.photo_review import NOW, choose_photo, look_at_doubts
from ..photos.photographs import photograph

BOX = "Kitchen box"
DOZENS = (
    "A1:CFH B3:MM C2:RS D4:FHM / E1:CR E6:FFS G2:CSS H7:HMR / K1:FR L2:HHM L5:FRS M8:CFFR",
    "A2:RRS B5:CH C4:FMS D1:HS / F3:CMR G5:HHS I2:FR K4:MSS / N1:CC O3:SS P4:MR R6:CHMR",
)


@pytest.fixture
def remember(app: Flask) -> Callable[[str, str], None]:
    """A function that lets a deck, created if missing, learn a shelf."""

    def learn(shelf: str, where: str) -> None:
        with app.app_context():
            if not decks.has_deck(BOX):
                decks.make_deck(BOX, "en", NOW)
            decks.remember(BOX, [card for _, card in parse_shelf(shelf)], where, Source.HAND, NOW)

    return learn


def begin_deck(page: Page) -> None:
    page.goto("/decks")
    page.get_by_role("link", name="A new deck").tap()
    page.get_by_label("Deck name").fill(BOX)
    page.get_by_label("Box edition").select_option("en")
    page.get_by_role("button", name="Start the deck").tap()


def answer_doubts(page: Page, cells: list[list[str]]) -> int:
    """Answer every doubtful card, by choosing it or with keys; return how many were doubtful."""
    chosen, typed = look_at_doubts(page, cells, otherwise=press_card)
    return chosen + len(typed)


def press_card(page: Page, card: str) -> None:
    """Enter a card with the keys beside its photo, until it is offered or settled."""
    name, _, icons = card.partition(":")
    before = page.locator(".photo-count").inner_text()
    keys = page.locator(".mend-name-keys")
    if keys.get_attribute("open") is None:
        keys.locator("summary").tap()
    for key in (f"letter-{name[0]}", f"number-{name[1:]}", *(f"icon-{icon}" for icon in icons)):
        if page.locator(".photo-count").inner_text() != before or page.locator(f"button[value='{card}']").count():
            break
        with page.expect_response(lambda answer: answer.url.endswith("/place")):
            page.locator(f"[name=key][value={key}]").tap()
    choice = page.locator(f"#place button[value='{card}']")
    if page.locator(".photo-count").inner_text() == before:
        choice.tap()


@pytest.mark.long
@pytest.mark.slow
def test_a_box_is_taught_a_dozen_cards_at_a_time(browse):
    page = browse()
    begin_deck(page)
    page.get_by_role("link", name="Teach the deck by photo").tap()
    expect(page.locator(".teach-state")).to_contain_text("about 13 photos left")
    doubts = []
    for number, dozen in enumerate(DOZENS, start=1):
        cells = [row.split() for row in dozen.split(" / ")]
        choose_photo(page, "#take-whole", photograph(dozen, "en", number))
        expect(page.locator(".photo-count")).to_contain_text("12 cards")
        doubts.append(answer_doubts(page, cells))
        page.get_by_role("button", name="Teach the deck these cards").tap()
        expect(page.locator(".flashes")).to_contain_text("12 cards learned.")
        expect(page.locator(".box .tile.new")).to_have_count(12)
        expect(page.locator(".box .tile.known")).to_have_count(12 * number)
    expect(page.locator(".teach-state")).to_contain_text("about 11 photos left")
    page.goto("/decks/1/cards/M8")
    expect(page.get_by_role("img", name="The face of M8")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Corrupted Codices, Fantastical Fictions, Fantastical Fictions")


def test_a_dispute_is_settled_by_one_tap(browse, remember):
    remember("M8:CFF B2:HR", "one")
    remember("M8:CFH", "two")
    page = browse()
    page.goto("/decks/1")
    page.get_by_role("link", name="M8", exact=True).tap()
    page.get_by_role("button", name=re.compile(r"These are right\s*:.*Historic Volumes")).tap()
    expect(page.locator(".version.counts")).to_contain_text("Settled by hand")
    page.goto("/decks/1")
    expect(
        page.get_by_role("link", name="M8: Corrupted Codices, Fantastical Fictions, Historic Volumes")
    ).to_be_visible()


def test_icons_are_written_by_their_keys_and_taken_back(browse, remember):
    remember("B2:HR", "one")
    page = browse()
    page.goto("/decks/1/cards/B1")
    field = page.get_by_label("Icons")
    for icon in "CFFSM":
        page.locator(f"[data-icon={icon}]").tap()
    expect(field).to_have_value("CFFS")
    page.get_by_role("button", name="Delete the last part").tap()
    expect(field).to_have_value("CFF")
    page.get_by_role("button", name="Note it down").tap()
    expect(page.locator(".version")).to_contain_text("Corrupted Codices, Fantastical Fictions, Fantastical Fictions")


def test_the_sum_of_the_letters_follows_what_is_typed(browse, remember):
    remember("B2/6:HR", "one")
    page = browse()
    page.goto("/decks/1/letters")
    expect(page.locator("#letters-sum")).to_have_text("6")
    page.get_by_label("A", exact=True).fill("7")
    page.get_by_label("C", exact=True).fill("many")
    expect(page.locator("#letters-sum")).to_have_text("13")


@pytest.mark.long
def test_everything_but_the_progress_of_a_photo_works_without_scripts(browse):
    page = browse(java_script_enabled=False)
    begin_deck(page)
    page.get_by_role("link", name="Teach the deck by photo").tap()
    choose_photo(page, "#take-whole", photograph(DOZENS[0], "en"))
    page.get_by_role("button", name="Read the photo").tap()
    expect(page.locator(".photo-count")).to_contain_text("12 cards")
    page.get_by_role("link", name=re.compile("^Row 3, place 4: M8")).click()
    page.get_by_role("group", name="Number").get_by_role("button", name="9").tap()
    page.locator(".choice").first.tap()
    page.locator(".bar").get_by_role("button").tap()
    expect(page.get_by_role("link", name=re.compile("^M9: Corrupted Codices"))).to_be_visible()
    page.goto("/decks/1/cards/M9")
    page.get_by_text("Say which icons are right").tap()
    page.get_by_label("Icons").fill("hh")
    page.get_by_role("button", name="Note it down").tap()
    expect(page.locator(".version.counts")).to_contain_text("Historic Volumes, Historic Volumes")
