"""Learning a face from confirmed cards: where they have their print, and what letters and icons look like on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np

from .cutouts import Spot, crop_spot
from .face import CATEGORIES, PATCH_PX, Face
from .geometry import BgrImage, FloatArray, Point
from .icons import cut_patches, find_ground, measure_patch, trim_patch
from .nets import LETTER_PX, PLACES_PX, PLACES_STRIDE, find_places, score_letters
from .prints import ICON, find_peaks, find_prints

_EACH = 3
"""Patches kept of a category: the light of several photos, or a sharp and a blurred one."""
_LETTER_SHARES = (0.6, 0.74)
_LEAST_SPREAD = 5.0
"""Of icons that all look exactly alike, as those of a single photo may: a phone's next photo is not that close."""
_ROUNDS = 6
_FEWEST, _MOST = 2, 4
_SAME_PLACE = 0.025
"""Places nearer to each other than this share of a card's size are one."""


class FaceError(ValueError):
    """Raised when confirmed cards are too few, or their print cannot be found, to learn a face from them."""


@dataclass(frozen=True, slots=True)
class ConfirmedCard:
    """A card face up, cut out upright (``cutouts.CUT_PX``), and what it is."""

    cut: BgrImage
    letter: str
    number: int
    icons: str


@dataclass(frozen=True, slots=True)
class _Laid:
    """A card with how far its print stands off the common places, and where its icons are seen, that taken off."""

    card: ConfirmedCard
    shift: Point
    icons: tuple[Point, ...]


def learn_face(name: str, cards: Sequence[ConfirmedCard]) -> Face:
    """Learn a face from cards of one printing.

    The order in which icons are printed need not be known: it is found by what is alike. Raises ``FaceError``.
    """
    if not cards:
        raise FaceError(name)
    places = find_places([cv2.resize(card.cut, PLACES_PX, interpolation=cv2.INTER_AREA) for card in cards])  # type: ignore[misc]
    prints = find_prints(places, list(range(len(cards))))
    letter = _find_middle([one.letter for one in prints])
    number = _find_middle([one.number for one in prints])
    icon_height = float(np.median([icon.height for one in prints for icon in one.icons] or [0.1]))
    laid = []
    for index, (card, one) in enumerate(zip(cards, prints, strict=True)):
        offsets = [
            (one.letter.x - letter.x, one.letter.y - letter.y),
            (one.number.x - number.x, one.number.y - number.y),
        ]
        shift = (float(np.mean([x for x, _ in offsets])), float(np.mean([y for _, y in offsets])))
        seen = _find_icons(places.heat[index, ICON], icon_height, len(card.icons))
        laid.append(_Laid(card, shift, tuple((x - shift[0], y - shift[1]) for x, y in seen)))
    icon_places = find_icon_places(laid)
    ground = _find_common_ground(laid, icon_places, icon_height)
    patches, bare, spread = _learn_icons(laid, icon_places, icon_height, ground)
    names, samples = _learn_letters(cards, [one.letter for one in prints], letter.height)
    return Face(name, letter, number, icon_height, icon_places, patches, bare, spread, ground, names, samples)


def _find_middle(spots: list[Spot]) -> Spot:
    x, y, height, width = np.median([(spot.x, spot.y, spot.height, spot.width) for spot in spots], axis=0)
    return Spot(float(x), float(y), float(height), float(width))


def _find_icons(heat: FloatArray, icon_height: float, count: int) -> list[Point]:
    """Return the centres of a card's icons; nothing where not as many are seen as there are."""
    wide, high = (side / PLACES_STRIDE for side in PLACES_PX)
    peaks = find_peaks(heat, 0.15, icon_height * high)[:count]
    return [((x + 0.5) / wide, (y + 0.5) / high) for x, y, _ in peaks] if len(peaks) == count else []


def find_icon_places(laid: Sequence[_Laid]) -> tuple[tuple[Point, ...], ...]:
    """Return the common places of the icons on cards with two, three and four of them."""
    by_count: dict[int, list[tuple[Point, ...]]] = defaultdict(list)
    for one in laid:
        if one.icons:
            points = np.array(one.icons)
            axis = int(np.ptp(points[:, 1]) > np.ptp(points[:, 0]))
            by_count[len(points)].append(tuple(sorted(one.icons, key=lambda point: point[axis])))
    known: dict[int, tuple[Point, ...]] = {}
    for count, rows in by_count.items():
        middles = np.median(np.array(rows), axis=0)
        known[count] = tuple((float(x), float(y)) for x, y in middles)
    if not known:
        raise FaceError("icons")
    every = [known[count] if count in known else _guess_places(known, count) for count in range(_FEWEST, _MOST + 1)]
    return tuple(tuple(_join(place, every[-1]) for place in places) for places in every)


