"""Icons by template distance: how many a card carries, and which, in no order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from ...crops import PrintRegion
from ...designs.card_design import CATEGORIES, PATCH_PX, PATCH_REACH, CardDesign
from ...doubts import Cause
from ...geometry import BgrImage, FloatArray, GrayImage, Point
from .icon_readings import IconReading, ShownIcon
from .ink_shapes import measure_lacks
from .thresholds import ICONS, INK_SHAPES

CIRCLE = np.hypot(*np.mgrid[(1 - PATCH_PX) / 2 : PATCH_PX / 2, (1 - PATCH_PX) / 2 : PATCH_PX / 2]) <= 0.42 * PATCH_PX
"""The pixels of a patch that an icon fills."""
LOOSE_PX = 2
"""How far an icon is slid over its samples, in pixels of a patch."""
_SIDE = PATCH_PX + 2 * LOOSE_PX
"""Pixels of a patch's side as it is cut out."""
_CORNER = max(2, _SIDE // 7)
"""Pixels of a corner of it."""
LIGHTNESS_SHARE = 0.5
"""Lightness counts half: lamps change it more than they change colors."""


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


def classify_icons(
    patches: Mapping[Point, FloatArray], design: CardDesign, paleness: float = 1.0, *, by_shape: bool = False
) -> IconReading:
    """Return the likeliest set of icons, over how many there are and which; ``by_shape`` too where colors are alike.

    ``paleness`` is how many times nearer (mean square) colors are in the photo than on the design as it was learned.
    """
    far = {place: _measure_place(patch, design) for place, patch in patches.items()}
    chances = {place: _weigh(distances, design) for place, distances in far.items()}
    if by_shape:
        chances = {place: _weigh_shapes(patches[place], one, design) for place, one in chances.items()}
    return _decide(far, chances, design, paleness)


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
    corners = [_list_corners(square, cover) for square, cover in zip(squares, covers, strict=True)]
    common = _find_common(np.concatenate(corners))
    gains = [
        np.clip(_measure_gains(_find_ground(near, common), ground), ICONS.min_gain, ICONS.max_gain) for near in corners
    ]
    lit = [np.clip(square * gain, 0, 255) / 255 for square, gain in zip(squares, gains, strict=True)]
    lab = cv2.cvtColor(np.concatenate(lit).astype(np.float32), cv2.COLOR_BGR2LAB)
    lab *= np.array([LIGHTNESS_SHARE, 1, 1], np.float32)
    patches = [np.asarray(patch, np.float32) for patch in np.split(lab, len(squares))]
    for patch, cover in zip(patches, covers, strict=True):
        if cover is not None:
            patch[cover] = np.nan
    return patches


def retone_patches(
    patches: FloatArray, before: tuple[float, float, float], after: tuple[float, float, float]
) -> FloatArray:
    """Bring patches (... x 3, Lab) from one color of the ground to another."""
    if before == after:
        return patches
    lab = patches.reshape(-1, 1, 3) / np.array([LIGHTNESS_SHARE, 1, 1], np.float32)
    gains = _measure_gains(np.array(before, np.float32), after)
    bgr = np.clip(cv2.cvtColor(np.asarray(lab, np.float32), cv2.COLOR_LAB2BGR) * gains, 0, 1)
    again = cv2.cvtColor(np.asarray(bgr, np.float32), cv2.COLOR_BGR2LAB) * (LIGHTNESS_SHARE, 1, 1)
    return np.asarray(again.reshape(patches.shape), np.float32)


def _measure_gains(seen: FloatArray, wanted: tuple[float, ...]) -> FloatArray:
    """Return the gains of blue, green and red that bring the ground seen to the one wanted.

    What is nearly black says little about the light: the darker the ground, the weaker the gains.
    """
    held = max(0.0, ICONS.dark_ground - float(np.mean(wanted)))
    return np.asarray((np.array(wanted, np.float32) + held) / (np.maximum(seen, 8) + held), np.float32)


def find_ground(crop: BgrImage, places: Sequence[Point], shift: Point, height: float) -> FloatArray:
    """Return the color (blue, green, red) of the ground around a card's places for icons."""
    squares = [_cut_square(crop, x + shift[0], y + shift[1], height) for x, y in places]
    return _find_common(np.concatenate([_list_corners(square) for square in squares]))


def _find_common(corners: FloatArray) -> FloatArray:
    return np.asarray(np.median(corners.reshape(-1, 3), axis=0), np.float32)


def _find_ground(corners: FloatArray, common: FloatArray) -> FloatArray:
    """Return the ground at one place: those of its corners that agree with the common ground, up to shadow."""
    shade = np.log((corners + 4) / (common + 4))
    lightness = shade.mean(axis=1)
    alike = (np.abs(shade - lightness[:, None]).max(axis=1) < ICONS.max_ground_color) & (
        np.abs(lightness) < ICONS.max_ground_shade
    )
    return np.asarray(corners[alike].mean(axis=0) if alike.any() else common, np.float32)


def trim_patch(patch: FloatArray, like: FloatArray | None = None) -> FloatArray:
    """Return the middle of a patch, or the shift of it that is nearest to another one."""
    if like is None:
        return patch[LOOSE_PX : LOOSE_PX + PATCH_PX, LOOSE_PX : LOOSE_PX + PATCH_PX]
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


def _list_corners(square: FloatArray, cover: npt.NDArray[np.bool_] | None = None) -> FloatArray:
    """Return the colors in a square's four corners, or in those that nothing hides, if there are any."""
    low, high = slice(None, _CORNER), slice(-_CORNER, None)
    corners = [(low, low), (low, high), (high, low), (high, high)]
    if cover is not None:
        corners = [corner for corner in corners if not cover[corner].any()] or corners
    return np.asarray([np.median(square[corner].reshape(-1, 3), axis=0) for corner in corners], np.float32)


def measure_patch(patch: FloatArray, samples: FloatArray) -> FloatArray:
    """Return the mean square distance (Lab) of a patch to each sample, at the best of its shifts.

    Only the circle in the middle counts, which an icon fills: what lies around it changes from place to place. So does
    only what nothing hides; where that is next to nothing, all samples are equally far.
    """
    slid = np.lib.stride_tricks.sliding_window_view(patch, (PATCH_PX, PATCH_PX), axis=(0, 1))
    here = slid.transpose(0, 1, 3, 4, 2)[:, :, CIRCLE].reshape((2 * LOOSE_PX + 1) ** 2, -1)
    there = samples[:, CIRCLE].reshape(len(samples), -1)
    shown = ~np.isnan(here)
    if shown.all():
        far = (here**2).sum(1)[:, None] + (there**2).sum(1)[None] - 2 * here @ there.T
        return np.asarray(np.maximum(far.min(axis=0), 0) / CIRCLE.sum(), np.float32)
    here, weights = np.nan_to_num(here), shown.astype(np.float32)
    counted = weights.sum(1) / 3
    far = (here**2).sum(1)[:, None] + weights @ (there**2).T - 2 * here @ there.T
    enough = counted >= ICONS.min_visible * CIRCLE.sum()
    if not enough.any():
        return np.zeros(len(samples), np.float32)
    return np.asarray(np.maximum((far[enough] / counted[enough, None]).min(axis=0), 0), np.float32)


def _measure_place(patch: FloatArray, design: CardDesign) -> FloatArray:
    """Return the distances of a place to the six categories and, last, to a bare one."""
    kinds, each = design.icon_patches.shape[:2]
    samples = design.icon_patches.reshape(kinds * each, PATCH_PX, PATCH_PX, 3)
    far = measure_patch(patch, np.concatenate([samples, design.bare_patch[None]]))
    return np.append(far[:-1].reshape(kinds, each).min(axis=1), far[-1])


def _weigh(far: FloatArray, design: CardDesign) -> FloatArray:
    """Return log probabilities for distances."""
    # A place far from everything says little: its distances count in relation to the nearest.
    unit = max(design.icon_spread, float(far.min())) / ICONS.sharpness
    scores = -far / unit
    return np.asarray(scores - np.logaddexp.reduce(scores), np.float32)


def _weigh_shapes(patch: FloatArray, chances: FloatArray, design: CardDesign) -> FloatArray:
    """Return log probabilities that shapes have their say in: which icon there is, if there is one."""
    lacks = measure_lacks(patch, design)
    if np.isnan(lacks).any():
        return chances
    scores = chances[:-1] - lacks * ICONS.sharpness / max(INK_SHAPES.least_lack, float(lacks.min()))
    scores += np.logaddexp.reduce(chances[:-1]) - np.logaddexp.reduce(scores)
    return np.append(scores, chances[-1])


def _decide(
    far: Mapping[Point, FloatArray], chances: Mapping[Point, FloatArray], design: CardDesign, paleness: float
) -> IconReading:
    """Weigh how many icons there are, and then which."""
    ranked, filled_places = choose_icons(chances, design)
    codes, confidence = ranked[0]
    shown = tuple(
        ShownIcon(place, kind, paleness * float(far[place][kind]))
        for place in filled_places
        for kind in [int(chances[place][:-1].argmax())]
    )
    strangeness = float(np.mean([one.distance for one in shown]))
    rest = list_bare(far, filled_places, design)
    bare_distance = max((float(far[spot][-1]) for spot in rest), default=0.0)
    others = list_others(ranked)
    # What looks like nothing that the design shows is not sure, however little the rest looks like it.
    likeness = min(1.0, ICONS.max_distance / max(strangeness, 1e-6))
    causes = (Cause.UNLIKE_KNOWN_ICONS,) if likeness < 1 else ()
    return IconReading(codes, confidence * likeness, others, strangeness, causes, shown, bare_distance)


def choose_icons(
    chances: Mapping[Point, FloatArray], design: CardDesign
) -> tuple[list[tuple[str, float]], tuple[Point, ...]]:
    """Weigh how many icons there are, and then which: sets of icons, the likeliest first, and the places they fill.

    ``chances`` are log probabilities of the six categories and, last, of no icon at each place.
    """
    layouts = []
    for places in design.icon_places:
        bare = list_bare(chances, places, design)
        filled = sum(float(np.logaddexp.reduce(chances[place][:-1])) for place in places)
        layouts.append((filled + sum(float(chances[spot][-1]) for spot in bare), places))
    total = float(np.logaddexp.reduce([score for score, _ in layouts]))
    whole: dict[str, float] = {}
    for score, places in layouts:
        for codes, chance in _combine([chances[place][:-1] for place in places]):
            whole[codes] = whole.get(codes, 0.0) + chance * float(np.exp(score - total))
    return sorted(whole.items(), key=lambda item: -item[1]), max(layouts)[1]


def list_bare(every: Iterable[Point], filled: Sequence[Point], design: CardDesign) -> list[Point]:
    """Return the places where no icon is if some are filled."""
    return [spot for spot in every if all(_is_apart(spot, place, design) for place in filled)]


def list_others(ranked: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return the sets of icons that are offered beside the likeliest."""
    return tuple((other, chance) for other, chance in ranked[1:4] if chance > ICONS.min_alternative)


def _combine(places: list[FloatArray]) -> list[tuple[str, float]]:
    """Return the likeliest sets of icons, for the log probabilities of the categories at each place (beam search)."""
    sets = {"": 0.0}
    for chances in places:
        chances = chances - np.logaddexp.reduce(chances)
        following: dict[str, float] = {}
        for codes, weight in sets.items():
            for code, chance in zip(CATEGORIES, chances, strict=True):
                if chance > ICONS.min_log_probability:
                    key = "".join(sorted(codes + code, key=CATEGORIES.index))
                    following[key] = float(np.logaddexp(following.get(key, -np.inf), weight + chance))
        sets = dict(sorted(following.items(), key=lambda item: -item[1])[: ICONS.max_sets])
    return [(codes, float(np.exp(weight))) for codes, weight in sets.items()]


def _is_apart(a: Point, b: Point, design: CardDesign) -> bool:
    return (
        abs(a[0] - b[0]) > design.icon_height * ICONS.spacing or abs(a[1] - b[1]) > design.icon_height * ICONS.spacing
    )
