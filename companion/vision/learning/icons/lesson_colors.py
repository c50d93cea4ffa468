"""The colors of lessons, each of which was photographed in a light of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ...designs.card_design import CATEGORIES, CardDesign
from ...game_rules import GameRules
from ...geometry import FloatArray
from ...reading.icons.color_transfer import estimate_color_transform, invert_color_transform, measure_color_spread
from ...reading.icons.icon_classifier import measure_places
from ..lessons import Lesson
from ..thresholds import DESIGNS
from .icon_samples import find_place, gather_patches, list_categories, list_places


def leave_dim(lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return lessons without those whose colors are far weaker than others', unless a category is in these alone.

    A photo that was taken in the dark shows little but noise, and is needed no more where there are better ones.
    """
    vividness = [measure_vividness(lesson) for lesson in lessons]
    least = DESIGNS.least_vividness * max(vividness)
    bright = [lesson for lesson, one in zip(lessons, vividness, strict=True) if one >= least]
    return bright if set(list_categories(bright)) == set(list_categories(lessons)) else list(lessons)


def measure_vividness(lesson: Lesson) -> float:
    """Return how much a lesson's patches differ in color; one of few cards counts less."""
    return float(lesson.patches.std(axis=(0, 1, 2, 3)).sum()) * min(1.0, len(lesson.cards) / DESIGNS.many_cards)


def tint_lesson(lesson: Lesson, design: CardDesign, every: FloatArray, rules: GameRules) -> Lesson:
    """Return a lesson with its colors brought to those of a design, if they can be; ``every`` are its places."""
    table = gather_patches([lesson], every, design.ground)
    toned = replace(lesson, patches=table, icon_places=every, ground=design.ground)
    spots = [
        (card, find_place(place, every))
        for card, (_, _, icons) in enumerate(lesson.cards)
        for place in list_places(icons, design, rules)
    ]
    if not spots:
        return toned
    shown = tuple(np.array(spots).T)
    allowed = np.array([[code in lesson.cards[card][2] for code in CATEGORIES] for card, _ in spots])
    color_transform = estimate_color_transform(table[shown], design, allowed)
    if color_transform is None:
        return toned
    tinted = invert_color_transform(table, color_transform)
    before, after = (_measure_distance(patches[shown], design, allowed) for patches in (table, tinted))
    if after >= before and after > DESIGNS.max_tinted_distance * measure_color_spread(design):
        # Icons in one ink are of next to no color in some light: what one photo has cannot be had from the other.
        return toned
    return replace(toned, patches=tinted)


def _measure_distance(patches: FloatArray, design: CardDesign, allowed: npt.NDArray[np.bool_]) -> float:
    """Return the mean distance (mean square, Lab) of icons to the nearest category that they may be."""
    far = measure_places([*patches], design)[:, :-1]
    return float(np.where(allowed, far, np.inf).min(axis=1).mean())
