"""Icons by template distance: how many a card carries, and which, in no order."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

import numpy as np

from ...crops import CROP_PX
from ...designs.card_design import CATEGORIES, NO_GROUND, PATCH_PX, CardDesign
from ...doubts import Cause
from ...geometry import FloatArray, Point
from .icon_patches import measure_patches
from .icon_readings import CodedPlace, IconReading, ShownIcon
from .ink_shapes import InkShapes, find_shapes, measure_lacks
from .judging.print_fit import is_fitted
from .judging.thresholds import OPEN_SET
from .thresholds import DISCRIMINANTS, ICONS, INK_SHAPES


def classify_icons(
    patches: Mapping[Point, FloatArray],
    design: CardDesign,
    paleness: float = 1.0,
    shapes: InkShapes | None = None,
    detected: Collection[Point] | None = None,
    coded: Mapping[Point, CodedPlace] | None = None,
    presence: Mapping[Point, float] | None = None,
) -> IconReading:
    """Return the likeliest set of icons, over how many there are and which.

    ``detected`` are the places where an icon was detected. That tells whether there is one where a bare place shows
    pictures and looks like nothing in particular, and has a say wherever a printing was learned: there, an icon may
    look like a bare place. A card on which none was detected tells nothing. Without ``detected`` all places go by their
    looks.

    ``paleness`` is how many times nearer (mean square) colors are in the photo than on the design as it was learned.
    Where colors are alike, ``shapes`` (``find_shapes``) have their say as well. ``coded`` is what codes say
    (``code_classifier.weigh_codes``): light that makes one category's colors another's leaves codes apart. ``presence``
    are the log odds of an icon at places on pictures, if more is known of them.
    """
    far = dict(zip(patches, measure_places(list(patches.values()), design), strict=True))
    alone = {place: _weigh_place(patches[place], distances, design, shapes) for place, distances in far.items()}
    chances, known = alone, frozenset[Point]()
    if coded is not None:
        known = frozenset(place for place, one in coded.items() if one.known >= OPEN_SET.strange_probability)
        chances = {place: _weigh_codes(one, coded[place], shapes, design) for place, one in alone.items()}
    if detected is None:
        return _decide(far, chances, alone, design, paleness, known)
    on_pictures = [*patches] if design.ground == NO_GROUND else design.pictured_places
    weighed = dict(chances)
    for place, one in chances.items():
        odds = ICONS.detected_log_odds * (1 if place in detected else -1)
        if place in on_pictures and presence is not None:
            odds = presence[place]
        elif place in on_pictures:
            there, bare = coded[place].present if coded is not None else (0.0, 0.0)
            odds += there - bare
        elif detected and not is_fitted(design):
            odds += float(np.logaddexp.reduce(one[:-1])) - float(one[-1])
        else:
            continue
        weighed[place] = set_presence(one, odds)
    return _decide(far, weighed, alone, design, paleness, known, on_pictures)


def weigh_icons(patches: Sequence[FloatArray], design: CardDesign, coded: Sequence[CodedPlace]) -> FloatArray:
    """Return the log probabilities of the six categories for icons that are there, as ``classify_icons`` weighs them.

    ``patches`` are in the design's colors.
    """
    shapes = find_shapes(design)
    return np.stack(
        [
            _weigh_codes(_weigh_place(patch, far, design, shapes), codes, shapes, design)[:-1]
            for patch, far, codes in zip(patches, measure_places(patches, design), coded, strict=True)
        ]
    )


def _weigh_place(patch: FloatArray, far: FloatArray, design: CardDesign, shapes: InkShapes | None) -> FloatArray:
    chances = _weigh(far, design)
    return chances if shapes is None else _weigh_shapes(patch, chances, shapes)


def _weigh_codes(chances: FloatArray, coded: CodedPlace, shapes: InkShapes | None, design: CardDesign) -> FloatArray:
    """Return log probabilities with what codes say of which icon there is, and of whether there is one.

    Of an icon that they do not know they do not know which it is, either; discriminants are less sure by themselves.
    """
    if design.icon_moments.any():
        which = _weigh_which(chances, DISCRIMINANTS.code_share * coded.chances, DISCRIMINANTS.patch_share)
    else:
        share = ICONS.code_share if shapes is None else shapes.code_share
        which = _weigh_which(chances, share * coded.known * coded.chances)
    there, bare = coded.present
    weighed = np.append(which[:-1] + ICONS.code_presence * there, which[-1] + ICONS.code_presence * bare)
    return np.asarray(weighed - np.logaddexp.reduce(weighed), np.float32)


def set_presence(chances: FloatArray, odds: float) -> FloatArray:
    """Return log probabilities of a place's icons, and that there is none, for the log odds that there is one."""
    which = chances[:-1] - np.logaddexp.reduce(chances[:-1])
    return np.asarray(np.append(which - np.logaddexp(0, -odds), -np.logaddexp(0, odds)), np.float32)


def measure_places(patches: Sequence[FloatArray], design: CardDesign) -> FloatArray:
    """Return the distances of places to the six categories and, last, to a bare one: places x 7."""
    kinds, each = design.icon_patches.shape[:2]
    samples = design.icon_patches.reshape(kinds * each, PATCH_PX, PATCH_PX, 3)
    far = measure_patches(patches, np.concatenate([samples, design.bare_patch[None]]), design.icon_reach)
    return np.column_stack([far[:, :-1].reshape(len(far), kinds, each).min(axis=2), far[:, -1]])


def _weigh(far: FloatArray, design: CardDesign) -> FloatArray:
    """Return log probabilities for distances."""
    # A place far from everything says little: its distances count in relation to the nearest.
    unit = max(design.icon_spread, float(far.min())) / ICONS.sharpness
    scores = -far / unit
    return np.asarray(scores - np.logaddexp.reduce(scores), np.float32)


