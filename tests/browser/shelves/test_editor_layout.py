"""The editor on screens from 320 px up: everything visible, nothing too small to hit, no horizontal scrolling."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from .editor_page import EditorPage, lay_shelf, read_stored

WIDE = " / ".join(" ".join(f"{letter}{row}:CF" for letter in "ABCDEFGHIJKLMNOP") for row in (1, 2, 3))
OFTEN = [(320, 568), (390, 664), (844, 390), (1280, 800)]
"""The least room on phones, upright and lying, and a laptop; other screens are between them."""
SELDOM = [(360, 640), (390, 844), (932, 430), (820, 1180)]
SCREENS = [*OFTEN, *(pytest.param(*screen, marks=pytest.mark.long) for screen in SELDOM)]

MEASURE = """() => [...document.querySelectorAll("#editor :is(button, a)")]
    .filter((control) => control.checkVisibility({visibilityProperty: true}))
    .map((control) => {
        const {width, height} = control.getBoundingClientRect();
        const name = control.ariaLabel || control.textContent.trim();
        return {name, letter: control.matches(".letter-key"), width, height};
    })"""
PLACES = """() => [...document.querySelectorAll("#editor :is(.place, .key, .photo-offer), #editor > *")]
    .map((part) => [part.className.split(" ")[0], ...Object.values(part.getBoundingClientRect().toJSON())])"""
AS_HEARD = """
- table /The shelf, place by place/:
  - rowgroup:
    - row:
      - columnheader "Place 1"
      - columnheader "Place 2"
  - rowgroup:
    - row:
      - rowheader "Row 1"
      - cell:
        - 'button "Row 1, place 1: B 2, Historic Volumes, Monster Manuals, face up"'
      - cell:
        - 'button /Row 1, place 2: A 1, Corrupted Codices, Fantastical Fictions, face up, the check will flip it/'
      - cell:
        - 'button "Row 1, place 3: empty"'
    - row:
      - rowheader "Row 2"
      - cell:
        - 'button "Row 2, place 1: face down"'
