"""Open-set recognition: icons that are like none of the known ones are left open, and so is how many there are.

A single icon is held against the other icons of its photo, which share its light, focus and noise: what is much farther
from its category than they are from theirs is something else. The design as a whole is held against the photo first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from ....designs.card_design import CATEGORIES, NO_GROUND, CardDesign
from ....doubts import Cause
from ....geometry import FloatArray, Point
from ..icon_readings import CodedPlace, IconReading, ShownIcon, doubt_icons
from .certainty import Evidence
from .code_witness import find_likeliest, is_known, is_misled, weigh_code
from .icon_shapes import IconDetail, ShapeFit, correlate_shapes, measure_detail
from .print_fit import weigh_print
from .regressions import PRINT_FIT
from .thresholds import OPEN_SET


class Fit(Enum):
    """Whether a photo's icons have the shapes of the design."""

    GOOD = "good"
    POOR = "poor"
    NONE = "none"
    UNTOLD = "untold"
    """Shapes do not tell: there are no icons, or all of them are discs."""


@dataclass(frozen=True, slots=True)
class OpenSet:
    """The icons of a photo's cards after what is like none of the known ones was left open."""

    icons: list[IconReading]
    fit: Fit
    is_misled: bool = False
    """Whether codes know the icons, and patches take many, or those of a category, for others: some lights make one's
    colors another's."""
    agreeing_share: float = 1.0
    """On which share of the icons codes and patches agree."""
    known: float = 0.0
    """The median probability by codes that the icons are known."""
    told: Sequence[Mapping[Point, CodedPlace]] = ()
    """What codes say of each card's places, where the design has some."""
    evidence: Sequence[Evidence] = ()
    """What tells how sure each card's icons are."""


def judge_icons(
    icons: Sequence[IconReading],
    patches: Sequence[Mapping[Point, FloatArray]],
    design: CardDesign,
    coded: Sequence[Mapping[Point, CodedPlace]] | None = None,
) -> OpenSet:
    """Leave open what is like no known icon; ``patches`` are each card's, by place, ``icons`` what was read there.

    ``coded`` is what codes say of the places. What they know, and take for the same category, is known: noise and
    darkness make patches unlike anything, and leave codes as they are. What they take for another one is doubtful.
    """
    shown = [(card, one) for card, read in enumerate(icons) for one in read.shown]
    shown_patches = [patches[card][one.place] for card, one in shown]
    fit = correlate_shapes(shown_patches, [one.category for _, one in shown], design)
    strange = score_unlikeness([one for _, one in shown], fit, measure_detail(design))
    most = _find_bare_limit([read.bare_distance for read in icons if read.bare_distance])
    own = [[index for index, (owner, _) in enumerate(shown) if owner == card] for card in range(len(icons))]
    evidence = [_gather(read, indices, strange, fit, most) for read, indices in zip(icons, own, strict=True)]
    told = [coded[card][one.place] for card, one in shown] if coded else []
    icons_told = list(zip(told, [one for _, one in shown], strict=True)) if coded else []
    share = float(np.mean([find_likeliest(place) == one.nearest for place, one in icons_told])) if icons_told else 1.0
    for index, (place, one) in enumerate(icons_told):
        strange[index] = weigh_code(strange[index], place, one, design, share)
    judged = []
    for card, read in enumerate(icons):
        scores = [strange[index] for index in own[card]]
        is_fewer = _may_be_fewer(read, scores, coded[card], design) if coded else False
        if is_fewer and design.ground == NO_GROUND:
            judged.append(_leave_out(read, scores))
        else:
            judged.append(_leave_open(read, scores, extra=read.bare_distance > most, is_fewer=is_fewer))
    log_odds = None if fit is None else weigh_print([one for _, one in shown], shown_patches, fit, share, design)
    known = float(np.median([place.known for place in told])) if told else 0.0
    judgement = Fit.GOOD if log_odds is None and is_known(len(told), share, known) else _judge_fit(fit, log_odds)
    if told and design.icon_moments.any():
        judgement = judge_known(share, known, judgement)
    elif (
        judgement is Fit.NONE
        and log_odds is None
        and share >= OPEN_SET.poor_share
        and known >= OPEN_SET.poor_probability
    ):
        # Few icons of another printing would be named alike by their colors and by their codes.
        judgement = Fit.POOR
    return OpenSet(judged, judgement, is_misled(icons_told, known), share, known, coded or (), evidence)


