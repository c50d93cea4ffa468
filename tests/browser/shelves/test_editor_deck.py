"""Entering cards that the deck knows: a letter, a number, and the icons are there."""

from __future__ import annotations

import re
import sys

import pytest
from playwright.sync_api import expect

from companion.scoring.notation import format_card
from companion.store.tables import queries

from ..photos.known_decks import COUNTS, deal_shelves, draw_cards, keep_deck, lay_table
from .editor_page import EditorPage, read_stored
from .test_editor_layout import PAGE_SCROLLS, find_small_controls

SPILLS = "keys => keys.filter((key) => key.scrollWidth > key.clientWidth).map((key) => key.textContent)"


@pytest.mark.long
def test_a_four_player_game_with_a_known_deck_costs_at_most_two_taps_a_card(app, browse, record_property):
    cards = draw_cards(seed=1)
    keep_deck(app, " ".join(map(format_card, cards)), counts=COUNTS)
    shelves = deal_shelves(cards, 4, seed=2)
    desk = lay_table(app, "", "", "", "")
    page = browse()
    taps = number = 0
    for position, shelf in enumerate(shelves, start=1):
        editor = EditorPage(page, f"{desk}/seats/{position}/shelf")
        last = ""
        for row, line in enumerate(shelf.split(" / "), start=1):
            if row == 2:
                editor.tap(editor.place(2, 1))  # nothing says where the first row ends; the third begins automatically
            for token in line.split():
                name = token.partition(":")[0]
                editor.enter(name, keeps_letter=name[0] == last)
                number += 1
                last = name[0]
            last = "" if row == 1 else last
        editor.wait_until_saved()
        taps += editor.taps
    with app.app_context():
        assert [seat.shelf for seat in queries.find_draft(desk.split("/")[2]).seats] == shelves
    record_property("taps a card of a known deck", taps / number)
    sys.stdout.write(f"{taps} taps for {number} cards of four librarians: {taps / number:.2f} a card\n")
    assert taps <= 2 * number


def test_an_unknown_card_is_entered_as_ever_and_a_known_ones_icons_can_be_corrected(app, browse):
    keep_deck(app, "M8:CFFR")
    desk = lay_table(app, "")
    editor = EditorPage(browse(), f"{desk}/seats/1/shelf")
    editor.enter("K2:HS")
    editor.enter("M8")
    expect(editor.selected).to_have_accessible_name(
        "Row 1, place 2: M 8, Corrupted Codices, Fantastical Fictions twice, Reference Texts, face up"
    )
    editor.tap_icons("MM")
    editor.wait_until_saved()
    assert read_stored(app, f"{desk}/seats/1") == "K2:HS M8:MM"


def test_a_number_that_was_mistyped_takes_the_icons_that_came_with_it_away(app, browse):
    keep_deck(app, "M8:CFFR M9:HS")
    path = f"{lay_table(app, 'M8:CFFR')}/seats/1/shelf"
    editor = EditorPage(browse(), path)
    editor.tap(editor.place(1, 1), editor.page.get_by_role("button", name="Change the number"))
    editor.tap_number(9)
    editor.wait_until_saved()
    assert read_stored(app, path) == "M9:HS"
    editor.tap(editor.page.get_by_role("button", name="Change the number"))
    editor.tap_number(7)
    editor.wait_until_saved()
    assert read_stored(app, path) == "M7"


def test_a_number_after_a_known_card_begins_the_next_of_its_letter_unless_it_was_meant_to_correct(app, browse):
    keep_deck(app, "M3:CF M8:CFFR M9:HS")
    path = f"{lay_table(app, '')}/seats/1/shelf"
    editor = EditorPage(browse(), path)
    editor.enter("M3")
    editor.enter("M8", keeps_letter=True)
    editor.enter("M9", keeps_letter=True)
    editor.tap(editor.page.get_by_role("button", name="Correct instead"))
    editor.wait_until_saved()
    assert read_stored(app, path) == "M3:CF M9:HS"


def test_only_numbers_are_offered_that_the_deck_has_and_that_lie_nowhere_else(app, browse):
    keep_deck(app, "M2:CF M4:HS S12:RR", counts={"M": 5})
    desk = lay_table(app, "M1:CC", "M3:FF")
    editor = EditorPage(browse(), f"{desk}/seats/1/shelf")
    editor.tap_letter("M")
    expect(editor.key("Number", "1")).to_be_disabled()
    expect(editor.key("Number", "3")).to_be_disabled()
    for number in (2, 4, 5):
        expect(editor.key("Number", str(number))).to_be_enabled()
    expect(editor.key("Number", "6")).to_be_hidden()
    expect(editor.key("Number", "2")).to_have_accessible_name("2, Corrupted Codices, Fantastical Fictions")
    expect(editor.page.locator("#entry-of")).to_have_text("/5")
    editor.tap_letter("S")
    expect(editor.key("Number", "10")).to_be_enabled()
    editor.tap_number(12)
    editor.wait_until_saved()
    assert read_stored(app, f"{desk}/seats/1") == "M1:CC S12:RR"


