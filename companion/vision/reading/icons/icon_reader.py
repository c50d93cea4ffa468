"""The icons of all cards of a photo: taken in one light, so that all of them tell its color transform."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...aligning.icon_arrangements import arrange_icons
from ...aligning.print_locations import PrintLocations
from ...designs.card_design import NO_GROUND, CardDesign
from ...doubts import Cause
from ...game_rules import GameRules
from ...geometry import BgrImage, FloatArray, GrayImage, Point
from ..thresholds import READER
from .clusters.consensus import agree_by_clusters
from .code_classifier import classify_by_codes, weigh_codes
from .color_transfer import estimate_color_transform, measure_color_spread, transform_design
from .filled_places import find_shift, list_detected
from .icon_classifier import classify_icons
from .icon_patches import crop_icon_patches, crop_patches, find_ground
from .icon_readings import CodedPlace, IconReading, count_icons
from .ink_shapes import find_shapes
from .judging.certainty import confirm_icons
from .judging.confusions import doubt_confused
from .judging.icon_counts import (
    doubt_counts,
    list_unread,
    measure_heat,
    measure_miscounts,
    measure_unread,
    suppress_neighbors,
    weigh_presence,
)
from .judging.open_set import Fit, OpenSet, judge_icons
from .judging.print_fit import is_fitted
from .judging.thresholds import OPEN_SET
from .thresholds import ICON_READER


@dataclass(frozen=True, slots=True)
class PhotoIcons:
    """The icons of a photo's cards, and whether they are of the design at all."""

    icons: list[IconReading]
    of_design: bool


def read_icons(
    crops: Sequence[BgrImage],
    prints: Sequence[PrintLocations],
    design: CardDesign | None,
    rules: GameRules,
    hidden: Sequence[GrayImage | None] | None = None,
    remembered: Sequence[str] = (),
) -> PhotoIcons:
    """Read the icons of all cards of a photo, the design brought to its colors; what is like none of them is ``?``.

    ``hidden`` are masks, as big as the crops, of what other cards of a pile may hide, ``remembered`` the icons of cards
    that a deck knows, as in ``agree_by_clusters``.
    """
    if design is None or not prints:
        return PhotoIcons(_count_all(prints, rules, hidden), of_design=True)
    shifts = [find_shift(one, design) for one in prints]
    patches = [
        crop_icon_patches(crop, design, shift, one.icons, cover)
        for crop, shift, one, cover in zip(crops, shifts, prints, hidden or [None] * len(crops), strict=True)
    ]
    # What hides a card of a pile has icons itself.
    has_heat = hidden is None and bool(design.icon_weights.any()) and all(one.icon_heat.size for one in prints)
    seen = list(zip(prints, shifts, strict=True)) if has_heat else []
    if design.is_coded:
        heats = [
            {place: measure_heat(place, *located, design) for place in several}
            for several, located in zip(patches, seen, strict=False)
        ]
        coded = classify_by_codes(patches, design, heats)
        if not coded.of_design:
            return PhotoIcons(_count_all(prints, rules, hidden), of_design=False)
        return _finish(coded.icons, crops, shifts, design)
    detected = [
        list_detected(several, shift, one, design) for several, shift, one in zip(patches, shifts, prints, strict=True)
    ]
    judged = classify_in_light(patches, detected, design, seen)
    judged = agree_by_clusters(judged, crops, patches, shifts, design, remembered)
    if hidden is None:
        judged = _count_again(judged, crops, patches, prints, shifts, design)
    # Noise, darkness and colored light make icons far from all that is known, and leave them their shapes.
    distance = 0.0 if judged.fit is Fit.GOOD else measure_strangeness(judged.icons)
    is_known = judged.known >= OPEN_SET.min_known_probability and not is_fitted(design)
    of_design = judged.fit is not Fit.NONE and (is_known or distance <= READER.max_icon_distance)
    if of_design and (judged.fit is Fit.POOR or distance > ICON_READER.foreign_distance):
        return PhotoIcons([_doubt(one, Cause.UNLIKE_KNOWN_ICONS) for one in judged.icons], of_design=True)
    if not of_design:
        return PhotoIcons(_count_all(prints, rules, hidden), of_design=False)
    read = _finish(judged.icons, crops, shifts, design)
    if hidden is None:
        read = replace(read, icons=confirm_icons(read.icons, judged.evidence, judged.told, design))
    return replace(read, icons=doubt_confused(read.icons, judged.told)) if judged.told else read


