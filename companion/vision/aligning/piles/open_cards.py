"""The open cards of a splayed pile: those of which all of the front is seen, which the card detector finds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...crops import PrintRegion, crop_cards
from ...designs.card_design import CardDesign
from ...detecting.multiscale import ImagePyramid, build_pyramid, detect_at_scale
from ...geometry import BgrImage, DetectedCard, Quad, as_quad, measure_width
from ..print_locations import NO_FRONT, PrintLocations, locate_prints
from ..rectification import RectifiedCard, predict_prints
from ..thresholds import OUTLIERS
from .columns import BandDetection, ColumnTracker, PrintTemplate
from .thresholds import COLUMNS, PILES


def find_open_cards(
    image: BgrImage, design: CardDesign | None, max_cards: int, tried_px: Sequence[Sequence[int]] = PILES.sides_px
) -> tuple[list[BandDetection], PrintTemplate | None]:
    """Return cards that show all of their front, and where they have their print."""
    pyramid = build_pyramid(image)
    longest = max(image.shape[:2])
    plain: list[tuple[DetectedCard, PrintLocations]] = []
    for sides in tried_px:
        plain = plain or _keep_plain(image, _detect_at(pyramid, [side / longest for side in sides]), design)
    if not plain:
        return [], None
    width = float(np.median([measure_width(card.corners_px) for card, _ in plain]))
    found = _detect_at(pyramid, [side / width for side in PILES.card_widths_px])
    plain = _keep_plain(image, found, design) or plain
    template = _make_template([one for _, one in plain], design)
    width = float(np.median([measure_width(card.corners_px) for card, _ in plain]))
    tracker = ColumnTracker(image, template, max_cards)
    shown = {card.corners_px for card, _ in plain}
    likely = [
        card
        for card in found or [card for card, _ in plain]
        if width / PILES.max_size_ratio < measure_width(card.corners_px) < width * PILES.max_size_ratio
    ]
    strengths, _ = tracker.score_positions([card.corners_px for card in likely])
    heads = [
        BandDetection(card.corners_px, float(strength), card.confidence >= PILES.open_confidence)
        for card, strength in zip(likely, strengths, strict=True)
        if card.corners_px in shown or card.confidence >= PILES.open_confidence
    ]
    return [
        head
        for head in heads
        if head.strength > COLUMNS.min_heat or (head.is_open and head.strength > COLUMNS.expected_heat)
    ], template


def _detect_at(pyramid: ImagePyramid, scales: Sequence[float]) -> list[DetectedCard]:
    return _merge(
        [
            card
            for scale in scales
            for card in detect_at_scale(pyramid, 0, scale)
            if card.confidence >= PILES.min_confidence
        ]
    )


def _keep_plain(
    image: BgrImage, found: Sequence[DetectedCard], design: CardDesign | None
) -> list[tuple[DetectedCard, PrintLocations]]:
    """Return the cards that show print where their like do."""
    if not found:
        return []
    crops = crop_cards(image, [card.corners_px for card in found])
    places = predict_prints([RectifiedCard(0, 0, card, crop) for card, crop in zip(found, crops, strict=True)])
    fronts = [k for k, sides in enumerate(places.sides) if sides[NO_FRONT] < OUTLIERS.back_probability]
    prints = locate_prints(places, fronts, (design.letter, design.number) if design else None)
    return [(found[k], one) for k, one in zip(fronts, prints, strict=True) if one.strength > COLUMNS.min_heat]


def _merge(found: Sequence[DetectedCard]) -> list[DetectedCard]:
    """Return cards detected at several scales once, their corners the median over scales."""
    merged: list[DetectedCard] = []
    left = sorted(found, key=lambda card: -card.confidence)
    while left:
        best = left[0]
        same = [card for card in left if _is_alike(best.corners_px, card.corners_px)]
        left = [card for card in left if card not in same]
        corners = np.median([card.corners_px for card in same], axis=0)
        merged.append(DetectedCard(as_quad(corners), best.confidence))
    return merged


def _is_alike(quad: Quad, other: Quad) -> bool:
    return float(np.abs(np.array(quad) - np.array(other)).max()) < PILES.max_corner_distance * measure_width(quad)


def _make_template(prints: Sequence[PrintLocations], design: CardDesign | None) -> PrintTemplate:
    if design is not None:
        return PrintTemplate(design.letter, design.number, design.icon_height)
    letter, number = (
        PrintRegion(*np.median([(s.x, s.y, s.height, s.width) for s in spots], axis=0).tolist())
        for spots in ([one.letter for one in prints], [one.number for one in prints])
    )
    return PrintTemplate(
        letter, number, float(np.median([i.height for one in prints for i in one.icons] or [PILES.default_icon_height]))
    )
