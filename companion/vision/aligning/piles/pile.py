"""Splayed piles: columns of cards, each of which covers the one above but for its band.

The last card of a column lies open and is detected as any card is. From it the column is tracked: where the next band
must be, print is searched for, and what is found there says how that card lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import cv2
import numpy as np

from ...crops import crop_cards
from ...designs.card_design import CardDesign
from ...detecting.homography import Correspondences, fit_plane
from ...detecting.thresholds import PLANE
from ...game_rules import GameRules
from ...geometry import (
    BgrImage,
    DetectedCard,
    Point,
    Quad,
    as_quad,
    turn_image,
)
from ...networks.inference import PrintMaps, close_networks
from ...photos.exposure import find_evenly
from ..correspondences import Pair, match_prints
from ..print_locations import PrintLocations
from ..rectification import RectifiedCard, match_design, predict_prints
from .columns import (
    BandDetection,
    Columns,
    ColumnTracker,
    Floats,
    is_same,
    measure_offset,
)
from .open_cards import find_open_cards
from .thresholds import COLUMNS, PILES

_UPPER_CORNERS = 2
"""The first of the corners of a card."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a pile: rows are places in a column, from above; and how much of a covered card is seen."""

    seen: tuple[RectifiedCard, ...]
    places: PrintMaps
    visible: float
    """Share of a card's height from its upper edge."""

    def crop_again(self, image: BgrImage) -> Pile:
        """Return the pile as another image of it shows it."""
        crops = crop_cards(image, [one.card.corners_px for one in self.seen])
        return replace(self, seen=tuple(replace(one, crop=crop) for one, crop in zip(self.seen, crops, strict=True)))


@dataclass(frozen=True, slots=True)
class TurnedPile:
    """A pile, if there is one, in a photo after ``turn`` quarter turns, clockwise, which make it upright."""

    turn: int
    pile: Pile | None

    @property
    def quads(self) -> list[Quad]:
        """The corners of the pile's cards."""
        return [one.card.corners_px for one in self.pile.seen] if self.pile else []


def find_turned_pile(image: BgrImage, design: CardDesign | None, rules: GameRules) -> TurnedPile:
    """Find a pile whichever side of it is up."""
    best = TurnedPile(0, None)
    for min_confidence in (PILES.min_confidence, PILES.faint_confidence):
        for turn in PILES.turns if best.pile is None else ():
            found = TurnedPile(turn, find_pile(turn_image(image, turn), design, rules, min_confidence))
            if len(found.quads) > len(best.quads):
                best = found
            if len(found.quads) >= PILES.min_cards:
                break
    return best


def find_pile_evenly(
    image: BgrImage, design: CardDesign | None, rules: GameRules
) -> tuple[TurnedPile, BgrImage, BgrImage]:
    """Find a pile as ``find_evenly`` finds cards: its cards are cut out of the photo that is evened out anew."""
    found, upright, even = find_evenly(image, partial(find_turned_pile, design=design, rules=rules))
    if found.pile and even is not upright:
        found = replace(found, pile=found.pile.crop_again(even))
    return found, upright, even


def find_pile(
    image: BgrImage, design: CardDesign | None, rules: GameRules, min_confidence: float = PILES.min_confidence
) -> Pile | None:
    """Find the cards of a splayed pile in a photo whose cards stand upright; nothing where there is none.

    ``min_confidence`` is how sure the detection of an open card must be.
    """
    opened, template = find_open_cards(image, design, rules.max_cards, min_confidence=min_confidence)
    # Bands are followed by their print. What the detector has computed last is as large as all that follows.
    close_networks("detector")
    if template is None:
        return None
    usual = float(np.median([head.strength for head in opened] or [1]))
    least = np.clip(COLUMNS.faint_share * usual, COLUMNS.least_heat, COLUMNS.min_heat)
    tracker = ColumnTracker(image, template, rules.max_cards, float(least))
    columns: Columns = []
    for head in sorted(opened, key=lambda head: -head.strength):
        settled = tracker.settle(head.quad) or (head if head.is_open else None)
        if settled is not None:
            _add_column(columns, tracker, replace(settled, is_open=head.is_open))
    for _ in range(PILES.max_rounds):
        # Laid on one plane, cards point more exactly to where the next band of their column is, and the next column.
        columns = _join(_keep_once(_refine(image, _sort(columns), design, opened, rules.max_cards)))
        before = sum(map(len, columns))
        far = max(COLUMNS.max_distance, PILES.max_step_ratio * _measure_usual_step(columns))
        for place, column in enumerate(columns):
            columns[place] = _extend(columns, tracker, column, far)
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


def _extend(columns: Columns, tracker: ColumnTracker, column: list[BandDetection], far: float) -> list[BandDetection]:
    """Track on from both ends of a column, to cards at most ``far`` card heights away."""
    others = [head for several in columns if several is not column for head in several]
    longer = [*tracker.track(column[0], -1, far)[::-1], *column, *tracker.track(column[-1], 1, far)]
    return [head for head in longer if not any(is_same(head, other) for other in others)]