def _join(place: Point, others: tuple[Point, ...]) -> Point:
    """Return the one of other places that is meant, if one is: icons that all start from one end share places."""
    nearest = min(others, key=lambda other: _measure_gap(place, other))
    return nearest if _measure_gap(place, nearest) < _SAME_PLACE else place


def _measure_gap(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _guess_places(known: dict[int, tuple[Point, ...]], count: int) -> tuple[Point, ...]:
    """Return where ``count`` icons would stand, from where other numbers of them stand."""
    nearest = min(known, key=lambda other: abs(other - count))
    places = known[nearest]
    first, step = np.array(places[0]), (np.array(places[-1]) - np.array(places[0])) / (len(places) - 1)
    # From the same end, the same start or about the same middle: what two known rows share; else the same end.
    anchor = 1.0
    if len(known) > 1:
        other = known[next(key for key in known if key != nearest)]
        gaps = [np.abs(np.array(places[k]) - np.array(other[k])).max() for k in (0, -1)]
        anchor = 0.0 if gaps[0] < 0.02 else 1.0 if gaps[1] < 0.02 else 0.5
    start = first - anchor * (count - len(places)) * step
    return tuple((float(x), float(y)) for x, y in (start + k * step for k in range(count)))


def _find_common_ground(
    laid: Sequence[_Laid], icon_places: tuple[tuple[Point, ...], ...], icon_height: float
) -> tuple[float, float, float]:
    every = sorted({place for places in icon_places for place in places})
    grounds = [find_ground(one.card.cut, every, one.shift, icon_height) for one in laid]
    blue, green, red = np.median(grounds, axis=0)
    return float(blue), float(green), float(red)


def _learn_icons(
    laid: Sequence[_Laid],
    icon_places: tuple[tuple[Point, ...], ...],
    icon_height: float,
    ground: tuple[float, float, float],
) -> tuple[FloatArray, FloatArray, float]:
    """Return patches of each category, one of a bare place, and how far icons are from their patches."""
    every = sorted({place for places in icon_places for place in places})
    cut = [
        dict(zip(every, cut_patches(one.card.cut, every, one.shift, icon_height, ground), strict=True)) for one in laid
    ]
    rows = [
        [patches[place] for place in icon_places[len(one.card.icons) - _FEWEST]]
        for one, patches in zip(laid, cut, strict=True)
    ]
    kinds = _sort_icons([trim_patch(patch) for row in rows for patch in row], [one.card.icons for one in laid])
    means = kinds
    for _ in range(_ROUNDS):
        sorted_patches = _assign(rows, [one.card.icons for one in laid], means)
        means = np.stack(
            [
                np.mean(sorted_patches[code], axis=0) if sorted_patches[code] else means[k]
                for k, code in enumerate(CATEGORIES)
            ]
        )
    patches = np.stack([_pick(sorted_patches[code], means[k]) for k, code in enumerate(CATEGORIES)])
    far = [
        float(measure_patch(patch, patches[CATEGORIES.index(code)]).min())
        for code, several in _assign(rows, [one.card.icons for one in laid], means, whole=True).items()
        for patch in several
    ]
    return patches, _learn_bare(laid, cut, icon_places, icon_height, ground), max(_LEAST_SPREAD, float(np.mean(far)))


def _sort_icons(patches: list[FloatArray], cards: list[str]) -> FloatArray:
    """Part icons into six kinds by their looks, and name the kinds as fits the cards best; one mean patch each."""
    small = np.stack([cv2.resize(patch, (5, 5), interpolation=cv2.INTER_AREA).reshape(-1) for patch in patches])
    kinds = min(len(CATEGORIES), len(set("".join(cards))))
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 100, 0.1)
    found = cv2.kmeans(small.astype(np.float32), kinds, None, ends, 20, cv2.KMEANS_PP_CENTERS)[1].reshape(-1)  # type: ignore[call-overload]
    starts = np.cumsum([0, *(len(codes) for codes in cards)])
    table = np.zeros((kinds, len(CATEGORIES)))
    for codes, start, end in zip(cards, starts, starts[1:], strict=False):
        wanted = np.array([codes.count(code) for code in CATEGORIES]) / len(codes)
        for kind in found[start:end]:
            table[kind] += wanted
    # Categories that are on many cards say less about each: compare with what chance would give.
    table -= table.sum(1, keepdims=True) * table.sum(0, keepdims=True) / table.sum()
    names = max(
        permutations(range(len(CATEGORIES)), kinds), key=lambda order: sum(table[k, c] for k, c in enumerate(order))
    )
    means = np.full((len(CATEGORIES), PATCH_PX, PATCH_PX, 3), 1e3, np.float32)
    for kind, category in enumerate(names):
        means[category] = np.mean([patch for patch, one in zip(patches, found, strict=True) if one == kind], axis=0)
    return means


