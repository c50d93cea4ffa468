"""Linear discriminants of icons."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES, NO_DISCRIMINANTS, NO_MOMENTS
from companion.vision.networks.inference import ICON_DIMENSIONS
from companion.vision.reading.icons.discriminants import (
    Distributions,
    coarsen_discriminants,
    find_photo_middle,
    fit_distributions,
    score_categories,
)

SEEN = 5


def make_moments() -> np.ndarray:
    """Return the moments of five categories that differ a little in a quiet dimension each; the last one is noisy."""
    moments = np.zeros_like(NO_MOMENTS)
    moments[range(SEEN), range(SEEN)] = 0.3
    moments[: len(CATEGORIES), -1] = np.array([0.2, -0.2, 0.2, -0.2, 0.2, 0.0])
    moments[len(CATEGORIES)] = 0.01
    spread = np.full(ICON_DIMENSIONS, 0.001)
    spread[-1] = 1.0
    moments[len(CATEGORIES) + 1 :] = np.diag(spread)
    return moments


def score(told: Distributions, embeddings: np.ndarray) -> np.ndarray:
    return score_categories(embeddings, told.discriminate())


def test_a_dimension_in_which_icons_of_one_category_differ_counts_less() -> None:
    told = fit_distributions(make_moments())
    icon = told.means[1].copy()
    icon[-1] = 0.6
    assert np.linalg.norm(told.means - icon, axis=1).argmin() != 1
    assert score(told, icon[None]).argmax() == 1


def test_a_category_that_no_lesson_showed_is_none() -> None:
    scores = score(fit_distributions(make_moments()), np.zeros((2, ICON_DIMENSIONS), np.float32))
    assert (scores[:, SEEN] < scores[:, :SEEN].min() - 20).all()


def test_what_is_far_from_all_categories_is_not_known() -> None:
    told = fit_distributions(make_moments())
    strange = told.means[0] + 0.9 * np.eye(ICON_DIMENSIONS, dtype=np.float32)[20]
    near, far = told.weigh_known(np.stack([told.means[0], strange]))
    assert near > 5
    assert far < -5


@pytest.mark.parametrize(("count", "share"), [(1, 1 / 11), (10, 0.5), (90, 0.9)])
def test_few_icons_tell_little_of_the_light_of_their_photo(count: int, share: float) -> None:
    middle = np.full(ICON_DIMENSIONS, 0.25, np.float32)
    assert find_photo_middle(np.tile(middle + 1, (count, 1)), middle, 10) == pytest.approx(middle + share)


@pytest.mark.parametrize("spread", [0.0, -1.0, 6e4])
def test_any_covariance_is_made_one_that_can_be_inverted(spread: float) -> None:
    moments = make_moments()
    moments[len(CATEGORIES) + 1 :] = spread * np.eye(ICON_DIMENSIONS)
    told = fit_distributions(moments)
    assert np.isfinite(score(told, told.means)).all()
    assert (score(told, told.means[:SEEN]).argmax(axis=1) == range(SEEN)).all()


def test_weights_of_three_bits_tell_categories_as_exact_ones_do() -> None:
    dice = np.random.default_rng(1)
    spread = dice.normal(0, 0.1, (ICON_DIMENSIONS, ICON_DIMENSIONS))
    means = dice.normal(0, 0.1, (SEEN, ICON_DIMENSIONS))
    moments = make_moments()
    moments[:SEEN], moments[SEEN + 1] = means - means.mean(axis=0), 0
    moments[len(CATEGORIES) + 1 :] = spread @ spread.T
    told = fit_distributions(moments)
    coarse = coarsen_discriminants(told)
    assert all(len(np.unique(row)) <= 2**3 for row in coarse[:SEEN, :-1].T)
    assert not coarse[SEEN].any()
    icons = told.means[np.arange(200) % SEEN] + dice.normal(0, 0.1, (200, ICON_DIMENSIONS)) @ spread.T
    exact, rough = score(told, icons), score_categories(icons, coarse)
    assert (exact.argmax(axis=1) == rough.argmax(axis=1)).mean() >= 0.95
    assert (exact.argmax(axis=1) == np.arange(200) % SEEN).mean() >= 0.9


def test_no_moments_have_no_discriminants() -> None:
    assert coarsen_discriminants(fit_distributions(NO_MOMENTS)) is NO_DISCRIMINANTS


def test_weights_of_any_size_say_no_more_than_that_a_category_is_surely_none() -> None:
    huge = np.full_like(NO_DISCRIMINANTS, 6e4)
    huge[0] = -6e4
    scores = score_categories(np.ones((1, ICON_DIMENSIONS), np.float32), huge)
    assert np.isfinite(scores).all()
    assert scores[0, 0] >= -100
