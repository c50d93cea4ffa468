"""Patches: what the places of icons look like, cut out of cards and brought to one ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from ...crops import PrintRegion
from ...designs.card_design import ICON_REACH, NO_GROUND, PATCH_PX, PATCH_REACH, CardDesign
from ...geometry import BgrImage, FloatArray, GrayImage, Point
from .thresholds import ICONS

LOOSE_PX = 2
"""How far an icon is slid over its samples, in pixels of a patch."""
_SIDE = PATCH_PX + 2 * LOOSE_PX
"""Pixels of a patch's side as it is cut out."""
_CORNER = max(2, _SIDE // 7)
"""Pixels of a corner of it."""
_ENDS = slice(None, _CORNER), slice(-_CORNER, None)
_CORNERS = [(rows, columns) for rows in _ENDS for columns in _ENDS]
LIGHTNESS_SHARE = 0.5
"""Lightness counts half: lamps change it more than they change colors."""


_SHARES = np.array([LIGHTNESS_SHARE, 1, 1], np.float32)
_MIDDLE = slice(LOOSE_PX, LOOSE_PX + PATCH_PX)


def crop_icon_patches(
    crop: BgrImage, design: CardDesign, shift: Point, seen: Sequence[PrintRegion] = (), hidden: GrayImage | None = None
) -> dict[Point, FloatArray]:
    """Return what all places for icons of a card look like: see ``crop_patches``.

    Its print is ``shift`` (in shares of its size) off the design's places; ``seen`` are the regions where the network
    found an icon: a place near one is moved there.
    """
    places = design.every_icon_place
    spots = settle_places(places, shift, seen, design.icon_height)
    patches = crop_patches(crop, spots, (0.0, 0.0), design.icon_height, design.ground, hidden)
    return dict(zip(places, patches, strict=True))


def settle_places(
    places: Sequence[Point], shift: Point, seen: Sequence[PrintRegion], icon_height: float
) -> list[Point]:
    """Return a card's places for icons, each moved to the icon detected near it, if there is one."""
    return [_settle((x + shift[0], y + shift[1]), seen, icon_height * ICONS.max_offset) for x, y in places]


def _settle(spot: Point, seen: Sequence[PrintRegion], near: float) -> Point:
    for one in seen:
        if abs(one.x - spot[0]) < near and abs(one.y - spot[1]) < near:
            return one.x, one.y
    return spot


def crop_patches(
    crop: BgrImage,
    places: Sequence[Point],
    shift: Point,
    height: float,
    ground: tuple[float, ...],
    hidden: GrayImage | None = None,
) -> list[FloatArray]:
    """Crop places for icons, bring their ground to one color, and return them in Lab.

    What another card may hide, where ``hidden`` (as big as the crop) is not 0, is ``nan``.
    """
    squares = [_cut_square(crop, x + shift[0], y + shift[1], height) for x, y in places]
    covers = [_cut_cover(hidden, x + shift[0], y + shift[1], height) for x, y in places]
    every = _measure_corners(squares)
    corners = [near if cover is None else _list_shown(near, cover) for near, cover in zip(every, covers, strict=True)]
    common = _find_common(np.concatenate(corners))
    levels = np.stack(squares) / np.float32(255)
    if ground != NO_GROUND:
        levels = _retone(levels, np.stack([_find_ground(near, common) for near in corners]), ground)
    patches = [*_convert(levels, cv2.COLOR_BGR2LAB) * _SHARES]
    for patch, cover in zip(patches, covers, strict=True):
        if cover is not None:
            patch[cover] = np.nan
    return patches


def _retone(levels: FloatArray, seen: FloatArray, wanted: tuple[float, ...]) -> FloatArray:
    """Return the colors of squares (n x rows x columns x 3, 0 to 1) with their ground brought to the one wanted.

    ``seen`` is the ground of each (n x 3, 0 to 255). Light is a gain. A hard photo has its icons lighter and its ground
    darker than light makes them: where the gain would burn them out, levels follow a power instead, which leaves white
    as it is.
    """
    gains = np.clip(_measure_gains(seen, wanted), ICONS.min_gain, ICONS.max_gain)
    lit = levels * gains[:, None, None]
    burnt = (lit[:, _MIDDLE, _MIDDLE][:, find_circle()] > 1).mean(axis=(1, 2)) >= ICONS.max_burnt_share
    least, most = ICONS.ground_levels
    ground = np.clip(seen[burnt] / 255, least, most)
    power = np.log(np.minimum(ground * gains[burnt], most)) / np.log(ground)
    lit = np.clip(lit, 0, 1)
    lit[burnt] = levels[burnt] ** power[:, None, None]
    return np.asarray(lit, np.float32)


def _convert(squares: FloatArray, way: int) -> FloatArray:
    """Return the colors of squares (n x rows x columns x 3) converted as ``cv2.cvtColor`` does."""
    flat = np.asarray(squares, np.float32).reshape(-1, *squares.shape[-2:])
    return np.asarray(cv2.cvtColor(flat, way), np.float32).reshape(squares.shape)


def find_lab(color: tuple[float, float, float]) -> FloatArray:
    """Return a color (blue, green, red) as patches have it: in Lab."""
    flat = np.full((1, 1, 3), color, np.float32) / 255
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)[0, 0] * (LIGHTNESS_SHARE, 1, 1), np.float32)


