"""Tracking the columns of a splayed pile from one visible band to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from ...crops import PrintRegion, crop_cards
from ...geometry import BgrImage, DetectedCard, FloatArray, Point, Quad, as_quad, move_quad
from ..print_locations import ICON, LETTER, NUMBER, find_peak_near
from ..rectification import RectifiedCard, predict_prints
from .thresholds import COLUMNS

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PrintTemplate:
    """Where the cards of a pile have letter and number, and the height of their icons, in shares of a card's size."""

    letter: PrintRegion
    number: PrintRegion
    icon_height: float


@dataclass(frozen=True, slots=True)
class BandDetection:
    """A card detected by its band: its corners, and the heat of its print."""

    quad: Quad
    strength: float
    is_open: bool = False
    """Whether all of its front was detected, and surely: what there is of print does not matter then."""


Columns = list[list[BandDetection]]
"""The cards of each column from above."""


@dataclass(frozen=True, slots=True)
class ColumnTracker:
    """Searches for one band after the other."""

    image: BgrImage
    template: PrintTemplate
    max_cards: int
    """Of a column: more are a mistake."""
    min_heat: float = COLUMNS.min_heat
    """From which heat of its print on there is a card."""

    def track(self, head: BandDetection, way: int, max_distance: float = COLUMNS.max_distance) -> list[BandDetection]:
        """Return the cards above (-1) or below (1) one in its column, the nearest first.

        They are looked for up to ``max_distance`` card heights from one another.
        """
        found: list[BandDetection] = []
        while len(found) < self.max_cards:
            following = self._find_next(found[-1] if found else head, way, max_distance)
            if following is None:
                break
            found.append(following)
        return found

    def _find_next(self, head: BandDetection, way: int, max_distance: float) -> BandDetection | None:
        offsets = np.arange(COLUMNS.min_distance, max_distance, COLUMNS.step)
        for start in range(0, len(offsets), COLUMNS.batch):
            quads = [move_quad(head.quad, way * float(offset)) for offset in offsets[start : start + COLUMNS.batch]]
            strengths, placed = self.score_positions(quads)
            # The plainest of a few places is the one that is cut out straightest; a nearer band comes before others.
            for k in np.argsort(-strengths):
                if strengths[k] > self.min_heat:
                    settled = self.settle(placed[k])
                    if settled is not None and not is_same(settled, head) and self._is_on(head, settled, way):
                        return settled
        return None

    def find_beside(self, column: Sequence[BandDetection], side: int, columns: Columns) -> BandDetection | None:
        """Return a card of the column to the left (-1) or right (1), where none is known there yet."""
        known = [other for several in columns for other in several]
        for head in (column[len(column) // 2], column[-1], column[0]):
            quads = [
                move_quad(head.quad, float(down), side * across)
                for across in COLUMNS.column_distances
                for down in np.arange(-COLUMNS.column_reach, COLUMNS.column_reach, COLUMNS.step)
            ]
            if any(
                abs(measure_offset(head.quad, other.quad)[0] - side * COLUMNS.column_distances[0])
                < COLUMNS.column_tolerance
                for other in known
            ):
                return None
            strengths, placed = self.score_positions(quads)
            best = int(strengths.argmax())
            settled = self.settle(placed[best]) if strengths[best] > self.min_heat else None
            if settled is not None and not any(is_same(settled, other) for other in known):
                return settled
        return None

    def fill_gaps(self, column: Sequence[BandDetection], step: float) -> list[BandDetection]:
        """Return a column with the cards that are missing where twice the usual step lies between two."""
        filled = list(column[:1])
        for above, below in pairwise(column):
            gap = measure_offset(above.quad, below.quad)[1]
            missing = round(gap / step) - 1 if step else 0
            if missing > 0 and gap > COLUMNS.missing_ratio * step:
                quads = [move_quad(above.quad, gap * (k + 1) / (missing + 1)) for k in range(missing)]
                heat = self._predict_heat(quads)
                strengths, placed = self._place(quads, heat)
                # Glare, or a thing on top, may hide the letter and leave icons in sight.
                shows_icons = _measure_icons(heat, step) > COLUMNS.min_heat
                filled += [
                    BandDetection(there if strong > COLUMNS.expected_heat else quad, float(strong))
                    for quad, there, strong, has_icons in zip(quads, placed, strengths, shows_icons, strict=True)
                    if strong > COLUMNS.expected_heat or has_icons
                ]
            filled.append(below)
        return filled

    @staticmethod
    def _is_on(head: BandDetection, other: BandDetection, way: int) -> bool:
        """Return whether a card lies in the same column, on the side that was looked at."""
        across, down = measure_offset(head.quad, other.quad)
        return abs(across) < COLUMNS.max_drift and way * down > COLUMNS.same_distance

    def settle(self, quad: Quad) -> BandDetection | None:
        """Return a card moved to where its print is; nothing where there is too little."""
        strengths, placed = self.score_positions([quad])
        return BandDetection(placed[0], float(strengths[0])) if strengths[0] > self.min_heat else None

    def score_positions(self, quads: Sequence[Quad]) -> tuple[Floats, list[Quad]]:
        """Return the heat of the print of cards with these corners, and their corners as the print has them."""
        return self._place(quads, self._predict_heat(quads))

    def _predict_heat(self, quads: Sequence[Quad]) -> FloatArray:
        crops = crop_cards(self.image, list(quads))
        return predict_prints(
            [RectifiedCard(0, 0, DetectedCard(quad, 1.0), crop) for quad, crop in zip(quads, crops, strict=True)]
        ).heat

    def _place(self, quads: Sequence[Quad], heats: FloatArray) -> tuple[Floats, list[Quad]]:
        strengths, placed = [], []
        for quad, heat in zip(quads, heats, strict=True):
            letter = find_peak_near(heat[LETTER], self.template.letter, COLUMNS.print_reach)
            number = find_peak_near(heat[NUMBER], self.template.number, COLUMNS.print_reach)
            strengths.append(min(letter[2], number[2]))
            placed.append(place_by_print(quad, self.template, [letter[:2], number[:2]]))
        return np.array(strengths), placed


def _measure_icons(heat: FloatArray, visible: float) -> Floats:
    """Return the heat of the plainest icon on each card, in the upper share of its height that is in sight."""
    rows = max(1, round(min(1.0, visible) * heat.shape[2]))
    return np.asarray(heat[:, ICON, :rows].max(axis=(1, 2)), float)


def place_by_print(quad: Quad, template: PrintTemplate, seen: Sequence[Point]) -> Quad:
    """Return a card moved so that its letter and number, ``seen`` in shares of its size, are where they should be."""
    wanted = [(template.letter.x, template.letter.y), (template.number.x, template.number.y)]
    off = np.mean(np.array(seen) - np.array(wanted), axis=0)
    moved = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) + off
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    way = cv2.getPerspectiveTransform(unit, np.array(quad, np.float32))
    return as_quad(cv2.perspectiveTransform(moved[None].astype(np.float64), way)[0])


def measure_offset(quad: Quad, other: Quad) -> tuple[float, float]:
    """Return how far another card lies to the right (in widths) and down (in heights)."""
    a, b, c, d = np.array(quad)
    across, down = (b - a + c - d) / 2, (d - a + c - b) / 2
    off = np.mean(np.array(other) - np.array(quad), axis=0)
    x, y = np.linalg.solve(np.column_stack([across, down]), off)
    return float(x), float(y)


def is_same(head: BandDetection, other: BandDetection) -> bool:
    across, down = measure_offset(head.quad, other.quad)
    return abs(across) < COLUMNS.same_across and abs(down) < COLUMNS.same_distance
