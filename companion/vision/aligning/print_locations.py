"""Locating letter, number and icons on the cards of one photo: all of one printing, so that they vote together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from ..crops import PrintRegion
from ..designs.card_design import NO_WEIGHTS
from ..geometry import FloatArray, Point
from ..networks.inference import PRINT_MAP_PX, PRINT_MAP_STRIDE, PrintMaps
from .thresholds import PRINTS

LETTER, NUMBER, ICON = range(3)
NO_FRONT, UPRIGHT, REVERSED = range(3)

Peak = tuple[float, float, float]
"""x and y in cells of the maps, and the heat there (0 to 1)."""
_Cell = tuple[int, int]
_Cells = npt.NDArray[np.intp]
_THREE = np.arange(3)


@dataclass(frozen=True, slots=True)
class PrintLocations:
    """Where print is on one card, in shares of its size, and the heat of it (0 to 1), less if it is far aside."""

    letter: PrintRegion
    number: PrintRegion
    icons: tuple[PrintRegion, ...]
    letter_strength: float
    number_strength: float
    icon_heat: FloatArray = field(default_factory=lambda: np.zeros((0, 0), np.float32), compare=False)
    """The whole heatmap of icons; empty where none is known."""

    @property
    def strength(self) -> float:
        """The heat of the fainter of letter and number."""
        return min(self.letter_strength, self.number_strength)


def locate_prints(
    places: PrintMaps,
    fronts: list[int],
    design_regions: tuple[PrintRegion, PrintRegion] | None = None,
    icon_weights: FloatArray = NO_WEIGHTS,
) -> list[PrintLocations]:
    """Locate letter, number and icons on the cards with the indices ``fronts``; one entry for each of these.

    The search is centered on what the cards have in common: a design's places, or else the peaks of the mean heatmaps
    that most cards show together. ``icon_weights`` are what a printing has taught of the heat of its icons.
    """
    if not fronts:
        return []
    heat, sizes = places.weigh_icons(fronts, icon_weights), places.sizes_px[fronts]
    middles = _agree(heat) if design_regions is None else _agree_near(heat, design_regions)
    letters, numbers = (
        _find_one_peak_each(heat[:, kind], middle) for kind, middle in zip((LETTER, NUMBER), middles, strict=True)
    )
    letter_px, number_px = _agree_size(sizes[:, 0], letters), _agree_size(sizes[:, 1], numbers)
    icon_px = _agree_icons(heat[:, ICON], sizes[:, 3])
    named = [
        (
            _make_spot(letter, letter_px, letter_px),
            _make_spot(number, number_px, float(size[2, round(number[1]), round(number[0])])),
        )
        for size, letter, number in zip(sizes, letters, numbers, strict=True)
    ]
    apart = icon_px / PRINT_MAP_STRIDE
    peaks = [
        [peak for peak in find_peaks(card[ICON], PRINTS.least_icon_heat, apart) if _is_clear(peak, regions)]
        for card, regions in zip(heat, named, strict=True)
    ]
    least, least_voted = _choose_icon_heats(peaks)
    plain = [(x, y) for several in peaks for x, y, strength in several if strength > least]
    voters = np.array(plain).reshape(-1, 2)
    return [
        PrintLocations(
            *regions,
            tuple(
                _make_spot(peak, icon_px, icon_px)
                for peak in several
                if peak[2] > least or (peak[2] > least_voted and _is_voted(peak, voters, apart))
            ),
            letter[2],
            number[2],
            card[ICON],
        )
        for card, regions, several, letter, number in zip(heat, named, peaks, letters, numbers, strict=True)
    ]


def _is_clear(peak: Peak, regions: Sequence[PrintRegion]) -> bool:
    """Whether a peak is not on a card's letter or number, which some printings have on a plate like an icon's."""
    spot = _make_spot(peak, 0, 0)
    return not any(abs(spot.x - one.x) < one.width / 2 and abs(spot.y - one.y) < one.height / 2 for one in regions)


def _choose_icon_heats(peaks: Sequence[Sequence[Peak]]) -> tuple[float, float]:
    """Return the least heat of an icon, and of one that stands where other cards have one, for the peaks of cards.

    Icons of some printings are fainter than those of others, and all of them are in a poor photo.
    """
    last = [several[PRINTS.certain_icons - 1][2] if len(several) >= PRINTS.certain_icons else 0.0 for several in peaks]
    share = min(1.0, float(np.median(last)) / PRINTS.plain_icon_heat)
    return (
        max(PRINTS.least_icon_heat, share * PRINTS.min_icon_heat),
        max(PRINTS.least_icon_heat, share * PRINTS.min_voted_icon_heat),
    )


def _is_voted(peak: Peak, voters: npt.NDArray[np.float64], apart: float) -> bool:
    """Whether several cards plainly have an icon (``voters``, n x 2) where a peak is."""
    near = np.hypot(peak[0] - voters[:, 0], peak[1] - voters[:, 1]) < PRINTS.vote_reach * apart
    return int(near.sum()) >= PRINTS.min_votes


def find_peaks(heat: FloatArray, least: float, apart: float) -> list[Peak]:
    """Return x, y and heat of the peaks of a map, the highest first, each ``apart`` cells from all higher ones."""
    tops = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= tops) & (heat > least))
    order = np.argsort(-heat[ys, xs])
    peaks: list[Peak] = []
    for x, y, strength in _refine(heat, xs[order], ys[order]):
        if all(math.hypot(x - a, y - b) > PRINTS.icon_spacing * apart for a, b, _ in peaks):
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
    ((x, y, strength),) = _refine(heat, np.array([column]), np.array([row]))
    wide, high = PRINT_MAP_PX
    return (x + 0.5) * PRINT_MAP_STRIDE / wide, (y + 0.5) * PRINT_MAP_STRIDE / high, strength


def locate_icons(heat: FloatArray, icon_height: float, count: int) -> list[Point]:
    """Return the centers of a card's icons on its heatmap; nothing where fewer peaks are found than icons."""
    wide, high = (side / PRINT_MAP_STRIDE for side in PRINT_MAP_PX)
    peaks = find_peaks(heat, PRINTS.min_counted_icon_heat, icon_height * high)[:count]
    return [((x + 0.5) / wide, (y + 0.5) / high) for x, y, _ in peaks] if len(peaks) == count else []


