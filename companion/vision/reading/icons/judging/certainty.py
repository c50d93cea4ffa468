"""How sure a card's icons are, by all that was measured of them: one calibrated decision beside many limits.

Each of the rules that make icons doubtful looks at one measure. Most of what they doubt is right all the same: an icon
that codes take for another one, say, though its patch leaves no doubt and nothing else is strange about it. A logistic
regression (``python -m bench.lessons.fits.certainty``) weighs all measures together; what it is sure of is sure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ....designs.card_design import CardDesign
from ....doubts import Cause
from ....geometry import FloatArray, Point
from ..icon_readings import CodedPlace, IconReading
from .code_witness import measure_margin
from .icon_counts import list_bare, list_coded
from .print_fit import is_fitted
from .regressions import CERTAINTY


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a photo tells of a card's icons, beside what codes say of each."""

    read: IconReading
    """What was read before anything of it was left open."""
    unlikeness: float = 0.0
    """How unlike its category the icon is that is most so (``score_unlikeness``)."""
    correlation: float = 1.0
    """The least correlation of an icon with its category."""
    shape_lead: float = 0.0
    """The least lead of an icon's correlation before that with any other category (``ShapeFit.leads``)."""
    bare_excess: float = 0.0
    """Log of how many times as far from a bare one as may be a place is that holds no icon; 0 if it is not."""
    miscount: float = 0.0
    """Log odds of an icon that nobody noticed, or that one that was read is none, beyond what is usual."""


def confirm_icons(
    icons: Sequence[IconReading],
    evidence: Sequence[Evidence],
    told: Sequence[Mapping[Point, CodedPlace]],
    design: CardDesign,
) -> list[IconReading]:
    """Return a photo's icons, those that were doubtful sure of which all measures together leave no doubt.

    Those of the program's own design stay as they are, as do those of which codes know nothing, or not all categories,
    what clusters name otherwise, and cards that may have more or fewer icons.
    """
    if is_fitted(design) or not design.seen.all() or not told:
        return list(icons)
    return [
        replace(one.read, confidence=CERTAINTY.confidence, causes=())
        if may_confirm(read, one, places, design) and _is_sure(read, one, places)
        else read
        for read, one, places in zip(icons, evidence, told, strict=True)
    ]


def may_confirm(read: IconReading, evidence: Evidence, told: Mapping[Point, CodedPlace], design: CardDesign) -> bool:
    """Return whether doubtful icons may be sure, if their measures say so: what those do not tell must be as usual."""
    named = {one.place: one.category for one in evidence.read.shown}
    is_renamed = any(named.get(one.place, one.category) != one.category for one in read.shown)
    if read.confidence >= CERTAINTY.confidence or is_renamed or evidence.miscount > 0:
        return False
    if _weigh_other_counts(evidence.read) >= CERTAINTY.max_other_count:
        return False
    bare = list_bare(evidence.read, list_coded(told), design)
    if evidence.bare_excess > 0 and max(bare, default=-math.inf) > CERTAINTY.max_bare_log_odds:
        return False
    # What neither codes know nor has the shape of its category may be none at all.
    return max(evidence.correlation, min(told[place].known for place in named)) >= CERTAINTY.min_known


def _weigh_other_counts(read: IconReading) -> float:
    """Return the probability that a card has more or fewer icons than were read."""
    return sum(chance for codes, chance in read.others if len(codes) != len(read.codes))


def _is_sure(read: IconReading, evidence: Evidence, told: Mapping[Point, CodedPlace]) -> bool:
    log_odds = float(list_measures(read, evidence, told) @ np.array(CERTAINTY.weights)) + CERTAINTY.bias
    return log_odds >= CERTAINTY.sure_log_odds


def list_measures(read: IconReading, evidence: Evidence, told: Mapping[Point, CodedPlace]) -> FloatArray:
    """Return what is measured of a card's icons, each from the one that is least like what it was taken for.

    How unlike it is; how much more it correlates with its category than with any other, how much likelier (log
    probabilities) codes find that category, and its patch; the log odds of the whole set; and whether light lies on it.
    """
    shown = evidence.read.shown
    confidence = float(np.clip(evidence.read.confidence, CERTAINTY.least_chance, 1 - CERTAINTY.least_chance))
    by_code = min(measure_margin(told[one.place].chances, one.category) for one in shown)
    by_patch = min(measure_margin(one.by_patch, one.category) for one in shown if one.by_patch is not None)
    return np.array(
        [
            np.clip(evidence.unlikeness, 0, 3),
            np.clip(evidence.shape_lead, -1, 2),
            np.clip(by_code, -15, 10) / 5,
            np.log1p(np.clip(by_patch, 0, 60)) + min(by_patch, 0.0) / 5,
            np.log(confidence / (1 - confidence)) / 3,
            float(Cause.GLARE in read.causes),
        ],
        np.float32,
    )
