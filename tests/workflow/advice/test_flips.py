"""Cards turned by hand: which ones can be turned, and how a shelf's text records it."""

from __future__ import annotations

import pytest

from companion.scoring.editions import find_edition
from companion.scoring.notation import NotationError, format_shelf, parse_shelf
from companion.scoring.shelf import Place
from companion.workflow.advice.flips import (
    find_down,
    format_places,
    lay_flips,
    list_turnable,
    parse_places,
    read_flips,
    write_flips,
)

ENGLISH = find_edition("en")


def test_only_a_card_whose_whole_face_is_known_can_be_turned():
    shelf = parse_shelf("A1:CF B2:HM~ . # / C3~ Ł1:CF D4:SS+")
    assert format_places(list_turnable(shelf, ENGLISH)) == "0.0-0.1-1.2"
    assert format_places(find_down(shelf, ENGLISH)) == "0.1"


def test_just_the_cards_named_lie_face_down_and_unknown_ones_stay_as_they_are():
    shelf = parse_shelf("A1:CF B2:HM~ # / C3~ D4:SS+")
    assert format_shelf(lay_flips(shelf, ENGLISH, {Place(0, 0), Place(1, 1)})) == "A1:CF~ B2:HM # / C3~ D4:SS~+"


@pytest.mark.parametrize(
    ("typed", "down", "written"),
    [
        ("A1:CF B2:HM", "0.1", "A1:CF B2:HM~"),
        ("A1:CF B2:HM~+", "", "A1:CF B2:HM+"),
        ("/ . A1:CF / B2:HM", "0.1-1.0", "/ . A1:CF~ / B2:HM~"),
        ("a1/4:fc # / . b2:hm", "1.1", "A1/4:CF # / . B2:HM~"),
        ("A1:CF", "7.7-0.9", "A1:CF"),
        ("# M8~ .", "0.0-0.1-0.2", "# M8~ ."),
    ],
    ids=["down", "up", "rows-above", "counts-and-empty-places", "no-such-place", "unknown-faces"],
)
def test_flips_are_written_where_the_cards_were_typed(typed, down, written):
    assert write_flips(typed, ENGLISH, parse_places(down)) == written


def test_what_is_written_is_read_again():
    text = write_flips("A1:CF B2:HM / C3:SS", ENGLISH, {Place(0, 1), Place(1, 0)})
    assert format_places(read_flips(text, ENGLISH)) == "0.1-1.0"
    assert write_flips(text, ENGLISH, frozenset()) == "A1:CF B2:HM / C3:SS"


def test_a_text_that_cannot_be_read_is_not_written_anew():
    with pytest.raises(NotationError):
        write_flips("A1:CF what?!", ENGLISH, frozenset())
    with pytest.raises(NotationError):
        read_flips("A1:CF what?!", ENGLISH)


@pytest.mark.parametrize("text", ["", "-", "x", "1", "1.2.3", "1.-2", "٣.٤", "9999.0", "0,1", "1. 2"])
def test_what_is_no_place_is_left_out(text):
    assert format_places(parse_places(f"0.3-{text}-2.1")) == "0.3-2.1"
