"""Rows and columns from cards that lie as people lay them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.detecting.lattice import fit_lattice, turn_cells
from companion.vision.geometry import DetectedCard, Quad

HEIGHT = 1.4
CARD_PX = 100.0


def lay_card(x: float, y: float, degrees: float = 0.0, confidence: float = 0.9, tilt: float = 0.0) -> DetectedCard:
    """A card whose center is at (x, y) in card widths, seen by a camera tilted by ``tilt``."""
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    box = np.array([[-0.5, -HEIGHT / 2], [0.5, -HEIGHT / 2], [0.5, HEIGHT / 2], [-0.5, HEIGHT / 2]]) @ turn.T + [x, y]
    depth = 1 - tilt * box[:, 1:] / 10
    a, b, c, d = ((float(px), float(py)) for px, py in box * [1, 1 - tilt / 2] / depth * CARD_PX + 500)
    quad: Quad = (a, b, c, d)
    return DetectedCard(quad, confidence)


def draw_layout(
    layout: str, *, gap: float = 0.02, shifts: tuple[float, ...] = (), drift: float = 0.0, jitter: float = 0.0,
    turn: float = 0.0, tilt: float = 0.0, seed: int = 0,
) -> list[DetectedCard]:  # fmt: skip
    """Lay cards as in a drawing: rows top to bottom, ``#`` a card, ``w`` a weak one, ``.`` nothing."""
    dice = np.random.default_rng(seed)
    cards = []
    for row, line in enumerate(layout.split()):
        for column, sign in enumerate(line):
            if sign == ".":
                continue
            x = column * (1 + gap) + (shifts[row] if shifts else 0.0) + dice.uniform(-jitter, jitter)
            y = row * (HEIGHT + gap) + column * drift + dice.uniform(-jitter, jitter)
            degrees = np.rad2deg(np.arctan(drift)) + dice.uniform(-turn, turn)
            cards.append(lay_card(x, y, degrees, 0.24 if sign == "w" else 0.9, tilt))
    dice.shuffle(cards)
    return cards


def draw_cells(cards: list[DetectedCard]) -> str:
    """The layout that was made out, as a drawing."""
    places = {(cell.row, cell.column) for cell in fit_lattice(cards)}
    rows, columns = (max((place[axis] for place in places), default=-1) + 1 for axis in (0, 1))
    return " ".join(
        "".join("#" if (row, column) in places else "." for column in range(columns)) for row in range(rows)
    )


LAYOUTS = (
    "#",
    "############",
    "### ### ###",
    "..## #### .#..",
    "####### .###### ..##### ...#### ....### .....## ......#",
    "##.## ##### #.#.#",
    "....# ..### ##### .###.",
    "# # #",
)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("gap", [0.0, 0.1, 0.5])
def test_cards_in_line_keep_their_places(layout: str, gap: float) -> None:
    assert draw_cells(draw_layout(layout, gap=gap)) == layout


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seed", range(4))
def test_untidy_cards_keep_their_places(layout: str, seed: int) -> None:
    cards = draw_layout(layout, gap=0.06, jitter=0.07, turn=5, seed=seed)
    assert draw_cells(cards) == layout


@pytest.mark.parametrize("drift", [-0.06, 0.06])
def test_rows_that_run_off_stay_rows(drift: float) -> None:
    layout = "############ ############ ############"
    assert draw_cells(draw_layout(layout, drift=drift, jitter=0.02)) == layout


def test_rows_shifted_against_each_other_keep_their_columns() -> None:
    layout = "##### ##### #####"
    assert draw_cells(draw_layout(layout, shifts=(0.3, -0.1, 0.25))) == layout


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_steep_view_keeps_the_places(layout: str) -> None:
    assert draw_cells(draw_layout(layout, gap=0.05, tilt=0.35, jitter=0.02)) == layout


def test_a_shelf_upside_down_is_laid_out_as_it_is_seen_and_can_be_turned() -> None:
    cells = fit_lattice(draw_layout("..# ###"))
    assert [(cell.row, cell.column) for cell in turn_cells(cells)] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert turn_cells(()) == ()


def test_the_corners_of_a_cell_are_those_of_its_card() -> None:
    cards = draw_layout("## #.")
    assert {cell.card for cell in fit_lattice(cards)} == set(cards)


def test_a_weak_card_is_believed_beside_a_sure_one_only() -> None:
    assert draw_cells(draw_layout("##w ###")) == "### ###"
    assert draw_cells(draw_layout("##ww ###.")) == "### ###"
    assert draw_cells(draw_layout("www www")) == ""


def test_a_card_lying_aside_is_not_of_the_shelf() -> None:
    shelf = draw_layout("#### ####")
    assert draw_cells([*shelf, lay_card(5.2, 0.7)]) == "#### ####"
    assert draw_cells([*shelf, lay_card(4.4, 0.3, degrees=40)]) == "#### ####"


def test_a_row_of_which_some_cards_were_found_aside_of_the_others_is_one() -> None:
    """A band along a side passed for their edge."""
    left, right = draw_layout("#####"), [lay_card(5 * 1.02 + 0.34 + column, 0.0) for column in (0, 1, 2)]
    assert draw_cells([*left, *right]) == "########"
    # One card alone, so far beside, is none of it.
    assert draw_cells([*left, right[0]]) == "#####"


def test_the_bigger_of_two_shelves_is_taken() -> None:
    aside = [lay_card(9 + 1.05 * k, 4) for k in range(3)]
    assert draw_cells([*aside, *draw_layout("### ##.")]) == "### ##."


def test_nothing_is_no_shelf() -> None:
    assert fit_lattice(()) == ()
