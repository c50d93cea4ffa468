"""The interval of a share that benches print."""

from __future__ import annotations

import pytest

from bench.photos.bare.judging import bound_share


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 176, 0.0, 0.0207), (9, 250, 0.0166, 0.0672), (5, 10, 0.1871, 0.8129), (3, 3, 0.2924, 1.0)],
)
def test_shares_are_bounded_as_clopper_and_pearson_do(hits: int, of: int, low: float, high: float) -> None:
    assert bound_share(hits, of) == pytest.approx((low, high), abs=1e-4)
