"""Photos of shelves for tests: the default card design on a table, in good light, by a phone held almost straight."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from tools.scenes.cards import draw_card
from tools.scenes.decks import SceneCard
from tools.scenes.faces import parchment
from tools.scenes.optics import View, light_up, look
from tools.scenes.photos import Setting, compose
from tools.scenes.shelves import Spot, lay_corners

SIZE = (1600, 1200)
GAP = 0.02
"""Between two cards, in card widths."""


@cache
def photograph(shelf: str, edition: str, seed: int = 1, blotted: tuple[int, int] | None = None) -> bytes:
    """Return a JPEG of a shelf in notation; the number of the card at ``blotted`` (row, column) is under a blot."""
    dice, face = np.random.default_rng([29, seed]), parchment()
    cards = {
        (row, column): read_card(text, edition)
        for row, line in enumerate(shelf.split(" / "))
        for column, text in enumerate(line.split())
    }
    spots = [
        Spot(row, column, lay_corners(column * (1 + GAP), row * (face.height + GAP), face.height, 0.4 * column % 1))
        for row, column in cards
    ]
    view = View(tilt_deg=12, azimuth_deg=10, roll_deg=2, fill=0.9, off_center=(0.1, 0.1))
    matrix = look(view, np.concatenate([spot.corners for spot in spots]), SIZE, 0.8)
    setting = Setting(matrix, SIZE, "cloth", face.corner_radius, edge=0.2, shadow=0.3)
    image, quads = compose(
        setting, spots, lambda spot, width_px: draw_card(face, cards[spot.row, spot.column], width_px), dice, litter=0
    )
    if blotted is not None:
        place = next(place for place, spot in enumerate(spots) if (spot.row, spot.column) == blotted)
        left, top = cv2.perspectiveTransform(np.array([[face.number_at]]), find_plane(quads[place], face.height))[0, 0]
        width = float(np.linalg.norm(quads[place][1] - quads[place][0]))
        cv2.circle(image, (round(left), round(top)), round(0.075 * width), (60, 55, 95), cv2.FILLED, cv2.LINE_AA)
    _, data = cv2.imencode(".jpg", light_up(image, dice, 0.2), (cv2.IMWRITE_JPEG_QUALITY, 90))
    return data.tobytes()


def read_card(text: str, edition: str) -> SceneCard:
    """Return the card to be drawn for one in notation."""
    name, _, icons = text.partition(":")
    most = find_edition(edition).letter_counts.get(name[0], 9)
    return SceneCard(name[0], int(name[1:]), most, icons)


def find_plane(quad: np.ndarray, height: float) -> np.ndarray:
    """Return the homography from card widths to picture pixels."""
    flat = np.array([[0, 0], [1, 0], [1, height], [0, height]], np.float32)
    return cv2.getPerspectiveTransform(flat, quad.astype(np.float32))
