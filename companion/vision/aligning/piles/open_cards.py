"""The open cards of a splayed pile: those of which all of the front is seen, which the card detector finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ...crops import PrintRegion, crop_cards
from ...designs.card_design import CardDesign
from ...detecting.multiscale import ImagePyramid, build_pyramid, detect_at_scale
from ...geometry import BgrImage, DetectedCard, Quad, as_quad, measure_width
from ..print_locations import PrintLocations, locate_prints
from ..rectification import RectifiedCard, list_fronts, predict_prints
from .columns import BandDetection, ColumnTracker, PrintTemplate, place_by_print
from .thresholds import COLUMNS, PILES


def find_open_cards(
    image: BgrImage,
    design: CardDesign | None,
    max_cards: int,
    tried_px: Sequence[Sequence[int]] = PILES.sides_px,
    min_confidence: float = PILES.min_confidence,
) -> tuple[list[BandDetection], PrintTemplate | None]:
    """Return cards that show all of their front, and where they have their print.

    ``tried_px`` are the longest sides of the image at which they are detected, one group after the other until any
    shows print, and ``min_confidence`` is how sure a detection must be.
    """
    pyramid = build_pyramid(image)
    longest = max(image.shape[:2])
    plain: list[tuple[DetectedCard, PrintLocations]] = []
    for sides in tried_px:
        if not plain:
            found = _detect_at(pyramid, [side / longest for side in sides], min_confidence)
            plain = _keep_plain(_locate_fronts(image, found, design))
    if not plain:
        return [], None
    width = float(np.median([measure_width(card.corners_px) for card, _ in plain]))
    found = _detect_at(pyramid, [side / width for side in PILES.card_widths_px], min_confidence)
    fronts = _locate_fronts(image, found, design)
    plain = _keep_plain(fronts) or plain
    template = _make_template([one for _, one in plain], design)
    width = float(np.median([measure_width(card.corners_px) for card, _ in plain]))
    shown = {card.corners_px: one for card, one in plain}
    sure = [card.corners_px for card in found if card.confidence >= PILES.open_confidence]
    # Of some printings either letter or number is faint, or printed over.
    shows_either = {
        card.corners_px for card, one in fronts if max(one.letter_strength, one.number_strength) > COLUMNS.min_heat
    }
    quads = [
        quad
        for quad in dict.fromkeys([*sure, *shown])
        if width / PILES.max_size_ratio < measure_width(quad) < width * PILES.max_size_ratio
    ]
    tracker = ColumnTracker(image, template, max_cards)
    strengths, _ = tracker.score_positions(quads)
    heads = [
        BandDetection(quad, float(strength), quad in sure) for quad, strength in zip(quads, strengths, strict=True)
    ]
    heads = [
        head
        for head in heads
        if head.strength > (COLUMNS.expected_heat if head.is_open else COLUMNS.min_heat)
        or (head.is_open and head.quad in shows_either)
    ]
    return heads or _move_to_print(tracker, shown), template


def _move_to_print(tracker: ColumnTracker, shown: Mapping[Quad, PrintLocations]) -> list[BandDetection]:
    """Return cards whose corners were found so far off that nothing of their print is where it should be."""
    moved = [
        place_by_print(quad, tracker.template, [(spot.x, spot.y) for spot in (one.letter, one.number)])
        for quad, one in shown.items()
    ]
    return [head for quad in moved if (head := tracker.settle(quad)) is not None]


def _detect_at(pyramid: ImagePyramid, scales: Sequence[float], min_confidence: float) -> list[DetectedCard]:
    return _merge(
        [card for scale in scales for card in detect_at_scale(pyramid, 0, scale) if card.confidence >= min_confidence]
    )


def _locate_fronts(
    image: BgrImage, found: Sequence[DetectedCard], design: CardDesign | None
) -> list[tuple[DetectedCard, PrintLocations]]:
    """Return the cards that show their front, and where their print is."""
    if not found:
        return []
    crops = crop_cards(image, [card.corners_px for card in found])
    places = predict_prints([RectifiedCard(0, 0, card, crop) for card, crop in zip(found, crops, strict=True)])
    fronts = list_fronts(places)
    prints = locate_prints(places, fronts, (design.letter, design.number) if design else None)
    return [(found[k], one) for k, one in zip(fronts, prints, strict=True)]


def _keep_plain(fronts: Sequence[tuple[DetectedCard, PrintLocations]]) -> list[tuple[DetectedCard, PrintLocations]]:
    """Return the cards that show print where their like do."""
    return [(card, one) for card, one in fronts if one.strength > COLUMNS.min_heat]


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
