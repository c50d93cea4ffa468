"""The card detector: all cards of the biggest shelf of a photo, whatever is printed on them and beneath them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from ..geometry import BgrImage, DetectedCard, FloatArray, Quad, measure_width, turn_image
from .homography import Plane
from .lattice import Cell, fit_lattice
from .multiscale import ImagePyramid, build_pyramid, detect_at_scale, detect_rectified
from .plane_refinement import fit_plane_to_cells, measure_shape_error, refine_on_plane
from .thresholds import DETECTOR, LATTICE, PLANE


@dataclass(frozen=True, slots=True)
class DetectedShelf:
    """The cards of a photo: those of its biggest shelf, and those beside it.

    Corners are pixels of the photo after ``turn`` quarter turns, clockwise. Whether the shelf is upside down is not
    known here: reading tells.
    """

    turn: int
    cells: tuple[Cell, ...]
    others: tuple[DetectedCard, ...]
    plain: bool = True
    """Whether there are cards beyond doubt; else reading them must tell."""

    @property
    def quads(self) -> list[Quad]:
        """The corners of the shelf's cards."""
        return [cell.card.corners_px for cell in self.cells]


@dataclass(frozen=True)
class _Detections:
    """The cards that were detected at one scale, and those of them that are the biggest shelf."""

    cards: tuple[DetectedCard, ...]
    cells: tuple[Cell, ...]

    @cached_property
    def plane(self) -> Plane:
        """The plane of the shelf."""
        return fit_plane_to_cells(self.cells)


def detect_shelf(image: BgrImage, *, eager: bool = False) -> DetectedShelf:
    """Detect the biggest shelf in a photo, upright or lying on its side; ``eager`` accepts doubtful ones too.

    The detector runs at coarse scales on the whole image, then at a good scale on the region found, rectified by the
    table's homography. Returns no cells where there is no shelf.
    """
    pyramid = build_pyramid(image)
    coarse = _detect_coarse(pyramid)
    weights = {turn: weigh_shelf(found.cells) for turn, found in coarse.items()}
    # Where one way clearly shows more, the other is not looked at again.
    turns = [turn for turn in coarse if weights[turn] * DETECTOR.clear_turn_ratio >= max(weights.values())]
    detections = {turn: _detect_fine(pyramid, turn, coarse[turn]) for turn in turns}
    turn = max(
        turns, key=lambda turn: weigh_shelf(detections[turn].cells) / (DETECTOR.quarter_turn_ratio if turn else 1)
    )
    cards, shelf = detections[turn].cards, detections[turn].cells
    if not _is_believed(shelf, DETECTOR.eager_discount if eager else 0.0):
        return DetectedShelf(0, (), ())
    seen = [cell.card.confidence for cell in shelf]
    plain = len(seen) >= DETECTOR.clear_cards and float(np.mean(seen)) > DETECTOR.clear_mean_confidence
    copy = turn_image(pyramid.copy, turn) if turn else pyramid.copy
    plane = detections[turn].plane if len(shelf) >= PLANE.min_cards else None
    cells = refine_on_plane(copy, cards, shelf, pyramid.parts, plane)
    taken = [np.array(cell.card.corners_px, np.float32) for cell in cells]
    others = tuple(card for card in cards if card.confidence >= LATTICE.sure_confidence and not _lies_on(card, taken))
    return DetectedShelf(turn, cells, others, plain)


def detect_shelf_for_reading(image: BgrImage) -> DetectedShelf:
    """Detect the biggest shelf in a photo, doubtful ones too: reading the cards decides about those."""
    return detect_shelf(image, eager=True)


def _lies_on(card: DetectedCard, quads: list[FloatArray]) -> bool:
    x, y = np.mean(card.corners_px, axis=0)
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for quad in quads)


def detect_cards(image: BgrImage) -> tuple[DetectedCard, ...]:
    """Detect all cards that stand about upright in a photo, or upside down; the most confident first.

    Corners are named by the photo: the first is the one at its top left.
    """
    pyramid = build_pyramid(image)
    return _detect_fine(pyramid, 0, _detect_coarse(pyramid, turns=(0,))[0]).cards


def weigh_shelf(cells: tuple[Cell, ...]) -> float:
    """Return the weight of a shelf, so that signs on a card do not outweigh the card.

    Of more rows than a shelf has, only those that weigh most together count: a table full of lines has many.
    """
    sure = [cell for cell in cells if cell.card.confidence >= LATTICE.sure_confidence]
    if not sure:
        return 0.0
    width = float(np.median([measure_width(cell.card.corners_px) for cell in sure]))
    rows = np.bincount([cell.row for cell in sure], [cell.card.confidence**2 for cell in sure])
    return float(np.convolve(rows, np.ones(DETECTOR.max_rows)).max() * width)