"""
"""The beginning of what the accessibility tree says of a shelf, as ARIA roles and names."""
PAGE_SCROLLS = """() => document.documentElement.scrollWidth > innerWidth || scrollX > 0
    || document.documentElement.scrollHeight > innerHeight"""


@pytest.fixture
def open_editor(app, browse):
    def open_on(width, height, shelf="", edition="en", **options):
        return EditorPage(
            browse(viewport={"width": width, "height": height}, **options), lay_shelf(app, shelf, edition)
        )

    return open_on


def find_small_controls(editor):
    """List the controls that are smaller than 44 px; the keys of letters may be 40 px wide."""
    return [
        control
        for control in editor.page.evaluate(MEASURE)
        if round(control["height"], 1) < 44 or round(control["width"], 1) < (40 if control["letter"] else 44)
    ]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_every_control_can_be_hit_and_the_page_never_scrolls(open_editor, width, height):
    editor = open_editor(width, height, WIDE)
    assert find_small_controls(editor) == []
    assert not editor.page.evaluate(PAGE_SCROLLS)
    editor.tap_letter("Q")
    assert find_small_controls(editor) == []
    editor.tap_card_key("More")
    assert find_small_controls(editor) == []
    assert not editor.page.evaluate(PAGE_SCROLLS)


@pytest.mark.parametrize("edition", ["cs", "pl", "de"])
def test_long_alphabets_leave_room_for_the_shelf(open_editor, edition):
    editor = open_editor(320, 568, "A1:CF", edition)
    assert find_small_controls(editor) == []
    assert not editor.page.evaluate(PAGE_SCROLLS)
    expect(editor.selected).to_be_in_viewport(ratio=1)


def test_shelf_tally_sentence_and_keys_are_in_sight_together_on_a_phone(open_editor):
    editor = open_editor(390, 844, "A1:CF B2:HM / B1:RS C2:FH / D4:MM")
    for row in (1, 2, 3):
        expect(editor.place(row, 1)).to_be_in_viewport(ratio=1)
    for selector in ("#tally", "#strip", "#keypad"):
        expect(editor.page.locator(selector)).to_be_in_viewport(ratio=1)
    boxes = [editor.page.locator(f"#{name}").bounding_box() for name in ("shelf-region", "tally", "strip", "keypad")]
    assert all(upper["y"] + upper["height"] <= lower["y"] for upper, lower in pairwise(boxes))


def test_a_wide_shelf_scrolls_in_its_own_region_and_keeps_the_selected_card_in_view(open_editor):
    editor = open_editor(320, 568, WIDE)
    region = editor.page.locator("#shelf-region").bounding_box()
    for row, place in ((1, 1), (3, 16), (2, 8)):
        editor.place(row, place).focus()
        box = editor.selected.bounding_box()
        assert region["x"] <= box["x"] <= region["x"] + region["width"] - box["width"]
        assert region["y"] <= box["y"] <= region["y"] + region["height"] - box["height"]


def test_where_there_is_little_room_letters_and_numbers_take_turns(open_editor):
    editor = open_editor(390, 664)
    expect(editor.key("Number", "1")).to_be_hidden()
    editor.tap_letter("M")
    expect(editor.key("Letter", "M")).to_be_hidden()
    editor.tap_number(8)
    editor.tap_icons("CF")
    editor.tap_letter("N")
    editor.tap(editor.page.get_by_role("button", name="Change the letter"))
    editor.tap_letter("O")
    expect(editor.selected).to_have_accessible_name(re.compile("O ?"))


def test_the_focus_can_be_seen(open_editor):
    editor = open_editor(1280, 800, "A1:CF", has_touch=False, is_mobile=False)
    editor.page.keyboard.press("ArrowLeft")
    expect(editor.selected).to_be_focused()
    assert editor.selected.evaluate("place => parseFloat(getComputedStyle(place).outlineWidth)") >= 3


def test_zoomed_in_far_everything_can_still_be_scrolled_to(open_editor):
    editor = open_editor(320, 256, "A1:CF")
    editor.tap_card_key("Face down")
    expect(editor.place(1, 2)).to_have_accessible_name("Row 1, place 2: face down")
    editor.tap_card_key("Next")
    editor.place(1, 1).scroll_into_view_if_needed()
    expect(editor.place(1, 1)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("locale", "is_pictogram"), [("en-US", False), ("de-DE", True), ("pl-PL", True)])
def test_the_letters_of_categories_lead_in_english_only(app, browse, locale, is_pictogram):
    page = browse(locale=locale)
    page.goto(lay_shelf(app, "A1:CFHM B2:RS~"))
    for dot in page.locator(".place .dot").all():
        face = dot.evaluate("dot => getComputedStyle(dot).fontFamily")
        assert face.startswith("Pictograms") is is_pictogram
    assert page.evaluate(
        "[...document.fonts].some(face => face.family === 'Pictograms' && face.status === 'loaded')"
    ) is (is_pictogram)
    face = page.locator(".category-face").first
    pictogram, letter = face.locator(".pictogram").bounding_box(), face.locator(".code").bounding_box()
    assert pictogram["x"] + pictogram["width"] <= letter["x"] + 1
    assert pictogram["height"] > letter["height"]


@pytest.mark.parametrize("shelf", ["", "A1:CF B2:HM / C3:RS"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_the_editor_is_in_its_place_before_its_script_is_there(app, browse, width, height, shelf):
    page = browse(viewport={"width": width, "height": height})
    held = []
    page.route("**/js/**", lambda route: held.append(route), times=1)  # Playwright marks what it calls
    page.goto(lay_shelf(app, shelf), wait_until="commit")
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("#sentence")).to_have_text("" if shelf else re.compile("^Tap a letter to begin"))
    expect(page.locator("#shelf-text")).not_to_be_visible()
    page.evaluate("document.fonts.ready")
    before = page.evaluate(PLACES)
    [script] = held
    script.continue_()
    expect(page.locator("#editor")).not_to_have_attribute("data-early", re.compile(""))
    assert page.evaluate(PLACES) == before


def test_an_editor_that_stays_without_its_script_gives_way_to_the_text(app, browse):
    page = browse()
    page.route("**/js/**", lambda route: None, times=1)
    path = lay_shelf(app, "A1:CF")
    page.goto(path, wait_until="commit")
    expect(page.locator("#editor")).to_be_visible()
    page.evaluate("document.querySelector('#shelf-text').getAnimations()[0].finish()")
    field = page.get_by_label("The shelf, as text")
    field.fill("A1:CF B2:HM")
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url("**/seats/2/shelf")
    assert read_stored(app, path) == "A1:CF B2:HM"


def test_a_screen_reader_hears_the_shelf_as_a_table_of_places(open_editor):
    editor = open_editor(390, 844, "B2:HM A1:CF / #")
    expect(editor.page.locator("#shelf-grid")).to_match_aria_snapshot(AS_HEARD)