def _thin_out(columns: Columns) -> Columns:
    """Suppress print on clearer cards, nearer to them than cards of this pile are, and grain at the ends."""
    faint = PILES.min_end_heat * float(np.median([head.strength for several in columns for head in several] or [0]))
    columns = [_trim(several, faint) for several in _join(_keep_once(columns))]
    least = PILES.min_spacing * _measure_usual_step(columns)
    thinned = []
    for several in columns:
        kept: list[BandDetection] = []
        for head in sorted(several, key=lambda head: -head.strength):
            if all(abs(measure_offset(other.quad, head.quad)[1]) >= least for other in kept):
                kept.append(head)
        thinned.append([head for head in several if head in kept])
    return [several for several in thinned if several]


def _keep_once(columns: Columns) -> Columns:
    """Return columns with the clearest of cards that turned out to be one."""
    kept: list[BandDetection] = []
    for head in sorted((head for several in columns for head in several), key=lambda head: -head.strength):
        if not any(is_same(other, head) for other in kept):
            kept.append(head)
    columns = [[head for head in several if any(head is other for other in kept)] for several in columns]
    return [several for several in columns if several]


def _join(columns: Columns) -> Columns:
    """Return columns, those joined of which one goes on below the other, or has cards that the other lacks."""
    joined: Columns = []
    for several in sorted(columns, key=lambda several: float(np.mean(several[0].quad, axis=0)[1])):
        for upper in joined:
            across, down = min(
                (measure_offset(one.quad, several[0].quad) for one in upper), key=lambda off: abs(off[1])
            )
            if abs(across) < COLUMNS.max_drift and abs(down) < PILES.max_gap:
                upper += several
                upper.sort(key=lambda head: float(np.mean(head.quad, axis=0)[1]))
                break
        else:
            joined.append([*several])
    return _sort(joined)


def _trim(column: Sequence[BandDetection], faint: float) -> list[BandDetection]:
    plain = [place for place, head in enumerate(column) if head.is_open or head.strength >= faint]
    return list(column[plain[0] : plain[-1] + 1]) if plain else []


def _sort(columns: Columns) -> Columns:
    """Return columns from left to right."""
    return sorted(columns, key=lambda column: float(np.mean([np.mean(head.quad, axis=0)[0] for head in column])))


def _add_column(columns: Columns, tracker: ColumnTracker, head: BandDetection) -> None:
    """Add the column that a card belongs to, unless it is there; of a card that was found twice, the clearer counts."""
    for column in columns:
        for place, other in enumerate(column):
            if is_same(head, other):
                clearer = head if head.strength > other.strength else other
                column[place] = replace(clearer, is_open=head.is_open or other.is_open)
                return
    known = [other for column in columns for other in column]
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
    for refinement in range(PILES.refinements):
        pile = _gather(image, columns, max_cards)
        if pile is None or len(pile.seen) < PLANE.min_cards:
            return columns
        fitting, prints = match_design(pile.places, list(range(len(pile.seen))), design)
        quads = np.array([one.card.corners_px for one in pile.seen])
        marks = _list_marks(quads, match_prints(prints, fitting, with_icons=refinement > 0), opened)
        plane = fit_plane(quads, _measure_cells(quads), marks)
        laid = iter(zip(plane.project_corners(), prints, strict=True))
        columns = [[_mark(head, *next(laid)) for head in several] for several in columns]
    return columns


def _measure_cells(quads: Floats) -> list[tuple[float, float]]:
    """Return row and column of cards (cards x 4 x 2, pixels) as they lie: columns of a pile begin and go on anyhow."""
    middles = quads.mean(axis=1, keepdims=True)
    usual = as_quad(middles.mean(axis=0) + np.median(quads - middles, axis=0))
    return [measure_offset(usual, as_quad(quad))[::-1] for quad in quads]


def _list_marks(quads: Floats, paired: Sequence[Sequence[Pair]], opened: Sequence[BandDetection]) -> Correspondences:
    """Return the correspondences of a pile: print of all cards, corners of the open ones alone, as far as in sight."""
    cards, places, seen, loose = [], [], [], []
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    every = [as_quad(quad) for quad in quads]
    for card, (quad, pairs) in enumerate(zip(quads, paired, strict=True)):
        way = cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
        here = BandDetection(as_quad(quad), 1.0)
        corners: list[tuple[Floats, Point]] = []
        for other in opened:
            if is_same(here, other):
                seen_corners = _UPPER_CORNERS if _is_covered(other.quad, every) else len(unit)
                corners += zip(unit[:seen_corners], other.quad[:seen_corners], strict=True)
        print_seen = [cv2.perspectiveTransform(np.array([[there]]), way)[0, 0] for there, _ in pairs]
        cards += [card] * (len(pairs) + len(corners))
        places += [place for _, place in pairs] + [place for place, _ in corners]
        seen += print_seen + [point for _, point in corners]
        loose += [PILES.print_sigma] * len(pairs) + [PILES.corner_sigma] * len(corners)
    return Correspondences(
        np.array(cards, np.int64), np.array(places, float), np.array(seen, float), np.array(loose, float)
    )


def _is_covered(quad: Quad, others: Sequence[Quad]) -> bool:
    """Return whether another card begins where one ends: what looks like its lower edge is the other's upper one."""
    offsets = [measure_offset(quad, other) for other in others]
    return any(
        COLUMNS.same_distance < down < PILES.max_covered_step and abs(across) < COLUMNS.max_drift
        for across, down in offsets
    )


def _mark(head: BandDetection, corners: Floats, one: PrintLocations) -> BandDetection:
    return BandDetection(as_quad(corners), one.strength, head.is_open)