def _measure_area(cells: tuple[Cell, ...]) -> float:
    """Return the area (px²) that cards cover, each weighted by its confidence."""
    return sum(
        abs(cv2.contourArea(np.array(cell.card.corners_px, np.float32))) * cell.card.confidence for cell in cells
    )


def _is_plain(cells: tuple[Cell, ...]) -> bool:
    return (
        len(cells) >= DETECTOR.many_cards
        and float(np.mean([cell.card.confidence for cell in cells])) > DETECTOR.clear_mean_confidence
    )


def _is_believed(cells: tuple[Cell, ...], eagerness: float = 0.0) -> bool:
    """Return whether cards are a shelf: few need more confidence than many, which confirm each other."""
    least = DETECTOR.min_mean_confidence + DETECTOR.min_mean_confidence_single / max(1, len(cells)) - eagerness
    return bool(cells) and float(np.mean([cell.card.confidence for cell in cells])) > least


def _lay_out(cards: tuple[DetectedCard, ...]) -> _Detections:
    return _Detections(cards, fit_lattice(cards))


def _detect_coarse(pyramid: ImagePyramid, turns: tuple[int, ...] = (0, 1)) -> dict[int, _Detections]:
    """Detect on the whole photo at coarse scales, turned too unless enough is upright."""
    longest = max(pyramid.image.shape[:2])
    best: dict[int, _Detections] = {}
    for turn in turns:
        every: list[_Detections] = []
        for side in DETECTOR.first_sides_px:
            every.append(_lay_out(detect_at_scale(pyramid, turn, side / longest)))
            if _is_plain(every[-1].cells):
                return {turn: every[-1]}
        if not any(card.confidence >= LATTICE.sure_confidence for found in every for card in found.cards):
            every.append(_lay_out(detect_at_scale(pyramid, turn, DETECTOR.near_side_px / longest)))
        best[turn] = max(every, key=lambda found: weigh_shelf(found.cells))
        upright = sum(card.confidence > DETECTOR.upright_confidence for card in best[turn].cards)
        if upright >= DETECTOR.min_upright_cards:
            break
    return best


def _detect_fine(pyramid: ImagePyramid, turn: int, coarse: _Detections) -> _Detections:
    """Detect on the region of the coarse detections, at a scale where cards have a good size, and rectified."""
    sure = [card for card in coarse.cards if card.confidence >= LATTICE.sure_confidence]
    if not sure:
        return coarse
    if len(coarse.cells) >= DETECTOR.min_plane_cards:
        return _detect_on_plane(pyramid, turn, coarse)
    quads = np.array([card.corners_px for card in sure])
    width = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    margin = DETECTOR.margin * float(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1).max())
    points = np.array([card.corners_px for card in coarse.cards]).reshape(-1, 2)
    left, top = np.maximum(points.min(0) - margin, 0).astype(int).tolist()
    right, bottom = np.minimum(points.max(0) + margin, pyramid.measure(turn)).astype(int).tolist()
    scale = min(
        DETECTOR.card_width_px / width,
        DETECTOR.max_magnification,
        (DETECTOR.max_pixels / ((right - left) * (bottom - top))) ** 0.5,
    )
    fine = _lay_out(detect_at_scale(pyramid, turn, scale, (left, top, right, bottom)))
    return max(coarse, fine, key=lambda found: _measure_area(found.cells))


def _detect_on_plane(pyramid: ImagePyramid, turn: int, found: _Detections) -> _Detections:
    """Detect on the rectified table, and again where that shows another plane."""
    reach = DETECTOR.clear_margin_widths if _is_plain(found.cells) else DETECTOR.margin_widths
    for _ in range(DETECTOR.max_rectifications):
        rectified = _lay_out(
            detect_rectified(pyramid, turn, found.plane, DETECTOR.card_width_px, reach, DETECTOR.max_pixels)
        )
        if _measure_area(rectified.cells) <= DETECTOR.min_area_ratio * _measure_area(found.cells):
            return found
        before, found = found, rectified
        if len(found.cells) < DETECTOR.min_plane_cards:
            return found
        now = before.plane.unproject(found.plane.project_corners())
        if float(np.median([measure_shape_error(quad) for quad in now])) < DETECTOR.upright_error:
            return found
    return found
