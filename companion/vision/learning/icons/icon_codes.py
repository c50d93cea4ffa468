"""Codes of icons: 64 bits a category in place of patches, for decks that are to hold no pictures.

A code is the signs of the mean embedding of a category's icons, without what all categories have in common: of a
printing in one ink that is most of it. It says which of the categories an icon of another photo is most like; what else
it says is measured by ``bench.lessons.inversion``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import cv2
import numpy as np
import numpy.typing as npt

from ...crops import PrintRegion
from ...designs.card_design import CATEGORIES, NO_DISCRIMINANTS, NO_MOMENTS, PATCH_PX
from ...game_rules import GameRules
from ...geometry import FloatArray
from ...networks.inference import ICON_DIMENSIONS, embed_icons
from ...reading.icons.discriminants import coarsen_discriminants, fit_distributions
from ...reading.icons.icon_patches import LOOSE_PX, find_lab
from ..lessons import Lesson, find_middle, measure_shifts
from ..thresholds import DESIGNS, VARIATIONS
from .icon_discriminants import (
    embed_variations,
    join_discriminants,
    join_moments,
    measure_moments,
    measure_order,
    order_by_discriminants,
)
from .icon_places import DesignError, find_icon_places
from .icon_samples import Kinds, Orders, gather_icons, list_kinds, list_orders, list_owners

_SIDE = PATCH_PX + 2 * LOOSE_PX
_CLUSTERINGS = 12
_MORE_CLUSTERS = 2
_FITTING_SHARE = 0.8
_Cards = tuple[tuple[str, int, str], ...]
_SHAPE = len(CATEGORIES) + 2, ICON_DIMENSIONS


def add_codes(lesson: Lesson, rules: GameRules) -> Lesson:
    """Return a lesson with what embeddings of its icons tell, unless it has that or nothing is known of its icons."""
    if lesson.is_coded or (lesson.codes.shape[1] and lesson.icon_discriminants.any()):
        return lesson
    letter, number = (find_middle([PrintRegion(*spot) for spot in lesson.spots[:, kind].tolist()]) for kind in (0, 1))
    try:
        places = find_icon_places(lesson.icon_spots, measure_shifts(lesson.spots, letter, number), rules)
        samples = gather_icons([lesson], places, lesson.icon_height, lesson.ground, rules)
    except DesignError:
        return lesson
    bare = samples.every_bare or [np.tile(find_lab(lesson.ground), (_SIDE, _SIDE, 1))]
    *rows, bare_row = embed_rows([*samples.rows, bare])
    orders = list_orders(samples)
    varied = embed_variations(samples.rows)
    order = _choose_order(varied, rows, samples.cards, orders)
    means = _average(rows, [*map(list_kinds, order)])
    seen = np.abs(means).sum(axis=1) > 0
    # A single category is not told from others by what it has beyond itself.
    common = means[seen].mean(axis=0) if seen.sum() > 1 else np.zeros(ICON_DIMENSIONS)
    own = (means - common) * seen[:, None]
    length = float(np.sqrt((own[seen] ** 2).sum(axis=1).mean()))
    codes = np.sign(np.concatenate([own, bare_row.mean(axis=0)[None], common[None]]))
    contrast = length / float(np.hypot(length, np.linalg.norm(common)))
    moments = measure_moments(varied, order)
    return replace(
        lesson, cards=_put_in_order(lesson.cards, samples.told, order), codes=np.asarray(codes, np.float32),
        contrast=round(contrast, 2), icon_moments=moments,
        icon_discriminants=coarsen_discriminants(fit_distributions(moments)),
    )  # fmt: skip


def _choose_order(
    varied: Sequence[FloatArray], rows: Sequence[FloatArray], listed: Sequence[str], orders: Orders
) -> list[str]:
    """Return each card's categories in the order that its icons bear out: as they are listed, or another."""
    found = order_by_discriminants(varied, order_by_embeddings(rows, orders), orders)
    if found == [*listed]:
        return found
    loss = measure_order(varied, found) - measure_order(varied, listed)
    return [*listed] if loss <= VARIATIONS.max_order_loss else found


