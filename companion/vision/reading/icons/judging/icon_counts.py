"""Whether as many icons were read as are printed.

Where they stand on a ground, one that the network saw and nobody read is missing. Where they stand on pictures, a bare
place looks like nothing in particular, and an icon that nobody noticed is not missed. Heat of the net that locates
print, as the printing weighs it, and codes together tell how likely there is one: a logistic regression, fitted to
1,412 places of eight development printings. Pictures make all of that look likelier on some printings than on others,
so that a bare place is held against the other bare places of its photo.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ....aligning.print_locations import PrintLocations, find_peak_near
from ....crops import PrintRegion
from ....designs.card_design import CardDesign
from ....doubts import Cause
from ....geometry import Point, measure_max_distance
from ..filled_places import list_detected
from ..icon_classifier import is_clear
from ..icon_readings import CodedPlace, IconReading, doubt_icons
from ..thresholds import ICONS
from .regressions import ICON_COUNTS


@dataclass(frozen=True, slots=True)
class Presence:
    """The log odds that there are icons on a card."""

    places: Mapping[Point, float]
    """At the design's places."""
    strays: tuple[float, ...] = ()
    """Where one was detected at none of them."""


def list_strays(places: Sequence[Point], prints: PrintLocations, shift: Point, design: CardDesign) -> list[Point]:
    """Return where icons were detected that are at none of the design's places, where the design has its print."""
    spots = [(icon.x - shift[0], icon.y - shift[1]) for icon in prints.icons]
    reach = design.icon_height / 2
    return [spot for spot in spots if all(measure_max_distance(spot, place) >= reach for place in places)]


def list_unread(
    read: IconReading, places: Sequence[Point], prints: PrintLocations, shift: Point, design: CardDesign
) -> list[Point]:
    """Return the strays of a card that may be icons: where the printing has some, or the card lies otherwise.

    It may do so while some icon that was read was detected at none of the design's places; else what is far from these
    is part of a picture or of a pattern.
    """
    strays, shown = list_strays(places, prints, shift, design), [one.place for one in read.shown]
    if len(list_detected(shown, shift, prints, design)) < len(shown):
        return strays
    off = ICON_COUNTS.unread_off * design.icon_height
    near = design.every_icon_place
    return [spot for spot in strays if any(measure_max_distance(spot, place) < off for place in near)]


def weigh_presence(
    coded: Mapping[Point, CodedPlace], strays: Sequence[Point], prints: PrintLocations, shift: Point, design: CardDesign
) -> Presence:
    """Return how likely there is an icon at each place; ``coded`` is what codes say of places and ``strays``."""
    odds = {place: _weigh(place, one, prints, shift, design) for place, one in coded.items()}
    return Presence(
        {place: odds[place] for place in coded if place not in strays}, tuple(odds[place] for place in strays)
    )


def _weigh(place: Point, coded: CodedPlace, prints: PrintLocations, shift: Point, design: CardDesign) -> float:
    return join_odds(*measure_presence(place, coded, prints, shift, design))


def join_odds(heat: float, codes: float) -> float:
    """Return the log odds of an icon, for those of the heat at its place, and those by codes."""
    return ICON_COUNTS.heat_weight * heat + ICON_COUNTS.code_weight * codes + ICON_COUNTS.bias


def measure_presence(
    place: Point, coded: CodedPlace, prints: PrintLocations, shift: Point, design: CardDesign
) -> tuple[float, float]:
    """Return what tells of an icon at a place: the log odds of the heat there, and those by codes."""
    there, bare = coded.present
    return measure_heat(place, prints, shift, design), there - bare


def measure_heat(place: Point, prints: PrintLocations, shift: Point, design: CardDesign) -> float:
    """Return the log odds of the heat at a place."""
    spot = PrintRegion(place[0] + shift[0], place[1] + shift[1], 0.0, 0.0)
    heat = find_peak_near(prints.icon_heat, spot, design.icon_height / 2)[2]
    held = min(max(heat, ICON_COUNTS.least_heat), 1 - ICON_COUNTS.least_heat)
    return math.log(held / (1 - held))


def suppress_neighbors(odds: Mapping[Point, float], design: CardDesign) -> dict[Point, float]:
    """Return log odds of an icon at each place, next to none where one that overlaps has more.

    Where icons are centered, places of another number stand half a step aside: an icon is at one of them.
    """

    def is_highest(place: Point) -> bool:
        higher = [spot for spot, other in odds.items() if other > odds[place]]
        return is_clear(place, higher, design, ICON_COUNTS.shared_distance)

    return {place: own if is_highest(place) else min(own, -ICONS.detected_log_odds) for place, own in odds.items()}


