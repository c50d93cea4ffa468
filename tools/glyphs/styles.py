"""Print in other styles: as display fonts that are not at hand might draw what a font draws."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from .fonts import Ink

Dice = np.random.Generator
Way = Callable[[Dice, Ink], Ink]

_MOST = 2
"""How many ways are gone one after the other."""
_LEAST_INKED = 20
"""Pixels that must be left of a print for it to count as one."""


def restyle(dice: Dice, ink: Ink) -> Ink:
    """Return print drawn differently: wider, bolder, warped, cut, framed, and so on; cropped to what is inked."""
    drawn = ink
    for _ in range(int(dice.integers(1, _MOST + 1))):
        drawn = _WAYS[dice.choice(len(_WAYS), p=_SHARES)](dice, drawn)
    ys, xs = np.nonzero(drawn > 20)
    if len(ys) < _LEAST_INKED:
        return ink
    return np.ascontiguousarray(drawn[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def _pad(ink: Ink, rim: int) -> Ink:
    return np.asarray(cv2.copyMakeBorder(ink, rim, rim, rim, rim, cv2.BORDER_CONSTANT), np.uint8)


def _part(dice: Dice, ink: Ink, least: float, most: float) -> int:
    """Return a share of the print's height in whole pixels, at least one."""
    return max(1, round(ink.shape[0] * dice.uniform(least, most)))


def _stretch(dice: Dice, ink: Ink) -> Ink:
    share = float(np.exp(dice.normal(0, 0.35)))
    way = cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(ink, (max(4, round(ink.shape[1] * share)), ink.shape[0]), interpolation=way), np.uint8)