def _assign(
    rows: list[list[FloatArray]], cards: list[str], means: FloatArray, *, whole: bool = False
) -> dict[str, list[FloatArray]]:
    """Give each icon of each card one of the card's categories, so that it fits best; return them by category."""
    by_category: dict[str, list[FloatArray]] = {code: [] for code in CATEGORIES}
    for row, codes in zip(rows, cards, strict=True):
        far = np.array([measure_patch(patch, means) for patch in row])
        orders = set(permutations(codes))
        best = min(orders, key=lambda order: sum(far[k, CATEGORIES.index(code)] for k, code in enumerate(order)))
        for patch, code in zip(row, best, strict=True):
            by_category[code].append(patch if whole else trim_patch(patch, means[CATEGORIES.index(code)]))
    return by_category


def _pick(patches: list[FloatArray], mean: FloatArray) -> FloatArray:
    """Return patches that stand for all of a category."""
    if len(patches) < 3 * _EACH:
        return np.stack([mean] * _EACH)
    cv2.setRNGSeed(1)
    flat = np.stack(patches).reshape(len(patches), -1).astype(np.float32)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.1)
    middles = cv2.kmeans(flat, _EACH, None, ends, 5, cv2.KMEANS_PP_CENTERS)[2]  # type: ignore[call-overload]
    return np.asarray(middles, np.float32).reshape(_EACH, PATCH_PX, PATCH_PX, 3)


def _learn_bare(
    laid: Sequence[_Laid], cut: list[dict[Point, FloatArray]], icon_places: tuple[tuple[Point, ...], ...],
    icon_height: float, ground: tuple[float, float, float],
) -> FloatArray:  # fmt: skip
    """Return how a place for an icon looks that has none."""
    bare = []
    for one, patches in zip(laid, cut, strict=True):
        filled = np.array(icon_places[len(one.card.icons) - _FEWEST])
        for place, patch in patches.items():
            if np.abs(filled - place).max(axis=1).min() > 0.9 * icon_height:
                bare.append(trim_patch(patch))
    if bare:
        return np.asarray(np.median(np.stack(bare), axis=0), np.float32)
    flat = np.full((1, 1, 3), ground, np.float32) / 255
    return np.asarray(np.tile(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB) * (0.5, 1, 1), (PATCH_PX, PATCH_PX, 1)), np.float32)


def _learn_letters(
    cards: Sequence[ConfirmedCard], spots: list[Spot], height: float
) -> tuple[tuple[str, ...], FloatArray]:
    """Return the letters seen, and for each the mean of its descriptions."""
    grays = [np.asarray(cv2.cvtColor(card.cut, cv2.COLOR_BGR2GRAY), np.uint8) for card in cards]
    crops = [
        crop_spot(gray, spot.x, spot.y, height * gray.shape[0] / share, LETTER_PX)
        for share in _LETTER_SHARES
        for gray, spot in zip(grays, spots, strict=True)
    ]
    described = score_letters(crops)[1].reshape(len(_LETTER_SHARES), len(cards), -1).mean(axis=0)
    names = tuple(dict.fromkeys(sorted(card.letter for card in cards)))
    means = [described[[k for k, card in enumerate(cards) if card.letter == name]].mean(axis=0) for name in names]
    return names, np.asarray(np.stack(means), np.float32)