def retone_patches(
    patches: FloatArray, before: tuple[float, float, float], after: tuple[float, float, float]
) -> FloatArray:
    """Bring patches (... x rows x columns x 3, Lab) from one color of the ground to another."""
    if before == after or NO_GROUND in (before, after) or not patches.size:
        return patches
    each = patches.reshape(-1, *patches.shape[-3:])
    levels = np.clip(_convert(each / _SHARES, cv2.COLOR_LAB2BGR), 0, 1)
    lit = _retone(levels, np.tile(np.array(before, np.float32), (len(each), 1)), after)
    return (_convert(lit, cv2.COLOR_BGR2LAB) * _SHARES).reshape(patches.shape)


def _measure_gains(seen: FloatArray, wanted: tuple[float, ...]) -> FloatArray:
    """Return the gains of blue, green and red that bring the ground seen to the one wanted.

    What is nearly black says little about the light: the darker the ground, the weaker the gains. So do single colors
    of a bright one: a green ground has next to no red, whatever the light, and gets what it gets on the whole.
    """
    there = np.array(wanted, np.float32)
    held = max(0.0, ICONS.dark_ground - float(there.mean()))
    whole = (there.mean() + held) / np.maximum(seen.mean(axis=1, keepdims=True) + held, 8)
    weakest = np.minimum(there, seen)
    unsure = ICONS.unsure_level * np.maximum(0, 1 - weakest / ICONS.dark_ground)
    trust = weakest**2 / (weakest**2 + unsure**2 + 1e-6)
    return np.asarray(whole * ((there + 1) / (seen + 1) / whole) ** trust, np.float32)


def find_ground(crop: BgrImage, places: Sequence[Point], shift: Point, height: float) -> FloatArray:
    """Return the color (blue, green, red) of the ground around a card's places for icons."""
    return _find_common(_look_around(crop, places, shift, height))


