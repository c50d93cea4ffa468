"""Cards whose corners were found beside them are cut out anew where their print is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.aligning import orientation
from companion.vision.aligning.orientation import rectify_shelf
from companion.vision.aligning.print_locations import ICON, LETTER, NUMBER, UPRIGHT
from companion.vision.aligning.rectification import list_fronts, measure_aside
from companion.vision.aligning.rows.shifts import Shift
from companion.vision.aligning.thresholds import RECTIFICATION
from companion.vision.designs.card_design import load_design
from companion.vision.detecting.lattice import Cell
from companion.vision.geometry import DetectedCard, as_quad, measure_width, move_quad
from tests.vision.made_maps import make_maps

from ..made_photos import list_cells, take_photo

SEED, LIKE_BACKS = 3, (15, 19)
"""A photo, and faces of which some cards pass for backs when they are cut out a quarter of a card aside."""


def move(cell: Cell, widths: float) -> Cell:
    corners = np.array(cell.card.corners_px)
    aside = (corners[1] - corners[0]) * widths
    return replace(cell, card=DetectedCard(as_quad(corners + aside), cell.card.confidence))


@pytest.mark.parametrize("face_seed", [None, *LIKE_BACKS])
@pytest.mark.parametrize("widths", [-0.28, 0.28])
def test_fronts_found_aside_are_seen_where_they_lie(widths: float, face_seed: int | None) -> None:
    photo = take_photo(SEED, face_seed)
    cells = list(list_cells(photo))
    up = [index for index, card in enumerate(photo.truth["cards"]) if card["card"] != "#"]
    for index in up[1::5]:
        cells[index] = move(cells[index], widths)
    shelf = rectify_shelf(photo.image, cells, load_design("default") if face_seed is None else None)
    assert list_fronts(shelf.places) == up
    for index, card in enumerate(photo.truth["cards"]):
        off = np.array(shelf.seen[index].card.corners_px) - np.array(card["corners"])
        assert np.abs(off.mean(axis=0)).max() < 0.1 * measure_width(shelf.seen[index].card.corners_px)


@pytest.mark.parametrize(("seed", "face_seed"), [(7, None), (13, 15)])
@pytest.mark.parametrize("widths", [0.2, 0.28])
def test_cards_that_all_were_found_aside_are_seen_where_they_lie(
    seed: int, face_seed: int | None, widths: float
) -> None:
    """The letter of each row's first card shows beside the cards, where it passes for one that was missed."""
    photo = take_photo(seed, face_seed)
    shelf = rectify_shelf(photo.image, [move(cell, widths) for cell in list_cells(photo)], None)
    assert len(shelf.seen) == len(photo.truth["cards"])
    for seen, card in zip(shelf.seen, photo.truth["cards"], strict=True):
        off = np.array(seen.card.corners_px) - np.array(card["corners"])
        assert np.abs(off.mean(axis=0)).max() < 0.1 * measure_width(seen.card.corners_px)


