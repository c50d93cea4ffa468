"""Locating letter, number and icons on the cards of one photo: all of one printing, so that they vote together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..crops import PrintRegion
from ..geometry import FloatArray, Point
from ..networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps
from .thresholds import PRINTS

LETTER, NUMBER, ICON = range(3)
NO_FRONT, UPRIGHT, REVERSED = range(3)


@dataclass(frozen=True, slots=True)
class PrintLocations:
    """Where print is on one card, in shares of its size, and the heat of it (0 to 1), less if it is far aside."""

    letter: PrintRegion
    number: PrintRegion
    icons: tuple[PrintRegion, ...]
    letter_strength: float
    number_strength: float


def locate_prints(
    places: PrintMaps, fronts: list[int], design_regions: tuple[PrintRegion, PrintRegion] | None = None
) -> list[PrintLocations]:
    """Locate letter, number and icons on the cards with the indices ``fronts``; one entry for each of these.

    The search is centered on what the cards have in common: a design's places, or else the peaks of the mean heatmap.
    """
    if not fronts:
        return []
    heat, sizes = places.heat[fronts], places.sizes_px[fronts]
    middles = [
        _agree(heat[:, kind], None if design_regions is None else design_regions[kind]) for kind in (LETTER, NUMBER)
    ]
    found = [[_find_peak(card[kind], middles[kind]) for kind in (LETTER, NUMBER)] for card in heat]
    letter_px = _agree_size(sizes[:, 0], [one[LETTER] for one in found])
    number_px = _agree_size(sizes[:, 1], [one[NUMBER] for one in found])
    icon_px = _agree_icons(heat[:, ICON], sizes[:, 3])
    named = [
        (
            _make_spot(letter, letter_px, letter_px),
            _make_spot(number, number_px, float(size[2, round(number[1]), round(number[0])])),
        )
        for size, (letter, number) in zip(sizes, found, strict=True)
    ]
    apart = icon_px / PRINT_MAP_STRIDE
    peaks = [
        [peak for peak in find_peaks(card[ICON], PRINTS.least_icon_heat, apart) if _is_clear(peak, regions)]
        for card, regions in zip(heat, named, strict=True)
    ]
    least, least_voted = _choose_icon_heats(peaks)
    plain = [peak for several in peaks for peak in several if peak[2] > least]
    return [
        PrintLocations(
            *regions,
            tuple(
                _make_spot(peak, icon_px, icon_px)
                for peak in several
                if peak[2] > least or (peak[2] > least_voted and _is_voted(peak, plain, apart))
            ),
            letter[2],
            number[2],
        )
        for regions, several, (letter, number) in zip(named, peaks, found, strict=True)
    ]


def _is_clear(peak: tuple[float, float, float], regions: Sequence[PrintRegion]) -> bool:
    """Whether a peak is not on a card's letter or number, which some printings have on a plate like an icon's."""
    spot = _make_spot(peak, 0, 0)
    return not any(abs(spot.x - one.x) < one.width / 2 and abs(spot.y - one.y) < one.height / 2 for one in regions)


def _choose_icon_heats(peaks: Sequence[Sequence[tuple[float, float, float]]]) -> tuple[float, float]:
    """Return the least heat of an icon, and of one that stands where other cards have one, for the peaks of cards.

    Icons of some printings are fainter than those of others, and all of them are in a poor photo.
    """
    last = [several[PRINTS.certain_icons - 1][2] if len(several) >= PRINTS.certain_icons else 0.0 for several in peaks]
    share = min(1.0, float(np.median(last)) / PRINTS.plain_icon_heat)
    return (
        max(PRINTS.least_icon_heat, share * PRINTS.min_icon_heat),
        max(PRINTS.least_icon_heat, share * PRINTS.min_voted_icon_heat),
    )


def _is_voted(peak: tuple[float, float, float], plain: Sequence[tuple[float, float, float]], apart: float) -> bool:
    """Whether several cards plainly have an icon where a peak is."""
    near = sum(np.hypot(peak[0] - x, peak[1] - y) < PRINTS.vote_reach * apart for x, y, _ in plain)
    return bool(near >= PRINTS.min_votes)


def find_peaks(heat: FloatArray, least: float, apart: float) -> list[tuple[float, float, float]]:
    """Return x, y and heat of the peaks of a map, the highest first, each ``apart`` cells from all higher ones."""
    tops = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= tops) & (heat > least))
    peaks: list[tuple[float, float, float]] = []
    for index in np.argsort(-heat[ys, xs]):
        x, y, strength = _refine(heat, int(xs[index]), int(ys[index]))
        if all(np.hypot(x - a, y - b) > PRINTS.icon_spacing * apart for a, b, _ in peaks):
            peaks.append((x, y, strength))
    return peaks


def find_peak_near(heat: FloatArray, spot: PrintRegion, reach: float) -> tuple[float, float, float]:
    """Return the place of the highest heat near a region (``reach`` in shares of a card's height), and that heat."""
    x, y = _cell(spot.x, 0), _cell(spot.y, 1)
    around = reach * PRINT_MAP_PX[1] / PRINT_MAP_STRIDE
    ys, xs = np.arange(heat.shape[0])[:, None], np.arange(heat.shape[1])[None]
    near = np.where((np.abs(xs - x) <= around) & (np.abs(ys - y) <= around), heat, 0)
    row, column = np.unravel_index(int(near.argmax()), near.shape)
    if near[row, column] <= 0:
        return spot.x, spot.y, 0.0
    column_, row_, strength = _refine(heat, int(column), int(row))
    wide, high = PRINT_MAP_PX
    return (column_ + 0.5) * PRINT_MAP_STRIDE / wide, (row_ + 0.5) * PRINT_MAP_STRIDE / high, strength


def locate_icons(heat: FloatArray, icon_height: float, count: int) -> list[Point]:
    """Return the centers of a card's icons on its heatmap; nothing where fewer peaks are found than icons."""
    wide, high = (side / PRINT_MAP_STRIDE for side in PRINT_MAP_PX)
    peaks = find_peaks(heat, PRINTS.min_counted_icon_heat, icon_height * high)[:count]
    return [((x + 0.5) / wide, (y + 0.5) / high) for x, y, _ in peaks] if len(peaks) == count else []


def _agree(heat: FloatArray, place: PrintRegion | None) -> tuple[float, float]:
    """Return the peak of the cards' mean heatmap, in cells; near ``place`` if one is given."""
    together = cv2.GaussianBlur(heat.mean(axis=0), (0, 0), 1.0)
    if place is not None:
        x, y = _cell(place.x, 0), _cell(place.y, 1)
        together = together * _window(together.shape, x, y, PRINTS.design_reach_cells / 2)
        if together.max() < PRINTS.min_common_heat:
            return x, y
    row, column = np.unravel_index(int(together.argmax()), together.shape)
    return float(column), float(row)


def _find_peak(heat: FloatArray, middle: tuple[float, float]) -> tuple[float, float, float]:
    """Return the place of the highest heat near the common one, and that heat: the less, the farther from there."""
    near = heat * _window(heat.shape, *middle, PRINTS.max_offset_cells)
    y, x = np.unravel_index(int(near.argmax()), near.shape)
    strength = float(near[y, x])
    if strength < PRINTS.min_heat:
        return (*middle, strength)
    return (*_refine(heat, int(x), int(y))[:2], strength)


def _refine(heat: FloatArray, x: int, y: int) -> tuple[float, float, float]:
    """Return a peak at sub-cell precision."""
    top, left = max(0, y - 1), max(0, x - 1)
    part = heat[top : y + 2, left : x + 2].astype(np.float64) + 1e-6
    total = part.sum()
    across, down = part.sum(axis=0) @ np.arange(part.shape[1]), part.sum(axis=1) @ np.arange(part.shape[0])
    return float(left + across / total), float(top + down / total), float(heat[y, x])


def _window(shape: tuple[int, ...], x: float, y: float, reach: float) -> FloatArray:
    ys, xs = np.arange(shape[0])[:, None], np.arange(shape[1])[None]
    return np.asarray(np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * reach**2)), np.float32)


def _agree_size(sizes: FloatArray, peaks: list[tuple[float, float, float]]) -> float:
    values = [float(size[round(y), round(x)]) for size, (x, y, _) in zip(sizes, peaks, strict=True)]
    weights = np.array([strength + 1e-3 for _, _, strength in peaks])
    order = np.argsort(values)
    halfway = np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)
    return float(np.array(values)[order][min(int(halfway), len(values) - 1)])


def _agree_icons(heat: FloatArray, sizes: FloatArray) -> float:
    seen = heat > PRINTS.sized_icon_heat
    return float(np.median(sizes[seen])) if seen.any() else PRINTS.default_icon_px


def _cell(share: float, axis: int) -> float:
    return share * PRINT_MAP_PX[axis] / PRINT_MAP_STRIDE - 0.5


def _make_spot(peak: tuple[float, float, float], height_px: float, width_px: float) -> PrintRegion:
    wide, high = PRINT_MAP_PX
    x, y = (peak[0] + 0.5) * PRINT_MAP_STRIDE / wide, (peak[1] + 0.5) * PRINT_MAP_STRIDE / high
    return PrintRegion(x, y, height_px / high, width_px / wide)