def _gather(
    read: IconReading, own: Sequence[int], strange: Sequence[float], fit: ShapeFit | None, most: float
) -> Evidence:
    """Return what tells how sure a card's icons are, for the indices of its ``own`` among those of the photo."""
    seen = [] if fit is None else [one for one in fit.correlations[own].tolist() if not math.isnan(one)]
    leads = [] if fit is None else [one for one in fit.leads[own].tolist() if not math.isnan(one)]
    return Evidence(
        read,
        max((strange[index] for index in own), default=0.0),
        min(seen, default=OPEN_SET.usual_correlation),
        min(leads, default=0.0),
        math.log(max(read.bare_distance / most, 1.0)),
    )


def _find_bare_limit(distances: Sequence[float]) -> float:
    """Return the distance of a bare place from which on something may lie there, for those of all cards that have one.

    Noise, and pictures behind the icons, make all of them far.
    """
    if len(distances) < OPEN_SET.min_bare_places:
        return OPEN_SET.bare_distance
    usual = float(np.median(distances))
    spread = max(float(np.median(np.abs(np.array(distances) - usual))), OPEN_SET.least_bare_spread * usual)
    return max(OPEN_SET.least_bare_distance, usual + OPEN_SET.max_bare_spreads * spread)


def judge_known(share: float, known: float, by_shape: Fit) -> Fit:
    """Return whether a photo fits by how far its icons are from the categories, and what patches take for the same.

    Pictures beneath icons mislead patches, and other light makes embeddings unlike, but hardly both.
    """
    is_known = known >= OPEN_SET.min_known_probability and share >= OPEN_SET.enough_agreeing_share
    if is_known or share >= OPEN_SET.min_agreeing_share or by_shape is Fit.GOOD:
        return Fit.GOOD
    may_be = known >= OPEN_SET.least_known_probability and share >= OPEN_SET.least_agreeing_share
    return Fit.POOR if may_be or share >= OPEN_SET.poor_share else by_shape


def _judge_fit(fit: ShapeFit | None, log_odds: float | None) -> Fit:
    """Return whether a photo fits by all that its icons show together, or else by its shapes alone."""
    if fit is None:
        return Fit.UNTOLD
    if log_odds is None:
        return _judge_shapes(fit)
    if log_odds < PRINT_FIT.foreign_log_odds:
        return Fit.NONE
    return Fit.POOR if log_odds < PRINT_FIT.doubtful_log_odds else Fit.GOOD


def _judge_shapes(fit: ShapeFit) -> Fit:
    blurred = fit.focus_px >= OPEN_SET.blurred_focus_px
    if fit.median >= (OPEN_SET.min_blurred_correlation if blurred else OPEN_SET.min_photo_correlation):
        return Fit.GOOD
    return Fit.POOR if fit.median >= OPEN_SET.min_doubtful_correlation else Fit.NONE


def score_unlikeness(icons: Sequence[ShownIcon], fit: ShapeFit | None, detail: IconDetail) -> list[float]:
    """Return for each icon of a photo how unlike its category it is, where the others are 0 on average.

    The score adds the logs of two ratios to the photo's median: of distances, and of what correlations lack of 1; both
    in units of what the category's own detail makes of them. A photo of a few icons is completed by what photos let
    expect in general.
    """
    if not icons:
        return []
    kinds = [one.category for one in icons]
    distances = np.log(np.maximum([one.distance for one in icons], 1.0) / detail.distances[kinds])
    score = distances - _find_usual(distances, OPEN_SET.usual_distance, OPEN_SET.least_usual_distance)
    if fit is not None:
        lacks = np.log(np.maximum(1 - fit.correlations, OPEN_SET.least_loss) / detail.losses[kinds])
        usual = _find_usual(lacks[~np.isnan(lacks)], OPEN_SET.usual_loss, OPEN_SET.least_usual_loss)
        score = score + np.nan_to_num(lacks - usual)
    return [float(one) for one in score]


