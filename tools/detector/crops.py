"""What the net is shown, crops of lessons changed in scale, light and sharpness, and what it should answer."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.scenes.lessons import Label
from tools.scenes.paint import Dice, Image8

from .store import Kept

STRIDE = 4
WIDTH, HEIGHT = 256, 192
NARROWEST, WIDEST = 14.0, 96.0
"""The widths of cards that are trained, px."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Answer:
    """The maps of one crop; see ``net.measure_loss``."""

    heat: Floats
    reach: Floats
    sizes: Floats
    near: Floats
    care: Floats


def cut_crop(kept: Kept, dice: Dice) -> tuple[Image8, Floats, NDArray[np.int8], NDArray[np.bool_]]:
    """Return a crop, its cards' corners (n x 4 x 2 px), labels, and which corners are in sight (n x 4)."""
    image, corners, labels = kept.open(), kept.corners, kept.labels
    inside = np.all((corners > -2) & (corners < np.array(image.shape[1::-1]) + 2), axis=2)
    in_sight = inside & ((labels != Label.HEAD_ONLY)[:, None] | np.array([True, True, False, False]))
    scale = _choose_scale(image, corners, dice)
    if scale < 0.8:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        corners, scale = corners * scale, 1.0
    turn = np.deg2rad(dice.normal(0, 4))
    matrix = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flips = dice.random(2) < 0.5
    matrix = np.diag(np.where(flips, -1.0, 1.0)) @ matrix
    offset = np.array([WIDTH, HEIGHT]) / 2 - matrix @ _choose_middle(image, corners, scale, dice)
    corners = (corners @ matrix.T + offset).astype(np.float32)
    # Points are counted from the pixel's edge, warpAffine counts from its middle.
    onto = np.c_[matrix, offset + matrix @ [0.5, 0.5] - 0.5]
    crop = cv2.warpAffine(image, onto, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    for flipped, order in zip(flips, ([1, 0, 3, 2], [3, 2, 1, 0]), strict=True):
        if flipped:
            corners, in_sight = corners[:, order], in_sight[:, order]
    return relight(np.asarray(crop, np.uint8), dice), corners, labels, in_sight


def _choose_scale(image: Image8, corners: Floats, dice: Dice) -> float:
    """Draw a scale by the width that cards should have, so that the picture still fills most of the crop."""
    least = 0.85 * max(WIDTH / image.shape[1], HEIGHT / image.shape[0])
    if not len(corners):
        return float(dice.uniform(least, 1.4))
    card_px = float(np.median(np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)))
    wanted = np.exp(dice.uniform(np.log(NARROWEST), np.log(WIDEST)))
    return float(np.clip(wanted / max(card_px, 1), least, 1.7))


def _choose_middle(image: Image8, corners: Floats, scale: float, dice: Dice) -> NDArray[np.float64]:
    """Draw the point of the picture that is to be the crop's middle: near some card, the crop mostly within."""
    size, half = np.array(image.shape[1::-1], float), np.array([WIDTH, HEIGHT]) / (2 * scale)
    aim = corners[dice.integers(len(corners))].mean(0) if len(corners) else size * dice.random(2)
    aim = aim + half * dice.uniform(-0.7, 0.7, 2)
    within = np.where(2 * half < size, np.clip(aim, half, np.maximum(size - half, half)), size / 2)
    return np.asarray(within if dice.random() < 0.85 else 0.6 * within + 0.4 * aim)


