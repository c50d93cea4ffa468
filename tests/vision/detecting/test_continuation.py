"""Tiles go on beyond what was taken for cards; a table does not look like the cards that lie on it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.detecting.continuation import is_pattern, measure_steps
from companion.vision.detecting.lattice import Cell
from companion.vision.geometry import BgrImage, DetectedCard
from companion.vision.reading import shelf_reader
from companion.vision.reading.shelf_reader import Box, read_cards
from companion.workflow.decks.game_rules import EX_LIBRIS

WIDE, HIGH = 80, 112
BOX = Box(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), EX_LIBRIS)
TILE, JOINT, TABLE = (150, 160, 170), (40, 40, 40), (30, 60, 90)


def lay(rows: range, columns: range) -> list[Cell]:
    """Return the cells of a part of a grid that begins at the top left of a picture."""
    return [
        Cell(row - rows.start, column - columns.start, DetectedCard(_corners(row, column), 0.8))
        for row in rows
        for column in columns
    ]


def _corners(row: int, column: int) -> tuple[tuple[float, float], ...]:
    left, top = column * WIDE, row * HIGH
    return ((left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH))


def draw(rows: range, columns: range, ground: tuple[int, int, int]) -> BgrImage:
    """Draw tiles with joints at the places of a grid, on a ground of one color, with a little noise."""
    image = np.full((4 * HIGH, 6 * WIDE, 3), ground, np.uint8)
    for row in rows:
        for column in columns:
            corners = np.array(_corners(row, column), np.int32)
            cv2.rectangle(image, corners[0], corners[2], TILE, -1)
            cv2.rectangle(image, corners[0], corners[2], JOINT, 4)
    noise = np.random.default_rng(1).normal(0, 3, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_tiles_among_tiles_are_a_pattern() -> None:
    floor = draw(range(4), range(6), TABLE)
    assert is_pattern(floor, lay(range(1, 3), range(1, 5)))


def test_cards_on_a_table_are_none() -> None:
    inner = range(1, 3), range(1, 5)
    assert not is_pattern(draw(*inner, TABLE), lay(*inner))


def test_edges_without_ground_in_sight_tell_nothing() -> None:
    everything = range(4), range(6)
    assert len(measure_steps(draw(*everything, TABLE), lay(*everything))) == 0
    assert not is_pattern(draw(*everything, TABLE), lay(*everything))


def test_tiles_on_which_nothing_is_read_are_no_shelf() -> None:
    floor, inner = draw(range(4), range(6), TABLE), (range(1, 3), range(1, 5))
    assert read_cards(floor, lay(*inner), BOX).cards == ()
    assert len(read_cards(draw(*inner, TABLE), lay(*inner), BOX).cards) == 8


def test_a_doubtful_shelf_is_none_without_a_letter_whatever_seems_to_be_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf_reader, "shows_print", lambda maps: True)
    inner = range(1, 3), range(1, 5)
    assert read_cards(draw(*inner, TABLE), lay(*inner), BOX, plain=False).cards == ()