def choose_ground(
    cards: Sequence[tuple[BgrImage, Sequence[Point], Point]], height: float
) -> tuple[float, float, float]:
    """Return the color that what surrounds icons has on the cards of a photo; ``NO_GROUND`` where it has none.

    ``cards`` are cut-outs, places for icons, and shifts, as in ``find_ground``. Light makes a ground lighter or darker
    from card to card; grounds of different colors are pictures, and so is what has many colors on one card.
    """
    every = [_look_around(*card, height) for card in cards]
    grounds = np.array([_find_common(corners) for corners in every])
    shares = [
        _find_alike(corners, ground, ICONS.max_share_shade).mean()
        for corners, ground in zip(every, grounds, strict=True)
    ]
    if float(np.median(shares)) < ICONS.min_ground_share:
        return NO_GROUND
    shades = np.log(grounds + 4)
    colors = shades - shades.mean(axis=1, keepdims=True)
    apart = np.abs(colors - np.median(colors, axis=0)).max(axis=1)
    if float(np.quantile(apart, ICONS.ground_quantile)) > ICONS.max_ground_difference:
        return NO_GROUND
    blue, green, red = np.median(grounds, axis=0).tolist()
    return blue, green, red


def _look_around(crop: BgrImage, places: Sequence[Point], shift: Point, height: float) -> FloatArray:
    """Return the colors in the corners of a card's places for icons: places x 4 x 3."""
    return _measure_corners([_cut_square(crop, x + shift[0], y + shift[1], height) for x, y in places])


def _find_common(corners: FloatArray) -> FloatArray:
    return np.asarray(np.median(corners.reshape(-1, 3), axis=0), np.float32)


def _find_ground(corners: FloatArray, common: FloatArray) -> FloatArray:
    """Return the ground at one place: those of its corners that agree with the common ground, up to shadow."""
    alike = _find_alike(corners, common, ICONS.max_ground_shade)
    return np.asarray(corners[alike].mean(axis=0) if alike.any() else common, np.float32)


def _find_alike(corners: FloatArray, common: FloatArray, max_shade: float) -> npt.NDArray[np.bool_]:
    """Return which corners (... x 3) have the color of a common ground, in light that differs by ``max_shade`` at most.

    That is the log of a ratio.
    """
    shade = np.log((corners + 4) / (common + 4))
    lightness = shade.mean(axis=-1)
    color = np.abs(shade - lightness[..., None]).max(axis=-1)
    return np.asarray((color < ICONS.max_ground_color) & (np.abs(lightness) < max_shade), bool)


def trim_patch(patch: FloatArray, like: FloatArray | None = None) -> FloatArray:
    """Return the middle of a patch, or the shift of it that is nearest to another one."""
    if like is None:
        return patch[_MIDDLE, _MIDDLE]
    steps = range(2 * LOOSE_PX + 1)
    slid = [patch[y : y + PATCH_PX, x : x + PATCH_PX] for y in steps for x in steps]
    return min(slid, key=lambda part: float(((part - like) ** 2).sum()))