def relight(image: Image8, dice: Dice) -> Image8:
    """Change light, sharpness and grain a little, so that no lesson is seen twice alike."""
    levels = np.arange(256) / 255.0
    gains, gamma = dice.uniform(0.75, 1.2) * dice.uniform(0.9, 1.1, 3), np.exp(dice.normal(0, 0.2))
    curves = np.clip(255 * gains * levels[:, None] ** gamma + dice.normal(0, 6), 0, 255)
    image = np.asarray(cv2.LUT(image, curves.astype(np.uint8)[:, None, :]), np.uint8)
    if dice.random() < 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), dice.uniform(0.4, 1.3)), np.uint8)
    if dice.random() < 0.3:
        rough = dice.integers(-9, 10, (HEIGHT, WIDTH, 1), np.int16)
        image = np.clip(image + rough, 0, 255).astype(np.uint8)
    if dice.random() < 0.3:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(dice.integers(35, 90))])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def answer(corners: Floats, labels: NDArray[np.int8], in_sight: NDArray[np.bool_]) -> Answer:
    """Return the maps that a crop should be answered with."""
    rows, columns = HEIGHT // STRIDE, WIDTH // STRIDE
    heat = np.zeros((5, rows, columns), np.float32)
    reach = np.zeros((8, rows, columns), np.float32)
    sizes = np.zeros((1, rows, columns), np.float32)
    near = np.full((8, rows, columns), np.nan, np.float32)
    care = np.ones((1, rows, columns), np.float32)
    for quad, label in zip(corners / STRIDE, labels, strict=True):
        if label == Label.NOT_ASKED:
            cv2.fillConvexPoly(care[0], np.round(quad - 0.5).astype(np.int32), 0.0)
            cv2.polylines(care[0], [np.round(quad - 0.5).astype(np.int32)], True, 0.0, 3)
    for quad, label, seen in zip(corners / STRIDE, labels, in_sight, strict=True):
        if label not in (Label.CARD, Label.HEAD_ONLY):
            continue
        across = 0.5 * float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3]))
        down = 0.5 * float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1]))
        spread = float(np.clip(0.09 * min(across, down), 0.75, 2.5))
        for place in range(4):
            if seen[place]:
                _mark(heat[1 + place], quad[place], min(spread, 1.3))
                _mark_near(near[2 * place : 2 * place + 2], quad[place])
        if label == Label.CARD and seen.any():
            center = quad.mean(0)
            _mark(heat[0], center, spread)
            _mark_reach(reach, sizes, center, quad, max(1.2, spread))
    return Answer(heat, reach, sizes, near, care)


def _window(point: Floats, radius: float, rows: int, columns: int) -> tuple[slice, slice, Floats, Floats] | None:
    """Return the cells around a point and how far their middles are from it, in x and y."""
    left, right = max(0, int(np.floor(point[0] - radius))), min(columns, int(np.ceil(point[0] + radius)) + 1)
    top, bottom = max(0, int(np.floor(point[1] - radius))), min(rows, int(np.ceil(point[1] + radius)) + 1)
    if right <= left or bottom <= top:
        return None
    dx = (np.arange(left, right) + 0.5 - point[0]).astype(np.float32)[None]
    dy = (np.arange(top, bottom) + 0.5 - point[1]).astype(np.float32)[:, None]
    return slice(top, bottom), slice(left, right), dx, dy


def _mark(heat: Floats, point: Floats, spread: float) -> None:
    found = _window(point, 3 * spread, *heat.shape)
    if found is None:
        return
    ys, xs, dx, dy = found
    np.maximum(heat[ys, xs], np.exp(-(dx**2 + dy**2) / (2 * spread**2)) * 0.99, out=heat[ys, xs])
    row, column = int(np.floor(point[1])), int(np.floor(point[0]))
    if 0 <= row < heat.shape[0] and 0 <= column < heat.shape[1]:
        heat[row, column] = 1.0


def _mark_near(near: Floats, point: Floats) -> None:
    found = _window(point, 1.6, *near.shape[1:])
    if found is None:
        return
    ys, xs, dx, dy = found
    old = near[:, ys, xs]
    farther = np.isnan(old[0]) | (np.abs(old).sum(0) > np.abs(dx) + np.abs(dy))
    inside = farther & (dx**2 + dy**2 < 1.6**2)
    old[0][inside] = np.broadcast_to(-dx, inside.shape)[inside]
    old[1][inside] = np.broadcast_to(-dy, inside.shape)[inside]


def _mark_reach(reach: Floats, sizes: Floats, center: Floats, quad: Floats, radius: float) -> None:
    found = _window(center, radius, *sizes.shape[1:])
    if found is None:
        return
    ys, xs, dx, dy = found
    inside = dx**2 + dy**2 < radius**2
    size = float(np.sqrt(np.linalg.norm(quad[1] - quad[0]) * np.linalg.norm(quad[3] - quad[0])))
    sizes[0, ys, xs][inside] = size
    for place in range(4):
        away = quad[place] - center
        reach[2 * place, ys, xs][inside] = np.broadcast_to(away[0] - dx, inside.shape)[inside]
        reach[2 * place + 1, ys, xs][inside] = np.broadcast_to(away[1] - dy, inside.shape)[inside]
