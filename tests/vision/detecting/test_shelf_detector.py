"""Cards are found on photos made for the occasion, whatever is printed on them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.detecting.lattice import Cell
from companion.vision.detecting.shelf_detector import DetectedShelf, detect_cards, detect_shelf, weigh_shelf
from companion.vision.geometry import BgrImage, DetectedCard, turn_image
from tools.scenes.faces import SceneFace, parchment, random_face
from tools.scenes.lessons import TRAINING_FACES
from tools.scenes.photos import Photo, make_empty, make_photo

SIZE = (1200, 900)
FACES = (parchment(), random_face(TRAINING_FACES + 1), random_face(TRAINING_FACES + 2))


def draw_cells(shelf: DetectedShelf) -> str:
    """The places of a shelf's cells: rows divided by blanks, ``X`` a card."""
    places = {(cell.row, cell.column) for cell in shelf.cells}
    rows = max((row for row, _ in places), default=-1) + 1
    return " ".join(
        "".join("X" if (row, column) in places else "." for column in range(1 + max(c for r, c in places if r == row)))
        for row in range(rows)
    )


def draw_truth(photo: Photo) -> str:
    """The places that a photo's notation tells of, in the same form."""
    rows = str(photo.truth["notation"]).split(" / ")
    return " ".join("".join("." if word == "." else "X" for word in row.split()) for row in rows)


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.name)
def test_a_shelf_of_any_face_is_laid_out(face: SceneFace) -> None:
    photo = make_photo(face, 21, size=SIZE)
    assert draw_cells(detect_shelf(photo.image)) == draw_truth(photo)


def test_corners_are_near_the_truth() -> None:
    photo = make_photo(parchment(), 21, size=SIZE)
    found = np.array([cell.card.corners_px for cell in detect_shelf(photo.image).cells])
    truth = np.array([card["corners"] for card in photo.truth["cards"]])
    widths = np.linalg.norm(truth[:, 1] - truth[:, 0], axis=1)
    off = np.linalg.norm(found - truth, axis=2) / widths[:, None]
    assert np.median(off) < 0.03


def test_a_shelf_photographed_from_the_side_is_turned() -> None:
    photo = make_photo(parchment(), 21, size=SIZE)
    shelf = detect_shelf(turn_image(np.asarray(photo.image, np.uint8), 3))
    assert shelf.turn == 1
    assert draw_cells(shelf) == draw_truth(photo)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_found_on_a_bare_table(seed: int) -> None:
    assert detect_shelf(make_empty(600_000 + seed, SIZE)).cells == ()


@pytest.mark.parametrize("size", [(40, 30), (3, 900), (64, 64)])
def test_tiny_pictures_hold_no_shelf(size: tuple[int, int]) -> None:
    width, height = size
    gray: BgrImage = np.full((height, width, 3), 128, np.uint8)
    assert detect_shelf(gray) == DetectedShelf(0, (), ())


def test_one_card_alone_is_found() -> None:
    image: BgrImage = np.full((600, 800, 3), (60, 90, 70), np.uint8)
    cv2.rectangle(image, (300, 150), (500, 430), (235, 240, 240), -1)
    cv2.circle(image, (400, 290), 50, (40, 40, 200), -1)
    (card,) = detect_cards(image)
    assert np.allclose(card.corners_px, [(300, 150), (500, 150), (500, 430), (300, 430)], atol=8)


def test_a_table_full_of_lines_does_not_outweigh_a_shelf() -> None:
    """Of ten faint rows only three count, as many as a shelf has."""

    def lay(rows: int, confidence: float) -> tuple[Cell, ...]:
        corners = (0.0, 0.0), (100.0, 0.0), (100.0, 140.0), (0.0, 140.0)
        card = DetectedCard(corners, confidence)
        return tuple(Cell(row, column, card) for row in range(rows) for column in range(5))

    lines, shelf = lay(10, 0.4), lay(2, 0.6)
    assert weigh_shelf(lines) == pytest.approx(weigh_shelf(lay(3, 0.4)))
    assert weigh_shelf(shelf) > weigh_shelf(lines)
    assert weigh_shelf(()) == 0