def _agree(heat: FloatArray) -> tuple[_Cell, _Cell]:
    """Return where the cards have letter and number: peaks of the mean heatmaps that are seen on the same cards.

    Of cards that were found aside some show a neighbor's print: the letter of these and the number of the others are on
    no card together.
    """
    reach = np.ones([2 * round(PRINTS.max_offset_cells) + 1] * 2, np.uint8)
    letters, numbers = (
        {(x, y): near[:, y, x] for x, y in _list_tops(heat[:, kind])}
        for kind in (LETTER, NUMBER)
        for near in [np.stack([cv2.dilate(card, reach) for card in heat[:, kind]])]
    )
    return max(product(letters, numbers), key=lambda both: np.minimum(letters[both[0]], numbers[both[1]]).mean())


def _list_tops(heat: FloatArray) -> list[_Cell]:
    """Return the highest peaks of the cards' mean heatmap, in cells."""
    together = _average(heat)
    peaks = find_peaks(together, PRINTS.min_common_heat, PRINTS.max_offset_cells)[: PRINTS.max_tops]
    row, column = np.unravel_index(int(together.argmax()), together.shape)
    return [(int(column), int(row)), *((round(x), round(y)) for x, y, _ in peaks[1:])]


def _agree_near(heat: FloatArray, regions: tuple[PrintRegion, PrintRegion]) -> list[tuple[float, float]]:
    """Return where the cards have letter and number, near where a design has them, in cells."""
    found = []
    for kind, region in zip((LETTER, NUMBER), regions, strict=True):
        together = _average(heat[:, kind])
        x, y = _cell(region.x, 0), _cell(region.y, 1)
        together = together * _window(together.shape, x, y, PRINTS.design_reach_cells / 2)
        if together.max() >= PRINTS.min_common_heat:
            row, column = np.unravel_index(int(together.argmax()), together.shape)
            x, y = float(column), float(row)
        found.append((x, y))
    return found


def _average(heat: FloatArray) -> FloatArray:
    return np.asarray(cv2.GaussianBlur(heat.mean(axis=0), (0, 0), 1.0), np.float32)


def _find_one_peak_each(heat: FloatArray, middle: tuple[float, float]) -> list[Peak]:
    """Return the peak on each card (cards x rows x columns) near what the cards have in common.

    Its heat is the less, the farther it is from there.
    """
    near = (heat * _window(heat.shape[1:], *middle, PRINTS.max_offset_cells)).reshape(len(heat), -1)
    found: list[Peak] = []
    for card, index, strength in zip(heat, near.argmax(axis=1), near.max(axis=1).tolist(), strict=True):
        if strength < PRINTS.min_heat:
            found.append((*middle, strength))
        else:
            y, x = np.unravel_index(index, card.shape)
            ((x_fine, y_fine, _),) = _refine(card, np.array([x]), np.array([y]))
            found.append((x_fine, y_fine, strength))
    return found


def _refine(heat: FloatArray, xs: _Cells, ys: _Cells) -> list[Peak]:
    """Return peaks at sub-cell precision: the centers of heat of the 3 x 3 cells around each."""
    padded = np.zeros((heat.shape[0] + 2, heat.shape[1] + 2))
    padded[1:-1, 1:-1] = heat
    padded[1:-1, 1:-1] += 1e-6
    part = padded[ys[:, None, None] + _THREE[:, None], xs[:, None, None] + _THREE]
    across, down, total = part.sum(axis=1), part.sum(axis=2), part.sum(axis=(1, 2))
    x = xs + (across[:, 2] - across[:, 0]) / total
    y = ys + (down[:, 2] - down[:, 0]) / total
    return list(zip(x.tolist(), y.tolist(), heat[ys, xs].tolist(), strict=True))


def _window(shape: tuple[int, ...], x: float, y: float, reach: float) -> FloatArray:
    ys, xs = np.arange(shape[0])[:, None], np.arange(shape[1])[None]
    return np.asarray(np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * reach**2)), np.float32)


def _agree_size(sizes: FloatArray, peaks: list[Peak]) -> float:
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


def _make_spot(peak: Peak, height_px: float, width_px: float) -> PrintRegion:
    wide, high = PRINT_MAP_PX
    x, y = (peak[0] + 0.5) * PRINT_MAP_STRIDE / wide, (peak[1] + 0.5) * PRINT_MAP_STRIDE / high
    return PrintRegion(x, y, height_px / high, width_px / wide)
