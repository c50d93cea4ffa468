"""Entering cards: by taps on a phone, and by typing."""

from __future__ import annotations

import re
import sys

import pytest
from playwright.sync_api import expect

from .editor_page import EditorPage, lay_shelf, read_stored

ROWS = (
    ("A3:CFH", "B7:MM", "C2:RSS", "C5:FHM", "D1:CR"),
    ("E6:FFS", "G2:CSS", "H7:HMR", "K1:FR", "K3:HHM"),
    ("L5:FRS", "M8:CFFR", "O3:SS", "P4:MR", "T9:CM"),
)
SHELF = " / ".join(" ".join(row) for row in ROWS)


def test_a_shelf_of_fifteen_cards_takes_two_taps_a_card_and_one_an_icon(app, browse, record_property):
    path = lay_shelf(app)
    editor = EditorPage(browse(), path)
    last = ""
    for number, row in enumerate(ROWS, start=1):
        for token in row:
            if number == 2 and token == row[0]:
                editor.tap(editor.place(2, 1))  # nothing says where the first row ends; the third begins automatically
                last = ""
            editor.enter(token, keeps_letter=token[0] == last)
            last = token[0]
    editor.wait_until_saved()
    assert read_stored(app, path) == SHELF
    icons = sum(len(token.partition(":")[2]) for row in ROWS for token in row)
    average = (editor.taps - icons) / 15
    record_property("taps a card besides its icons", average)
    sys.stdout.write(f"{editor.taps} taps for 15 cards with {icons} icons: {average:.2f} a card besides the icons\n")
    assert average <= 2


def test_the_next_card_begins_to_the_right_and_a_row_ends_where_the_row_above_ends(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, "A1:CF B2:HM / C1:FF"))
    expect(editor.selected).to_have_accessible_name("Row 2, place 2: empty")
    editor.enter("D2:RS")
    editor.tap_letter("E")
    expect(editor.selected).to_have_accessible_name("Row 3, place 1: E ?, face up")


def test_a_number_after_a_finished_card_begins_the_next_of_its_letter_unless_it_was_meant_to_correct(app, browse):
    path = lay_shelf(app)
    editor = EditorPage(browse(), path)
    editor.enter("K1:FR")
    editor.tap_number(3)
    expect(editor.place(1, 2)).to_have_accessible_name("Row 1, place 2: K 3, face up")
    editor.tap(editor.page.get_by_role("button", name="Correct instead"))
    editor.wait_until_saved()
    assert read_stored(app, path) == "K3:FR"


def test_icons_repeat_and_are_counted_on_their_keys(app, browse):
    path = lay_shelf(app)
    editor = EditorPage(browse(), path)
    editor.enter("M8:CFFR")
    expect(editor.selected).to_have_accessible_name(
        "Row 1, place 1: M 8, Corrupted Codices, Fantastical Fictions twice, Reference Texts, face up"
    )
    key = editor.key("Icons", "Fantastical Fictions")
    expect(key).to_have_accessible_name("Fantastical Fictions twice")
    expect(key).to_have_attribute("aria-pressed", "true")
    expect(key.locator(".repeats")).to_have_text("2")
    editor.wait_until_saved()
    assert read_stored(app, path) == "M8:CFFR"


def test_a_tapped_key_is_felt_and_a_typed_one_is_not(app, browse):
    editor = EditorPage(browse(reduced_motion="no-preference"), lay_shelf(app))
    editor.page.evaluate("() => { window.felt = []; navigator.vibrate = (pattern) => felt.push(...pattern); }")
    editor.enter("K1:FR")
    assert editor.page.evaluate("felt") == [8] * 4
    editor.page.keyboard.type("L2S")
    assert editor.page.evaluate("felt") == [8] * 4


def test_cards_lie_face_down_known_or_not_and_over_entombed_ones(app, browse):
    path = lay_shelf(app)
    editor = EditorPage(browse(), path)
    editor.enter("M8:CF~")
    editor.tap_card_key("Next")
    editor.tap_card_key("Face down")
    editor.enter("T6:HS+")
    expect(editor.place(1, 1)).to_have_accessible_name(
        "Row 1, place 1: M 8, Corrupted Codices, Fantastical Fictions, face down"
    )
    expect(editor.place(1, 2)).to_have_accessible_name("Row 1, place 2: face down")
    expect(editor.place(1, 3)).to_have_accessible_name(re.compile("face up, a card is entombed under it$"))
    editor.wait_until_saved()
    assert read_stored(app, path) == "M8:CF~ # T6:HS+"


def test_numbers_above_ten_are_typed_digit_by_digit(app, browse):
    path = lay_shelf(app)
    editor = EditorPage(browse(), path)
    editor.tap_letter("B")
    editor.tap(editor.key("Number", "A number above 10, digit by digit"))
    editor.tap_number(1)
    editor.tap_number(2)
    editor.tap_icons("FF")
    editor.tap_letter("C")
    editor.tap_number(10)
    editor.wait_until_saved()
    assert read_stored(app, path) == "B12:FF C10"


