from __future__ import annotations

from collections import Counter

import pytest

from bench.slips import FITTED_SEED, JUDGED_SEED, KINDS, fit, is_true_first, make_slips
from companion.scoring.audit import audit
from companion.scoring.audit.slips import WEIGHTS, Slip
from companion.scoring.documents.paper_sheet import PaperSheet

from .sheets import column, read, sheet


@pytest.mark.parametrize(
    ("number", "seed"),
    [(42, JUDGED_SEED), *(pytest.param(*made, marks=pytest.mark.long) for made in ((105, JUDGED_SEED), (700, 3)))],
)
def test_the_true_repair_of_a_made_slip_comes_first(number: int, seed: int) -> None:
    assert seed != FITTED_SEED
    slips, _ = make_slips(number, seed)
    first = Counter(slip.kind for slip in slips if is_true_first(slip))
    assert set(first) == set(KINDS)
    assert first.total() >= 0.9 * number


@pytest.mark.long
def test_the_weights_are_those_that_were_fitted() -> None:
    slips, _ = make_slips(350, FITTED_SEED)
    for slip, weight in fit(slips).items():
        assert weight == pytest.approx(WEIGHTS[slip], rel=0.6)


def in_order(**changes: int) -> PaperSheet:
    """Rita's and Eric's sheet, some lines of Rita's as changed."""
    rita = column("Rita", (2, 12, 5, 6, 7, 6), 8, 9, -2, 15, 12, 42, focus="S")
    eric = column("Eric", (4, 8, 10, 6, 8, 7), 12, 15, -4, 18, 20, 61, focus="H")
    return read(sheet({**rita, **changes}, eric))


@pytest.mark.parametrize(
    ("changes", "repair"),
    [
        # 42 less B1: the line was forgotten rather than misread.
        ({"total": 34}, {("total", 42, Slip.LINE_FORGOTTEN)}),
        ({"total": 32}, {("total", 42, Slip.CARRY_LOST)}),
        ({"total": 24}, {("total", 42, Slip.SWAPPED)}),
        (
            {"variety": 12, "focus_bonus": 15},
            {("variety", 15, Slip.LINES_SWAPPED), ("focus_bonus", 12, Slip.LINES_SWAPPED)},
        ),
        ({"variety": 18}, {("variety", 15, Slip.NEIGHBOR)}),
        ({"prominent": 0, "total": 33}, {("prominent", 9, Slip.WRONG_PLACE), ("total", 42, Slip.CARRIED)}),
    ],
)
def test_a_slip_is_told_by_its_story(changes: dict[str, int], repair: set[tuple[str, int, Slip]]) -> None:
    first, *_ = audit(in_order(**changes)).repairs
    assert {(change.line.value, change.meant, change.slip) for change in first.changes} == repair


def test_an_award_shared_wrongly_is_told() -> None:
    tied = column("Eric", (4, 8, 10, 6, 7, 7), 12, 12, -4, 18, 20, 58, focus="H")
    rita = column("Rita", (2, 12, 5, 6, 7, 6), 8, 11, -2, 15, 12, 44, focus="S")
    first, *_ = audit(read(sheet(rita, tied))).repairs
    assert [(change.line.value, change.meant, change.slip) for change in first.changes] == [
        ("prominent", 12, Slip.SHARED_WRONGLY),
        ("total", 45, Slip.CARRIED),
    ]
