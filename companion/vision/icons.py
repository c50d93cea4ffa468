"""Which icons a card carries: as many as there are, in no order, each with its chance."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from .cutouts import Spot
from .face import CATEGORIES, PATCH_PX, PATCH_REACH, Face
from .geometry import BgrImage, FloatArray, Point

_LOOSE_PX = 2
"""How far an icon is slid over its samples, in pixels of a patch."""
_LIGHTNESS_SHARE = 0.5
"""Lightness counts half: lamps change it more than they change colours."""
_SHARPNESS = 0.5


@dataclass(frozen=True, slots=True)
class Icons:
    """What one card's icons are: categories in the order of the codes, and the chance of that."""

    codes: str
    """Category codes, sorted; ``?`` for one that cannot be told."""
    confidence: float
    others: tuple[tuple[str, float], ...] = ()
    """What else they may be, with the chance of each, likeliest first."""


def read_icons(cut: BgrImage, face: Face, shift: Point) -> Icons:
    """Read the icons of a card of a face, whose print stands ``shift`` (in shares of its size) off its places."""
    spots = sorted({place for places in face.icon_places for place in places})
    patches = [cut_patch(cut, x + shift[0], y + shift[1], face.icon_height, face.ground) for x, y in spots]
    chances = {spot: _weigh(patch, face) for spot, patch in zip(spots, patches, strict=True)}
    return _decide(chances, face)


def count_icons(spots: tuple[Spot, ...]) -> Icons:
    """Say how many icons were seen on a card whose face is unknown."""
    count = len(spots)
    return Icons("?" * count if 2 <= count <= 4 else "?", 0.0)


def cut_patch(cut: BgrImage, x: float, y: float, height: float, ground: tuple[float, ...]) -> FloatArray:
    """Cut an icon's surroundings out of a card, bring its ground to a colour, and return it in Lab."""
    bgr = _cut_square(cut, x, y, height)
    gain = np.array(ground, np.float32) / np.maximum(_measure_corners(bgr), 12)
    lit = np.clip(bgr * np.clip(gain, 0.4, 6), 0, 255) / 255
    lab = cv2.cvtColor(lit.astype(np.float32), cv2.COLOR_BGR2LAB)
    return np.asarray(lab * np.array([_LIGHTNESS_SHARE, 1, 1], np.float32), np.float32)


def find_ground(cut: BgrImage, x: float, y: float, height: float) -> FloatArray:
    """Return the colour (blue, green, red) of the ground around an icon."""
    return _measure_corners(_cut_square(cut, x, y, height))


def trim_patch(patch: FloatArray, like: FloatArray | None = None) -> FloatArray:
    """Return the middle of a patch, or that part of it that is most like another one."""
    if like is None:
        return patch[_LOOSE_PX : _LOOSE_PX + PATCH_PX, _LOOSE_PX : _LOOSE_PX + PATCH_PX]
    steps = range(2 * _LOOSE_PX + 1)
    slid = [patch[y : y + PATCH_PX, x : x + PATCH_PX] for y in steps for x in steps]
    return min(slid, key=lambda part: float(((part - like) ** 2).sum()))


def _cut_square(cut: BgrImage, x: float, y: float, height: float) -> FloatArray:
    high, wide = cut.shape[:2]
    share = PATCH_PX / (PATCH_REACH * height * high)
    soft = cv2.GaussianBlur(cut, (0, 0), 0.35 / share) if share < 0.7 else cut
    margin = PATCH_PX + 2 * _LOOSE_PX
    way = np.array(
        [
            [share, 0, (margin - 1) / 2 - (x * wide - 0.5) * share],
            [0, share, (margin - 1) / 2 - (y * high - 0.5) * share],
        ]
    )
    seen = cv2.warpAffine(soft, way, (margin, margin), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _measure_corners(patch: FloatArray) -> FloatArray:
    """Return the colour in a patch's corners: the middle one of the four, channel by channel."""
    side = max(2, patch.shape[0] // 7)
    corners = [patch[:side, :side], patch[:side, -side:], patch[-side:, :side], patch[-side:, -side:]]
    return np.asarray(np.median([np.median(corner.reshape(-1, 3), axis=0) for corner in corners], axis=0), np.float32)


def measure_patch(patch: FloatArray, samples: FloatArray) -> FloatArray:
    """Return the mean square distance (Lab) of a patch to each sample, at the best of the places it may be slid to."""
    steps = 2 * _LOOSE_PX + 1
    slid = [patch[y : y + PATCH_PX, x : x + PATCH_PX] for y in range(steps) for x in range(steps)]
    here = np.stack(slid).reshape(len(slid), -1)
    there = samples.reshape(len(samples), -1)
    far = (here**2).sum(1)[:, None] + (there**2).sum(1)[None] - 2 * here @ there.T
    return np.asarray(far.min(axis=0) / (PATCH_PX * PATCH_PX), np.float32)


def _weigh(patch: FloatArray, face: Face) -> FloatArray:
    """Return the log chances of the six categories and, last, of no icon, for one place."""
    kinds, each = face.icon_patches.shape[:2]
    samples = face.icon_patches.reshape(kinds * each, PATCH_PX, PATCH_PX, 3)
    far = np.append(
        measure_patch(patch, samples).reshape(kinds, each).min(axis=1), measure_patch(patch, face.bare_patch[None])
    )
    # A place far from everything says little: its distances count in relation to the nearest.
    unit = max(face.icon_spread, float(far.min())) / _SHARPNESS
    scores = -far / unit
    top = scores.max()
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum()), np.float32)


def _decide(chances: dict[Point, FloatArray], face: Face) -> Icons:
    """Weigh how many icons there are, and then which."""
    layouts = []
    for places in face.icon_places:
        if not places:
            continue
        bare = [spot for spot in chances if all(_is_apart(spot, place, face) for place in places)]
        filled = sum(float(np.logaddexp.reduce(chances[place][:-1])) for place in places)
        layouts.append((filled + sum(float(chances[spot][-1]) for spot in bare), places))
    total = float(np.logaddexp.reduce([score for score, _ in layouts]))
    whole: dict[str, float] = {}
    for score, places in layouts:
        for codes, chance in _combine([chances[place][:-1] for place in places]):
            whole[codes] = whole.get(codes, 0.0) + chance * float(np.exp(score - total))
    ranked = sorted(whole.items(), key=lambda item: -item[1])
    codes, confidence = ranked[0]
    return Icons(codes, confidence, tuple((other, chance) for other, chance in ranked[1:4] if chance > 0.005))


def _combine(places: list[FloatArray]) -> list[tuple[str, float]]:
    """Return the likeliest sets of icons, for the log chances of the categories at each place."""
    sets = {"": 0.0}
    for chances in places:
        chances = chances - np.logaddexp.reduce(chances)
        following: dict[str, float] = {}
        for codes, weight in sets.items():
            for code, chance in zip(CATEGORIES, chances, strict=True):
                if chance > -9:
                    key = "".join(sorted(codes + code, key=CATEGORIES.index))
                    following[key] = float(np.logaddexp(following.get(key, -np.inf), weight + chance))
        sets = dict(sorted(following.items(), key=lambda item: -item[1])[:40])
    return [(codes, float(np.exp(weight))) for codes, weight in sets.items()]


def _is_apart(a: Point, b: Point, face: Face) -> bool:
    return abs(a[0] - b[0]) > face.icon_height * 0.6 or abs(a[1] - b[1]) > face.icon_height * 0.6