def test_cards_stay_where_their_print_is_plainer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table much like the cards ends rows as well as a card does."""
    photo = take_photo(7, None)
    monkeypatch.setattr(orientation, "measure_shift", lambda image, seen: Shift(0.22))
    shelf = rectify_shelf(photo.image, list_cells(photo), None)
    assert len(shelf.seen) == len(photo.truth["cards"])
    for seen, card in zip(shelf.seen, photo.truth["cards"], strict=True):
        off = np.array(seen.card.corners_px) - np.array(card["corners"])
        assert np.abs(off.mean(axis=0)).max() < 0.1 * measure_width(seen.card.corners_px)


def test_a_card_found_a_band_too_low_is_not_taken_for_one_upside_down() -> None:
    """The head of the card below is at its foot then."""
    photo = take_photo(SEED)
    cells = list(list_cells(photo))
    below = {(cell.row, cell.column) for cell in cells}
    low = [
        index
        for index, (cell, card) in enumerate(zip(cells, photo.truth["cards"], strict=True))
        if card["card"] != "#" and (cell.row + 1, cell.column) in below
    ][::3]
    assert low
    for index in low:
        cell = cells[index]
        cells[index] = replace(cell, card=replace(cell.card, corners_px=move_quad(cell.card.corners_px, 0.24)))
    shelf = rectify_shelf(photo.image, cells, load_design("default"))
    for index in low:
        seen, true = np.array(shelf.seen[index].card.corners_px), np.array(photo.truth["cards"][index]["corners"])
        assert np.abs(seen - true).max() < 0.1 * measure_width(shelf.seen[index].card.corners_px)


@pytest.mark.parametrize(("across", "down", "icons", "wanted"), [
    (-0.25, 0.0, 3, -0.25),
    (-0.35, 0.0, 3, -0.35),
    # So near the print is found anyway.
    (-0.1, 0.0, 3, 0.0),
    # Of cards found too low, or without icons, nobody knows whether they are of the design.
    (-0.25, 0.2, 3, 0.0),
    (-0.25, 0.0, 0, 0.0),
])  # fmt: skip
def test_cards_that_all_show_the_print_of_the_design_aside_lie_there(
    across: float, down: float, icons: int, wanted: float
) -> None:
    design = load_design("default")
    heat = np.zeros((6, 3, 56, 40), np.float32)
    middles = [(one.x, one.y) for one in (design.letter, design.number)], design.icon_places[1][:icons]
    for kinds, spots in zip(((LETTER, NUMBER), (ICON,) * icons), middles, strict=True):
        for kind, (x, y) in zip(kinds, spots, strict=True):
            heat[:, kind, round((y + down) * 56 - 0.5), round((x + across + 0.3) * 40 - 0.5) :][..., :1] = 0.9
    moved = replace(
        design,
        letter=replace(design.letter, x=design.letter.x + 0.3),
        number=replace(design.number, x=design.number.x + 0.3),
        icon_places=tuple(tuple((x + 0.3, y) for x, y in places) for places in design.icon_places),
    )
    sides = np.zeros((6, 3), np.float32)
    sides[:, UPRIGHT] = 1
    maps = make_maps(heat, np.full((6, 4, 56, 40), 20.0, np.float32), sides)
    assert measure_aside(maps, moved) == pytest.approx(wanted, abs=0.02)
    assert measure_aside(maps, None) == 0


def test_icons_of_neighbors_say_nothing_of_cards_found_half_a_card_aside() -> None:
    design = load_design("default")
    near, far = (0.4, 0.1), (0.8, 0.1)
    moved = replace(
        design,
        letter=replace(design.letter, x=0.12, y=0.1),
        number=replace(design.number, x=0.12, y=0.25),
        icon_places=((near, far),),
    )
    heat = np.zeros((6, 3, 56, 40), np.float32)
    # The last icon of the card to the left is seen where the first one's would be, were the card not aside.
    spots = [(LETTER, 0.6, 0.1), (NUMBER, 0.6, 0.25), (ICON, 0.88, 0.1), (ICON, 0.28, 0.1)]
    for kind, x, y in spots:
        heat[:, kind, round(y * 56 - 0.5), round(x * 40 - 0.5)] = 0.9
    sides = np.zeros((6, 3), np.float32)
    sides[:, UPRIGHT] = 1
    maps = make_maps(heat, np.full((6, 4, 56, 40), 20.0, np.float32), sides)
    assert measure_aside(maps, moved) == pytest.approx(0.48, abs=0.02)
    assert measure_aside(maps, replace(moved, icon_places=(((0.12, 0.5), (0.12, 0.7)),))) == 0


@pytest.mark.parametrize("aside", [0.0, 0.3])
def test_how_far_all_cards_were_moved_to_a_design_is_told(monkeypatch: pytest.MonkeyPatch, aside: float) -> None:
    """Where the cards turn out to be of another design, they are cut out anew without it."""
    photo = take_photo(SEED)
    monkeypatch.setattr(orientation, "measure_aside", lambda *_: aside)
    moved = rectify_shelf(photo.image, list_cells(photo), load_design("default")).moved
    assert aside <= moved
    assert (moved > RECTIFICATION.max_misfit_move) == bool(aside)


@pytest.mark.parametrize("row", [0, 1])
def test_a_card_missed_at_the_end_of_a_row_that_was_found_aside_is_found(row: int) -> None:
    photo = take_photo(SEED)
    cells = [move(cell, -0.26) if cell.row == row else cell for cell in list_cells(photo)]
    last = max((cell for cell in cells if cell.row == row), key=lambda cell: cell.column)
    shelf = rectify_shelf(photo.image, [cell for cell in cells if cell is not last], None)
    assert len(shelf.seen) == len(photo.truth["cards"])
    (found,) = (one for one in shelf.seen if (one.row, one.column) == (last.row, last.column))
    true = np.array(photo.truth["cards"][cells.index(last)]["corners"])
    assert np.abs(np.array(found.card.corners_px) - true).max() < 0.1 * measure_width(found.card.corners_px)