def test_an_icon_that_could_not_be_read_is_filled_in(app, browse):
    path = lay_shelf(app, "M8:C? B2:FF")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 1))
    editor.tap_icons("S")
    editor.wait_until_saved()
    assert read_stored(app, path) == "M8:CS B2:FF"


def test_a_known_count_limits_the_numbers_and_letters_not_in_the_box_stand_behind_a_key(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, edition="pl"))
    editor.tap_letter("Ł")
    expect(editor.key("Number", "2")).to_be_visible()
    expect(editor.key("Number", "3")).to_be_hidden()
    expect(editor.page.locator("#entry-of")).to_have_text("/2")
    expect(editor.key("Letter", "T")).to_be_hidden()
    editor.tap(editor.page.get_by_role("button", name="Other letters"))
    editor.tap_letter("T")
    expect(editor.selected).to_have_accessible_name("Row 1, place 1: T ?, face up")


def test_unlikely_letters_are_grayed_and_work_all_the_same(app, browse):
    path = lay_shelf(app, "D5:FH")
    editor = EditorPage(browse(), path)
    expect(editor.key("Letter", "C")).to_have_class(re.compile("unlikely"))
    expect(editor.key("Letter", "D")).not_to_have_class(re.compile("unlikely"))
    editor.enter("C2:SS")
    editor.wait_until_saved()
    assert read_stored(app, path) == "D5:FH C2:SS"


def test_correcting_a_card_keeps_what_is_not_touched_and_entry_goes_on_where_it_was(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM C3:RS")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 2))
    editor.tap_letter("A")
    editor.tap_number(9)
    editor.enter("D4:FF")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF A9:HM C3:RS D4:FF"


def test_a_card_that_was_named_anew_gets_new_icons(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 2))
    editor.enter("C5:SS")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF C5:SS"


def test_the_last_part_is_taken_back_bit_by_bit(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM")
    editor = EditorPage(browse(), path)
    back = editor.page.get_by_role("button", name="Delete the last part")
    for _ in range(4):
        editor.tap(back)
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B?"
    editor.tap(back)
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF"


@pytest.mark.parametrize(
    ("typed", "shelf"),
    [
        (SHELF, SHELF),
        ("a1cf b2hm", "A1:CF B2:HM"),
        (". m8:cffr~ #+ / t6:hs+", ". M8:CFFR~ #+ / T6:HS+"),
        ("m8/10:cffr n12:ss", "M8/10:CFFR N12:SS"),
    ],
)
def test_typing_on_the_shelf_is_notation(app, browse, typed, shelf):
    path = lay_shelf(app)
    editor = EditorPage(browse(has_touch=False, is_mobile=False), path)
    editor.place(1, 1).focus()
    editor.page.keyboard.type(typed)
    editor.wait_until_saved()
    assert read_stored(app, path) == shelf


def test_czech_ch_is_one_letter_when_typed(app, browse):
    path = lay_shelf(app, edition="cs")
    editor = EditorPage(browse(), path)
    editor.page.keyboard.type("ch7:mm i2:cf c3:hh")
    editor.wait_until_saved()
    assert read_stored(app, path) == "CH7:MM I2:CF C3:HH"


def test_enter_goes_on_arrows_walk_backspace_edits_and_delete_removes(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM / C3:RS")
    editor = EditorPage(browse(), path)
    keyboard = editor.page.keyboard
    editor.place(2, 1).focus()
    for key in ("ArrowLeft", "Delete", "ArrowUp", "ArrowRight", "Backspace"):
        keyboard.press(key)
    expect(editor.selected).to_be_focused()
    keyboard.type("s")
    keyboard.press("Enter")
    keyboard.type("d9ff")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF B2:HS / D9:FF"  # entry stood at the gap that Delete left


def test_shift_and_arrows_carry_a_card(app, browse):
    path = lay_shelf(app, "A1:CF B2:HM")
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 1))
    editor.page.keyboard.press("Shift+ArrowRight")
    editor.page.keyboard.press("Shift+ArrowDown")
    expect(editor.selected).to_have_accessible_name(re.compile("^Row 2, place 2: A 1"))
    editor.wait_until_saved()
    assert read_stored(app, path) == "B2:HM / . A1:CF"


def test_one_place_is_in_the_order_of_the_tabs(app, browse):
    editor = EditorPage(browse(), lay_shelf(app, "A1:CF B2:HM"))
    expect(editor.page.locator("#shelf-grid button[tabindex='0']")).to_have_count(1)
    expect(editor.page.locator("#shelf-grid th[scope=col]")).to_have_text([f"Place {n}" for n in range(1, 7)])
    expect(editor.page.locator("#shelf-grid th[scope=row]")).to_have_text(["Row 1", "Row 2", "Row 3"])


def test_a_pasted_shelf_takes_the_place_of_the_old_one_which_undo_brings_back(app, browse):
    path = lay_shelf(app, "A1:CF")
    editor = EditorPage(browse(), path)
    editor.page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true}));
        }""",
        "b2:hm / c3:rs~",
    )
    expect(editor.place(2, 1)).to_have_accessible_name(re.compile("C 3, .*face down"))
    editor.page.keyboard.press("Control+z")
    editor.wait_until_saved()
    assert read_stored(app, path) == "A1:CF"