def _put_in_order(cards: _Cards, told: Sequence[int], order: Sequence[str]) -> _Cards:
    """Return the cards of a lesson, the icons of some of them in another order."""
    ordered = dict(zip(told, order, strict=True))
    return tuple((letter, number, ordered.get(k, icons)) for k, (letter, number, icons) in enumerate(cards))


@dataclass(frozen=True, slots=True)
class JoinedCodes:
    """What lessons tell of the embeddings of icons together, as ``CardDesign`` has it."""

    codes: FloatArray
    contrast: float
    moments: FloatArray
    discriminants: FloatArray


def join_codes(lessons: Sequence[Lesson], rules: GameRules) -> JoinedCodes:
    """Return the codes that most cards of some lessons speak for, 0 where none does, and what else lessons tell.

    Lessons of before tell no more than codes: where only they show some category, no lesson does.
    """
    known = [one for one in (add_codes(lesson, rules) for lesson in lessons) if one.codes.shape[1]]
    sizes = np.array([len(one.cards) for one in known], np.float32)
    votes = np.zeros(_SHAPE, np.float32)
    for size, one in zip(sizes, known, strict=True):
        votes += size * one.codes
    contrast = float(np.average([one.contrast for one in known], weights=sizes)) if known else 0.0
    listed = ["".join(icons for _, _, icons in one.cards) for one in known]
    counts = [[icons.count(code) for code in CATEGORIES] for icons in listed]
    moments = join_moments([one.icon_moments for one in known], counts)
    discriminants = join_discriminants([one.icon_discriminants for one in known], counts)
    has_code = np.asarray(votes[: len(CATEGORIES)].any(axis=1))
    return JoinedCodes(
        np.asarray(np.sign(votes), np.float32),
        contrast,
        moments if _are_whole(moments, has_code) else NO_MOMENTS,
        discriminants if _are_whole(discriminants, has_code) else NO_DISCRIMINANTS,
    )


def _are_whole(told: FloatArray, has_code: npt.NDArray[np.bool_]) -> bool:
    is_told = np.abs(told[: len(CATEGORIES)]).sum(axis=1) > 0
    return bool(is_told[has_code].all())


def embed_rows(rows: Sequence[Sequence[FloatArray]]) -> list[FloatArray]:
    """Return the embeddings of each card's patches: cards x (icons x dimensions)."""
    embeddings = embed_icons(np.array([patch for row in rows for patch in row], np.float32))
    return np.split(embeddings, np.cumsum([len(row) for row in rows])[:-1])


def order_by_embeddings(rows: Sequence[FloatArray], orders: Orders) -> list[str]:
    """Return each card's categories in the order of its embeddings, as these tell them apart.

    ``orders`` are those that a card allows: one where it is known. Assignment and means alternate, as in k-means, from
    the means that explain the sums of the cards best, from those of clusters, and from those of icons that are listed
    in the order of places.
    """
    cards = ["".join(one[0]) for one in orders]
    if all(len(one) == 1 for one in orders):
        return cards
    choices = [np.array([*map(list_kinds, one)]) for one in orders]
    starts = [_average(rows, [one[0] for one in choices]), _part(rows, cards), *_cluster(rows, cards)]
    _, found = max((_settle(rows, choices, start) for start in starts), key=lambda one: one[0])
    return ["".join(CATEGORIES[kind] for kind in several) for several in found]


def measure_unlikeness(rows: Sequence[FloatArray], cards: Sequence[str]) -> float:
    """Return how unlike the mean of their category embeddings are, 0 to 2, if those of each card are in this order."""
    found = [*map(list_kinds, cards)]
    means = _average(rows, found)
    fits = [_measure_fit(row, means[kinds]) for row, kinds in zip(rows, found, strict=True)]
    return 1 - float(np.mean(sorted(fits)[-round(_FITTING_SHARE * len(fits)) :]))


def _measure_fit(row: FloatArray, means: FloatArray) -> float:
    lengths = np.linalg.norm(row, axis=1) * np.linalg.norm(means, axis=1)
    return float(((row * means).sum(axis=1) / (lengths + 1e-6)).mean())


