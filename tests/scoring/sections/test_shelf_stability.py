from __future__ import annotations

import pytest
from hypothesis import given

from companion.scoring import parse_shelf
from companion.scoring.cards import Card
from companion.scoring.sections.shelf_stability import Rectangle, find_rectangle, score_stability
from companion.scoring.shelf import Place, Shelf

from ..examples import CONSTRUCTED, DERIVED, RULING, example
from ..strategies import blocks


def lay(drawing: str) -> Shelf:
    """Lay a shelf of backs as drawn: ``1`` is a card, ``0`` none, rows divided by spaces."""
    return Shelf.of([[Card(face_down=True) if mark == "1" else None for mark in row] for row in drawing.split()])


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        example("rect-9", CONSTRUCTED, "000:235-245 001:527-537 002:147-152", "1110 1111 1110", 9),
        example("rect-8", CONSTRUCTED, "000:235-245 001:527-537 002:147-152", "11110 11111", 8),
        # Czech adds: no two neighbouring cards in the bottom row.
        example("rect-0", CONSTRUCTED, "000:235-245 001:527-537 002:147-152", "1111 1111 1010", 0),
        example("rect-12", CONSTRUCTED, "000:235-245 001:527-537 002:147-152", "01111 01111 11111", 12),
        example("rect-single-row", DERIVED, "004:157", "11111111111111", 0),
        example("rect-single-column", DERIVED, "004:157", "1 1 1", 0),
        example("rect-2x2", DERIVED, "004:157", "11 11", 4),
        example("rect-flipped-count", DERIVED, "002:154 000:247-249 001:539-541 003:93", "111 111", 6),
        # A grid for entry has three rows; the unused lowest is not the bottom row.
        example("rect-bottom-is-lowest-used-row", RULING, "004:157", "111 111 000", 6),
        example("rect-wide-low-beats-tall", DERIVED, "004:157", "110000 111111 111111", 12),
        example("rect-empty-shelf", DERIVED, "004:157", "", 0),
        example("rect-stands-on-the-bottom-row", DERIVED, "004:157", "1111 1111 0110", 6),
    ],
)
def test_the_largest_rectangle_on_the_bottom_row_counts(drawing: str, points: int) -> None:
    assert score_stability(lay(drawing)).points == points


def test_cards_face_up_and_face_down_stand_alike() -> None:
    assert score_stability(parse_shelf("A1:CF B1:CF~ / # C1:CF")).points == 4


@pytest.mark.parametrize(
    ("notation", "points", "rectangle", "entombed"),
    [
        example("mummy-2-entombed", DERIVED, "002:535 000:1015-1022 001:1392-1399", "#+ # # / # #+ #", 10, 6, 2),
        # The text adds the cards to the bonus and names no minimum.
        example("mummy-no-rectangle", RULING, "002:535", "#+ #", 2, 0, 1),
        # The cover was discarded: the card below is no longer entombed, and stays in its place, face down.
        example("mummy-uncovered", DERIVED, "002:537 000:1026-1031", "A1:CF # B1:CF / C1:CF D1:CF E1:CF", 6, 6, 0),
        # A stack of two is one place of the rectangle.
        example("mummy-stack-is-one-place", RULING, "002:535", "#+ #+ / #+ #+", 12, 4, 4),
        # A cover that A1 turns is not discarded.
        example("mummy-turned-cover", RULING, "002:535-537", "A1:CF~+ # / # #", 6, 4, 1),
    ],
)
def test_each_entombed_card_adds_two(notation: str, points: int, rectangle: int, entombed: int) -> None:
    stability = score_stability(parse_shelf(notation))
    assert (stability.points, stability.entombed) == (points, entombed)
    assert (stability.rectangle.cards if stability.rectangle else 0) == rectangle


@pytest.mark.parametrize(
    ("drawing", "rectangle"),
    [
        ("0111 1111", Rectangle(top=0, left=1, height=2, width=3)),
        # Six cards either way: the lower one is told.
        ("1100000 1101110 1101110", Rectangle(top=1, left=3, height=2, width=3)),
        # Two of a size: the left one is told.
        ("11011 11011", Rectangle(top=0, left=0, height=2, width=2)),
        ("1 1", None),
    ],
)
def test_the_reason_is_one_certain_rectangle(drawing: str, rectangle: Rectangle | None) -> None:
    assert find_rectangle(lay(drawing)) == rectangle


def test_a_rectangle_knows_its_places() -> None:
    rectangle = Rectangle(top=1, left=2, height=2, width=2)
    assert list(rectangle) == [Place(1, 2), Place(1, 3), Place(2, 2), Place(2, 3)]
    assert [place for row in range(5) for column in range(6) if (place := Place(row, column)) in rectangle] == list(
        rectangle
    )


def list_all_rectangles(shelf: Shelf) -> list[Rectangle]:
    """Try every rectangle on the bottom row that is at least 2 by 2, card by card."""
    cards = {place for place, _ in shelf}
    tried = (
        Rectangle(len(shelf.rows) - height, left, height, width)
        for height in range(2, len(shelf.rows) + 1)
        for left in range(shelf.columns)
        for width in range(2, shelf.columns - left + 1)
    )
    return [rectangle for rectangle in tried if cards.issuperset(rectangle)]


@given(blocks())
def test_no_rectangle_is_larger_than_the_one_found(shelf: Shelf) -> None:
    everyone = list_all_rectangles(shelf)
    largest = max((rectangle.cards for rectangle in everyone), default=0)
    found = find_rectangle(shelf)
    assert (found.cards if found else 0) == largest
    # Among equals the lowest, then the leftmost: the order in which they were tried.
    assert found == next((rectangle for rectangle in everyone if rectangle.cards == largest), None)


@given(blocks())
def test_a_mirrored_shelf_stands_as_firmly(shelf: Shelf) -> None:
    mirrored = Shelf.of([[*[None] * (shelf.columns - len(row)), *reversed(row)] for row in shelf.rows])
    assert score_stability(mirrored).points == score_stability(shelf).points
