"""Whole games on a phone: every shelf is tapped in, and the form at the end is read back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ..games import LICENCE_GRANTED, THREE_TIED_ON_PROMINENT_WORKS, WON_BY_THE_HAND, Evening, Librarian
from ..shelves.editor_page import EditorPage
from ..signed_form import check_form


@pytest.mark.long
@pytest.mark.parametrize(
    "evening",
    [
        pytest.param(LICENCE_GRANTED, id="licence-granted"),
        pytest.param(THREE_TIED_ON_PROMINENT_WORKS, id="three-tied-on-prominent-works"),
        pytest.param(WON_BY_THE_HAND, id="won-by-the-hand"),
    ],
)
def test_an_evening_typed_through_the_grid_ends_in_the_right_form(browse, evening):
    page = browse()
    open_inspection(page, evening)
    for librarian in evening.librarians:
        lay_shelf(page, librarian)
    if evening.library_focus:
        count_library(page, evening)
    if any(librarian.hand is not None for librarian in evening.librarians):
        # The desk asks for what only people can know before offering the scorecard.
        page.get_by_role("link", name="Count the cards in hand").and_(page.locator(".bar a")).tap()
        count_hands(page, evening)
    else:
        page.get_by_role("button", name="See the scorecard").tap()
    expect(page.get_by_role("main")).to_contain_text(evening.verdict)
    check_form(fetch_form(page), evening, evening.verdict)


def open_inspection(page: Page, evening: Evening) -> None:
    """Fill in the form's header."""
    page.goto("/")
    page.get_by_role("link", name="One phone for everybody").tap()
    is_solo = evening.form == "S-42A"
    tap_choice(page, "way", "solo" if is_solo else "all")
    page.locator("#dealt > summary").tap()
    tap_choice(page, "prominent", evening.prominent)
    tap_choice(page, "banned", evening.banned)
    for index, librarian in enumerate(evening.librarians):
        page.locator("[name=name]" if is_solo else f"[name=seats-{index}-name]").fill(librarian.name)
        tap_choice(page, f"seats-{index}-focus", librarian.focus)
    page.locator("#particulars > summary").tap()
    page.get_by_label("Box edition").select_option(evening.edition)
    page.get_by_role("button", name="Open the inspection").tap()


def tap_choice(page: Page, field: str, value: str) -> None:
    page.locator(f"label:has([name='{field}'][value='{value}'])").tap()


def lay_shelf(page: Page, librarian: Librarian) -> None:
    """Enter a shelf card by card, from the desk and back to it."""
    page.locator(".own-seat", has_text=librarian.name).get_by_role("link", name="Shelf").tap()
    page.wait_for_url("**/shelf")
    editor = EditorPage(page, page.url)
    above = 0
    for number, row in enumerate(librarian.shelf.split(" / "), start=1):
        last = ""
        for place, token in enumerate(row.split(), start=1):
            if place == 1 or place == above + 1:
                # At the start of a row, and where it outgrows the one above, a place has to be tapped.
                editor.tap(editor.place(number, place))
                last = ""
            editor.enter(token, keeps_letter=token[0] == last)
            last = token[0]
        above = place
    editor.wait_until_saved()
    page.goto("/".join(page.url.split("/")[:5]))


def count_library(page: Page, evening: Evening) -> None:
    page.get_by_role("link", name="Discard pile", exact=True).tap()
    tap_choice(page, "focus", evening.library_focus)
    page.locator("label", has_text="By category").tap()
    for code, books in zip("CFHMRS", evening.library_tally, strict=True):
        page.locator(f"[name='{code}']").fill(str(books))
    page.get_by_role("button", name="Note it down").tap()


def count_hands(page: Page, evening: Evening) -> None:
    for librarian in evening.librarians:
        page.get_by_label(librarian.name, exact=True).fill(str(librarian.hand))
    page.get_by_role("button", name="Note it down").tap()


def fetch_form(page: Page) -> bytes:
    """Press the button for the PDF, and return what the browser would show."""
    page.locator("[name=language]").select_option("en")
    form = page.locator("form.sheet-form")
    fields = {
        "csrf_token": form.locator("[name=csrf_token]").input_value(),
        "language": "en",
        "paper": "a4",
        "as": "pdf",
    }
    answer = page.request.post(str(form.get_attribute("action")), form=fields)
    assert answer.headers["content-type"] == "application/pdf"
    return answer.body()
