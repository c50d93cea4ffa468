"""Fisher's linear discriminants: how likely an icon is of each category of a printing, by its embedding.

Codes, which are the signs of mean embeddings, treat all dimensions alike. What differs between icons of one category,
as the picture behind them, light, and focus, tells which dimensions to trust less (Fisher 1936). Of 4,131 icons of 30
development printings, each taught by one photo, 163 are nearest to the code of another category, and 50 are likelier of
another. How far an icon is from the nearest category in the same measure (Mahalanobis 1936) tells whether it is of the
printing at all.

What weighs the dimensions is all that tells categories apart, and may be coarse: of the same icons 47 to 49 are
likelier of another if each weight has three bits, 60 to 65 with two, and 153 to 179 with one; with means of three bits
it is 61, with means of two 106. So a deck file without pictures has the weights, three bits each, and no means.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...designs.card_design import CATEGORIES, NO_DISCRIMINANTS
from ...geometry import FloatArray
from .thresholds import DISCRIMINANTS


@dataclass(frozen=True, slots=True)
class Distributions:
    """What embeddings of a printing's icons are like: one normal distribution a category, all of one covariance."""

    means: FloatArray
    """Categories x dimensions, less the middle; 0 for a category that was never seen."""
    middle: FloatArray
    """The mean of the categories' means."""
    precision: FloatArray
    """Dimensions x dimensions: the inverse of the covariance within categories."""

    def discriminate(self) -> FloatArray:
        """Return the discriminants, as ``CardDesign.icon_discriminants``."""
        weights = self.means @ self.precision
        return np.column_stack([weights, -(weights * self.means).sum(axis=1) / 2]).astype(np.float32)

    def weigh_known(self, embeddings: FloatArray) -> FloatArray:
        """Return the log odds that icons are of any category, for embeddings less the middle of their photo."""
        apart = embeddings[:, None] - self.means[self.means.any(axis=1)]
        nearest = np.einsum("ikd,de,ike->ik", apart, self.precision, apart, optimize=True).min(axis=1)
        return np.asarray((DISCRIMINANTS.known_distance - nearest) / DISCRIMINANTS.known_spread, np.float32)


def find_photo_middle(embeddings: FloatArray, middle: FloatArray, prior_icons: float) -> FloatArray:
    """Return the middle of a photo's icons, whose light moves all of them alike.

    Where they are few they do not tell that by themselves: the ``middle`` that lessons had counts as so many icons.
    """
    moved = (embeddings.sum(axis=0) + prior_icons * middle) / (len(embeddings) + prior_icons)
    return np.asarray(moved, np.float32)


def score_categories(embeddings: FloatArray, discriminants: FloatArray) -> FloatArray:
    """Return the log odds of the categories, for embeddings less the middle of their photo: icons x categories.

    ``discriminants`` are those of ``CardDesign``; a category whose weights are 0 was never seen.
    """
    weights, biases = discriminants[:, :-1], discriminants[:, -1]
    scores = DISCRIMINANTS.certainty * (embeddings @ weights.T + biases)
    most = DISCRIMINANTS.max_score
    scores = np.clip(scores - scores.max(axis=1, keepdims=True), -most, 0)
    scores[:, ~weights.any(axis=1)] = -most
    return np.asarray(scores, np.float32)


def coarsen_discriminants(distributions: Distributions) -> FloatArray:
    """Return the discriminants in weights of three bits, and what is to be added so that the means stay apart.

    A dimension's eight steps are as wide as its weights are far from 0. What all categories have in common tells
    nothing of which of them an icon is, and is left out.
    """
    exact = distributions.discriminate()[:, :-1]
    seen = exact.any(axis=1)
    if not seen.any():
        return NO_DISCRIMINANTS
    apart = exact[seen] - exact[seen].mean(axis=0)
    step = DISCRIMINANTS.step * np.sqrt((apart**2).mean(axis=0)) + DISCRIMINANTS.least_step
    half = 2 ** (DISCRIMINANTS.bits - 1)
    coarse = np.zeros_like(NO_DISCRIMINANTS)
    coarse[seen, :-1] = (np.clip(np.floor(apart / step), -half, half - 1) + 0.5) * step
    coarse[:, -1] = -(coarse[:, :-1] * distributions.means).sum(axis=1) / 2
    return coarse


def fit_distributions(moments: FloatArray) -> Distributions:
    """Return the distributions for ``CardDesign.icon_moments``.

    The covariance of some 45 icons in 64 dimensions is shrunk to that of a sphere.
    """
    means, middle, within = np.split(moments.astype(float), [len(CATEGORIES), len(CATEGORIES) + 1])
    variances, axes = np.linalg.eigh((within + within.T) / 2)
    held = np.maximum(variances, 0)
    usual = max(float(held.mean()), DISCRIMINANTS.least_variance)
    shrunk = held + DISCRIMINANTS.shrinkage * (usual - held)
    return Distributions(
        np.asarray(means, np.float32),
        np.asarray(middle[0], np.float32),
        np.asarray((axes / shrunk) @ axes.T, np.float32),
    )