def _find_usual(values: FloatArray, prior: float, least: float) -> float:
    count = len(values)
    usual = (count * float(np.median(values)) + OPEN_SET.prior_icons * prior) / (count + OPEN_SET.prior_icons)
    return max(usual, least)


def _may_be_fewer(
    read: IconReading, scores: Sequence[float], coded: Mapping[Point, CodedPlace], design: CardDesign
) -> bool:
    """Return whether what is like none of a card's icons is rather none at all: mostly, codes take its place for bare.

    Where all categories are known, what passes for an icon that is none of them is a picture's, as 22 of 23 were on
    development printings with icons on pictures, whatever codes say. The others must be arranged as so many icons are;
    all of them may be aside, as centered ones are where one more was seen.
    """
    known = [one.place for one, score in zip(read.shown, scores, strict=True) if score < OPEN_SET.unlike_score]
    unlike = [coded[one.place] for one in read.shown if one.place not in known]
    is_bare = design.ground == NO_GROUND or all(one.present[0] <= one.present[1] for one in unlike)
    if not unlike or not known or not is_bare or not design.seen.all():
        return False
    seen = _list_steps(known)
    return any(
        len(known) == len(places) and np.abs(seen - _list_steps(places)).max() < design.icon_height / 2
        for places in design.icon_places
    )


def _leave_out(read: IconReading, scores: Sequence[float]) -> IconReading:
    """Return a card's icons without what is like none, doubtful: it may be one all the same."""
    shown = tuple(one for one, score in zip(read.shown, scores, strict=True) if score < OPEN_SET.unlike_score)
    codes = "".join(sorted((CATEGORIES[one.category] for one in shown), key=CATEGORIES.index))
    chance = min(read.confidence, 1 - OPEN_SET.doubtful_confidence)
    return replace(
        read,
        codes=codes,
        confidence=OPEN_SET.doubtful_confidence,
        others=((read.codes, chance), *((other, share) for other, share in read.others if other != codes)),
        causes=tuple(dict.fromkeys((*read.causes, Cause.UNLIKE_KNOWN_ICONS))),
        shown=shown,
    )


def _list_steps(places: Sequence[Point]) -> FloatArray:
    """Return how far places are from the first of them."""
    return np.array(places, np.float32) - np.array(places[:1], np.float32)


def _leave_open(read: IconReading, scores: Sequence[float], *, extra: bool, is_fewer: bool) -> IconReading:
    """Return a card's icons with ``?`` for those that are like none, for the ``scores`` of its icons in their order.

    ``extra`` says that something else lies where no icon should be: there may be more of them than were counted.
    ``is_fewer`` says that none in their place is likelier than any.
    """
    if not extra and max(scores, default=0.0) < OPEN_SET.doubtful_score:
        return read
    named = [
        CATEGORIES[one.category] for one, score in zip(read.shown, scores, strict=True) if score < OPEN_SET.unlike_score
    ]
    codes = "".join(sorted(named, key=CATEGORIES.index)) + "?" * (len(scores) - len(named))
    doubtful = doubt_icons(read, Cause.UNLIKE_KNOWN_ICONS, OPEN_SET.doubtful_confidence)
    if "?" not in codes:
        return doubtful
    chance = min(read.confidence, 1 - OPEN_SET.doubtful_confidence)
    fewer = codes.rstrip("?")
    likelier = ((fewer, chance), (read.codes, chance / 2)) if is_fewer else ((read.codes, chance),)
    others = (*likelier, *((other, share) for other, share in read.others if not is_fewer or other != fewer))
    return replace(doubtful, codes=codes, confidence=OPEN_SET.doubtful_confidence, others=others)
