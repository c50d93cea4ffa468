"""What befalls photos: blur, shaking hands, darkness, noise, few pixels, glare, tilt, an arm, and the picture's edge.

Each way takes a made photo of 12 megapixels and random numbers; lengths are pixels of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.quads import measure_side
from tools.scenes.clutter import draw_hand
from tools.scenes.optics import blind, project
from tools.scenes.photos import Photo

Image8 = NDArray[np.uint8]
Dice = np.random.Generator


@dataclass(frozen=True, slots=True)
class SpoiledCard:
    """A card of a spoiled photo."""

    name: str
    """In notation, with its letter's count; ``#`` where it lies face down."""
    quad: NDArray[np.float64]
    """Its corners in the spoiled photo, 4 x 2 px."""
    visible: float
    """The share of it that is in the picture, and under nothing."""


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A spoiled photo, and what is on it."""

    image: Image8
    cards: tuple[SpoiledCard, ...]


@dataclass(frozen=True, slots=True)
class _Damage:
    image: Image8
    onto: NDArray[np.float64]
    """The homography from the photo to the spoiled one."""
    cover: Image8 | None = None
    """Not 0 where something lies on the shelf; as big as the spoiled one."""


_COARSE = 9.0
"""Radius from which on a quarter of the resolution shows all that a blur leaves: up to five times as quick."""

_Spoil = Callable[[Image8, list[NDArray[np.float64]], Dice], _Damage]


def _keep(change: Callable[[Image8, Dice], Any]) -> _Spoil:
    """Spoil pixels, and leave them where they are."""
    return lambda image, _, dice: _Damage(np.asarray(change(image, dice), np.uint8), np.eye(3))


def _blur(radius: float) -> _Spoil:
    return _keep(lambda image, _: blur(image, radius))


def blur(image: Image8, radius: float) -> Image8:
    """Blur by a Gaussian of a standard deviation (px); a wide one is put on a quarter of the resolution."""
    if radius < _COARSE:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), radius), np.uint8)
    # Shrinking by 4 adds the variance of a box of 4, enlarging that of a triangle of 8: (16 - 1) / 12 and 16 / 6.
    small = cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), (radius**2 - 15 / 12 - 16 / 6) ** 0.5 / 4)
    return np.asarray(cv2.resize(soft, image.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _shake(length: int) -> _Spoil:
    def shake(image: Image8, dice: Dice) -> Any:
        kernel = np.zeros((length + 2, length + 2), np.float32)
        middle, angle = (length + 1) / 2, dice.uniform(0, np.pi)
        reach = length / 2 * np.array([np.cos(angle), np.sin(angle)])
        ends = [np.round(middle + sign * reach).astype(int).tolist() for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
        return cv2.filter2D(image, -1, kernel / kernel.sum())

    return _keep(shake)


def _add_noise(image: Any, dice: Dice, deviation: float) -> Image8:
    rough = np.empty((*image.shape[:2], 3), np.int16)
    cv2.setRNGSeed(int(dice.integers(1 << 30)))
    # Sixteenths of a gray level: whole ones would be too coarse for little noise.
    cv2.randn(rough, np.zeros(3), np.full(3, 16.0 * deviation))
    return np.asarray(cv2.addWeighted(image, 1.0, rough, 1 / 16, 0, dtype=cv2.CV_8U), np.uint8)


def _darken(light: float) -> _Spoil:
    """Take light away: what a phone shows of the rest is grainy."""
    return _keep(lambda image, dice: _add_noise(np.asarray(image * np.float32(light), np.int16), dice, 2.5))


def _shrink(width: int) -> _Spoil:
    def shrink(image: Image8, _: object, __: Dice) -> _Damage:
        factor = width / image.shape[1]
        small = cv2.resize(image, (width, round(factor * image.shape[0])), interpolation=cv2.INTER_AREA)
        return _Damage(np.asarray(small, np.uint8), np.diag([factor, factor, 1.0]))

    return shrink


def _glare(image: Image8, quads: list[NDArray[np.float64]], dice: Dice) -> _Damage:
    """Let a lamp glare on one of the cards."""
    quad = quads[dice.integers(len(quads))]
    return _Damage(blind(image, quad.mean(0), measure_side(quad), dice), np.eye(3))


def _tilt(image: Image8, quads: list[NDArray[np.float64]], dice: Dice) -> _Damage:
    """Look at the photo as if the camera were held 30 degrees more aslant."""
    high, wide = image.shape[:2]
    angle, around = np.deg2rad(30), dice.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(around), np.sin(around), 0.0])
    turn = np.asarray(cv2.Rodrigues(axis * angle)[0])
    focal = 0.85 * wide
    lens = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]])
    onto = lens @ turn @ np.linalg.inv(lens)
    # As near as the shelf allows: who tilts the camera still wants to see all of it.
    seen = project(onto, np.concatenate(quads))
    factor = 0.94 * min(wide / np.ptp(seen[:, 0]), high / np.ptp(seen[:, 1]), 1.0)
    middle = (seen.min(0) + seen.max(0)) / 2
    fit = [[factor, 0, wide / 2 - factor * middle[0]], [0, factor, high / 2 - factor * middle[1]], [0, 0, 1]]
    onto = np.array(fit) @ onto
    size = (wide, high)
    # Reflected, the shelf would lie there twice, in a mirror.
    tilted = cv2.warpPerspective(image, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _Damage(np.asarray(tilted, np.uint8), onto)


def _cover(image: Image8, quads: list[NDArray[np.float64]], dice: Dice) -> _Damage:
    """Let an arm with a hand lie on some of the cards."""
    quad = quads[dice.integers(len(quads))]
    card_px = measure_side(quad)
    place = quad.mean(0) / card_px + dice.uniform(-0.5, 0.5, 2)
    onto = np.diag([card_px, card_px, 1.0])
    covered = image.copy()
    draw_hand(covered, onto, place, dice)
    cover = np.asarray((covered != image).any(axis=2), np.uint8)
    x, y, wide, high = cv2.boundingRect(cover)
    here = slice(y, y + high), slice(x, x + wide)
    arm = _add_noise(cv2.GaussianBlur(covered[here], (0, 0), 1.5), dice, 4)
    covered[here][cover[here] > 0] = arm[cover[here] > 0]
    return _Damage(covered, np.eye(3), cover)


def _cut_left(image: Image8, _: object, __: Dice) -> _Damage:
    return _Damage(np.ascontiguousarray(image[:, : round(0.58 * image.shape[1])]), np.eye(3))


def _cut_card(image: Image8, quads: list[NDArray[np.float64]], dice: Dice) -> _Damage:
    """Let an edge of the picture run through one of the cards, any edge of it."""
    high, wide = image.shape[:2]
    quad = quads[dice.integers(len(quads))]
    low, up = quad.min(0), quad.max(0)
    x, y = np.round(low + dice.uniform(0.1, 0.9) * (up - low)).astype(int)
    # What is cut away is the smaller part, or little would be left of a shelf.
    if dice.random() < 0.5:
        left, right, top, bottom = (x, wide, 0, high) if x < wide / 2 else (0, x, 0, high)
    else:
        left, right, top, bottom = (0, wide, y, high) if y < high / 2 else (0, wide, 0, y)
    left, top = max(0, left), max(0, top)
    onto = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], float)
    return _Damage(np.ascontiguousarray(image[top:bottom, left:right]), onto)


SLICES: dict[str, _Spoil] = {
    "sharp": _keep(lambda image, _: image),
    **{f"blur {radius}": _blur(radius) for radius in (3, 6, 9, 12, 18, 25)},
    "shaken 10": _shake(10), "shaken 25": _shake(25),
    "light 25 %": _darken(0.25), "light 12 %": _darken(0.12), "light 6 %": _darken(0.06),
    "noisy": _keep(lambda image, dice: _add_noise(image, dice, 25)),
    "1600 px wide": _shrink(1600), "1000 px wide": _shrink(1000),
    "glare": _glare, "tilted": _tilt, "covered": _cover, "left 58 %": _cut_left, "cut": _cut_card,
}  # fmt: skip
"""Ways to spoil a photo, by name. Radii are standard deviations of a Gaussian, shaking is along a line."""


def spoil(photo: Photo, name: str) -> Spoiled:
    """Spoil a photo in one of the ``SLICES``; the same photo is always spoiled alike."""
    dice = np.random.default_rng([31, photo.truth["seed"], list(SLICES).index(name)])
    quads = [np.array(card["corners"]) for card in photo.truth["cards"]]
    damage = SLICES[name](photo.image, quads, dice)
    seen = [project(damage.onto, quad) for quad in quads]
    cards = [
        SpoiledCard(card["card"], quad, measure_visible(quad, damage.image.shape[:2], damage.cover))
        for card, quad in zip(photo.truth["cards"], seen, strict=True)
    ]
    return Spoiled(damage.image, tuple(cards))


def measure_visible(quad: NDArray[np.float64], size: tuple[int, ...], cover: Image8 | None) -> float:
    """Return the share of a card that lies within a picture of ``size`` (height, width) and under no ``cover``."""
    high, wide = 80, 56
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    onto = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    open_ = np.full(size[:2], 255, np.uint8) if cover is None else np.where(cover > 0, 0, 255).astype(np.uint8)
    seen = cv2.warpPerspective(open_, onto, (wide, high), flags=cv2.INTER_NEAREST, borderValue=0)
    return float((seen > 0).mean())