def classify_in_light(
    patches: Sequence[Mapping[Point, FloatArray]],
    detected: Sequence[Sequence[Point]],
    design: CardDesign,
    seen: Sequence[tuple[PrintLocations, Point]] = (),
) -> OpenSet:
    """Return the icons of a photo's cards by a design with patches, brought to its light, and by codes if it has some.

    ``detected`` are the places of each card where an icon was detected; ``seen`` is what was located on it, and how far
    that is off the design's places, where a design has learned to weigh its heat.
    """
    told = weigh_codes(patches, design) if design.icon_codes.shape[1] else None
    presence = _weigh_pictured(told, seen, design) if told and seen else None
    read = _classify(patches, detected, design, told, presence)
    if not told or not read.is_misled or is_fitted(design):
        return read
    tried = [_classify(patches, detected, design, told, presence, lead) for lead in ICON_READER.allowed_leads]
    best = max(read, *tried, key=lambda one: one.agreeing_share)
    # Colors that were fitted to what codes say confirm that less than a second witness would.
    is_weak = best.is_misled or best.agreeing_share < OPEN_SET.min_agreeing_share
    is_poor = best.fit is Fit.GOOD and is_weak and not design.icon_moments.any()
    return replace(best, fit=Fit.POOR) if is_poor else best


def _weigh_pictured(
    told: Sequence[Mapping[Point, CodedPlace]], seen: Sequence[tuple[PrintLocations, Point]], design: CardDesign
) -> list[Mapping[Point, float]] | None:
    """Return the log odds of an icon at each place of each card, where some are on pictures."""
    if design.ground != NO_GROUND and not design.pictured_places:
        return None
    weighed = [weigh_presence(one, (), *located, design).places for one, located in zip(told, seen, strict=True)]
    return [suppress_neighbors(places, design) for places in weighed]


def _classify(
    patches: Sequence[Mapping[Point, FloatArray]],
    detected: Sequence[Sequence[Point]],
    design: CardDesign,
    told: Sequence[Mapping[Point, CodedPlace]] | None,
    presence: Sequence[Mapping[Point, float]] | None = None,
    allowed_lead: float = np.inf,
) -> OpenSet:
    """Return the icons of a photo's cards, the design brought to its light.

    Where it is fitted, an icon may be of any category that is at most ``allowed_lead`` less likely than the likeliest
    one by codes (log probabilities).
    """
    seen = [
        (card, place)
        for card, (several, places) in enumerate(zip(patches, detected, strict=True))
        for place in places
        if not np.isnan(several[place]).any()
    ]
    shown = np.array([patches[card][place] for card, place in seen], np.float32)
    allowed = None
    if told and seen:
        chances = np.array([told[card][place].chances for card, place in seen])
        allowed = chances >= chances.max(axis=1, keepdims=True) - allowed_lead
    color_transform = estimate_color_transform(shown, design, allowed) if seen else None
    shown_design = design if color_transform is None else transform_design(design, color_transform)
    spread = measure_color_spread(design) / measure_color_spread(shown_design)
    paleness = 1.0 if color_transform is None else spread**ICON_READER.paleness_power
    shapes = find_shapes(design, shown_design)
    icons = [
        classify_icons(
            several,
            shown_design,
            paleness,
            shapes,
            places,
            told[card] if told else None,
            presence[card] if presence else None,
        )
        for card, (several, places) in enumerate(zip(patches, detected, strict=True))
    ]
    return judge_icons(icons, patches, shown_design, told)