def _slant(dice: Dice, ink: Ink) -> Ink:
    lean = dice.uniform(-0.35, 0.35)
    height, width = ink.shape
    extra = int(abs(lean) * height) + 1
    way = np.array([[1, lean, -min(lean, 0) * height], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(ink, way, (width + extra, height)), np.uint8)


def _weight(dice: Dice, ink: Ink) -> Ink:
    """Make strokes bolder or finer, sometimes in one direction only."""
    reach = _part(dice, ink, 0.02, 0.11)
    sides = [2 * reach + 1 if dice.random() < 0.8 else 1 for _ in "xy"]
    pen = cv2.getStructuringElement(int(dice.integers(3)), sides)
    if dice.random() < 0.45:
        finer = np.asarray(cv2.erode(ink, pen), np.uint8)
        return finer if (finer > 128).sum() > 0.25 * (ink > 128).sum() else ink
    return np.asarray(cv2.dilate(_pad(ink, reach + 1), pen), np.uint8)


def _warp(dice: Dice, ink: Ink) -> Ink:
    high = ink.shape[0]
    padded = _pad(ink, round(0.12 * high))
    height, width = padded.shape
    knots = int(dice.integers(3, 6))
    moves = dice.normal(0, 0.05 * high, (2, knots, knots)).astype(np.float32)
    across, down = (cv2.resize(move, (width, height), interpolation=cv2.INTER_CUBIC) for move in moves)
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    return np.asarray(cv2.remap(padded, xs + across, ys + down, cv2.INTER_LINEAR), np.uint8)


def _taper(dice: Dice, ink: Ink) -> Ink:
    """Make the head narrower and the foot broader, or pull all four corners somewhere."""
    high = ink.shape[0]
    padded = _pad(ink, round(0.15 * high))
    height, width = padded.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    if dice.random() < 0.3:
        moves = dice.normal(0, 0.08 * high, (4, 2))
    else:
        head, foot = dice.uniform(-0.12, 0.12, 2) * width
        moves = np.array([(head, 0), (-head, 0), (-foot, 0), (foot, 0)])
    way = cv2.getPerspectiveTransform(corners, (corners + moves).astype(np.float32))
    return np.asarray(cv2.warpPerspective(padded, way, (width, height)), np.uint8)


def _outline(dice: Dice, ink: Ink) -> Ink:
    reach = _part(dice, ink, 0.02, 0.05)
    padded = _pad(ink, reach + 1)
    pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    inner = cv2.erode(padded, pen) if dice.random() < 0.5 else padded
    return np.asarray(cv2.subtract(cv2.dilate(padded, pen), inner), np.uint8)


def _stripe(dice: Dice, ink: Ink) -> Ink:
    """Hatch the print: lines without ink, or with little, all over it."""
    height, width = ink.shape
    ys, xs = np.mgrid[:height, :width]
    angle = dice.choice([0, np.pi / 2, dice.uniform(0, np.pi)])
    far = (xs * np.cos(angle) + ys * np.sin(angle)) / (height * dice.uniform(0.06, 0.25))
    bare = (far + dice.random()) % 1 < dice.uniform(0.1, 0.5)
    left = dice.choice([0, 0, 0.4])
    return np.where(bare, ink * left, ink).astype(np.uint8)


def _cut(dice: Dice, ink: Ink) -> Ink:
    """Cut the print once or twice, as stencils do."""
    cut = ink.copy()
    for _ in range(int(dice.integers(1, 3))):
        gap, at = _part(dice, ink, 0.03, 0.09), dice.uniform(0.15, 0.85)
        if dice.random() < 0.5:
            cut[int(ink.shape[0] * at) :][:gap] = 0
        else:
            cut[:, int(ink.shape[1] * at) :][:, :gap] = 0
    return cut


def _line(dice: Dice, ink: Ink) -> Ink:
    """Draw a bar below, above, both, or down the left side."""
    apart, thick, aside = _part(dice, ink, 0, 0.12), _part(dice, ink, 0.04, 0.12), _part(dice, ink, 0.08, 0.08)
    lined = np.asarray(
        cv2.copyMakeBorder(ink, apart + thick, apart + thick, aside, aside, cv2.BORDER_CONSTANT), np.uint8
    )
    where = dice.choice(["below", "above", "both", "left"])
    if where in {"below", "both"}:
        lined[-thick:] = 255
    if where in {"above", "both"}:
        lined[:thick] = 255
    if where == "left":
        lined[:, :thick] = 255
    return lined


def _throw_shadow(dice: Dice, ink: Ink) -> Ink:
    reach = _part(dice, ink, 0.03, 0.09)
    padded = _pad(ink, reach + 1)
    shadow = np.roll(padded, tuple(reach * dice.choice([-1, 1], 2)), (0, 1))
    wider = cv2.dilate(padded, np.ones((3, 3), np.uint8))
    face = padded if dice.random() < 0.6 else cv2.subtract(wider, padded)
    return np.asarray(np.maximum(cv2.subtract(shadow, wider), face), np.uint8)


def _roughen(dice: Dice, ink: Ink) -> Ink:
    height, width = ink.shape
    coarse = dice.normal(0, 1, (max(2, height // 4), max(2, width // 4))).astype(np.float32)
    noise = cv2.resize(coarse, (width, height)) * dice.uniform(20, 70)
    soft = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 0.03 * height)
    return np.where(soft + noise > 128, 255, 0).astype(np.uint8)


def _dot(dice: Dice, ink: Ink) -> Ink:
    """Lay a grid of dots, inked or bare, over the print."""
    dotted = _pad(ink, round(0.1 * ink.shape[0]))
    height, width = dotted.shape
    step = max(3, _part(dice, dotted, 0.08, 0.18))
    radius, tone = max(1, int(step * dice.uniform(0.1, 0.3))), int(dice.choice([0, 255]))
    first_x, first_y = dice.integers(step, size=2).tolist()
    for y in range(first_y, height, step):
        for x in range(first_x, width, step):
            cv2.circle(dotted, (x, y), radius, tone, -1)
    return dotted


_WAYS: tuple[Way, ...] = (
    _stretch, _weight, _warp, _taper, _slant, _outline, _stripe, _cut, _throw_shadow, _roughen, _line, _dot,
)  # fmt: skip
_SHARES = np.array([5, 5, 4, 3, 3, 2, 2, 2, 1.5, 1.5, 1.2, 0.7])
_SHARES /= _SHARES.sum()
