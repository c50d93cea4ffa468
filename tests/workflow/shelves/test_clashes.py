"""Two versions of a shelf, place by place."""

from __future__ import annotations

import pytest

from companion.workflow.shelves.clashes import compare_shelves


def draw(rows):
    """Draw a version as text, with an exclamation mark where it differs from the other."""
    return " / ".join(
        " ".join(("!" if place.differs else "") + (place.card.name if place.card else ".") for place in row)
        for row in rows
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "drawn_mine", "drawn_theirs"),
    [
        ("A1:CF B2:HM", "A1:CF B3:HM", "A1 !B2", "A1 !B3"),
        ("A1:CF B2:HM", "A1:CF B2:HR", "A1 !B2", "A1 !B2"),
        ("A1:CF", "A1:CF~", "!A1", "!A1"),
        ("A1:CF", "A1:CF+", "!A1", "!A1"),
        ("A1:CF / B2:HM C3:RS", "A1:CF", "A1 . / !B2 !C3", "A1 . / !. !."),
        ("", "A1:CF . #", "!. . !.", "!A1 . !#"),
        ("A1:CF X!", "A1:CF X?", "A1 !X!", "A1 !X?"),
        ("M? .", "M?:C", "!M?", "!M?"),
        ("", "", ".", "."),
    ],
)
def test_what_differs_is_marked_on_both_sides(mine, theirs, drawn_mine, drawn_theirs):
    clash = compare_shelves(mine, theirs)
    assert (draw(clash.mine), draw(clash.theirs)) == (drawn_mine, drawn_theirs)
    assert clash.differing == drawn_mine.count("!") - mine.count("!")


def test_the_same_cards_written_in_two_ways_differ_nowhere():
    clash = compare_shelves("a1:fc  m8/10:cffr /", "A1:CF M8:CFFR")
    assert clash.differing == 0
    assert draw(clash.mine) == draw(clash.theirs) == "A1 M8"


def test_icons_that_could_not_be_read_are_drawn_as_such():
    clash = compare_shelves("M8:C?", "M8:CS")
    assert clash.mine[0][0].card.icons == ("C", "?")
