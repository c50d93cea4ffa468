"""Evening out a photo's exposure before it is read: dark photos are brightened, and the grain of noisy ones smoothed.

What is judged of the photo itself, such as that it is too dark, is judged by the image as it was taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import cv2
import numpy as np

from ..geometry import BgrImage, Quad, turn_image
from ..levels import find_percentiles
from .thresholds import EXPOSURE

_LAPLACIANS = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)


class Found(Protocol):
    """What was found in a photo."""

    @property
    def turn(self) -> int:
        """Quarter turns, clockwise, that make the photo upright."""
        ...

    @property
    def quads(self) -> Sequence[Quad]:
        """The corners of the cards in the upright photo."""
        ...


FoundT = TypeVar("FoundT", bound=Found)


def find_evenly(image: BgrImage, find: Callable[[BgrImage], FoundT]) -> tuple[FoundT, BgrImage, BgrImage]:
    """Find cards in a photo evened out, and even it out anew by the light of those found.

    Returns what was found, the photo upright, and that one evened out: the same image where it is neither dark nor
    noisy.
    """
    even = even_exposure(image)
    is_even = even is image
    found = find(even)
    del even  # two copies of a large photo at a time are enough
    upright = turn_image(image, found.turn)
    return found, upright, upright if is_even else even_exposure(upright, found.quads)


def even_exposure(image: BgrImage, cards: Sequence[Quad] = ()) -> BgrImage:
    """Return a photo as it is read: the same image where it is neither dark nor noisy.

    Of a photo that is dark as a whole, a few ``cards`` may still be light: it is not brightened so far that they are
    burnt out.
    """
    gain = _choose_gain(image, cards)
    if gain > 1:
        # Before anything is averaged: between two of its few levels lies what averaging brings back.
        image = np.asarray(cv2.convertScaleAbs(image, alpha=gain), np.uint8)
    if measure_noise(image) < EXPOSURE.noisy:
        return image
    sigma = EXPOSURE.smoothing * max(image.shape[:2])
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


def _choose_gain(image: BgrImage, cards: Sequence[Quad]) -> float:
    """Return by how much to brighten a photo, 1 for not at all."""
    few = cv2.cvtColor(image[:: EXPOSURE.step, :: EXPOSURE.step], cv2.COLOR_BGR2GRAY)
    (light,) = find_percentiles(np.asarray(few, np.uint8), (99,))
    if light >= EXPOSURE.dark:
        return 1.0
    gain = min(EXPOSURE.brightened / max(light, 1.0), EXPOSURE.max_gain)
    lights = [_measure_light(image, quad) for quad in cards]
    return max(1.0, min(gain, EXPOSURE.brightest / max(float(np.median(lights)), 1.0))) if lights else gain


def _measure_light(image: BgrImage, quad: Quad) -> float:
    """Return the brightness of a card's lightest print, in the brightest channel of its color."""
    left, top, wide, high = cv2.boundingRect(np.array(quad, np.float32))
    card = image[max(0, top) : max(0, top + high) : EXPOSURE.card_step, max(0, left) : max(0, left + wide)]
    levels = card[:, :: EXPOSURE.card_step].max(axis=2, initial=0)
    return find_percentiles(levels, (99,))[0] if levels.size else 0.0


def measure_noise(image: BgrImage) -> float:
    """Return the standard deviation of an image's noise in gray levels.

    By the difference of two Laplacians, which vanishes where gray changes evenly (Immerkær 1996), over blocks of strips
    across the image. The calmest tenth of the blocks counts, for texture passes for noise; black and white ones tell
    nothing.
    """
    side = EXPOSURE.block_px
    noises = []
    for top in np.linspace(0, max(0, image.shape[0] - side), EXPOSURE.strips).astype(int):
        gray = cv2.cvtColor(image[top : top + side], cv2.COLOR_BGR2GRAY).astype(np.float32)
        wide = (gray.shape[1] - 2) // side * side
        if wide == 0 or len(gray) < 3:
            return 0.0
        rough = np.abs(cv2.filter2D(gray, -1, _LAPLACIANS))[1:-1, 1 : wide + 1]
        means = gray[1:-1, 1 : wide + 1].reshape(len(rough), -1, side).mean(axis=(0, 2))
        told = (means > EXPOSURE.black) & (means < EXPOSURE.white)
        noises.append(rough.reshape(len(rough), -1, side).mean(axis=(0, 2))[told])
    blocks = np.concatenate(noises)
    if not blocks.size:
        return 0.0
    return float(np.quantile(blocks, EXPOSURE.calm_share)) * float(np.sqrt(np.pi / 2)) / 6
