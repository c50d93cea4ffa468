"""Icons by codes: which a card shows by the 64 bits that a design has of each category.

Where a design has no patches, codes are all there is to go by; where it has, they are a second witness, and what was
learned of embeddings beyond their signs (``discriminants``) tells which category an icon is of.
The light of a photo moves the embeddings of all of its icons about alike, and shrinks what tells them apart: both are
fitted to the photo first. Then each icon is compared with the signs that are kept of each category.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...designs.card_design import CATEGORIES, CardDesign
from ...doubts import Cause
from ...geometry import FloatArray, Point
from ...networks.inference import embed_icons
from .discriminants import find_photo_middle, fit_distributions, score_categories
from .icon_classifier import choose_icons, list_others, set_presence
from .icon_patches import find_circle, find_lab, trim_patch
from .icon_readings import CodedPlace, IconReading, ShownIcon
from .judging.confusions import doubt_confused
from .judging.icon_counts import join_odds, suppress_neighbors
from .thresholds import CODES, DISCRIMINANTS, ICONS


@dataclass(frozen=True, slots=True)
class CodedIcons:
    """The icons of a photo's cards, and whether they are of the design at all."""

    icons: list[IconReading]
    of_design: bool


@dataclass(frozen=True, slots=True)
class _Weights:
    """Log probabilities for one place."""

    each: FloatArray
    """Of the six categories and, last, of no icon."""
    unlike: float
    """The probability that an icon there is like none."""


def classify_by_codes(
    patches: Sequence[Mapping[Point, FloatArray]],
    design: CardDesign,
    heats: Sequence[Mapping[Point, float]] = (),
) -> CodedIcons:
    """Return the likeliest icons of each card of a photo; ``?`` for what is like none that is known.

    ``patches`` are each card's, by place, as ``icon_patches.crop_icon_patches`` crops them, and ``heats`` the log odds
    of the heat there, where a design has learned to weigh it.
    """
    weighed = _weigh_places(patches, design)
    if heats:
        weighed = [_weigh_heat(*both, design) for both in zip(weighed, heats, strict=True)]
    if not any(weighed):
        return CodedIcons([], of_design=True)
    icons = doubt_confused([_decide(several, design) for several in weighed], _describe(weighed))
    unlike = [one.distance > CODES.unlike_chance for read in icons for one in read.shown]
    return CodedIcons(icons, of_design=float(np.mean(unlike)) <= CODES.max_unlike_share)


def weigh_codes(patches: Sequence[Mapping[Point, FloatArray]], design: CardDesign) -> list[dict[Point, CodedPlace]]:
    """Return what codes say of each place of each card; ``patches`` are those of ``classify_by_codes``."""
    return _describe(_weigh_places(patches, design))


def _weigh_places(patches: Sequence[Mapping[Point, FloatArray]], design: CardDesign) -> list[dict[Point, _Weights]]:
    flat = np.array([patch for several in patches for patch in several.values()], np.float32)
    weights = iter(_weigh(flat, design) if len(flat) else ())
    return [{place: next(weights) for place in several} for several in patches]


def _weigh_heat(
    weights: Mapping[Point, _Weights], heat: Mapping[Point, float], design: CardDesign
) -> dict[Point, _Weights]:
    """Return log probabilities for a card's places that heat has its say in: whether there is an icon."""
    by_codes = {place: float(np.logaddexp.reduce(one.each[:-1]) - one.each[-1]) for place, one in weights.items()}
    odds = suppress_neighbors({place: join_odds(heat[place], codes) for place, codes in by_codes.items()}, design)
    return {place: replace(one, each=set_presence(one.each, odds[place])) for place, one in weights.items()}


def _describe(weighed: Sequence[Mapping[Point, _Weights]]) -> list[dict[Point, CodedPlace]]:
    return [{place: _describe_place(one) for place, one in several.items()} for several in weighed]


def _describe_place(weights: _Weights) -> CodedPlace:
    icons, bare = weights.each[:-1], float(weights.each[-1])
    present = float(np.logaddexp.reduce(icons))
    return CodedPlace(np.asarray(icons - present, np.float32), 1 - weights.unlike, (present, bare))


def measure_likeness(patches: FloatArray, design: CardDesign) -> FloatArray:
    """Return how like each category, and a bare place, patches are, -1 to 1: patches x 7."""
    return _measure(_embed(patches, design), design)


def _embed(patches: FloatArray, design: CardDesign) -> FloatArray:
    hidden = np.isnan(patches).any(axis=-1, keepdims=True)
    embeddings = embed_icons(np.where(hidden, find_lab(design.ground), patches))
    return np.asarray(embeddings / (np.linalg.norm(embeddings, axis=1, keepdims=True) + 1e-6), np.float32)


def _measure(embeddings: FloatArray, design: CardDesign) -> FloatArray:
    own, bare = np.split(_normalize(design.icon_codes[:-1]), [len(CATEGORIES)])
    whole = _find_common(design) + design.icon_contrast * own
    alike = embeddings @ np.concatenate([whole, bare]).T
    alike[:, : len(CATEGORIES)][:, ~design.seen] = -1.0
    return np.asarray(alike, np.float32)


def _find_common(design: CardDesign) -> FloatArray:
    """Return about what the embeddings of all categories have in common, of which only the signs are known."""
    return np.asarray(np.sqrt(1 - design.icon_contrast**2) * _normalize(design.icon_codes)[-1], np.float32)


