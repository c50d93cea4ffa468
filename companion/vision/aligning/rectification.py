"""Iterative rectification: print is located, cards are fitted to it and cropped anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from ..crops import PrintRegion, crop_cards, turn_card, turn_crop
from ..designs.card_design import CardDesign
from ..detecting.background import describe_appearance, pairwise_distances
from ..detecting.homography import Plane
from ..geometry import BgrImage, DetectedCard, FloatArray, Quad, as_quad, measure_max_distance, move_quad
from ..networks.inference import PRINT_MAP_PX, PrintMaps, predict_print_maps
from .correspondences import Pair, align_to_prints, match_prints, measure_move
from .print_locations import NO_FRONT, PrintLocations, locate_prints
from .thresholds import OUTLIERS, RECTIFICATION


@dataclass(frozen=True, slots=True)
class RectifiedCard:
    """A card of the shelf and its upright crop."""

    row: int
    column: int
    card: DetectedCard
    crop: BgrImage

    def move_to(self, quad: Quad, crop: BgrImage) -> RectifiedCard:
        """Return the card with other corners, and what was cropped there."""
        return replace(self, card=replace(self.card, corners_px=quad), crop=crop)


def match_design(
    places: PrintMaps, fronts: list[int], design: CardDesign | None
) -> tuple[CardDesign | None, list[PrintLocations]]:
    """Locate the cards' print where the design has it; where it is elsewhere, the cards are of another design."""
    free = locate_prints(places, fronts)
    if design is None or not free:
        return None, free
    if _is_elsewhere([one.letter for one in free], design.letter):
        return None, free
    # A number that is hardly seen may seem to be anywhere.
    plain = [one.number for one in free if one.number_strength >= RECTIFICATION.min_print_heat]
    if 2 * len(plain) > len(free) and _is_elsewhere(plain, design.number):
        return None, free
    if _has_icons_elsewhere(free, design):
        return None, free
    prints = locate_prints(places, fronts, (design.letter, design.number), design.icon_weights)
    sized = [
        replace(
            one,
            letter=replace(one.letter, height=design.letter.height),
            number=replace(one.number, height=design.number.height, width=design.number.width),
        )
        for one in prints
    ]
    return design, sized


def _is_elsewhere(seen: Sequence[PrintRegion], wanted: PrintRegion) -> bool:
    """Whether print usually stands elsewhere than a design has it."""
    return float(np.abs(_measure_off(seen, wanted)).max()) > RECTIFICATION.max_design_offset


def _measure_off(seen: Sequence[PrintRegion], wanted: PrintRegion) -> FloatArray:
    """Return how far print usually stands off a design's place, across and down."""
    return np.asarray(np.median([(one.x - wanted.x, one.y - wanted.y) for one in seen], axis=0))


def _has_icons_elsewhere(prints: Sequence[PrintLocations], design: CardDesign) -> bool:
    """Whether most icons stand where a design has none: letter and number alone are alike on many printings."""
    near = _list_placed(prints, design)
    return len(near) >= RECTIFICATION.min_placed_icons and sum(near) < RECTIFICATION.min_placed_share * len(near)


def _list_placed(
    prints: Sequence[PrintLocations], design: CardDesign, *, leaves_out_neighbors: bool = False
) -> list[bool]:
    """Return for each icon whether it stands, seen from its card's letter, where a design has one.

    ``leaves_out_neighbors`` leaves out those that are on a neighboring card then.
    """
    near = []
    for one in prints:
        off_x, off_y = one.letter.x - design.letter.x, one.letter.y - design.letter.y
        for icon in one.icons:
            there = icon.x - off_x, icon.y - off_y
            if leaves_out_neighbors and not 0 <= there[0] <= 1:
                continue
            apart = min(measure_max_distance(there, place) for place in design.every_icon_place)
            near.append(apart < RECTIFICATION.max_icon_offset)
    return near


