"""What a lesson tells of the embeddings of icons, for linear discriminants (``reading.icons.discriminants``).

A photo has some 45 icons, too few to tell how those of one category differ in 64 dimensions: each counts in several
variations of light, color, focus and place as well. The same discriminants tell which icon of a card is which, where
nobody has said it: of 1,403 icons of 30 development printings 21 had been taken for another of their card, and 4 are.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from ...designs.card_design import CATEGORIES, NO_DISCRIMINANTS, NO_MOMENTS
from ...geometry import FloatArray
from ...networks.inference import embed_icons, normalize_embeddings
from ...reading.icons.discriminants import fit_distributions, score_categories
from ..thresholds import VARIATIONS
from .icon_samples import Kinds, Orders, Rows, choose_order, list_kinds, list_owners

_EVERY = len(CATEGORIES)


def embed_variations(rows: Rows) -> list[FloatArray]:
    """Return embeddings of icons, card by card, as they are and in several variations: icons x dimensions each."""
    patches = np.array([patch for row in rows for patch in row], np.float32)
    dice = np.random.default_rng(VARIATIONS.seed)
    varied = [patches, *(_vary(patches, dice) for _ in range(VARIATIONS.count))]
    return [normalize_embeddings(embed_icons(one)) for one in varied]


def _vary(patches: FloatArray, dice: np.random.Generator) -> FloatArray:
    """Return patches as other light, another focus and less exact corners might show them, all of them alike."""
    varied = patches.copy()
    varied[..., 0] = varied[..., 0] * dice.uniform(*VARIATIONS.contrasts) + dice.normal(0, VARIATIONS.lightness)
    cast = dice.normal(0, VARIATIONS.cast, 2)
    varied[..., 1:] = varied[..., 1:] * dice.uniform(*VARIATIONS.saturations) + cast
    blur = float(dice.uniform(0, VARIATIONS.max_blur_px))
    stretch = 1 + dice.uniform(-VARIATIONS.max_stretch, VARIATIONS.max_stretch, 2)
    middle = np.array(patches.shape[2:0:-1]) / 2
    move = middle * (1 - stretch) + dice.uniform(-VARIATIONS.max_shift_px, VARIATIONS.max_shift_px, 2)
    onto = np.array([[stretch[0], 0, move[0]], [0, stretch[1], move[1]]])
    noise = dice.normal(0, dice.uniform(0, VARIATIONS.max_noise), patches.shape)
    moved = [_move(patch, onto, blur) for patch in varied]
    return np.asarray(np.stack(moved) + noise, np.float32)


def _move(patch: FloatArray, onto: npt.NDArray[np.float64], blur: float) -> FloatArray:
    soft = cv2.GaussianBlur(patch, (0, 0), blur) if blur > VARIATIONS.min_blur_px else patch
    size = patch.shape[1], patch.shape[0]
    return np.asarray(cv2.warpAffine(soft, onto, size, borderMode=cv2.BORDER_REPLICATE), np.float32)


def order_by_discriminants(varied: Sequence[FloatArray], cards: Sequence[str], orders: Orders) -> list[str]:
    """Return each card's categories in the order of its icons, as what other cards tell of them.

    ``varied`` is what ``embed_variations`` returns, ``cards`` an order to begin with, ``orders`` those that each card
    allows. Cards are left out in turn, so that none bears out its own order (cross-validation).
    """
    if len(cards) == 1 or all(len(one) == 1 for one in orders):
        return [*cards]
    owners = list_owners(cards)
    ordered = [*cards]
    for _ in range(VARIATIONS.rounds):
        before = ordered
        scores = _score_left_out(varied, list_kinds("".join(before)), owners)
        ordered = [choose_order(scores[owners == card], several) for card, several in enumerate(orders)]
        if ordered == before:
            break
    return ordered


def measure_order(varied: Sequence[FloatArray], cards: Sequence[str]) -> float:
    """Return the mean log chance of icons that are listed in this order, as what other cards tell of them, 0 at most.

    ``varied`` is what ``embed_variations`` returns.
    """
    kinds = list_kinds("".join(cards))
    scores = _score_left_out(varied, kinds, list_owners(cards))
    chances = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    return float(np.maximum(chances[np.arange(len(kinds)), kinds], VARIATIONS.least_log_chance).mean())


def _score_left_out(varied: Sequence[FloatArray], kinds: Kinds, owners: Kinds) -> FloatArray:
    """Return log odds of the categories of each icon, as the icons of other cards tell: icons x categories."""
    scores = np.zeros((len(kinds), _EVERY), np.float32)
    folds = owners % VARIATIONS.folds
    for fold in range(VARIATIONS.folds):
        asked = folds == fold
        if asked.any() and not asked.all():
            told = fit_distributions(_measure_moments([one[~asked] for one in varied], kinds[~asked]))
            scores[asked] = score_categories(varied[0][asked] - told.middle, told.discriminate())
    return scores


def measure_moments(varied: Sequence[FloatArray], cards: Sequence[str]) -> FloatArray:
    """Return ``Lesson.icon_moments`` for what ``embed_variations`` returns, and the categories of each card in turn."""
    return _measure_moments(varied, list_kinds("".join(cards)))


def join_moments(several: Sequence[FloatArray], counts: Sequence[Sequence[int]]) -> FloatArray:
    """Return a design's moments, for those of lessons and how many icons of each category each lesson had."""
    told = [(one, np.array(count, float)) for one, count in zip(several, counts, strict=True) if one.any()]
    if not told:
        return NO_MOMENTS
    means = np.stack([one[:_EVERY] for one, _ in told])
    shares = np.stack([count for _, count in told]) * means.any(axis=2)
    shares *= _list_agreeing(means, shares, VARIATIONS.least_likeness)
    mean = (shares[:, :, None] * means).sum(axis=0) / np.maximum(shares.sum(axis=0), 1)[:, None]
    icons = np.maximum(shares.sum(axis=1), 1)
    within = np.average([one[_EVERY + 1 :] for one, _ in told], axis=0, weights=icons)
    # How far lessons are apart is a spread, too: that of other light, or of another phone.
    apart = (means - mean) * np.sqrt(shares)[:, :, None]
    between = np.einsum("lkd,lke->de", apart, apart) / icons.sum()
    middle = np.average([one[_EVERY] for one, _ in told], axis=0, weights=icons)
    return np.asarray(np.concatenate([mean, middle[None], within + between]), np.float32)


