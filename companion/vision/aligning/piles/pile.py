"""Splayed piles: columns of cards, each of which covers the one above but for its band.

The last card of a column lies open and is detected as any card is. From it the column is tracked: where the next band
must be, print is searched for, and what is found there says how that card lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from ...crops import PrintRegion, crop_cards
from ...designs.card_design import CardDesign
from ...detecting.homography import Correspondences, fit_plane
from ...detecting.multiscale import ImagePyramid, build_pyramid, detect_at_scale
from ...detecting.thresholds import PLANE
from ...game_rules import GameRules
from ...geometry import (
    BgrImage,
    DetectedCard,
    Quad,
    as_quad,
    measure_width,
    turn_image,
)
from ...networks.inference import PrintMaps
from ..correspondences import Pair, match_prints
from ..print_locations import NO_FRONT, PrintLocations, locate_prints
from ..rectification import RectifiedCard, match_design, predict_prints
from ..thresholds import OUTLIERS
from .columns import (
    BandDetection,
    Columns,
    ColumnTracker,
    Floats,
    PrintTemplate,
    is_same,
    measure_offset,
)
from .thresholds import COLUMNS, PILES


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a pile: rows are places in a column, from above; and how much of a covered card is seen."""

    seen: tuple[RectifiedCard, ...]
    places: PrintMaps
    visible: float
    """Share of a card's height from its upper edge."""


def find_turned_pile(image: BgrImage, design: CardDesign | None, rules: GameRules) -> tuple[int, Pile | None]:
    """Find a pile whichever side of it is up; return the quarter turns, clockwise, that make it upright, too."""
    best: tuple[int, Pile | None] = 0, None
    for turn in PILES.turns:
        pile = find_pile(turn_image(image, turn) if turn else image, design, rules)
        if pile and (best[1] is None or len(pile.seen) > len(best[1].seen)):
            best = turn, pile
        if pile and len(pile.seen) >= PILES.min_cards:
            break
    return best


def find_pile(image: BgrImage, design: CardDesign | None, rules: GameRules) -> Pile | None:
    """Find the cards of a splayed pile in a photo whose cards stand upright; nothing where there is none."""
    opened, template = find_open_cards(image, design, rules.max_cards)
    if template is None:
        return None
    tracker = ColumnTracker(image, template, rules.max_cards)
    columns: Columns = []
    for head in sorted(opened, key=lambda head: -head.strength):
        settled = tracker.settle(head.quad)
        if settled is not None:
            _add_column(columns, tracker, settled)
    for _ in range(PILES.max_rounds):
        # Laid on one plane, cards point more exactly to where the next band of their column is, and the next column.
        columns = _refine(image, _sort(columns), design, opened, rules.max_cards)
        before = sum(map(len, columns))
        for place, column in enumerate(columns):
            columns[place] = _extend(columns, tracker, column)
        columns = [column for column in columns if column]
        for column in tuple(columns):
            for side in (-1, 1):
                beside = tracker.find_beside(column, side, columns) if len(columns) < PILES.max_columns else None
                if beside is not None:
                    _add_column(columns, tracker, beside)
        if sum(map(len, columns)) == before:
            break
    columns = _thin_out(_refine(image, _sort(columns), design, opened, rules.max_cards))
    return _gather(
        image, [tracker.fill_gaps(column, _measure_usual_step(columns)) for column in columns], rules.max_cards
    )


def _extend(columns: Columns, tracker: ColumnTracker, column: list[BandDetection]) -> list[BandDetection]:
    """Track on from both ends of a column."""
    others = [head for several in columns if several is not column for head in several]
    longer = [*tracker.track(column[0], -1)[::-1], *column, *tracker.track(column[-1], 1)]
    return [head for head in longer if not any(is_same(head, other) for other in others)]


def _thin_out(columns: Columns) -> Columns:
    """Suppress print on clearer cards, nearer to them than cards of this pile are, and grain at the ends."""
    faint = PILES.min_end_heat * float(np.median([head.strength for several in columns for head in several] or [0]))
    columns = [_trim(several, faint) for several in columns]
    least = PILES.min_spacing * _measure_usual_step(columns)
    thinned = []
    for several in columns:
        kept: list[BandDetection] = []
        for head in sorted(several, key=lambda head: -head.strength):
            if all(abs(measure_offset(other.quad, head.quad)[1]) >= least for other in kept):
                kept.append(head)
        thinned.append([head for head in several if head in kept])
    return [several for several in thinned if several]


def _trim(column: Sequence[BandDetection], faint: float) -> list[BandDetection]:
    plain = [place for place, head in enumerate(column) if head.strength >= faint]
    return list(column[plain[0] : plain[-1] + 1]) if plain else []


