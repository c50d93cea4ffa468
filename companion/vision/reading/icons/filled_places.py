"""Which of a design's places for icons are filled on a card, by where its print was located."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from ...aligning.print_locations import PrintLocations
from ...crops import CROP_PX, PrintRegion
from ...designs.card_design import CardDesign
from ...geometry import Point, measure_max_distance
from .icon_classifier import is_clear


def list_detected(places: Iterable[Point], shift: Point, seen: PrintLocations, design: CardDesign) -> list[Point]:
    """Return the places of a card where an icon was detected."""
    spots = [(icon.x - shift[0], icon.y - shift[1]) for icon in seen.icons]
    return list_filled(places, spots, design)


def list_filled(places: Iterable[Point], spots: Sequence[Point], design: CardDesign) -> list[Point]:
    """Return the places at which icons stand that were seen at some ``spots``, both where the design has its print.

    Each is at the nearest one: where icons are centered, places of another number may be half an icon beside it.
    """
    every = list(places)
    nearest = [(spot, min(every, key=partial(measure_max_distance, spot))) for spot in spots]
    filled = {place for spot, place in nearest if measure_max_distance(spot, place) < design.icon_height / 2}
    return [place for place in every if place in filled]


def find_shift(prints: PrintLocations, design: CardDesign) -> Point:
    """Return how far a card's print is off its design's places: the median over letter, number and icons.

    Icons are held against the places of as many icons after the other, and those that fit best are meant: where they
    are centered, one icon more moves all of them by half a step. What was located far from all of these places is none
    of the icons, and does not count as one.
    """
    named = [_offset(prints.letter, design.letter), _offset(prints.number, design.number)]
    every = design.every_icon_place
    icons = [icon for icon in prints.icons if not is_clear((icon.x, icon.y), every, design, 1.0)]
    fits = [_fit_shift(icons, named, places, design.icon_height / 2) for places in design.icon_places]
    return min(fits, key=lambda fit: fit[0])[1]


def _fit_shift(
    icons: Sequence[PrintRegion], named: Sequence[Point], places: Sequence[Point], reach: float
) -> tuple[float, Point]:
    """Return how badly print fits some ``places`` of icons, and how far it is off there; ``reach`` is half an icon."""
    across = CROP_PX[1] / CROP_PX[0]
    offsets = [*named]
    for icon in icons:
        near = [_offset(icon, PrintRegion(*place, 0, 0)) for place in places]
        x, y = min(near, key=lambda offset: max(abs(offset[0]) / across, abs(offset[1])))
        if max(abs(x) / across, abs(y)) < reach:
            offsets.append((x, y))
    x, y = np.median(np.array(offsets), axis=0).tolist()
    apart = [max(abs(one[0] - x) / across, abs(one[1] - y)) for one in offsets]
    # To see more icons than there are places is worse than not to see one, and to see as many is best.
    more, as_many = len(named) + len(icons) - len(offsets), len(icons) == len(places)
    return sum(min(far, reach) for far in apart) + (2 * more - as_many) * reach, (x, y)


def _offset(seen: PrintRegion, wanted: PrintRegion) -> Point:
    return seen.x - wanted.x, seen.y - wanted.y
