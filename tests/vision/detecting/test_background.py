"""Empty places and backs of the table's color, told apart on flat tables drawn here."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.detecting.background import find_background, find_lookalikes
from companion.vision.detecting.homography import Plane
from companion.vision.detecting.lattice import Cell
from companion.vision.detecting.plane_refinement import fit_plane_to_cells, refine_on_plane
from companion.vision.geometry import BgrImage, DetectedCard, Quad

WIDE, HIGH, LEFT, TOP = 60, 84, 200, 150
PLAIN, DOUBTFUL = 0.9, 0.6
LIKE_TABLE, DARK = (96, 116, 126), (120, 40, 30)


def _corners(column: int) -> Quad:
    left = LEFT + column * WIDE
    return (left, TOP), (left + WIDE, TOP), (left + WIDE, TOP + HIGH), (left, TOP + HIGH)


def _table(kind: str = "plain") -> BgrImage:
    image = np.full((400, 700, 3), (90, 110, 120), np.uint8)
    if kind == "tiles":
        for x in range(LEFT % WIDE, 700, WIDE):
            cv2.line(image, (x, 0), (x, 399), (60, 70, 80), 3)
        for y in range(TOP % HIGH, 400, HIGH):
            cv2.line(image, (0, y), (699, y), (60, 70, 80), 3)
    return image


def _lay_front(image: BgrImage, column: int, row: int = 0) -> None:
    left, top = LEFT + column * WIDE, TOP + row * HIGH
    cv2.rectangle(image, (left, top), (left + WIDE - 1, top + HIGH - 1), (200, 220, 230), -1)
    for line in range(5):
        cv2.rectangle(image, (left + 8, top + 10 + 14 * line), (left + 50, top + 16 + 14 * line), (30, 20, 120), -1)


def _lay_back(image: BgrImage, column: int, color: tuple[int, int, int]) -> None:
    left = LEFT + column * WIDE
    cv2.rectangle(image, (left, TOP), (left + WIDE - 1, TOP + HIGH - 1), color, -1)


def _lay_three_fronts_and_two_backs() -> BgrImage:
    image = _table()
    for column in range(3):
        _lay_front(image, column)
    for column in (3, 4):
        _lay_back(image, column, DARK)
    return image


def _cells(doubtful: int, count: int = 5) -> tuple[Cell, ...]:
    return tuple(
        Cell(0, column, DetectedCard(_corners(column), DOUBTFUL if column == doubtful else PLAIN))
        for column in range(count)
    )


def _list_neighbors(column: int) -> list[Cell]:
    """Return the cards above and below one."""
    return [
        Cell(row, column, DetectedCard(tuple((x, y + row * HIGH) for x, y in _corners(column)), PLAIN))
        for row in (-1, 1)
    ]


def _plane(count: int = 5) -> Plane:
    return fit_plane_to_cells(_cells(-1, count))


@pytest.mark.parametrize(("table", "back", "bare"), [
    ("plain", False, {4}),
    ("plain", True, set()),
    ("tiles", False, {4}),
])  # fmt: skip
def test_a_place_that_looks_like_the_table_is_a_card_if_it_has_edges_of_its_own(
    table: str, back: bool, bare: set[int]
) -> None:
    image = _table(table)
    for column in range(4):
        _lay_front(image, column)
    if back:
        _lay_back(image, 4, LIKE_TABLE)
    assert find_background(image, _plane(), [1, 1, 1, 1, 0.6]) == bare


@pytest.mark.parametrize("edged", [True, False])
def test_in_a_hole_lies_a_back_of_the_tables_color_if_one_with_edges_looks_like_it(edged: bool) -> None:
    image = _table()
    for column in (0, 1, 3):
        _lay_front(image, column)
    _lay_back(image, 2, LIKE_TABLE)
    if edged:
        _lay_back(image, 4, LIKE_TABLE)
    # What lies above and below hides the edges that are left.
    for row in (-1, 1):
        _lay_front(image, 2, row)
    plane = fit_plane_to_cells([*_cells(-1), *_list_neighbors(2)])
    assert find_background(image, plane, [1, 1, 0.6, 1, 0.6, 1, 1]) == (set() if edged else {2, 4})


def test_what_is_unlike_all_of_an_even_table_is_a_card_without_edges_of_its_own() -> None:
    image = _table()
    for column in (0, 1, 3):
        _lay_front(image, column)
    _lay_back(image, 2, (106, 126, 136))
    for row in (-1, 1):
        _lay_front(image, 2, row)
    plane = fit_plane_to_cells([*_cells(-1), *_list_neighbors(2)])
    assert find_background(image, plane, [1, 1, 0.6, 1, 0.6, 1, 1]) == {4}


def test_what_looks_just_like_a_back_of_the_shelf_is_one_and_bare_table_is_none() -> None:
    image = _lay_three_fronts_and_two_backs()
    places = np.array([_corners(4), _corners(5), _corners(9)], float)
    assert find_lookalikes(image, _plane(4), range(4), places) == {0}
    # Only what is beyond doubt has twins.
    assert find_lookalikes(image, _plane(4), range(3), places) == set()


def test_a_back_hardly_seen_beside_a_plain_one_is_a_card() -> None:
    image = _lay_three_fronts_and_two_backs()
    cells = _cells(doubtful=-1, count=4)
    faint = [DetectedCard(_corners(column), 0.12) for column in (4, 5)]
    settled = refine_on_plane(image, [*(cell.card for cell in cells), *faint], cells)
    assert [cell.column for cell in settled] == [0, 1, 2, 3, 4]


def test_what_is_beyond_doubt_is_never_bare() -> None:
    image = _table()
    for column in range(4):
        _lay_front(image, column)
    assert find_background(image, _plane(), [1, 1, 1, 1, 1]) == set()


def test_without_a_sure_card_or_any_table_in_sight_nothing_is_bare() -> None:
    image = _table()
    assert find_background(image, _plane(), [0.5] * 5) == set()
    crop = np.ascontiguousarray(image[TOP : TOP + HIGH, LEFT : LEFT + 5 * WIDE])
    moved = [
        Cell(0, column, DetectedCard(((x, 0), (x + WIDE, 0), (x + WIDE, HIGH), (x, HIGH)), PLAIN))
        for column, x in enumerate(range(0, 5 * WIDE, WIDE))
    ]
    assert find_background(crop, fit_plane_to_cells(moved), [1, 1, 1, 1, 0.6]) == set()


def test_an_empty_place_at_the_end_is_no_card() -> None:
    image = _table()
    for column in range(4):
        _lay_front(image, column)
    cells = _cells(doubtful=4)
    settled = refine_on_plane(image, [cell.card for cell in cells], cells)
    assert [cell.column for cell in settled] == [0, 1, 2, 3]


def test_what_holds_plain_cards_together_is_a_card_though_it_looks_like_the_table() -> None:
    image = _table()
    for column in (0, 1, 3, 4):
        _lay_front(image, column)
    cells = _cells(doubtful=2)
    settled = refine_on_plane(image, [cell.card for cell in cells], cells)
    assert [cell.column for cell in settled] == [0, 1, 2, 3, 4]
