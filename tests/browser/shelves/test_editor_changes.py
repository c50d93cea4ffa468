"""Changing a shelf: moving, columns, undo, and the results of the check meanwhile."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .editor_page import EditorPage, lay_shelf, read_stored


def test_a_card_is_moved_and_changes_places_with_one_that_lies_there(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM / C3:RS")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 1))
    editor.tap_card_key("Move")
    expect(editor.key("The card", "Move")).to_have_attribute("aria-pressed", "true")
    expect(editor.sentence).to_contain_text("trades places with it")
    editor.tap(editor.place(2, 1))
    expect(editor.selected).to_have_accessible_name(re.compile("^Row 2, place 1: A 1"))
    editor.tap_card_key("Move")
    editor.tap(editor.place(2, 4))
    editor.wait_until_saved()
    assert read_stored(app, path) == "C3:RS B2:HM / . . . A1:CF"


def test_a_move_can_be_called_off(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, "A1:CF B2:HM"))
    editor.tap(editor.place(1, 1))
    editor.tap_card_key("Move")
    editor.tap(editor.page.get_by_role("button", name="Cancel"))
    editor.tap(editor.place(1, 2))
    expect(editor.selected).to_have_accessible_name(re.compile("B 2"))


def test_a_card_is_carried_by_the_arrow_keys(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 1))
    editor.tap_card_key("Move")
    for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowUp"):
        editor.page.keyboard.press(key)
    expect(editor.selected).to_have_accessible_name("Row 1, place 2: empty")
    editor.wait_until_saved()
    assert read_stored(app, path) == "B2:HM / . A1:CF"


def test_columns_are_inserted_and_removed(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM / C3:RS D4:SS")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 2))
    editor.tap_more("Insert a column")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF . B2:HM / C3:RS . D4:SS"
    editor.tap(editor.place(1, 1))
    editor.tap_more("Remove the column")
    editor.wait_until_saved()
    assert read_stored(app, path) == ". B2:HM / . D4:SS"


def test_a_forgotten_card_gets_a_place_in_its_row_alone(app, browse):
    path = lay_shelf(app, "A1:CF C3:HM / D1:RS D4:SS")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 2))
    editor.tap_more("Insert a place")
    editor.enter("B2:FF")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B2:FF C3:HM / D1:RS D4:SS"
    editor.tap_more("Remove the place")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF C3:HM / D1:RS D4:SS"


def test_everything_can_be_undone_and_redone(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM")
    editor = EditorPage(browse(), path)
    undo, redo = (editor.page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_be_disabled()
    editor.tap(editor.place(1, 1))
    editor.tap_more("Remove the card")
    expect(editor.place(1, 1)).to_have_accessible_name("Row 1, place 1: empty")
    editor.tap_more("Remove the column")
    editor.tap(undo, undo)
    expect(editor.place(1, 1)).to_have_accessible_name(re.compile("A 1"))
    expect(undo).to_be_disabled()
    editor.tap(redo)
    editor.wait_until_saved()
    assert read_stored(app, path) == ". B2:HM"
    editor.page.keyboard.press("Control+z")
    editor.page.keyboard.press("Control+y")
    editor.page.keyboard.press("Control+z")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B2:HM"


def test_what_the_check_will_turn_wears_a_tag_and_the_tally_goes_without_it(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, "A1:CF H7:HMR / B2:SS K4:HM"))
    turned = editor.place(2, 1)
    expect(turned).to_have_accessible_name(
        "Row 2, place 1: B 2, Spells & Potions twice, face up, the check will flip it face down"
    )
    expect(turned.locator(".tag")).to_have_text("A1")
    assert editor.tally() == "1 1 2 2 1 0 4"
    grey = turned.locator(".dot").first.evaluate("dot => getComputedStyle(dot).backgroundColor")
    coloured = editor.place(1, 2).locator(".dot").first.evaluate("dot => getComputedStyle(dot).backgroundColor")
    assert grey != coloured
    expect(editor.sentence).to_contain_text("B2")
    editor.tap(editor.page.get_by_role("button", name="Show"))
    expect(editor.selected).to_have_accessible_name(re.compile("B 2"))
    editor.tap_letter("J")
    expect(turned.locator(".tag")).to_have_count(0)
    expect(editor.page.locator("[data-tally=S] dd")).to_have_text("2")
    expect(editor.sentence).to_have_text("All in order so far.")


def test_the_scoring_rectangle_has_its_edge_and_its_figure(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, ". A1:CF B2:HM / C1:CF D1:CF E1:CF"))
    expect(editor.page.locator(".is-stable")).to_have_count(4)
    expect(editor.page.locator("[data-tally=B1] dd")).to_have_text("4")


def test_a_card_that_is_still_being_typed_is_left_in_peace(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, "A1:CF"))
    editor.tap_letter("M")
    editor.wait_until_saved()
    expect(editor.sentence).to_have_text("All in order so far.")
    editor.tap(editor.place(1, 5))
    expect(editor.sentence).to_contain_text("M?")
    expect(editor.place(1, 2)).to_have_class(re.compile("is-faulty"))


def test_remarks_are_said_one_after_the_other(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, "K1:CF B2:HM A3:CF"))
    editor.tap(editor.page.get_by_role("button", name="Show"))
    expect(editor.sentence).to_contain_text("B2")
    editor.tap(editor.page.get_by_role("button", name="Next remark"))
    expect(editor.sentence).to_contain_text("A3")
