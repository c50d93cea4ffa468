"""Icons by codes: which a card shows where a design has 64 bits of each category, and no patches.

The embedding of an icon is compared with the signs that are kept of each category, and with what no category is like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ...designs.card_design import CATEGORIES, CardDesign
from ...doubts import Cause
from ...geometry import FloatArray, Point
from ...networks.inference import embed_icons
from .icon_classifier import CIRCLE, LIGHTNESS_SHARE, choose_icons, list_bare, list_others, trim_patch
from .icon_readings import IconReading, ShownIcon
from .thresholds import CODES, ICONS


@dataclass(frozen=True, slots=True)
class CodedIcons:
    """The icons of a photo's cards, and whether they are of the design at all."""

    icons: list[IconReading]
    of_design: bool


def classify_by_codes(patches: Sequence[Mapping[Point, FloatArray]], design: CardDesign) -> CodedIcons:
    """Return the likeliest icons of each card of a photo; ``?`` for what is like none that is known.

    ``patches`` are each card's, by place, as ``icon_classifier.crop_icon_patches`` crops them.
    """
    flat = np.array([patch for several in patches for patch in several.values()], np.float32)
    if not len(flat):
        return CodedIcons([], of_design=True)
    weights = iter(weigh_codes(flat, design))
    weighed = [{place: next(weights) for place in several} for several in patches]
    icons = [_decide(several, design) for several in weighed]
    unlike = [one.distance > CODES.unlike_chance for read in icons for one in read.shown]
    return CodedIcons(icons, of_design=float(np.mean(unlike)) <= CODES.max_unlike_share)


def weigh_codes(patches: FloatArray, design: CardDesign) -> FloatArray:
    """Return log probabilities of patches: that each shows one of the six categories, no icon, or another icon."""
    hidden = np.asarray(np.isnan(patches).any(axis=-1), bool)
    embeddings = embed_icons(np.where(hidden[..., None], _find_lab(design.ground), patches))
    codes = design.icon_codes / max(float(np.sqrt(design.icon_codes.shape[1])), 1.0)
    alike = embeddings @ codes.T / (np.linalg.norm(embeddings, axis=1, keepdims=True) + 1e-6)
    scores = CODES.sharpness * np.where(design.icon_codes.any(axis=1), alike, -1.0)
    scores = np.column_stack([scores, np.full(len(scores), CODES.sharpness * CODES.least_likeness)])
    # Of what is hidden next to nothing is known.
    visible = np.array([1 - trim_patch(one)[CIRCLE].mean() for one in hidden])
    scores[visible < ICONS.min_visible] = 0.0
    return np.asarray(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True), np.float32)


def _find_lab(ground: tuple[float, float, float]) -> FloatArray:
    flat = np.full((1, 1, 3), ground, np.float32) / 255
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)[0, 0] * (LIGHTNESS_SHARE, 1, 1), np.float32)


def _decide(weights: Mapping[Point, FloatArray], design: CardDesign) -> IconReading:
    """Weigh how many icons a card has, and which; an icon that is like none counts as one."""
    ranked, filled = choose_icons({place: _share_unlike(one) for place, one in weights.items()}, design)
    codes, confidence = ranked[0]
    shown = tuple(
        ShownIcon(place, int(weights[place][: len(CATEGORIES)].argmax()), float(np.exp(weights[place][-1])))
        for place in filled
    )
    rest = [float(np.exp(weights[spot][-1])) for spot in list_bare(weights, filled, design)]
    read = IconReading(codes, confidence, list_others(ranked), shown=shown)
    return _leave_open(read, extra=max(rest, default=0.0) > CODES.unlike_chance)


def _share_unlike(weights: FloatArray) -> FloatArray:
    """Return log probabilities of the six categories and of no icon: one that is like none may be any."""
    each = weights[-1] - np.log(len(CATEGORIES))
    return np.asarray(np.append(np.logaddexp(weights[: len(CATEGORIES)], each), weights[len(CATEGORIES)]), np.float32)


def _leave_open(read: IconReading, *, extra: bool) -> IconReading:
    """Return a card's icons with ``?`` for those that are like none; ``extra``: there may be more than were counted."""
    strange = max(one.distance for one in read.shown)
    if not extra and strange < CODES.doubtful_chance:
        return read
    named = [CATEGORIES[one.category] for one in read.shown if one.distance < CODES.unlike_chance]
    codes = "".join(sorted(named, key=CATEGORIES.index)) + "?" * (len(read.shown) - len(named))
    confidence = min(read.confidence, CODES.doubtful_confidence)
    causes = (Cause.UNLIKE_KNOWN_ICONS,)
    if "?" not in codes:
        return IconReading(read.codes, confidence, read.others, read.strangeness, causes, read.shown)
    others = ((read.codes, min(read.confidence, 1 - CODES.doubtful_confidence)), *read.others)
    return IconReading(codes, CODES.doubtful_confidence, others, read.strangeness, causes, read.shown)