def _weigh_shapes(patch: FloatArray, chances: FloatArray, shapes: InkShapes) -> FloatArray:
    """Return log probabilities that shapes have their say in: which icon there is, if there is one."""
    lacks = measure_lacks(patch, shapes)
    if np.isnan(lacks).any():
        return chances
    scores = -lacks * ICONS.sharpness / max(INK_SHAPES.least_lack, float(lacks.min()))
    return _weigh_which(chances, scores, shapes.patch_share)


def _weigh_which(chances: FloatArray, scores: FloatArray, share: float = 1.0) -> FloatArray:
    """Return log probabilities with another say in which icon there is, beside a share of what they say of it."""
    which = share * chances[:-1] + scores
    return np.append(which + np.logaddexp.reduce(chances[:-1]) - np.logaddexp.reduce(which), chances[-1])


def _decide(
    far: Mapping[Point, FloatArray],
    chances: Mapping[Point, FloatArray],
    alone: Mapping[Point, FloatArray],
    design: CardDesign,
    paleness: float,
    known: Collection[Point],
    on_pictures: Collection[Point] = (),
) -> IconReading:
    """Weigh how many icons there are, and then which.

    ``alone`` are log probabilities by patches, without codes; ``known`` are places whose icons codes know, and what
    places ``on_pictures`` look like without an icon says nothing.
    """
    ranked, filled_places = choose_icons(chances, design)
    codes, confidence = ranked[0]
    shown = tuple(
        ShownIcon(place, kind, paleness * float(far[place][kind]), alone[place][:-1])
        for place in filled_places
        for kind in [int(chances[place][:-1].argmax())]
    )
    strangeness = float(np.mean([one.distance for one in shown]))
    rest = [spot for spot in far if spot not in on_pictures and is_clear(spot, filled_places, design)]
    bare_distance = max((float(far[spot][-1]) for spot in rest), default=0.0)
    others = list_others(ranked)
    # What looks like nothing that the design shows is not sure, however little the rest looks like it.
    unknown = [one.distance for one in shown if one.place not in known]
    likeness = min(1.0, ICONS.max_distance / max(float(np.mean(unknown)), 1e-6)) if unknown else 1.0
    causes = (Cause.UNLIKE_KNOWN_ICONS,) if likeness < 1 else ()
    return IconReading(codes, confidence * likeness, others, strangeness, causes, shown, bare_distance)


def choose_icons(
    chances: Mapping[Point, FloatArray], design: CardDesign
) -> tuple[list[tuple[str, float]], tuple[Point, ...]]:
    """Weigh how many icons there are, and then which: sets of icons, the likeliest first, and the places they fill.

    ``chances`` are log probabilities of the six categories and, last, of no icon at each place.
    """
    layouts = []
    any_icon = {place: float(np.logaddexp.reduce(one[:-1])) for place, one in chances.items()}
    for places in design.icon_places:
        bare = list_bare(chances, places, design)
        filled = sum(any_icon[place] for place in places)
        layouts.append((filled + sum(float(chances[spot][-1]) for spot in bare), places))
    total = float(np.logaddexp.reduce([score for score, _ in layouts]))
    whole: dict[str, float] = {}
    for score, places in layouts:
        for codes, chance in _combine([chances[place][:-1] - any_icon[place] for place in places]):
            whole[codes] = whole.get(codes, 0.0) + chance * float(np.exp(score - total))
    return sorted(whole.items(), key=lambda item: -item[1]), max(layouts)[1]


def list_bare(every: Iterable[Point], filled: Sequence[Point], design: CardDesign) -> list[Point]:
    """Return the places where no icon is if some are filled."""
    return [spot for spot in every if all(_is_apart(spot, place, design) for place in filled)]


def is_clear(spot: Point, filled: Sequence[Point], design: CardDesign, distance: float = ICONS.clear_distance) -> bool:
    """Return whether a place has next to nothing of the icons at others: it is ``distance`` icon heights from all."""
    across, apart = CROP_PX[1] / CROP_PX[0], distance * design.icon_height
    return all(abs(spot[0] - x) > across * apart or abs(spot[1] - y) > apart for x, y in filled)


def list_others(ranked: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Return the sets of icons that are offered beside the likeliest."""
    return tuple((other, chance) for other, chance in ranked[1:4] if chance > ICONS.min_alternative)


def _combine(places: list[FloatArray]) -> list[tuple[str, float]]:
    """Return the likeliest sets of icons, for the log probabilities of the categories at each place (beam search).

    At each place there is one: its probabilities add up to 1.
    """
    sets = {"": 0.0}
    for chances in places:
        likely = [
            (code, chance)
            for code, chance in zip(CATEGORIES, chances.tolist(), strict=True)
            if chance > ICONS.min_log_probability
        ]
        following: dict[str, float] = {}
        for codes, weight in sets.items():
            for code, chance in likely:
                key = _join(codes, code)
                total = weight + chance
                following[key] = _add_logs(following[key], total) if key in following else total
        sets = dict(sorted(following.items(), key=lambda item: -item[1])[: ICONS.max_sets])
    return [(codes, math.exp(weight)) for codes, weight in sets.items()]


@cache
def _join(codes: str, code: str) -> str:
    """Return a set of icons with one more: there are some hundred of them."""
    return "".join(sorted(codes + code, key=CATEGORIES.index))


def _add_logs(a: float, b: float) -> float:
    return max(a, b) + math.log1p(math.exp(-abs(a - b)))


def _is_apart(a: Point, b: Point, design: CardDesign) -> bool:
    return (
        abs(a[0] - b[0]) > design.icon_height * ICONS.spacing or abs(a[1] - b[1]) > design.icon_height * ICONS.spacing
    )
