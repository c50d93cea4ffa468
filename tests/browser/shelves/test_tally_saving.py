"""A tally typed on a phone: nothing is lost, and two phones that count the same shelf see both counts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.store.tables import queries

from .editor_page import NOW, lay_shelf

FIGURES = {"C": "4", "F": "8", "H": "10", "M": "6", "R": "8", "S": "7", "stability": "12"}
LEFT = re.compile(r"/inspections/[\w-]{16}$")


@pytest.fixture
def path(app):
    return lay_shelf(app).partition("/seats")[0] + "/tally"


@pytest.fixture
def page(chromium, live_server, path):
    """A phone at the tally, whose browser may log a lost network."""
    context = chromium.new_context(base_url=live_server, viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.goto(path)
    yield page
    context.close()


def type_figures(page, figures):
    for name, text in figures.items():
        page.locator(f"[name='1-{name}']").fill(text)


def note_down(page):
    page.locator(".bar").get_by_role("button").click()


def read_tally(app, path):
    with app.app_context():
        return dict(queries.find_draft(path.split("/")[2]).find_seat(1).tally)


def test_figures_that_were_never_noted_down_are_put_back(page):
    type_figures(page, {"C": "4", "F": "8"})
    page.reload()
    expect(page.locator("[name='1-F']")).to_have_value("8")
    expect(page.locator("[data-sum='1']")).to_have_text("12")
    expect(page.get_by_text("has been restored")).to_be_visible()


def test_figures_that_have_arrived_are_not_put_back_over_later_ones(app, page, path):
    type_figures(page, FIGURES)
    note_down(page)
    page.wait_for_url(LEFT)
    with app.app_context():
        queries.write_tally(path.split("/")[2], 1, FIGURES | {"C": "5"}, None, NOW)
    page.goto(path)
    expect(page.locator("[name='1-C']")).to_have_value("5")
    expect(page.get_by_text("has been restored")).to_be_hidden()


def test_a_form_without_a_network_stays_where_it_is_and_is_sent_when_it_is_back(app, page, path):
    type_figures(page, FIGURES)
    page.context.set_offline(True)
    note_down(page)
    expect(page.locator(".live-bar")).to_contain_text("Offline – this goes on as soon as the network is back.")
    assert read_tally(app, path) == {}
    page.context.set_offline(False)
    page.wait_for_url(LEFT)
    assert read_tally(app, path) == FIGURES


def test_a_count_that_somebody_else_made_meanwhile_is_shown_beside_ours(app, page, path):
    with app.app_context():
        queries.write_tally(path.split("/")[2], 1, FIGURES, None, NOW)
    type_figures(page, FIGURES | {"H": "9"})
    note_down(page)
    expect(page.locator("tr.differs td")).to_have_text(["9", "10 ≠differs"])
    expect(page.locator("tr.differs th")).to_have_text("Eric, Historic Volumes")
    # Before its script runs, the page cannot know what to keep.
    expect(page.locator("section.clash")).to_be_focused()
    page.goto(path)
    expect(page.locator("[name='1-H']")).to_have_value("9")
    note_down(page)
    expect(page.locator("tr.differs td")).to_have_text(["9", "10 ≠differs"])
    assert read_tally(app, path) == FIGURES
    note_down(page)
    page.wait_for_url(LEFT)
    assert read_tally(app, path) == FIGURES | {"H": "9"}


def test_the_other_count_can_be_taken(app, page, path):
    with app.app_context():
        queries.write_tally(path.split("/")[2], 1, FIGURES, None, NOW)
    type_figures(page, FIGURES | {"H": "9"})
    note_down(page)
    page.get_by_role("link", name="Take theirs").click()
    expect(page.locator("[name='1-H']")).to_have_value("10")
    expect(page.get_by_text("has been restored")).to_be_hidden()
    assert read_tally(app, path) == FIGURES
