"""Codes of icons: 64 bits a category in place of patches, for decks that are to hold no pictures.

A code is the signs of the mean embedding of a category's icons, without what all categories have in common: of a
printing in one ink that is most of it. It says which of the categories an icon of another photo is most like; what else
it says is measured by ``bench.lessons.inversion``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import cv2
import numpy as np

from ...crops import PrintRegion
from ...designs.card_design import CATEGORIES, PATCH_PX
from ...game_rules import GameRules
from ...geometry import FloatArray
from ...networks.inference import ICON_DIMENSIONS, embed_icons
from ...reading.icons.icon_patches import LOOSE_PX, find_lab
from ..lessons import Lesson, find_middle, measure_shifts
from ..thresholds import DESIGNS
from .icon_places import DesignError, find_icon_places
from .icon_samples import gather_icons

_SIDE = PATCH_PX + 2 * LOOSE_PX
_CLUSTERINGS = 8


def add_codes(lesson: Lesson, rules: GameRules) -> Lesson:
    """Return a lesson with the codes of its icons, unless it has them or nothing is known of its icons."""
    if lesson.codes.shape[1] or lesson.is_coded:
        return lesson
    letter, number = (find_middle([PrintRegion(*spot) for spot in lesson.spots[:, kind].tolist()]) for kind in (0, 1))
    try:
        places = find_icon_places(lesson.icon_spots, measure_shifts(lesson.spots, letter, number), rules)
        samples = gather_icons([lesson], places, lesson.icon_height, lesson.ground, rules)
    except DesignError:
        return lesson
    counts = [len(row) for row in samples.rows]
    flat = [patch for row in samples.rows for patch in row]
    bare = samples.bare or [np.tile(find_lab(lesson.ground), (_SIDE, _SIDE, 1))]
    embeddings = embed_icons(np.array([*flat, *bare], np.float32))
    rows = np.split(embeddings[: len(flat)], np.cumsum(counts)[:-1])
    means = _learn_means(rows, samples.cards, in_order=lesson.in_order)
    seen = np.abs(means).sum(axis=1) > 0
    # A single category is not told from others by what it has beyond itself.
    common = means[seen].mean(axis=0) if seen.sum() > 1 else np.zeros(ICON_DIMENSIONS)
    own = (means - common) * seen[:, None]
    length = float(np.sqrt((own[seen] ** 2).sum(axis=1).mean()))
    codes = np.sign(np.concatenate([own, embeddings[len(flat) :].mean(axis=0)[None], common[None]]))
    contrast = length / float(np.hypot(length, np.linalg.norm(common)))
    return replace(lesson, codes=np.asarray(codes, np.float32), contrast=round(contrast, 2))


def join_codes(lessons: Sequence[Lesson], rules: GameRules) -> tuple[FloatArray, float]:
    """Return the codes that most cards of some lessons speak for, 0 where none does, and their mean contrast."""
    votes = np.zeros((len(CATEGORIES) + 2, ICON_DIMENSIONS), np.float32)
    contrast, cards = 0.0, 0
    for lesson in lessons:
        coded = add_codes(lesson, rules)
        if coded.codes.shape[1]:
            votes += len(coded.cards) * coded.codes
            contrast, cards = contrast + len(coded.cards) * coded.contrast, cards + len(coded.cards)
    return np.asarray(np.sign(votes), np.float32), contrast / max(cards, 1)


def _learn_means(rows: Sequence[FloatArray], cards: Sequence[str], *, in_order: bool) -> FloatArray:
    """Return the mean embedding of each category: 0 of one that is on no card.

    Which icon of a card is which need not be known: assignment and means alternate, as in k-means, from the means that
    explain the sums of the cards best, from those of clusters, and from those of icons listed in the order of places.
    """
    ordered = [np.array([CATEGORIES.index(code) for code in codes]) for codes in cards]
    starts = [_average(rows, ordered)]
    if not in_order:
        starts += [_part(rows, cards), *_cluster(rows, cards)]
    settled = [_settle(rows, cards, start) for start in starts]
    return max(settled, key=lambda one: one[0])[1]


def _part(rows: Sequence[FloatArray], cards: Sequence[str]) -> FloatArray:
    """Return each category's mean by least squares: a card's icons add up to its categories."""
    counts = np.array([[codes.count(code) for code in CATEGORIES] for codes in cards], float)
    sums = np.array([row.sum(axis=0) for row in rows])
    usual = sums.sum(axis=0) / counts.sum()
    rest = sums - counts.sum(axis=1)[:, None] * usual
    means = np.linalg.solve(counts.T @ counts + np.eye(len(CATEGORIES)), counts.T @ rest) + usual
    return np.asarray(means * (counts.sum(axis=0) > 0)[:, None], np.float32)


def _cluster(rows: Sequence[FloatArray], cards: Sequence[str]) -> list[FloatArray]:
    """Return the means of clusters of icons, named in turn as fits the cards best: clusterings from several starts."""
    unit = np.concatenate(list(rows))
    unit = np.asarray(unit / (np.linalg.norm(unit, axis=1, keepdims=True) + 1e-6), np.float32)
    owners = np.repeat(np.arange(len(cards)), [len(row) for row in rows])
    counts = np.array([[codes.count(code) for code in CATEGORIES] for codes in cards], float)
    present = np.nonzero(counts.any(axis=0))[0]
    kinds = min(len(present), len(unit))
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 1e-3)
    found = []
    for _ in range(_CLUSTERINGS):
        labels = cv2.kmeans(unit, kinds, None, ends, 3, cv2.KMEANS_PP_CENTERS)[1].reshape(-1)  # type: ignore[call-overload]
        # How many icons of each cluster a card has, beside how many it has of each category.
        seen = np.zeros((len(cards), kinds))
        np.add.at(seen, (owners, labels), 1)
        cost = ((seen[:, :, None] - counts[:, None, present]) ** 2).sum(axis=0)
        names = min(permutations(range(len(present)), kinds), key=lambda order: sum(cost[range(kinds), order]))
        means = np.zeros((len(CATEGORIES), unit.shape[1]), np.float32)
        for kind, name in enumerate(names):
            means[present[name]] = unit[labels == kind].mean(axis=0)
        found.append(means)
    return found


def _settle(rows: Sequence[FloatArray], cards: Sequence[str], means: FloatArray) -> tuple[float, FloatArray]:
    """Alternate assignment and means; return how alike icons and their means are in the end, and the means."""
    alike = 0.0
    orders = [sorted(set(permutations(CATEGORIES.index(code) for code in codes))) for codes in cards]
    for _ in range(DESIGNS.iterations):
        known = means / (np.linalg.norm(means, axis=1, keepdims=True) + 1e-6)
        found, alike = [], 0.0
        for row, several in zip(rows, orders, strict=True):
            table = row @ known.T / np.linalg.norm(row, axis=1, keepdims=True)
            best = max(several, key=lambda order: sum(table[place, kind] for place, kind in enumerate(order)))
            alike += float(sum(table[place, kind] for place, kind in enumerate(best)))
            found.append(np.array(best))
        means = _average(rows, found)
    return alike, means


def _average(rows: Sequence[FloatArray], found: Sequence[np.ndarray]) -> FloatArray:
    every, kinds = np.concatenate(list(rows)), np.concatenate(list(found))
    means = [every[kinds == kind].mean(axis=0) if (kinds == kind).any() else 0 * every[0] for kind in range(6)]
    return np.asarray(np.stack(means), np.float32)