def measure_aside(places: PrintMaps, design: CardDesign | None) -> float:
    """Return how far all cards show their print aside of where a design has it, in card widths; 0 where they do not.

    Letter, number and icons stand as they do in the design, but too far to the right or, if that is negative, to the
    left: a band passed for the edge of the cards.
    """
    free = locate_prints(places, list_fronts(places)) if design else []
    if design is None or not free:
        return 0.0
    letters, numbers = [one.letter for one in free], [one.number for one in free]
    off = np.stack([_measure_off(letters, design.letter), _measure_off(numbers, design.number)])
    aside = float(off[:, 0].mean())
    is_alike = np.abs(off - (aside, 0)).max() <= RECTIFICATION.max_alike_offset
    if not is_alike or not RECTIFICATION.max_design_offset < abs(aside) < RECTIFICATION.max_aside:
        return 0.0
    placed = _list_placed(free, design, leaves_out_neighbors=True)
    is_placed = sum(placed) >= max(RECTIFICATION.min_placed_icons, RECTIFICATION.min_alike_share * len(placed))
    return aside if is_placed else 0.0


def predict_prints(seen: Sequence[RectifiedCard]) -> PrintMaps:
    """Return the network's heatmaps of print on cards."""
    return predict_print_maps([cv2.resize(one.crop, PRINT_MAP_PX, interpolation=cv2.INTER_AREA) for one in seen])  # type: ignore[misc]


def move_cards(
    image: BgrImage, seen: Sequence[RectifiedCard], down: float = 0.0, across: float = 0.0
) -> list[RectifiedCard]:
    """Return cards cropped anew, moved on their planes by shares of their height and width."""
    quads = [move_quad(one.card.corners_px, down, across) for one in seen]
    return [one.move_to(quad, crop) for one, quad, crop in zip(seen, quads, crop_cards(image, quads), strict=True)]


def turn_half(one: RectifiedCard) -> RectifiedCard:
    """Return a card that was taken for upright as one upside down."""
    return replace(one, card=turn_card(one.card), crop=turn_crop(one.crop))


def list_fronts(places: PrintMaps) -> list[int]:
    """Return the indices of the cards that show their front."""
    return [index for index, chances in enumerate(places.sides) if chances[NO_FRONT] < OUTLIERS.back_probability]


def rectify(
    image: BgrImage, seen: Sequence[RectifiedCard], places: PrintMaps, design: CardDesign | None
) -> tuple[tuple[RectifiedCard, ...], PrintMaps]:
    """Crop cards anew whose print is off from where it should be: their corners were wrong."""
    shelf = _Shelf(image, tuple(seen), places, design)
    shelf = shelf.align_repeatedly()
    for _ in range(RECTIFICATION.max_searches):
        found = shelf.locate_aside()
        if found is shelf:
            break
        shelf = found.align_repeatedly()
    return shelf.seen, shelf.places