def _count_again(
    judged: OpenSet,
    crops: Sequence[BgrImage],
    patches: Sequence[Mapping[Point, FloatArray]],
    prints: Sequence[PrintLocations],
    shifts: Sequence[Point],
    design: CardDesign,
) -> OpenSet:
    """Return a photo's icons, those doubtful of which there may be more, or on pictures fewer."""
    if design.ground != NO_GROUND:
        told = () if is_fitted(design) else judged.told
        miscounts = measure_unread(judged.icons, prints, shifts, design, told)
    elif judged.told and all(one.icon_heat.size for one in prints):
        miscounts = _measure_pictured(judged, crops, patches, prints, shifts, design)
    else:
        return judged
    evidence = [replace(one, miscount=odds) for one, odds in zip(judged.evidence, miscounts, strict=True)]
    return replace(judged, icons=doubt_counts(judged.icons, miscounts), evidence=evidence)


def _measure_pictured(
    judged: OpenSet,
    crops: Sequence[BgrImage],
    patches: Sequence[Mapping[Point, FloatArray]],
    prints: Sequence[PrintLocations],
    shifts: Sequence[Point],
    design: CardDesign,
) -> list[float]:
    """Return the log odds of a miscount on each card of a photo whose icons stand on pictures."""
    strays = [
        list_unread(read, [*places], one, shift, design)
        for read, places, one, shift in zip(judged.icons, patches, prints, shifts, strict=True)
    ]
    every = [
        {**places, **dict(zip(spots, crop_patches(crop, spots, shift, design.icon_height, design.ground), strict=True))}
        if spots
        else places
        for crop, places, spots, shift in zip(crops, patches, strays, shifts, strict=True)
    ]
    # What is stray is in the same light as the rest, and tells of it too.
    coded = weigh_codes(every, design) if any(strays) else judged.told
    found = zip(coded, strays, prints, shifts, strict=True)
    return measure_miscounts(judged.icons, [weigh_presence(*one, design) for one in found], design)


def _count_all(
    prints: Sequence[PrintLocations], rules: GameRules, hidden: Sequence[GrayImage | None] | None
) -> list[IconReading]:
    """Return how many icons cards of an unknown design have; of a pile's, each shows as many as are not hidden."""
    arranged = arrange_icons(prints, rules) if hidden is None else prints
    return [count_icons(one.icons, rules) for one in arranged]


def _finish(
    icons: Sequence[IconReading], crops: Sequence[BgrImage], shifts: Sequence[Point], design: CardDesign
) -> PhotoIcons:
    """Return icons of the design, those under light doubtful."""
    veiled = zip(icons, _find_veiled(crops, shifts, design), strict=True)
    return PhotoIcons([_doubt(one, Cause.GLARE) if beneath else one for one, beneath in veiled], of_design=True)


def _doubt(icons: IconReading, cause: Cause) -> IconReading:
    confidence = icons.confidence * ICON_READER.doubt_factor
    return replace(icons, confidence=confidence, causes=(*icons.causes, cause))


def _find_veiled(crops: Sequence[BgrImage], shifts: Sequence[Point], design: CardDesign) -> list[bool]:
    """Return for each card whether its ground is far lighter than the others', or burnt out: icons are pale too."""
    places, height = design.every_icon_place, design.icon_height
    grounds = np.array([find_ground(crop, places, shift, height) for crop, shift in zip(crops, shifts, strict=True)])
    lightness = grounds.mean(axis=1)
    usual = float(np.median(lightness))
    burnt = (grounds.min(axis=1) > ICON_READER.burnt_level) & (lightness > ICON_READER.burnt_lightness_ratio * usual)
    return [bool(veiled) for veiled in (lightness > ICON_READER.max_lightness_ratio * usual) | burnt]


def measure_strangeness(icons: Sequence[IconReading]) -> float:
    """Return how far the nearest third of the cards' icons is from what the design shows (mean square, Lab)."""
    return float(np.quantile([one.strangeness for one in icons], ICON_READER.distance_quantile))
