"""The reading drawn on the photo: each card's outline and value, doubtful ones apart from sure ones."""

from __future__ import annotations

import cv2
import numpy as np

from ..geometry import BgrImage, measure_width
from ..readings import SURE, Face, ReadCard, Reading

_LONGEST_PX = 2000
_SURE, _DOUBTFUL, _DOWN = (90, 170, 40), (0, 150, 255), (150, 150, 150)
_INK, _PAPER = (20, 20, 20), (255, 255, 255)


def draw_overlay(image: BgrImage, reading: Reading) -> BgrImage:
    """Return the upright photo, at most 2000 px long, with what was read on it."""
    share = min(1.0, _LONGEST_PX / max(image.shape[:2]))
    picture = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    for card in reading.cards:
        _draw_outline(picture, card, share)
    for card in reading.cards:
        _draw_label(picture, card, share)
    return picture


def encode_overlay(picture: BgrImage, suffix: str) -> bytes:
    """Return a picture as a file of the kind that a suffix names; raise ``ValueError`` for an unknown one."""
    try:
        done, data = cv2.imencode(suffix, picture)
    except cv2.error as error:
        raise ValueError(suffix) from error
    if not done:
        raise ValueError(suffix)
    return data.tobytes()


def _choose_color(card: ReadCard) -> tuple[int, int, int]:
    if card.confidence.least < SURE:
        return _DOUBTFUL
    return _SURE if card.face is Face.UP else _DOWN


def _draw_outline(picture: BgrImage, card: ReadCard, share: float) -> None:
    corners = np.round(np.array(card.corners_px) * share * 16).astype(np.int32)
    thick = max(2, round(measure_width(card.corners_px) * share / 60))
    # Sure cards have a thin line, doubtful ones a thick one: not everybody tells the colors apart.
    thick = thick * 2 if card.confidence.least < SURE else thick
    cv2.polylines(picture, [corners], True, _PAPER, thick + 2, cv2.LINE_AA, 4)
    cv2.polylines(picture, [corners], True, _choose_color(card), thick, cv2.LINE_AA, 4)


def _draw_label(picture: BgrImage, card: ReadCard, share: float) -> None:
    text = card.write() + (" ?" if card.confidence.least < SURE and "?" not in card.write() else "")
    width = measure_width(card.corners_px) * share
    plain = text.encode("ascii", "replace").decode()
    scale = 1.0
    (wide, high), below = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    scale = min(1.1, 0.92 * width / wide)
    (wide, high), below = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    x, y = np.mean(np.array(card.corners_px) * share, axis=0)
    left, bottom = int(x - wide / 2), int(y + high / 2)
    cv2.rectangle(picture, (left - 4, bottom - high - 5), (left + wide + 4, bottom + below + 2), _PAPER, -1)
    cv2.rectangle(picture, (left - 4, bottom - high - 5), (left + wide + 4, bottom + below + 2), _choose_color(card), 2)
    cv2.putText(
        picture, plain, (left, bottom), cv2.FONT_HERSHEY_SIMPLEX, scale, _INK, max(1, round(2 * scale)), cv2.LINE_AA
    )
