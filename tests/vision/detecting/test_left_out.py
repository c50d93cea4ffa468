"""The bench that refits thresholds hands them to every stage, and takes the value farthest from what is worse."""

from __future__ import annotations

import numpy as np
import pytest

from bench.photos.left_out.choices import CHOICES
from bench.photos.left_out.search import choose_middle, choose_nearest, draw, neutral
from bench.photos.left_out.trials import STAGES, hand_in, list_thresholds, today, vary
from companion.vision.detecting import keypoints, lattice, plane_refinement, shelf_detector
from companion.vision.detecting.lattice import fit_lattice
from companion.vision.geometry import DetectedCard, as_quad


def test_every_module_gets_other_thresholds_and_its_own_ones_back() -> None:
    modules = (keypoints, lattice, plane_refinement, shelf_detector)
    with hand_in({"LATTICE.weak_confidence": 0.5, "LATTICE.sure_confidence": 0.6, "GLARE.white": 9}):
        assert {module.LATTICE.weak_confidence for module in modules} == {0.5}
        assert {module.LATTICE.sure_confidence for module in modules} == {0.6}
    assert all(module.LATTICE is STAGES["LATTICE"] for module in modules)


def test_what_is_handed_in_decides() -> None:
    square = np.array([(0, 0), (10, 0), (10, 14), (0, 14)], float)
    cards = [DetectedCard(as_quad(square + np.array([11 * place, 0])), 0.4) for place in range(3)]
    assert len(fit_lattice(cards)) == 3
    with hand_in({"LATTICE.weak_confidence": 0.5}):
        assert fit_lattice(cards) == ()


@pytest.mark.parametrize("name", list(list_thresholds()))
def test_every_threshold_moves(name: str) -> None:
    assert vary(name, 0.7) < today(name) < vary(name, 1.3)


@pytest.mark.parametrize(
    ("losses", "middle"),
    [
        ([(1, 0.0), (0, 0.0), (0, 0.0), (0, 0.0), None], 2),
        ([(0, 0.0), None, (0, 0.0), (0, 0.0), (0, 0.0)], 3),
        ([(0, 0.5), (0, 0.2), (0, 0.4)], 1),
        ([(2, 0.1), (1, 0.9), (1, 0.9)], 1),
    ],
)
def test_the_middle_of_the_longest_run_of_the_best_is_taken(losses: list, middle: int) -> None:
    assert choose_middle(losses) == middle


@pytest.mark.parametrize(("place", "nearest"), [(0, 0), (1, 0), (2, 3), (4, 4)])
def test_what_is_as_good_may_stay_where_it_is(place: int, nearest: int) -> None:
    assert choose_nearest([(0, 0.0), (1, 0.2), None, (0, 0.0), (0, 0.0)], place) == nearest


def test_the_search_begins_in_the_range_of_each_threshold() -> None:
    assert draw(1) == draw(1) != draw(2)
    assert all(neutral()[name] in values and draw(1)[name] in values for name, values in CHOICES.items())
    assert all(values[0] <= today(name) <= values[-1] for name, values in CHOICES.items())
