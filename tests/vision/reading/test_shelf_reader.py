"""Cards whose places are known are read: whichever way up the shelf lies, whatever face they have."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.aligning.correspondences import measure_move
from companion.vision.aligning.rows.thresholds import MISSED
from companion.vision.designs.card_design import load_design
from companion.vision.detecting.lattice import Cell
from companion.vision.doubts import Cause
from companion.vision.geometry import DetectedCard, move_quad, turn_image, turn_quad
from companion.vision.learning.design_learning import learn_design
from companion.vision.learning.icons.icon_places import DesignError
from companion.vision.learning.lessons import describe_cards
from companion.vision.reading.shelf_reader import Box, ShelfRead, read_cards
from companion.vision.readings import Face, Reading
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.photos import Photo

from ..made_photos import confirm_cards, list_cells, take_photo

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DEFAULT = Box(LETTERS, EX_LIBRIS, {}, load_design("default"))
SEED, OTHER_SEED = 3, 11
# A face of the training world whose letters are plain: what is tested is learning, not fonts.
FACE, TAUGHT, TRIED = 3, 13, 12
# Its letters and numbers stand about where the default face has them, and its icons do not.
ALIKE = 1_900_004


def write(read: ShelfRead) -> str:
    return Reading("", "", read.cards).shelf


def read(photo: Photo, box: Box) -> ShelfRead:
    return read_cards(photo.image, list_cells(photo), box)


@pytest.mark.parametrize("seed", [SEED, OTHER_SEED])
def test_a_shelf_of_the_default_face_is_read(seed: int) -> None:
    photo = take_photo(seed)
    found = read(photo, DEFAULT)
    assert write(found) == photo.truth["notation"]
    assert found.design_fits
    assert not found.upside_down


def test_a_shelf_upside_down_is_read_from_the_other_end() -> None:
    photo = take_photo(SEED)
    cells = list_cells(photo)
    size = photo.image.shape[1], photo.image.shape[0]
    last_row, last_column = max(cell.row for cell in cells), max(cell.column for cell in cells)
    turned = [
        Cell(last_row - cell.row, last_column - cell.column, DetectedCard(_turn(cell.card, size), 0.99))
        for cell in cells
    ]
    found = read_cards(turn_image(photo.image, 2), turned, DEFAULT)
    assert found.upside_down
    assert write(found) == photo.truth["notation"]


def _turn(card: DetectedCard, size: tuple[int, int]):
    a, b, c, d = turn_quad(card.corners_px, 2, size)
    return c, d, a, b


def test_cards_of_another_face_have_their_letters_read_and_their_icons_left_open() -> None:
    photo = take_photo(TAUGHT, FACE)
    found = read(photo, DEFAULT)
    assert not found.design_fits
    assert {card.icons for card in found.cards if card.face is Face.UP} <= {"??", "???", "????", "?"}
    assert sum(card.letter is not None for card in found.cards) > len(found.cards) / 2


def test_one_confirmed_photo_teaches_a_face() -> None:
    design = learn_design("new", [describe_cards(confirm_cards(take_photo(TAUGHT, FACE)), EX_LIBRIS)], EX_LIBRIS)
    photo = take_photo(TRIED, FACE)
    found = read(photo, Box(LETTERS, EX_LIBRIS, {}, design))
    truth = [card["card"].partition(":")[2] for card in photo.truth["cards"]]
    assert found.design_fits
    right = sum(card.icons == icons for card, icons in zip(found.cards, truth, strict=True) if icons)
    assert right >= 0.9 * sum(bool(icons) for icons in truth)


def test_no_cards_teach_nothing() -> None:
    with pytest.raises(DesignError):
        learn_design("new", [], EX_LIBRIS)


def test_no_cells_are_no_cards() -> None:
    assert read_cards(take_photo(SEED).image, [], DEFAULT).cards == ()


def test_cards_of_another_face_are_not_moved_to_where_the_known_face_has_its_print() -> None:
    """Moved by a tenth of their width, they would lose the icon at the end of a row."""
    photo = take_photo(TAUGHT, ALIKE)
    found = read(photo, DEFAULT)
    assert not found.design_fits
    for card, cell in zip(found.cards, list_cells(photo), strict=True):
        assert measure_move(cell.card.corners_px, card.corners_px) < 0.05


@pytest.mark.parametrize(
    ("seed", "lost"),
    [(23, {(0, 7)}), (23, {(2, 7), (2, 3)}), (14, {(0, 0)}), (14, {(0, 0), (0, 1), (1, 0), (1, 1)})],
    ids=["at the end", "and in a hole", "at the beginning", "two in a row"],
)
def test_backs_that_detection_missed_are_found_and_asked_about(seed: int, lost: set[tuple[int, int]]) -> None:
    photo = take_photo(seed)
    cells = [cell for cell in list_cells(photo) if (cell.row, cell.column) not in lost]
    first = min(cell.column for cell in cells)
    cells = [Cell(cell.row, cell.column - first, cell.card) for cell in cells]
    found = read_cards(photo.image, cells, DEFAULT).cards
    truth = dict(zip([(c.row, c.column) for c in list_cells(photo)], photo.truth["cards"], strict=True))
    assert {(card.row, card.column): card.write() == "#" for card in found} == {
        place: card["card"] == "#" for place, card in truth.items()
    }
    assert all(card.doubts for card in found if (card.row, card.column) in lost)


def test_backs_are_found_by_a_single_card_of_which_nobody_knows_what_it_is() -> None:
    """Of a box that nobody has taught, the one back that was found may be anything; the others look like it."""
    photo = take_photo(14)
    cells, (kept, *lost) = list_cells(photo), [(1, 0), (0, 0), (0, 1)]
    down = {
        (cell.row, cell.column) for cell, card in zip(cells, photo.truth["cards"], strict=True) if card["card"] == "#"
    }
    assert {kept, *lost} <= down
    left = [cell for cell in cells if (cell.row, cell.column) == kept or (cell.row, cell.column) not in down]
    found = read_cards(photo.image, left, Box(DEFAULT.letters, EX_LIBRIS, {}, None)).cards
    sides = {(card.row, card.column): card for card in found}
    assert sides[kept].face is Face.UNKNOWN
    for place in lost:
        assert sides[place].face is not Face.UP
        assert sides[place].doubts


def test_a_place_that_looks_like_no_back_stays_empty() -> None:
    photo = take_photo(23)
    cells = list_cells(photo)
    fronts = [cell for cell, card in zip(cells, photo.truth["cards"], strict=True) if card["card"] != "#"]
    known = read_cards(photo.image, fronts, Box(DEFAULT.letters, EX_LIBRIS, {}, None))
    assert {(card.row, card.column) for card in known.cards} == {(cell.row, cell.column) for cell in fronts}


def test_a_table_like_the_backs_is_none_of_them() -> None:
    """What lies above the shelf is no card of it, and looks just like what lies at the end of a row."""
    photo = take_photo(23)
    cells = {(cell.row, cell.column): cell for cell in list_cells(photo)}
    back = cells.pop((0, 7)).card.corners_px
    above = move_quad(cells[0, 3].card.corners_px, -MISSED.table_distance)
    way = cv2.getPerspectiveTransform(np.array(back, np.float32), np.array(above, np.float32))
    patterned = photo.image.copy()
    size = photo.image.shape[1], photo.image.shape[0]
    cv2.warpPerspective(photo.image, way, size, patterned, borderMode=cv2.BORDER_TRANSPARENT)
    mask = np.zeros(photo.image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.array(above, np.int32), 1)
    patterned = np.where(mask[..., None] > 0, patterned, photo.image)
    for image, is_found in ((photo.image, True), (patterned, False)):
        found = read_cards(image, [*cells.values()], DEFAULT).cards
        assert ((0, 7) in {(card.row, card.column) for card in found}) is is_found


@pytest.mark.parametrize(("share", "is_asked"), [(0.5, True), (0.1, False)])
def test_a_hole_of_a_row_is_asked_about_where_glare_hides_it(share: float, is_asked: bool) -> None:
    photo = take_photo(23)
    cells = {(cell.row, cell.column): cell for cell in list_cells(photo)}
    quad = np.array(cells.pop((1, 3)).card.corners_px)
    table = np.array(photo.image[:100].mean(axis=(0, 1)))
    image = cv2.fillConvexPoly(photo.image.copy(), np.int32(quad), table.tolist())
    upper = np.concatenate([quad[:2], quad[[1, 0]] + share * (quad[[2, 3]] - quad[[1, 0]])])
    cv2.fillConvexPoly(image, np.int32(upper), (255, 255, 255))
    found = {(card.row, card.column): card for card in read_cards(image, [*cells.values()], DEFAULT).cards}
    assert ((1, 3) in found) is is_asked
    if is_asked:
        assert found[1, 3].face is Face.UNKNOWN
        assert Cause.GLARE in {doubt.cause for doubt in found[1, 3].doubts}


def test_a_hole_of_a_row_on_a_white_table_is_none_that_glare_hides() -> None:
    photo = take_photo(23)
    cells = {(cell.row, cell.column): cell for cell in list_cells(photo)}
    cells.pop((1, 3))
    cards = np.zeros(photo.image.shape[:2], np.uint8)
    for cell in cells.values():
        cv2.fillConvexPoly(cards, np.array(cell.card.corners_px, np.int32), 1)
    image = np.where(cards[..., None] > 0, photo.image, 255).astype(np.uint8)
    found = read_cards(image, [*cells.values()], DEFAULT).cards
    assert {(card.row, card.column) for card in found} == {*cells}


@pytest.mark.parametrize(("confidence", "aside", "asked"), [(0.7, 0.0, True), (0.4, 0.0, False), (0.7, 0.3, False)])
def test_a_detection_taken_for_the_table_is_asked_about_where_it_fills_a_row(
    confidence: float, aside: float, asked: bool
) -> None:
    """Nothing in the photo looks like it: no other card lies face down, and none was taught."""
    photo = take_photo(23)
    cells = list_cells(photo)
    sides = zip(cells, photo.truth["cards"], strict=True)
    fronts = [cell for cell, card in sides if card["card"] != "#"]
    (lost,) = (cell for cell in cells if (cell.row, cell.column) == (2, 7))
    assert lost not in fronts
    beside = DetectedCard(move_quad(lost.card.corners_px, 0, aside), confidence)
    box = Box(DEFAULT.letters, EX_LIBRIS, {}, None)
    found = read_cards(photo.image, fronts, box, beside=[beside]).cards
    doubted = [card for card in found if (card.row, card.column) == (2, 7)]
    assert len(found) == len(fronts) + asked
    assert [bool(card.doubts) for card in doubted] == [True] * asked