def _cut_square(crop: BgrImage, x: float, y: float, height: float) -> FloatArray:
    high, wide = crop.shape[:2]
    share = PATCH_PX / (PATCH_REACH * height * high)
    # Only what the square needs is looked at: to soften whole cards took a third of the time.
    reach = _SIDE / share / 2 + 4
    left, top = max(0, int(x * wide - reach)), max(0, int(y * high - reach))
    near = crop[top : max(top + 1, int(y * high + reach)), left : max(left + 1, int(x * wide + reach))]
    if near.size == 0:
        left, top, near = 0, 0, crop
    soft = cv2.GaussianBlur(near, (0, 0), 0.35 / share) if share < 0.7 else near
    way = _find_way(x * wide - left, y * high - top, share)
    seen = cv2.warpAffine(soft, way, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _cut_cover(hidden: GrayImage | None, x: float, y: float, height: float) -> npt.NDArray[np.bool_] | None:
    """Return which pixels of a square another card may hide; nothing where that is none."""
    if hidden is None:
        return None
    high, wide = hidden.shape
    way = _find_way(x * wide, y * high, PATCH_PX / (PATCH_REACH * height * high))
    cover = cv2.warpAffine(hidden, way, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) > 0
    return np.asarray(cover, bool) if cover.any() else None


def _find_way(x: float, y: float, share: float) -> npt.NDArray[np.float64]:
    """Return the affine map (2 x 3) of a point (px, from the edge) to the middle of a square, scaled by ``share``."""
    middle = (_SIDE - 1) / 2
    return np.array([[share, 0, middle - (x - 0.5) * share], [0, share, middle - (y - 0.5) * share]])


def _measure_corners(squares: Sequence[FloatArray]) -> FloatArray:
    """Return the median colors in the four corners of squares: n x 4 x 3."""
    seen = np.stack(squares)
    corners = np.stack([seen[:, rows, columns] for rows, columns in _CORNERS], axis=1)
    return np.asarray(np.median(corners.reshape(len(seen), len(_CORNERS), -1, 3), axis=2), np.float32)


def _list_shown(corners: FloatArray, cover: npt.NDArray[np.bool_]) -> FloatArray:
    """Return the colors of a square's corners (4 x 3) that nothing hides, or of all if there are none."""
    shown = [not cover[corner].any() for corner in _CORNERS]
    return np.asarray(corners[shown] if any(shown) else corners, np.float32)


@cache
def find_circle(reach: float = ICON_REACH, side_px: int = PATCH_PX) -> npt.NDArray[np.bool_]:
    """Return the pixels of a patch that an icon fills: rows x columns. ``reach`` is as ``CardDesign.icon_reach``."""
    along = np.arange(side_px) - (side_px - 1) / 2
    return np.asarray(np.hypot(along[:, None], along[None]) <= reach * side_px)


@cache
def slide_circle(reach: float = ICON_REACH) -> npt.NDArray[np.int64]:
    """Return which pixels of a patch as it is cut out, row by row, the circle covers at each shift: shifts x pixels."""
    every = range(2 * LOOSE_PX + 1)
    shifts = [((y, 2 * LOOSE_PX - y), (x, 2 * LOOSE_PX - x)) for y in every for x in every]
    return np.array([np.flatnonzero(np.pad(find_circle(reach), shift)) for shift in shifts])


def measure_patch(patch: FloatArray, samples: FloatArray, reach: float = ICON_REACH) -> FloatArray:
    """Return the mean square distance (Lab) of a patch to each sample, at the best of its shifts.

    Only the circle in the middle counts, which an icon fills: what lies around it changes from place to place. So does
    only what nothing hides; where that is next to nothing, all samples are equally far. ``reach`` is the circle's, as
    ``CardDesign.icon_reach``.
    """
    return np.asarray(measure_patches([patch], samples, reach)[0], np.float32)


def measure_patches(patches: Sequence[FloatArray], samples: FloatArray, reach: float = ICON_REACH) -> FloatArray:
    """Return the distances of several patches as ``measure_patch`` does: patches x samples."""
    there = samples[:, find_circle(reach)].reshape(len(samples), -1)
    squares = (there**2).sum(1)
    return np.array([_measure_slid(patch, there, squares, slide_circle(reach)) for patch in patches], np.float32)


def _measure_slid(patch: FloatArray, there: FloatArray, squares: FloatArray, slid: npt.NDArray[np.int64]) -> FloatArray:
    here, size = patch.reshape(-1, 3).take(slid, axis=0).reshape(len(slid), -1), slid.shape[1]
    shown = ~np.isnan(here)
    if shown.all():
        far = (here**2).sum(1)[:, None] + squares[None] - 2 * here @ there.T
        return np.asarray(np.maximum(far.min(axis=0), 0) / size, np.float32)
    here, weights = np.nan_to_num(here), shown.astype(np.float32)
    counted = weights.sum(1) / 3
    far = (here**2).sum(1)[:, None] + weights @ (there**2).T - 2 * here @ there.T
    enough = counted >= ICONS.min_visible * size
    if not enough.any():
        return np.zeros(len(there), np.float32)
    return np.asarray(np.maximum((far[enough] / counted[enough, None]).min(axis=0), 0), np.float32)
