"""Refining detections on the table's plane: what has one size there corrects corners and exposes outliers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from ..geometry import BgrImage, DetectedCard, as_quad
from .background import find_background, find_lookalikes
from .homography import CORNERS, HEIGHT, Plane, corner_correspondences, fit_plane
from .lattice import Cell, fit_lattice, keep_largest_component
from .thresholds import LATTICE, PLANE, REFINEMENT

Floats = npt.NDArray[np.float64]

_UNIT = 1000.0
"""Pixels of a card's width where the table is laid out flat."""


def refine_on_plane(
    image: BgrImage,
    cards: Sequence[DetectedCard],
    cells: tuple[Cell, ...],
    parts: int = 1,
    plane: Plane | None = None,
) -> tuple[Cell, ...]:
    """Lay out the cards of a photo anew as they lie on the table, whose plane a first layout gives.

    ``image`` is the photo, ``parts`` times smaller than the pixels of the corners; ``plane`` is that of the cells, if
    it was fitted already. Cards of the shelf come back with corners projected from the plane, and without outliers of
    another shape or background; too few cards come back as they are.
    """
    if len(cells) < PLANE.min_cards:
        return cells
    plane = plane or fit_plane_to_cells(cells)
    cards = _trust_lookalikes(image, cards, cells, plane, parts)
    again = _lay_flat(cards, plane)
    if _count_plain(again) < _count_plain(cells):
        return cells
    again = _drop_faint(again)
    if len(again) < PLANE.min_cards:
        return again
    plane = fit_plane_to_cells(again)
    kept = _drop_background(image, again, plane, parts)
    if len(kept) < PLANE.min_cards:
        return kept
    if kept is not again:
        plane = fit_plane_to_cells(kept)
    return tuple(
        replace(cell, card=replace(cell.card, corners_px=as_quad(corners)))
        for cell, corners in zip(kept, plane.project_corners(), strict=True)
    )


def fit_plane_to_cells(cells: Sequence[Cell]) -> Plane:
    """Return the plane of cards."""
    quads = np.array([cell.card.corners_px for cell in cells])
    return fit_plane(
        quads, [(cell.row, cell.column) for cell in cells], corner_correspondences(quads, REFINEMENT.corner_sigma)
    )


def _lay_flat(cards: Sequence[DetectedCard], plane: Plane) -> tuple[Cell, ...]:
    flat = plane.unproject(np.array([card.corners_px for card in cards]))
    laid = {
        as_quad(quad * _UNIT): card
        for quad, card in zip(flat, cards, strict=True)
        if card.confidence >= REFINEMENT.weak_confidence or measure_shape_error(quad) < REFINEMENT.max_shape_error
    }
    cells = fit_lattice(DetectedCard(quad, card.confidence) for quad, card in laid.items())
    return tuple(replace(cell, card=laid[cell.card.corners_px]) for cell in cells)


def _shrink(image: BgrImage, parts: int) -> tuple[BgrImage, float]:
    """Return a photo at the scale at which appearances are compared, and that scale."""
    more = min(1.0, parts / REFINEMENT.downscale)
    return np.asarray(cv2.resize(image, None, fx=more, fy=more, interpolation=cv2.INTER_AREA), np.uint8), more


def _trust_lookalikes(
    image: BgrImage, cards: Sequence[DetectedCard], cells: tuple[Cell, ...], plane: Plane, parts: int
) -> Sequence[DetectedCard]:
    """Return cards with weak ones that look just like a clear one raised to a confidence that counts."""
    usual = typical_confidence(card for card in cards if card.confidence >= LATTICE.weak_confidence)
    asked = [card for card in cards if card.confidence < REFINEMENT.lookalike_share * usual]
    plain = [place for place, cell in enumerate(cells) if cell.card.confidence >= REFINEMENT.lookalike_share * usual]
    if not asked or not plain:
        return cards
    small, more = _shrink(image, parts)
    scaled = (np.array([card.corners_px for card in asked]) + 0.5) * (more / parts) - 0.5
    lookalikes = {id(asked[k]) for k in find_lookalikes(small, plane.scale(more / parts), plain, scaled)}
    return [
        replace(card, confidence=REFINEMENT.lookalike_share * usual) if id(card) in lookalikes else card
        for card in cards
    ]


def typical_confidence(cards: Iterable[DetectedCard]) -> float:
    """Return the upper quartile of the confidences of cards."""
    return float(np.quantile([card.confidence for card in cards], REFINEMENT.typical_quantile))


def _count_plain(cells: Sequence[Cell]) -> int:
    return sum(cell.card.confidence >= REFINEMENT.weak_confidence for cell in cells)


def _drop_faint(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    if not cells:
        return cells
    least = REFINEMENT.min_confidence_share * float(np.median([cell.card.confidence for cell in cells]))
    faint = [cell.card for cell in cells if cell.card.confidence < least]
    return drop_cards(cells, faint, [cell.card for cell in cells if cell.card.confidence >= least])


def _drop_background(image: BgrImage, cells: tuple[Cell, ...], plane: Plane, parts: int) -> tuple[Cell, ...]:
    """Return the cells that are not background, the same tuple where all are kept; ``plane`` is that of the cells."""
    least = max(REFINEMENT.weak_confidence, REFINEMENT.clear_share * typical_confidence(cell.card for cell in cells))
    shares = [min(1.0, cell.card.confidence / least) for cell in cells]
    if min(shares) == 1:
        return cells
    small, more = _shrink(image, parts)
    background = find_background(small, plane.scale(more / parts), shares)
    plain = [cell.card for cell, share in zip(cells, shares, strict=True) if share == 1]
    return drop_cards(cells, [cells[place].card for place in background], plain)


def drop_cards(
    cells: Sequence[Cell], dropped: Iterable[DetectedCard], plain: Iterable[DetectedCard]
) -> tuple[Cell, ...]:
    """Return a layout without cards, the weakest going first, but for those that connect ``plain`` ones.

    What holds plain cards together is a card, for a shelf hangs together.
    """
    kept = tuple(cells)
    needed = {id(card) for card in plain} & {id(cell.card) for cell in keep_largest_component(kept)}
    for card in sorted(dropped, key=lambda card: card.confidence):
        rest = keep_largest_component(cell for cell in kept if cell.card is not card)
        if needed <= {id(cell.card) for cell in rest}:
            kept = rest
    return kept


def measure_shape_error(quad: Floats) -> float:
    """Return the median distance of a quad's corners (on the plane) from those of a card fitted to it."""
    box, seen = (CORNERS - 0.5) * (1, HEIGHT), quad - quad.mean(0)
    turn = np.arctan2((box[:, 0] * seen[:, 1] - box[:, 1] * seen[:, 0]).sum(), (box * seen).sum())
    turned = box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return float(np.median(np.linalg.norm(seen - turned, axis=1)))
