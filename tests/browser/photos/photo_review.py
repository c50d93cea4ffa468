"""The review of a photo as tests walk through it: a photo is chosen, and doubtful cards are answered."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
SMALL = """() => [...document.querySelectorAll("main :is(button, a, label, summary), .bar button")]
    .filter((control) => control.checkVisibility())
    .map((control) => [control.ariaLabel || control.textContent.trim(), control.getBoundingClientRect()])
    .filter(([, {width, height}]) => Math.round(width) < 44 || Math.round(height) < 44).map(([name]) => name)"""
PAGE_SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > innerWidth"


def choose_photo(page: Page, field: str, content: bytes) -> None:
    """Pass a photo to one of the buttons, as the phone's camera or gallery would."""
    page.locator(field).set_input_files({"name": "shelf.jpg", "mimeType": "image/jpeg", "buffer": content})


def leave_to_grid(page: Page, _card: str) -> None:
    """Leave a card open that is not among the choices."""
    page.get_by_role("button", name="Type it in the grid").tap()


def look_at_doubts(
    page: Page,
    cells: list[list[str]],
    blotted: tuple[int, int] | None = None,
    otherwise: Callable[[Page, str], None] = leave_to_grid,
) -> tuple[int, list[tuple[int, int]]]:
    """Answer every doubtful place with the true card if it is offered, except for one that nobody can read.

    ``otherwise`` handles the other cards. Return how many were answered, and the other places.
    """
    answered, left = 0, []
    while page.locator(".photo-count .doubtful").count():
        before = page.locator(".photo-count").inner_text()
        if page.locator(".photo-compare").count():
            answered += compare_cards(page, cells)
            expect(page.locator(".photo-compare")).to_have_count(0)
            continue
        row, column = _read_place(page)
        card = dict(enumerate(dict(enumerate(cells)).get(row, []))).get(column, "")
        answer = page.locator(f"#place button[value='{card}']")
        if answer.count() and (row, column) != blotted:
            answer.tap()
            answered += 1
        else:
            left.append((row, column))
            otherwise(page, card)
        # The last answer leads to the shelf.
        expect(page.locator(".photo-count, #editor")).not_to_have_text(before)
    return answered, sorted(left)


def use_shelf(page: Page) -> None:
    """Use the shelf, unless the last answer has filled it in."""
    if page.locator(".photo-count").count():
        page.get_by_role("button", name="Use this shelf").tap()
    page.wait_for_url("**/shelf", wait_until="commit")


def compare_cards(page: Page, cells: list[list[str]]) -> int:
    """Mark the cards that were read wrongly, and say that the others are right; return how many taps it takes."""
    marks = []
    for shown in page.locator(".photo-compare input[name=shown]").all():
        key, _space, text = shown.input_value().partition(" ")
        row, column = (int(figure) - 1 for figure in key.split("-"))
        true = dict(enumerate(dict(enumerate(cells)).get(row, []))).get(column, "")
        if true != text:
            other = page.locator(f".photo-compare [name=other][value='{key} {true}']")
            marks.append(f"{'other' if other.count() else 'wrong'}-{key}")
    for mark in marks:
        page.locator(f".photo-compare label[for='{mark}']").tap()
    page.get_by_role("button", name="What is not marked is right").tap()
    return len(marks) + 1


def _read_place(page: Page) -> tuple[int, int]:
    """Return row and column of the current card."""
    place = re.match(r"Row (\d+), place (\d+)", page.locator("#place-title").inner_text(), re.IGNORECASE)
    assert place is not None
    return int(place[1]) - 1, int(place[2]) - 1