def join_discriminants(several: Sequence[FloatArray], counts: Sequence[Sequence[int]]) -> FloatArray:
    """Return a design's discriminants: the mean of those of lessons, for how many icons of each category each had."""
    told = [(one, np.array(count, float)) for one, count in zip(several, counts, strict=True) if one.any()]
    if not told:
        return NO_DISCRIMINANTS
    each = np.stack([one for one, _ in told])
    is_seen = np.abs(each[..., :-1]).sum(axis=2) > 0
    # What is added to all categories alike tells nothing, and lessons of other categories have other means: they are
    # brought to those that they share with the lesson of most icons.
    most = int(np.argmax([count.sum() for _, count in told]))
    is_shared = is_seen & is_seen[most]
    apart = np.where(is_shared[..., None], each[most] - each, 0).sum(axis=1, keepdims=True)
    each = each + apart / np.maximum(is_shared.sum(axis=1), 1)[:, None, None]
    shares = np.stack([count for _, count in told]) * (is_seen & is_shared.any(axis=1, keepdims=True))
    shares *= _list_agreeing(each[..., :-1], shares, VARIATIONS.least_weights_likeness)
    joined = (shares[..., None] * each).sum(axis=0) / np.maximum(shares.sum(axis=0), 1)[:, None]
    return np.asarray(joined, np.float32)


def _list_agreeing(rows: FloatArray, shares: FloatArray, least_likeness: float) -> npt.NDArray[np.bool_]:
    """Return for lessons x categories whether a category is as in the lesson that has most of its icons.

    Where it is not, somebody confirmed others. ``rows`` are lessons x categories x dimensions.
    """
    own = rows[shares.argmax(axis=0), np.arange(_EVERY)]
    alike = (normalize_embeddings(rows) * normalize_embeddings(own)).sum(axis=2)
    return np.asarray(alike >= least_likeness, bool)


def _measure_moments(varied: Sequence[FloatArray], kinds: Kinds) -> FloatArray:
    """Return the means of categories, less their own mean, that mean, and the covariance within categories."""
    present = np.unique(kinds)
    if not len(present):
        return NO_MOMENTS
    # Light moves all embeddings of a photo alike.
    middles = [np.mean([one[kinds == kind].mean(axis=0) for kind in present], axis=0) for one in varied]
    every = np.concatenate([one - middle for one, middle in zip(varied, middles, strict=True)])
    repeated = np.tile(kinds, len(varied))
    means = np.zeros((_EVERY, every.shape[1]))
    for kind in present:
        means[kind] = every[repeated == kind].mean(axis=0)
    apart = every - means[repeated]
    return np.asarray(np.concatenate([means, middles[0][None], apart.T @ apart / len(every)]), np.float32)