def test_a_card_that_was_mistyped_elsewhere_can_still_be_entered_digit_by_digit(app, browse):
    keep_deck(app, "M1:CC")
    path = f"{lay_table(app, 'M1:CC')}/seats/1/shelf"
    editor = EditorPage(browse(), path)
    editor.tap_letter("M")
    editor.tap(editor.key("Number", "A number above 10, digit by digit"))
    editor.tap_number(1)
    editor.wait_until_saved()
    assert read_stored(app, path) == "M1:CC M1:CC"


def test_numbers_between_the_neighbors_stand_out_and_a_letter_without_cards_left_does_not(app, browse):
    keep_deck(app, "M2:CF M4:HS", counts={"M": 5, "N": 1})
    editor = EditorPage(browse(), f"{lay_table(app, 'M2:CF . M4:HS', 'N1:CC')}/seats/1/shelf")
    editor.tap(editor.place(1, 2))
    expect(editor.key("Letter", "N")).to_have_class(re.compile("unlikely"))
    editor.tap_letter("M")
    expect(editor.key("Number", "3")).not_to_have_class(re.compile("unlikely"))
    for number in (1, 5):
        expect(editor.key("Number", str(number))).to_have_class(re.compile("unlikely"))


def test_a_card_that_witnesses_name_differently_shows_both_to_choose_from(app, browse):
    keep_deck(app, "M8:CF", "M8:CFFR")
    path = f"{lay_table(app, '')}/seats/1/shelf"
    editor = EditorPage(browse(), path)
    editor.enter("M8")
    question = editor.page.get_by_text("M8 was entered with different icons. Which are on the card?")
    expect(question).to_be_visible()
    choices = editor.page.get_by_role("group", name=re.compile("^M8 was entered"))
    expect(choices.get_by_role("button")).to_have_count(2)
    editor.tap(choices.get_by_role("button", name="Corrupted Codices, Fantastical Fictions twice, Reference Texts"))
    expect(question).to_be_hidden()
    editor.enter("T1:HH")
    editor.wait_until_saved()
    assert read_stored(app, path) == "M8:CFFR T1:HH"


def test_typing_a_known_card_needs_no_icons_and_takes_them(app, browse):
    keep_deck(app, "M8:CFFR K1:FR T12:SS T1:HH")
    path = f"{lay_table(app, '')}/seats/1/shelf"
    editor = EditorPage(browse(has_touch=False, is_mobile=False), path)
    editor.place(1, 1).focus()
    editor.page.keyboard.type("k1 m8:mm t12")
    editor.wait_until_saved()
    assert read_stored(app, path) == "K1:FR M8:MM T12:SS"


def test_a_shelf_as_text_may_leave_the_icons_to_the_deck(app, browse):
    keep_deck(app, "M8:CFFR K1:FR")
    path = f"{lay_table(app, '')}/seats/1/shelf"
    editor = EditorPage(browse(), path)
    editor.tap_more("Write as text")
    editor.page.get_by_label("The shelf, as text").fill("k1 m8~ / m8+ q2")
    findings = editor.page.locator("#text-findings li")
    expect(findings).to_have_text([re.compile("Q2"), re.compile("M8")])
    editor.page.get_by_role("button", name="Back to the grid").tap()
    expect(editor.place(2, 1)).to_have_accessible_name(re.compile("^Row 2, place 1: M 8, Corrupted Codices"))
    assert read_stored(app, path) == "k1:FR m8~ / m8:CFFR+ q2"


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (844, 390), (1280, 800), pytest.param(390, 844, marks=pytest.mark.long)]
)
def test_keys_of_known_cards_can_be_hit_on_every_screen(app, browse, width, height):
    cards = draw_cards(seed=1)
    disputed = next(card for card in cards if card.letter == "M" and len(card.icons or ()) == 4)
    keep_deck(app, " ".join(map(format_card, cards)), f"{disputed.name}:CF", counts=COUNTS)
    path = f"{lay_table(app, '')}/seats/1/shelf"
    editor = EditorPage(browse(viewport={"width": width, "height": height}), path)
    for letter in "MS":
        editor.tap_letter(letter)
        assert find_small_controls(editor) == []
        assert not editor.page.evaluate(PAGE_SCROLLS)
        assert editor.page.locator("[data-number]:visible").evaluate_all(SPILLS) == []
        editor.tap_number(disputed.number or 0)
        assert find_small_controls(editor) == []
        if letter == "M":
            editor.tap(editor.page.locator(".variant-key").first)
