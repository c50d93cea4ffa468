"""Linear discriminants of icons."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES, NO_MOMENTS
from companion.vision.networks.inference import ICON_DIMENSIONS
from companion.vision.reading.icons.discriminants import fit_discriminants

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


def test_a_dimension_in_which_icons_of_one_category_differ_counts_less() -> None:
    told = fit_discriminants(make_moments())
    icon = told.means[1].copy()
    icon[-1] = 0.6
    assert np.linalg.norm(told.means - icon, axis=1).argmin() != 1
    assert told.score(icon[None]).argmax() == 1


def test_a_category_that_no_lesson_showed_is_none() -> None:
    scores = fit_discriminants(make_moments()).score(np.zeros((2, ICON_DIMENSIONS), np.float32))
    assert (scores[:, SEEN] < scores[:, :SEEN].min() - 20).all()


def test_what_is_far_from_all_categories_is_not_known() -> None:
    told = fit_discriminants(make_moments())
    strange = told.means[0] + 0.9 * np.eye(ICON_DIMENSIONS, dtype=np.float32)[20]
    near, far = told.weigh_known(np.stack([told.means[0], strange]))
    assert near > 5
    assert far < -5


@pytest.mark.parametrize(("count", "share"), [(1, 1 / 11), (10, 0.5), (90, 0.9)])
def test_few_icons_tell_little_of_the_light_of_their_photo(count: int, share: float) -> None:
    told = fit_discriminants(make_moments())
    moved = np.tile(told.middle + 1, (count, 1))
    assert told.find_middle(moved) == pytest.approx(told.middle + share)


@pytest.mark.parametrize("spread", [0.0, -1.0, 6e4])
def test_any_covariance_is_made_one_that_can_be_inverted(spread: float) -> None:
    moments = make_moments()
    moments[len(CATEGORIES) + 1 :] = spread * np.eye(ICON_DIMENSIONS)
    told = fit_discriminants(moments)
    assert np.isfinite(told.score(told.means)).all()
    assert (told.score(told.means[:SEEN]).argmax(axis=1) == range(SEEN)).all()
