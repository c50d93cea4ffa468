"""Mending with keys: what is pressed, what is settled by it, and what is offered."""

from __future__ import annotations

import doctest
import itertools

import pytest

from companion.scoring.categories import CATEGORIES
from companion.vision.doubts import Part
from companion.workflow.photos import mending as photo_mending
from companion.workflow.photos.mending import Keys, Mending, check_keys, mend, press

from .read_cards import see_card

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_TAPS = 3


def press_all(text: str, *keys: str, doubts: tuple[Part, ...] = (), known: str = "", candidates=()) -> Mending:
    pressed = Keys()
    for key in keys:
        pressed = press(pressed, key, LETTERS)
    return mend(see_card(text, doubts=doubts, candidates=candidates), pressed, lambda _letter, _number: known)


def test_its_examples_hold():
    assert doctest.testmod(photo_mending).failed == 0


@pytest.mark.parametrize(
    ("text", "doubts", "keys", "card"),
    [
        ("M7:CF", (Part.LETTER,), ["letter-W"], "W7:CF"),
        ("M?:CF", (Part.NUMBER,), ["number-12"], "M12:CF"),
        ("??:CF", (Part.LETTER, Part.NUMBER), ["number-3", "letter-W"], "W3:CF"),
        ("M7:C?", (Part.ICONS,), ["icon-R"], "M7:CR"),
        ("M7:???", (Part.ICONS,), ["icon-S", "icon-R", "icon-S"], "M7:RSS"),
        ("M7:C?", (Part.ICONS,), ["more", "icon-R", "icon-R"], "M7:CRR"),
        ("M?:C?", (Part.NUMBER, Part.ICONS), ["icon-R", "number-8"], "M8:CR"),
        ("M7:CF", (Part.ICONS,), ["icon-R", "icon-R", "icon-R", "icon-S"], "M7:RRRS"),
        ("M7:CF", (Part.CELL, Part.LETTER), ["letter-W"], "W7:CF"),
    ],
)
def test_a_card_is_settled_once_everything_doubtful_was_pressed(text, doubts, keys, card):
    assert press_all(text, *keys, doubts=doubts).settled == card
    assert press_all(text, *keys[:-1], doubts=doubts).settled == ""


def test_a_card_of_which_nothing_is_doubtful_is_settled_by_choice_alone():
    mended = press_all("M7:CF", "letter-W")
    assert (mended.settled, mended.choices) == ("", ("W7:CF",))


def test_an_icon_that_is_pressed_is_offered_with_those_that_were_read():
    mended = press_all("M7:CF", "icon-R", doubts=(Part.ICONS,))
    assert (mended.settled, mended.choices) == ("", ("M7:CR", "M7:FR", "M7:CFR"))


def test_what_the_deck_knows_of_a_renamed_card_is_offered_first_and_settled_only_if_it_agrees():
    mended = press_all("M7:CF", "letter-W", doubts=(Part.LETTER,), known="RS")
    assert (mended.settled, mended.choices) == ("", ("W7:RS", "W7:CF"))
    assert press_all("M7:CF", "letter-W", doubts=(Part.LETTER,), known="FC").settled == "W7:CF"


def test_a_card_of_which_nothing_was_read_is_named_and_the_deck_knows_the_rest():
    every = (Part.LETTER, Part.NUMBER, Part.ICONS)
    assert press_all("?", "letter-W", "number-7", doubts=every, known="RS").choices == ("W7:RS",)
    assert press_all("?", "letter-W", doubts=every, known="RS").choices == ()


def test_candidates_keep_their_icons_under_another_number():
    mended = press_all("M7:CF", "number-8", doubts=(Part.NUMBER, Part.ICONS), candidates=("M1:CR", "#"))
    assert mended.choices == ("M8:CF", "M8:CR")


def test_starting_over_forgets_what_was_pressed():
    assert not press_all("M7:CF", "icon-R", "more", "again").is_begun


def test_two_wrong_icons_at_most_take_three_taps_at_most():
    """Every card against every reading of it: keys for the icons that were not read, then the card itself."""
    hands = [
        "".join(icons) for size in (2, 3, 4) for icons in itertools.combinations_with_replacement(CATEGORIES, size)
    ]
    for read, true in itertools.product(hands[::9], hands):
        missing = list(true)
        for icon in read:
            if icon in missing:
                missing.remove(icon)
        keys = missing or [true[0]]
        if len(keys) > 2:
            continue
        mended = press_all(f"M7:{read}", *(f"icon-{icon}" for icon in keys), doubts=(Part.ICONS,))
        taps = len(keys) + 1
        assert f"M7:{true}" in mended.choices, (read, true)
        assert taps <= MOST_TAPS


@pytest.mark.parametrize("key", ["icon-X", "letter-Ž", "number-0", "number-007", "number-100", "pen", ""])
def test_a_key_that_there_is_not_is_refused(key):
    with pytest.raises(ValueError, match=r"expected|no letter"):
        press(Keys(), key, LETTERS)


def test_keys_of_an_address_are_checked():
    with pytest.raises(ValueError, match="category codes"):
        check_keys(Keys(icons="CFHMR"), LETTERS)
