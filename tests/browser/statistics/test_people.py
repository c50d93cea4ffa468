"""Statistics on a small phone and by keyboard: charts that fit, tables next to them, the way to a scorecard."""

from __future__ import annotations

import datetime

import pytest
from playwright.sync_api import expect

from companion.store.tables import queries
from companion.store.tables.drafts import StoredDraft

from ...workflow.drafts import ERIC, EVENING, FIGURES, RITA, make_draft, make_solo

SMALL = {"viewport": {"width": 320, "height": 640}}
LONG_NAME = "Zdeňka Dlouhá-Nováková"


@pytest.fixture
def club(app):
    """Forty games of two, and two solo games."""
    games = [
        make_draft(
            RITA,
            ERIC.__class__(LONG_NAME, "H", 2, kind=ERIC.kind, tally={**FIGURES, "H": str(day % 13)}),
            date=(datetime.date(2025, 1, 1) + datetime.timedelta(days=9 * day)).isoformat(),
            place="Łódź",
        )
        for day in range(40)
    ]
    with app.app_context():
        for game in [*games, make_solo(), make_solo(discards="K1:RS")]:
            file(game)


def file(draft: StoredDraft) -> str:
    return queries.start_draft(draft.details, draft.seats, draft.library, EVENING)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_everything_fits_a_small_phone_the_tables_included(browse, club, scheme):
    page = browse(**SMALL, color_scheme=scheme)
    for address in ("/people", "/people/Rita", f"/people/{LONG_NAME}"):
        page.goto(address)
        for summary in page.locator("summary").all():
            summary.tap()
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        # Every mark lies inside its chart horizontally.
        outside = page.evaluate(
            """[...document.querySelectorAll("svg.plot")].flatMap((plot) => {
                 const sheet = plot.closest("figure").getBoundingClientRect();
                 return [...plot.querySelectorAll("rect, circle, text, line")].filter((mark) => {
                   const box = mark.getBoundingClientRect();
                   return box.width && (box.left < sheet.left || box.right > sheet.right);
                 });
               }).length"""
        )
        assert outside == 0


def test_a_chart_leads_to_a_scorecard_by_keyboard_alone(browse, club):
    page = browse()
    page.goto("/people")
    page.get_by_role("link", name="Rita", exact=False).first.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rita")
    course = page.locator("[data-plot=course-table]")
    expect(course.locator(".dot")).to_have_count(40 + 2)  # two are in the legend
    course.locator("summary").press("Enter")
    rows = course.locator("tbody tr")
    expect(rows).to_have_count(40)
    rows.first.get_by_role("link").press("Enter")
    page.wait_for_url("**/scorecard")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
