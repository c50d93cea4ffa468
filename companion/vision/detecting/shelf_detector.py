"""Finding cards: every card's corners, whatever is printed on it and whatever it lies on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ..geometry import BgrImage, DetectedCard, FloatArray, measure_width, turn_image
from .lattice import Cell, fit_lattice
from .multiscale import ImagePyramid, build_pyramid, detect_at_scale, detect_rectified
from .plane_refinement import fit_plane_to_cells, measure_shape_error, refine_on_plane
from .thresholds import DETECTOR, LATTICE


@dataclass(frozen=True, slots=True)
class DetectedShelf:
    """The cards of a photo: those of its biggest shelf, and those beside it.

    Corners are pixels of the photo after ``turn`` quarter turns, clockwise. Whether the shelf stands on its head is not
    known here: reading it will tell.
    """

    turn: int
    cells: tuple[Cell, ...]
    others: tuple[DetectedCard, ...]
    plain: bool = True
    """Whether there are cards beyond doubt; else reading them must tell."""


def detect_shelf(image: BgrImage, *, eager: bool = False) -> DetectedShelf:
    """Find the biggest shelf in a photo, upright or lying on its side; an ``eager`` look takes doubtful ones too."""
    sight = build_pyramid(image)
    firsts = _look_first(sight)
    weights = {turn: _weigh(fit_lattice(cards)) for turn, cards in firsts.items()}
    # Where one way clearly shows more, the other is not looked at again.
    turns = [turn for turn in firsts if weights[turn] * DETECTOR.clear_turn_ratio >= max(weights.values())]
    looks = {turn: _look_again(sight, turn, firsts[turn]) for turn in turns}
    shelves = {turn: fit_lattice(cards) for turn, cards in looks.items()}
    turn = max(turns, key=lambda turn: _weigh(shelves[turn]) / (DETECTOR.quarter_turn_ratio if turn else 1))
    if not _is_believed(shelves[turn], DETECTOR.eager_discount if eager else 0.0):
        return DetectedShelf(0, (), ())
    seen = [cell.card.confidence for cell in shelves[turn]]
    plain = len(seen) >= DETECTOR.clear_cards and float(np.mean(seen)) > DETECTOR.clear_mean_confidence
    cells = refine_on_plane(
        turn_image(sight.copy, turn) if turn else sight.copy, looks[turn], shelves[turn], sight.parts
    )
    taken = [np.array(cell.card.corners_px, np.float32) for cell in cells]
    others = tuple(
        card for card in looks[turn] if card.confidence >= LATTICE.sure_confidence and not _lies_on(card, taken)
    )
    return DetectedShelf(turn, cells, others, plain)


def _lies_on(card: DetectedCard, quads: list[FloatArray]) -> bool:
    x, y = np.mean(card.corners_px, axis=0)
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for quad in quads)


def detect_cards(image: BgrImage) -> tuple[DetectedCard, ...]:
    """Find all cards that stand about upright in a photo, or on their heads; the surest first.

    Corners are named by the photo: the first is the one at the top left of it.
    """
    sight = build_pyramid(image)
    return _look_again(sight, 0, _look_first(sight, turns=(0,))[0])


def _weigh(cells: tuple[Cell, ...]) -> float:
    """Return how much a shelf is worth: the signs on a card must not outweigh the card."""
    sure = [cell.card for cell in cells if cell.card.confidence >= LATTICE.sure_confidence]
    if not sure:
        return 0.0
    width = float(np.median([measure_width(card.corners_px) for card in sure]))
    return float(np.sum([card.confidence**2 for card in sure]) * width)


def _measure_area(cells: tuple[Cell, ...]) -> float:
    """Return how much of a photo is seen covered by cards (px²), by how much they are surer than what is no card."""
    return sum(
        abs(cv2.contourArea(np.array(cell.card.corners_px, np.float32)))
        * (cell.card.confidence - DETECTOR.worthless_confidence)
        for cell in cells
    )


def _is_plain(cells: tuple[Cell, ...]) -> bool:
    return (
        len(cells) >= DETECTOR.many_cards
        and float(np.mean([cell.card.confidence for cell in cells])) > DETECTOR.clear_mean_confidence
    )


def _is_believed(cells: tuple[Cell, ...], eagerness: float = 0.0) -> bool:
    """Return whether cards are a shelf: a few must be surer than many, which bear each other out."""
    least = DETECTOR.min_mean_confidence + DETECTOR.min_mean_confidence_single / max(1, len(cells)) - eagerness
    return bool(cells) and float(np.mean([cell.card.confidence for cell in cells])) > least


def _look_first(sight: ImagePyramid, turns: tuple[int, ...] = (0, 1)) -> dict[int, tuple[DetectedCard, ...]]:
    """Look at all of a photo from near and far, turned too unless enough is seen upright."""
    longest = max(sight.image.shape[:2])
    cards: dict[int, tuple[DetectedCard, ...]] = {}
    for turn in turns:
        looks = []
        for side in DETECTOR.first_sides_px:
            looks.append(detect_at_scale(sight, turn, side / longest))
            if _is_plain(fit_lattice(looks[-1])):
                return {turn: looks[-1]}
        if not any(card.confidence >= LATTICE.sure_confidence for look in looks for card in look):
            looks.append(detect_at_scale(sight, turn, DETECTOR.near_side_px / longest))
        cards[turn] = max(looks, key=lambda look: _weigh(fit_lattice(look)))
        if sum(card.confidence > DETECTOR.upright_confidence for card in cards[turn]) >= DETECTOR.min_upright_cards:
            break
    return cards


def _look_again(sight: ImagePyramid, turn: int, first: tuple[DetectedCard, ...]) -> tuple[DetectedCard, ...]:
    """Look at the place where cards were seen, so near that they have a good size, and straight from above."""
    sure = [card for card in first if card.confidence >= LATTICE.sure_confidence]
    if not sure:
        return first
    if len(fit_lattice(first)) >= DETECTOR.min_plane_cards:
        return _look_straighter(sight, turn, first)
    quads = np.array([card.corners_px for card in sure])
    width = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    margin = DETECTOR.margin * float(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1).max())
    points = np.array([card.corners_px for card in first]).reshape(-1, 2)
    left, top = np.maximum(points.min(0) - margin, 0).astype(int).tolist()
    right, bottom = np.minimum(points.max(0) + margin, sight.measure(turn)).astype(int).tolist()
    scale = min(
        DETECTOR.card_width_px / width,
        DETECTOR.max_magnification,
        (DETECTOR.max_pixels / ((right - left) * (bottom - top))) ** 0.5,
    )
    second = detect_at_scale(sight, turn, scale, (left, top, right, bottom))
    return max(first, second, key=lambda cards: _measure_area(fit_lattice(cards)))


def _look_straighter(sight: ImagePyramid, turn: int, cards: tuple[DetectedCard, ...]) -> tuple[DetectedCard, ...]:
    """Look from above, and again where that shows that the table has another slant."""
    reach = DETECTOR.clear_margin_widths if _is_plain(fit_lattice(cards)) else DETECTOR.margin_widths
    for _ in range(DETECTOR.max_rectifications):
        plane, _ = fit_plane_to_cells(fit_lattice(cards))
        closer = detect_rectified(sight, turn, plane, DETECTOR.card_width_px, reach, DETECTOR.max_pixels)
        cells = fit_lattice(closer)
        if _measure_area(cells) <= DETECTOR.min_area_ratio * _measure_area(fit_lattice(cards)):
            return cards
        cards = closer
        if len(cells) < DETECTOR.min_plane_cards:
            return cards
        now = plane.unproject(fit_plane_to_cells(cells)[0].project_corners())
        if float(np.median([measure_shape_error(quad) for quad in now])) < DETECTOR.upright_error:
            return cards
    return cards