def _sort(columns: Columns) -> Columns:
    """Return columns from left to right."""
    return sorted(columns, key=lambda column: float(np.mean([np.mean(head.quad, axis=0)[0] for head in column])))


def _add_column(columns: Columns, tracker: ColumnTracker, head: BandDetection) -> None:
    """Add the column that a card belongs to, unless it is there."""
    known = [other for column in columns for other in column]
    if any(is_same(head, other) for other in known):
        return
    column = [*tracker.track(head, -1)[::-1], head, *tracker.track(head, 1)]
    columns.append([one for one in column if one is head or not any(is_same(one, other) for other in known)])


def _measure_usual_step(columns: Columns) -> float:
    """Return how far apart cards of columns usually are, in card heights; 0 where none covers another."""
    steps = [measure_offset(a.quad, b.quad)[1] for several in columns for a, b in pairwise(several)]
    return float(np.median(steps)) if steps else 0.0


def _measure_step(columns: Columns) -> float:
    """Return how far apart the nearest cards of columns are, in card heights; 1 where none covers another."""
    steps = [measure_offset(a.quad, b.quad)[1] for several in columns for a, b in pairwise(several)]
    return float(np.clip(np.quantile(steps, PILES.visible_quantile) if steps else 1.0, 0, 1))


def _gather(image: BgrImage, columns: Columns, max_cards: int) -> Pile | None:
    heads = [(row, column, head) for column, several in enumerate(columns) for row, head in enumerate(several)]
    if not 0 < len(heads) <= max_cards:
        return None
    crops = crop_cards(image, [head.quad for _, _, head in heads])
    seen = [
        RectifiedCard(row, column, DetectedCard(head.quad, head.strength), crop)
        for (row, column, head), crop in zip(heads, crops, strict=True)
    ]
    return Pile(tuple(seen), predict_prints(seen), _measure_step(columns))


def _refine(
    image: BgrImage, columns: Columns, design: CardDesign | None, opened: Sequence[BandDetection], max_cards: int
) -> Columns:
    """Return columns with all cards fitted to one plane by their print."""
    for _ in range(PILES.refinements):
        pile = _gather(image, columns, max_cards)
        if pile is None or len(pile.seen) < PLANE.min_cards:
            return columns
        fitting, prints = match_design(pile.places, list(range(len(pile.seen))), design)
        # Rows of a pile are as far apart as its bands are high, not as cards are.
        cells = [(one.row * pile.visible, one.column) for one in pile.seen]
        quads = np.array([one.card.corners_px for one in pile.seen])
        marks = _list_marks(quads, match_prints(prints, fitting), opened)
        plane = fit_plane(quads, cells, marks)  # type: ignore[arg-type]
        laid = iter(zip(plane.project_corners(), prints, strict=True))
        columns = [[_mark(*next(laid)) for _ in several] for several in columns]
    return columns


def _list_marks(quads: Floats, paired: Sequence[Sequence[Pair]], opened: Sequence[BandDetection]) -> Correspondences:
    """Return the correspondences of a pile: print of all cards, corners of the open ones alone."""
    cards, places, seen, loose = [], [], [], []
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    for card, (quad, pairs) in enumerate(zip(quads, paired, strict=True)):
        way = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
        here = BandDetection(as_quad(quad), 1.0)
        corners = [pair for other in opened if is_same(here, other) for pair in zip(unit, other.quad, strict=True)]
        print_seen = [cv2.perspectiveTransform(np.array([[there]]), way)[0, 0] for there, _ in pairs]
        cards += [card] * (len(pairs) + len(corners))
        places += [place for _, place in pairs] + [place for place, _ in corners]
        seen += print_seen + [point for _, point in corners]
        loose += [PILES.print_sigma] * len(pairs) + [PILES.corner_sigma] * len(corners)
    return Correspondences(
        np.array(cards, np.int64), np.array(places, float), np.array(seen, float), np.array(loose, float)
    )


def _mark(corners: Floats, one: PrintLocations) -> BandDetection:
    return BandDetection(as_quad(corners), one.strength)


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
    plain = _keep_plain(image, _detect_at(pyramid, [side / width for side in PILES.card_widths_px]), design) or plain
    template = _make_template([one for _, one in plain], design)
    width = float(np.median([measure_width(card.corners_px) for card, _ in plain]))
    tracker = ColumnTracker(image, template, max_cards)
    likely = [
        card.corners_px
        for card, _ in plain
        if width / PILES.max_size_ratio < measure_width(card.corners_px) < width * PILES.max_size_ratio
    ]
    strengths, _ = tracker.score_positions(likely)
    heads = [BandDetection(quad, float(strength)) for quad, strength in zip(likely, strengths, strict=True)]
    return [head for head in heads if head.strength > COLUMNS.min_heat], template


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
