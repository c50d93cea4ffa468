"""The camera: where the table's points fall in the picture, and what light and lens do to it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .paint import Dice, Image8, cloud

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """How the camera is held."""

    tilt_deg: float
    azimuth_deg: float
    """From where the camera looks: 0 from the photographer's side."""
    roll_deg: float
    fill: float
    """Share of the picture that the shelf spans."""
    off_center: tuple[float, float]


def draw_view(dice: Dice, most_tilt: float = 40.0) -> View:
    """Draw a hand-held view."""
    side = dice.normal(0, 25) if dice.random() < 0.8 else dice.uniform(-180, 180)
    return View(
        tilt_deg=float(most_tilt * dice.beta(1.1, 1.4)), azimuth_deg=float(side),
        roll_deg=float(np.clip(dice.normal(0, 5), -16, 16)), fill=float(dice.uniform(0.45, 0.97)),
        off_center=(float(dice.uniform(-1, 1)), float(dice.uniform(-1, 1))),
    )  # fmt: skip


def _turn(axis: int, degrees: float) -> Matrix:
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    turns = (
        [[1, 0, 0], [0, c, -s], [0, s, c]],
        [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    )
    return np.array(turns[axis], float)


def project(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map points (n x 2) by a homography."""
    mapped = np.c_[points, np.ones(len(points))] @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], float)


def look(view: View, points: NDArray[np.float64], size: tuple[int, int], focal: float) -> Matrix:
    """Return the homography from table to picture of ``size`` (px) that shows all ``points`` at the view's fill."""
    width, height = size
    turn = _turn(2, view.roll_deg) @ _turn(2, view.azimuth_deg) @ _turn(0, view.tilt_deg) @ _turn(2, -view.azimuth_deg)
    lens = np.array([[focal * max(size), 0, 0], [0, focal * max(size), 0], [0, 0, 1]])
    middle = (points.min(0) + points.max(0)) / 2
    near, far = 0.5, 400.0
    for _ in range(30):
        distance = (near * far) ** 0.5
        matrix = lens @ np.column_stack([turn[:, 0], turn[:, 1], -turn[:, :2] @ middle + [0, 0, distance]])
        depth = np.c_[points, np.ones(len(points))] @ matrix[2]
        spread = np.ptp(project(matrix, points), axis=0) / [width, height]
        if depth.min() < 0.2 * distance or spread.max() > view.fill:
            near = distance
        else:
            far = distance
    seen = project(matrix, points)
    room = np.maximum(0.0, np.array([width, height]) - np.ptp(seen, axis=0)) / 2
    shift = np.array([width, height]) / 2 - (seen.min(0) + seen.max(0)) / 2 + room * view.off_center * 0.9
    return np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ matrix


def light_up(image: Image8, dice: Dice, harsh: float = 1.0) -> Image8:
    """Put lamplight, shadows and glare on a picture."""
    height, width = image.shape[:2]
    small = (64, max(8, round(64 * height / width)))
    xs, ys = np.meshgrid(np.linspace(-1, 1, small[0]), np.linspace(-1, 1, small[1]))
    light = 1 + harsh * dice.uniform(0, 0.35) * (xs * dice.uniform(-1, 1) + ys * dice.uniform(-1, 1))
    light = light - harsh * dice.uniform(0, 0.25) * (xs**2 + ys**2) / 2
    if dice.random() < 0.45 * harsh:
        light = light * _shadow(dice, small)
    warmth = dice.normal(0, 0.09) * harsh
    lamp = np.array([1 - warmth, 1 + dice.normal(0, 0.03), 1 + warmth]) * dice.uniform(0.55, 1.25)
    field = cv2.resize(light.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    lit = image.astype(np.float32)
    lit *= field[..., None] * lamp.astype(np.float32)
    if dice.random() < 0.35 * harsh:
        _add_glare(lit, dice, small)
    return np.clip(lit, 0, 255, out=lit).astype(np.uint8)


def _shadow(dice: Dice, small: tuple[int, int]) -> NDArray[np.float64]:
    """Return the shadow of an arm or a head, 1 where there is none."""
    mask = np.ones((small[1], small[0]), np.float32)
    center = dice.uniform((0, 0), small)
    angle, reach = dice.uniform(0, 2 * np.pi), dice.uniform(8, 40)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    body = [center + 90 * along + reach * across, center - reach * across / 2, center + 90 * along - reach * across]
    cv2.fillPoly(mask, [np.array(body, np.int32)], float(dice.uniform(0.35, 0.8)))
    soft = dice.uniform(0.5, 5)
    return cv2.GaussianBlur(mask, (0, 0), soft).astype(float)


def _add_glare(lit: NDArray[np.float32], dice: Dice, small: tuple[int, int]) -> None:
    blob = np.zeros((small[1], small[0]), np.float32)
    for _ in range(dice.integers(1, 4)):
        center = (int(dice.integers(small[0])), int(dice.integers(small[1])))
        axes = (int(dice.integers(1, 7)), int(dice.integers(1, 4)))
        cv2.ellipse(blob, center, axes, dice.uniform(0, 180), 0, 360, float(dice.uniform(60, 320)), -1)
    blob = cv2.GaussianBlur(blob, (0, 0), dice.uniform(0.7, 2.5))
    lit += cv2.resize(blob, lit.shape[1::-1], interpolation=cv2.INTER_LINEAR)[..., None]


def blind(image: Image8, place: NDArray[np.float64], card_px: float, dice: Dice) -> Image8:
    """Let a lamp glare on a place (px): from a veil to a hole in the picture, up to two cards wide."""
    high, wide = image.shape[:2]
    parts = max(1, round(card_px / 12))
    blob = np.zeros((high // parts + 1, wide // parts + 1), np.float32)
    for _ in range(dice.integers(1, 4)):
        spot = (place + dice.normal(0, 0.6, 2) * card_px) / parts
        axes = np.maximum(dice.uniform(0.1, 1.1, 2) * card_px / parts, 1).astype(int)
        lit = float(dice.uniform(60, 500))
        cv2.ellipse(blob, spot.astype(int).tolist(), axes.tolist(), dice.uniform(0, 180), 0, 360, lit, -1)
    blob = cv2.GaussianBlur(blob, (0, 0), dice.uniform(0.05, 0.4) * 12)
    veil = cv2.resize(blob, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.clip(image + veil[..., None], 0, 255).astype(np.uint8)


def expose(image: Image8, dice: Dice, blur: float, noise: float) -> Image8:
    """Blur, grain, tone and sharpening; ``blur`` in px and ``noise`` in gray levels are the most there may be."""
    sigma = blur * dice.beta(1, 2)
    if sigma > 0.25:
        image = cv2.GaussianBlur(image, (0, 0), sigma)
    if dice.random() < 0.12 and blur > 0.5:
        image = shake(image, dice, blur)
    if dice.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = cv2.addWeighted(image, 1.8, soft, -0.8, 0)
    grain = noise * dice.beta(1, 2)
    if grain > 0.5:
        rough = np.empty(image.shape, np.int16)
        cv2.setRNGSeed(int(dice.integers(1 << 30)))
        cv2.randn(rough, (0, 0, 0), (grain, grain, grain))
        image = np.clip(image + rough, 0, 255).astype(np.uint8)
    gamma, contrast = dice.uniform(0.75, 1.35), dice.uniform(0.75, 1.12)
    levels = (np.arange(256) / 255.0) ** gamma
    curve = np.clip(128 + (levels * 255 - 128) * contrast, 0, 255)
    image = cv2.LUT(image, curve.astype(np.uint8))
    if dice.random() < 0.2:
        gray = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        image = cv2.addWeighted(image, 1 - (share := dice.uniform(0.2, 0.9)), gray, share, 0)
    return np.asarray(image, np.uint8)


def shake(image: Image8, dice: Dice, blur: float) -> Image8:
    """Blur along one direction."""
    length = max(3, round(blur * dice.uniform(1.5, 4)))
    kernel = np.zeros((length, length), np.float32)
    angle = dice.uniform(0, np.pi)
    reach = (length - 1) / 2 * np.array([np.cos(angle), np.sin(angle)])
    start, end = (length - 1) / 2 - reach, (length - 1) / 2 + reach
    cv2.line(kernel, np.round(start).astype(int).tolist(), np.round(end).astype(int).tolist(), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def haze(dice: Dice, image: Image8) -> Image8:
    """Lay a veil of light over a picture, as a smeared lens does."""
    veil = cloud(dice, image.shape[0], image.shape[1], 2)[..., None] * dice.uniform(0, 60)
    return np.clip(image * 0.85 + veil, 0, 255).astype(np.uint8)


def through_jpeg(image: Image8, quality: int) -> Image8:
    """Return what a JPEG of a quality keeps."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