def measure_miscounts(icons: Sequence[IconReading], presence: Sequence[Presence], design: CardDesign) -> list[float]:
    """Return for each card of a photo the log odds that it has more or fewer icons than were read, or not if below 0.

    That is how much likelier than on the other bare places of the photo there is one where none was read, how likely
    one is at none of the design's places, or how unlikely where one was read. On cards whose pictures are full of what
    looks like icons, titles on books for example, the likeliest of it is held against the other cards'.
    """
    bare = [list_bare(read, one.places, design) for read, one in zip(icons, presence, strict=True)]
    limit = _find_limit([odds for several in bare for odds in several])
    stray_limit = _find_stray_limit([one.strays for one in presence])
    return [
        max(
            max(several, default=-math.inf) - limit,
            max(one.strays, default=-math.inf) - stray_limit,
            -min((one.places.get(shown.place, 0.0) for shown in read.shown), default=0.0),
        )
        for read, one, several in zip(icons, presence, bare, strict=True)
    ]


def list_bare(read: IconReading, odds: Mapping[Point, float], design: CardDesign) -> list[float]:
    """Return the log odds of an icon at each place of a card that has nothing of the icons that were read."""
    filled = [one.place for one in read.shown]
    return [one for place, one in odds.items() if is_clear(place, filled, design)]


def list_coded(told: Mapping[Point, CodedPlace]) -> dict[Point, float]:
    """Return the log odds of an icon at each place of a card, by codes alone."""
    return {place: one.present[0] - one.present[1] for place, one in told.items()}


def doubt_counts(icons: Sequence[IconReading], miscounts: Sequence[float]) -> list[IconReading]:
    """Return a photo's icons, those doubtful of which there may be more, or fewer, than were read."""
    return [
        doubt_icons(read, Cause.FAINT, ICON_COUNTS.doubtful_confidence) if odds > 0 else read
        for read, odds in zip(icons, miscounts, strict=True)
    ]


def measure_unread(
    icons: Sequence[IconReading],
    prints: Sequence[PrintLocations],
    shifts: Sequence[Point],
    design: CardDesign,
    told: Sequence[Mapping[Point, CodedPlace]] = (),
) -> list[float]:
    """Return the same for icons that stand on a ground: great where the network saw one more beside them, or little.

    What it sees farther off, or where the design has no icons, is part of a picture or a pattern. Of 1,592 cards of 28
    development printings on which all icons were read it saw one more beside them on one. ``told`` is what codes say
    of each card's places, if they are to be heard: whether a bare one is much less so than the others of the photo.
    """
    bare = [list_bare(read, list_coded(one), design) for read, one in zip(icons, told, strict=True)] if told else []
    usual = [odds for several in bare for odds in several]
    limit = max(ICON_COUNTS.max_coded_log_odds, _find_usual(usual)) if usual else 0.0
    less_bare = [max(several, default=-math.inf) - limit for several in bare] or [-math.inf] * len(icons)
    return [
        max(less, ICON_COUNTS.unread_log_odds * (1 if _has_unread(read, one, shift, design) else -1))
        for read, one, shift, less in zip(icons, prints, shifts, less_bare, strict=True)
    ]


def _has_unread(read: IconReading, prints: PrintLocations, shift: Point, design: CardDesign) -> bool:
    shown = [one.place for one in read.shown]
    strays = list_unread(read, shown, prints, shift, design)
    return not all(is_clear(spot, shown, design, ICON_COUNTS.unread_reach) for spot in strays)


def _find_stray_limit(strays: Sequence[Sequence[float]]) -> float:
    """Return the log odds from which on there may be an icon at none of the design's places, for those of each card."""
    if 2 * sum(len(several) >= ICON_COUNTS.many_strays for several in strays) <= len(strays):
        return 0.0
    return max(0.0, _find_usual([max(several) for several in strays if several]))


def _find_limit(bare: Sequence[float]) -> float:
    """Return the log odds from which on a bare place may have an icon, for those of all that a photo has."""
    if len(bare) < ICON_COUNTS.min_bare_places:
        return ICON_COUNTS.max_bare_log_odds
    return min(0.0, max(ICON_COUNTS.max_bare_log_odds, _find_usual(bare)))


def _find_usual(odds: Sequence[float]) -> float:
    """Return up to which log odds are usual in a photo: some median absolute deviations beyond the median."""
    usual = float(np.median(odds))
    spread = max(float(np.median(np.abs(np.array(odds) - usual))), ICON_COUNTS.least_spread)
    return usual + ICON_COUNTS.max_spreads * spread