def _part(rows: Sequence[FloatArray], cards: Sequence[str]) -> FloatArray:
    """Return each category's mean by least squares: a card's icons add up to its categories."""
    counts = np.array([[codes.count(code) for code in CATEGORIES] for codes in cards], float)
    sums = np.array([row.sum(axis=0) for row in rows])
    usual = sums.sum(axis=0) / counts.sum()
    rest = sums - counts.sum(axis=1)[:, None] * usual
    means = np.linalg.solve(counts.T @ counts + np.eye(len(CATEGORIES)), counts.T @ rest) + usual
    return np.asarray(means * (counts.sum(axis=0) > 0)[:, None], np.float32)


def _cluster(rows: Sequence[FloatArray], cards: Sequence[str]) -> list[FloatArray]:
    """Return the means of clusters of icons, named in turn as fits the cards best: clusterings from several starts.

    In some of them there are more clusters than categories, and the smallest have no name: icons of cards that were cut
    out aside are more like each other than like their categories.
    """
    unit = np.concatenate(list(rows))
    unit = np.asarray(unit / (np.linalg.norm(unit, axis=1, keepdims=True) + 1e-6), np.float32)
    owners = list_owners(rows)
    counts = np.array([[codes.count(code) for code in CATEGORIES] for codes in cards], float)
    present = np.nonzero(counts.any(axis=0))[0]
    kinds = min(len(present), len(unit))
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 1e-3)
    found = []
    for clustering in range(_CLUSTERINGS):
        wanted = min(kinds + clustering % (_MORE_CLUSTERS + 1), len(unit))
        labels = cv2.kmeans(unit, wanted, None, ends, 3, cv2.KMEANS_PP_CENTERS)[1].reshape(-1)  # type: ignore[call-overload]
        largest = np.argsort(-np.bincount(labels, minlength=wanted), kind="stable")[:kinds]
        # How many icons of each cluster a card has, beside how many it has of each category.
        seen = np.zeros((len(cards), wanted))
        np.add.at(seen, (owners, labels), 1)
        cost = ((seen[:, largest, None] - counts[:, None, present]) ** 2).sum(axis=0)
        names = min(permutations(range(len(present)), kinds), key=lambda order: sum(cost[range(kinds), order]))
        means = np.zeros((len(CATEGORIES), unit.shape[1]), np.float32)
        for kind, name in zip(largest, names, strict=True):
            means[present[name]] = unit[labels == kind].mean(axis=0)
        found.append(means)
    return found


def _settle(rows: Sequence[FloatArray], choices: Sequence[Kinds], means: FloatArray) -> tuple[float, list[Kinds]]:
    """Alternate assignment and means; return how alike icons and their means are in the end, and the assignment.

    Only the cards count that fit best (least trimmed squares, Rousseeuw 1984): some were cut out aside.
    """
    for _ in range(DESIGNS.iterations):
        fits, found = _assign(rows, choices, means)
        best = np.argsort(-fits, kind="stable")[: max(1, round(_FITTING_SHARE * len(fits)))]
        means = _average(rows, found, best)
    return float(fits[best].mean()), found


def _assign(rows: Sequence[FloatArray], choices: Sequence[Kinds], means: FloatArray) -> tuple[FloatArray, list[Kinds]]:
    """Give each icon of each card one of the card's categories: how alike each card's are to them, and which.

    ``choices`` are the orders that a card allows: orders x icons.
    """
    known = means / (np.linalg.norm(means, axis=1, keepdims=True) + 1e-6)
    found, fits = [], []
    for row, several in zip(rows, choices, strict=True):
        table = row @ known.T / np.linalg.norm(row, axis=1, keepdims=True)
        chances = table[np.arange(len(row)), several].mean(axis=1)
        best = int(chances.argmax())
        fits.append(chances[best])
        found.append(several[best])
    return np.asarray(fits, np.float32), found


def _average(rows: Sequence[FloatArray], found: Sequence[Kinds], best: Sequence[int] | Kinds = ()) -> FloatArray:
    """Return the mean embedding of each category; of those on some of the ``best`` cards by these alone."""
    every, kinds = np.concatenate(list(rows)), np.concatenate(list(found))
    owners = list_owners(rows)
    fitting = np.isin(owners, best)
    means = []
    for kind in range(len(CATEGORIES)):
        own = kinds == kind
        chosen = own & fitting if (own & fitting).any() else own
        means.append(every[chosen].mean(axis=0) if chosen.any() else 0 * every[0])
    return np.asarray(np.stack(means), np.float32)