@dataclass(frozen=True)
class _Shelf:
    """Cards as far as they are rectified."""

    image: BgrImage
    seen: tuple[RectifiedCard, ...]
    places: PrintMaps
    design: CardDesign | None

    @cached_property
    def fronts(self) -> list[int]:
        """The indices of the cards that show their front."""
        return list_fronts(self.places)

    @cached_property
    def matched(self) -> tuple[CardDesign | None, list[PrintLocations]]:
        """The design, if the fronts are of it, and where their print is."""
        return match_design(self.places, self.fronts, self.design)

    def align_repeatedly(self) -> _Shelf:
        """Align until nothing moves, or often enough."""
        shelf = self
        for _ in range(RECTIFICATION.max_alignments):
            again = shelf.align()
            if again is shelf:
                break
            shelf = again
        return shelf

    def align(self) -> _Shelf:
        """Crop anew what is off from where the design, or most cards, have it."""
        fronts = self.fronts
        if not fronts or (self.design is None and len(fronts) < RECTIFICATION.min_cards):
            return self
        design, prints = self.matched
        paired = dict(zip(fronts, match_prints(prints, design), strict=True))
        quads = [one.card.corners_px for one in self.seen]
        aligned = [as_quad(corners) for corners in self._lay(paired).project_corners()]
        moved = {
            index: after
            for index, (before, after) in enumerate(zip(quads, aligned, strict=True))
            if measure_move(before, after) > RECTIFICATION.max_corner_move
        }
        return self._crop_again(moved) if moved else self

    def locate_aside(self) -> _Shelf:
        """Search to the sides of cards whose print is faint while that of others is clear."""
        fronts = self.fronts
        design, prints = self.matched
        strengths = {index: one.strength for index, one in zip(fronts, prints, strict=True)}
        plain = [index for index in fronts if strengths[index] >= RECTIFICATION.min_print_heat]
        # What passed for a back is a front only where it shows print plainly.
        wanted = {
            index: strength + RECTIFICATION.min_heat_gain
            for index, strength in strengths.items()
            if strength < RECTIFICATION.min_print_heat
        }
        wanted |= dict.fromkeys(self._list_odd_backs(fronts), RECTIFICATION.min_print_heat)
        if not wanted or len(plain) < RECTIFICATION.min_clear_cards:
            return self
        shown = [one for index, one in zip(fronts, prints, strict=True) if index in plain]
        spots = (design.letter, design.number) if design else _median_regions(shown)
        plane = self._lay(dict(zip(plain, match_prints(shown, design), strict=True)))
        turn = float(np.median([plane.poses[index, 2] for index in plain]))
        brighter: dict[int, Quad] = {}
        for index, least in wanted.items():
            poses = plane.poses[index] * (1, 1, 0) + np.array([(step, 0, turn) for step in RECTIFICATION.search_steps])
            shifted = [as_quad(corners) for corners in replace(plane, poses=poses).project_corners()]
            crops = [replace(self.seen[index], crop=crop) for crop in crop_cards(self.image, shifted)]
            found = [one.strength for one in locate_prints(predict_prints(crops), list(range(len(crops))), spots)]
            best = int(np.argmax(found))
            if found[best] > least:
                brighter[index] = shifted[best]
        return self._crop_again(brighter) if brighter else self

    def _list_odd_backs(self, fronts: list[int]) -> list[int]:
        """Return the cards without print that look more like fronts than like other backs: cropped far aside, maybe."""
        if not fronts or len(fronts) == len(self.seen):
            return []
        apart = pairwise_distances(np.stack([describe_appearance(one.crop) for one in self.seen]))
        backs = [index for index in range(len(self.seen)) if index not in fronts]
        return [i for i in backs if apart[i, fronts].min() < apart[i, backs].min()]

    def _lay(self, paired: Mapping[int, Sequence[Pair]]) -> Plane:
        quads, cells = [one.card.corners_px for one in self.seen], [(one.row, one.column) for one in self.seen]
        return align_to_prints(quads, cells, paired)

    def _crop_again(self, quads: Mapping[int, Quad]) -> _Shelf:
        seen = list(self.seen)
        for (index, quad), crop in zip(quads.items(), crop_cards(self.image, list(quads.values())), strict=True):
            seen[index] = seen[index].move_to(quad, crop)
        fresh = self.places.append(predict_prints([seen[index] for index in quads]))
        sources = {index: len(seen) + place for place, index in enumerate(quads)}
        places = fresh.choose([sources.get(index, index) for index in range(len(seen))])
        return replace(self, seen=tuple(seen), places=places)


def _median_regions(prints: Sequence[PrintLocations]) -> tuple[PrintRegion, PrintRegion]:
    """Return the median regions of letter and number."""
    middles = [
        np.median([(spot.x, spot.y, spot.height, spot.width) for spot in spots], axis=0).tolist()
        for spots in ([one.letter for one in prints], [one.number for one in prints])
    ]
    return PrintRegion(*middles[0]), PrintRegion(*middles[1])
