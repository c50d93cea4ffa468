"""The order of a shelf, against a count of all ways in which its cards can be filed."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import e

import numpy as np
import pytest

from companion.vision.reading.order_prior import weigh_order

IN_ORDER = 0.87
FILED = IN_ORDER / (1 - IN_ORDER)


def count_ways(keys: list[np.ndarray], chances: list[np.ndarray]) -> list[np.ndarray]:
    """How likely each option is by order alone: all cards that can lie there, all of them that can be filed."""
    share = FILED * (len(keys) + 1) / e
    ways = [np.zeros(len(key)) for key in keys]
    for options in product(*(range(len(key)) for key in keys)):
        own = [key[option] for key, option in zip(keys, options, strict=True)]
        filings = sum(
            share**count
            for count in range(len(keys) + 1)
            for filed in combinations(own, count)
            if all(one < other for one, other in pairwise(filed))
        )
        for card, option in enumerate(options):
            others = [chances[k][one] for k, one in enumerate(options) if k != card]
            ways[card][option] += filings * np.prod(others)
    return ways


@pytest.mark.parametrize("seed", range(12))
def test_all_ways_to_file_are_summed(seed: int) -> None:
    dice = np.random.default_rng(seed)
    keys = [dice.integers(0, 9, dice.integers(1, 4)) for _ in range(dice.integers(1, 6))]
    chances = [dice.dirichlet(np.ones(len(key))) for key in keys]
    for weighed, ways in zip(weigh_order(keys, chances, IN_ORDER), count_ways(keys, chances), strict=True):
        assert np.exp(weighed - weighed.max()) == pytest.approx(ways / ways.max(), rel=1e-4)


def test_the_narrower_the_place_the_more_it_says() -> None:
    shelf = [np.array([place]) for place in (1, 2, 3, 4)] + [np.array([5, 50])]
    chances = [np.ones(1)] * 4 + [np.array([0.5, 0.5])]
    open_end = weigh_order(shelf, chances, IN_ORDER)[-1]
    assert open_end[0] == pytest.approx(open_end[1])
    closed = weigh_order([*shelf, np.array([6])], [*chances, np.ones(1)], IN_ORDER)[-2]
    assert closed[0] - closed[1] > np.log(5)