def _normalize(codes: FloatArray) -> FloatArray:
    return np.asarray(codes / np.sqrt(codes.shape[1]), np.float32)


def _weigh(patches: FloatArray, design: CardDesign) -> list[_Weights]:
    embeddings = _embed(patches, design)
    alike = _measure(embeddings, design)
    best, bare = alike[:, :-1].max(axis=1), alike[:, -1]
    hidden = [trim_patch(np.isnan(patch).any(axis=-1))[find_circle()].mean() for patch in patches]
    visible = 1 - np.array(hidden) >= ICONS.min_visible
    shown = visible & (best > np.maximum(bare, CODES.least_likeness))
    present = CODES.presence_sharpness * (best - bare)
    if design.icon_moments.any():
        told = fit_distributions(design.icon_moments)
        centered = embeddings - find_photo_middle(embeddings[shown], told.middle, DISCRIMINANTS.prior_icons)
        scores, known = score_categories(centered, told.discriminate()), told.weigh_known(centered)
    else:
        offset, gain = _fit_light(embeddings[shown], design)
        own = (embeddings - offset) @ _normalize(design.icon_codes[: len(CATEGORIES)]).T
        own[:, ~design.seen] = -1.0
        scores = np.asarray(CODES.sharpness * gain * own, np.float32)
        known = CODES.likeness_weight * best + own.max(axis=1) / gain - CODES.known_score
        if design.icon_discriminants.any():
            middle = _find_common(design)
            centered = embeddings - find_photo_middle(embeddings[shown], middle, DISCRIMINANTS.coded_prior_icons)
            scores = score_categories(centered, design.icon_discriminants)
    scores[:, ~design.seen] = -DISCRIMINANTS.max_score
    # Of what is hidden next to nothing is known.
    scores[~visible], present[~visible], known[~visible] = 0.0, 0.0, 0.0
    scores = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    each = np.column_stack([scores - np.logaddexp(0, -present)[:, None], -np.logaddexp(0, present)])
    return [
        _Weights(np.asarray(row, np.float32), float(1 / (1 + np.exp(one))))
        for row, one in zip(each, known, strict=True)
    ]


def _fit_light(embeddings: FloatArray, design: CardDesign) -> tuple[FloatArray, float]:
    """Return what the light of a photo adds to the embeddings of all of its icons, and how much of their codes is left.

    Assignment and least squares alternate, as for colors (``color_transfer``).
    """
    codes, seen = _normalize(design.icon_codes[: len(CATEGORIES)]), design.seen
    gain = CODES.usual_gain
    if not len(embeddings):
        return np.zeros(codes.shape[1], np.float32), gain
    offset = embeddings.mean(axis=0)
    for _ in range(CODES.iterations):
        alike = (embeddings - offset) @ codes.T
        scores = np.where(seen, CODES.sharpness * gain * alike, -np.inf)
        shares = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
        # Each category counts alike, however often it is there, unless it hardly is.
        counts = shares.sum(axis=0)
        rest = shares.T @ embeddings / np.maximum(counts, 1e-3)[:, None] - gain * codes
        weights = np.where(seen, counts / (counts + CODES.prior_icons), 0)
        offset = np.asarray(weights @ rest / max(weights.sum(), 1e-6), np.float32)
        fitting = float((shares * ((embeddings - offset) @ codes.T)).sum())
        gain = (fitting + CODES.usual_gain * CODES.prior_icons) / (len(embeddings) + CODES.prior_icons)
        gain = max(gain, CODES.least_gain)
    return offset, gain


def _decide(weights: Mapping[Point, _Weights], design: CardDesign) -> IconReading:
    """Weigh how many icons a card has, and which; an icon that is like none counts as one."""
    ranked, filled = choose_icons({place: one.each for place, one in weights.items()}, design)
    codes, confidence = ranked[0]
    shown = tuple(ShownIcon(place, int(weights[place].each[:-1].argmax()), weights[place].unlike) for place in filled)
    read = IconReading(codes, confidence, list_others(ranked), shown=shown)
    if not design.seen.all():
        # What is most like a known category may be one that no lesson showed.
        read = replace(read, confidence=min(confidence, CODES.partial_confidence))
    return _leave_open(read, all_known=bool(design.seen.all()))


def _leave_open(read: IconReading, *, all_known: bool) -> IconReading:
    """Return a card's icons, those that are like none doubtful, and ``?`` while a category is unknown."""
    if max(one.distance for one in read.shown) < CODES.doubtful_chance:
        return read
    named = [CATEGORIES[one.category] for one in read.shown if one.distance < CODES.unlike_chance]
    codes = "".join(sorted(named, key=CATEGORIES.index)) + "?" * (len(read.shown) - len(named))
    confidence = min(read.confidence, CODES.doubtful_confidence)
    causes = (Cause.UNLIKE_KNOWN_ICONS,)
    if all_known or "?" not in codes:
        return IconReading(read.codes, confidence, read.others, read.strangeness, causes, read.shown)
    others = ((read.codes, min(read.confidence, 1 - CODES.doubtful_confidence)), *read.others)
    return IconReading(codes, CODES.doubtful_confidence, others, read.strangeness, causes, read.shown)
