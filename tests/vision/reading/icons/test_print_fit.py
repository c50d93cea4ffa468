"""A photo's icons, all together, are printed as the design has them, or they are another printing's."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.designs.card_design import CardDesign, load_design
from companion.vision.geometry import FloatArray
from companion.vision.reading.icons.icon_patches import LOOSE_PX
from companion.vision.reading.icons.icon_readings import ShownIcon
from companion.vision.reading.icons.judging.icon_shapes import correlate_shapes
from companion.vision.reading.icons.judging.print_fit import list_measures, measure_unexplained, weigh_print
from companion.vision.reading.icons.judging.regressions import PRINT_FIT

DESIGN = load_design("default")
KINDS = [place % 6 for place in range(24)]


def cut_out(kinds: list[int], ink: float = 0.0, seed: int = 1) -> list[FloatArray]:
    """Return the design's own icons with a little noise; ``ink`` is how far their colors are drawn to one."""
    dice = np.random.default_rng(seed)
    around = ((LOOSE_PX, LOOSE_PX), (LOOSE_PX, LOOSE_PX), (0, 0))
    icons = [np.pad(DESIGN.icon_patches[kind, 0], around, mode="edge") for kind in kinds]
    for icon in icons:
        icon[..., 1:] += ink * (np.array([20.0, 10.0]) - icon[..., 1:])
        icon += dice.normal(0, 2, icon.shape)
    return [np.asarray(icon, np.float32) for icon in icons]


def weigh(
    patches: list[FloatArray], kinds: list[int], distance: float, design: CardDesign = DESIGN, agreeing: float = 1.0
) -> float | None:
    fit = correlate_shapes(patches, kinds, design)
    assert fit is not None
    return weigh_print([ShownIcon((0.0, 0.0), kind, distance) for kind in kinds], patches, fit, agreeing, design)


def test_the_design_itself_fits_in_any_number_of_icons() -> None:
    for count in (2, 6, 12, 24):
        odds = weigh(cut_out(KINDS[:count]), KINDS[:count], 90.0)
        assert odds is not None
        assert odds > PRINT_FIT.doubtful_log_odds


def test_not_even_exactly_its_shapes_fit_in_one_ink() -> None:
    odds = weigh(cut_out(KINDS, ink=1.0), KINDS, 170.0, agreeing=0.5)

    assert odds is not None
    assert odds < PRINT_FIT.doubtful_log_odds


def test_icons_that_codes_take_for_others_are_another_printing() -> None:
    odds = weigh(cut_out(KINDS), KINDS, 90.0, agreeing=0.5)

    assert odds is not None
    assert odds < PRINT_FIT.foreign_log_odds


def test_icons_that_are_all_taken_for_one_category_are_another_printing() -> None:
    alike = cut_out([1] * 24, ink=1.0)

    odds = weigh(alike, [1] * 24, 170.0)

    assert odds is not None
    assert odds < PRINT_FIT.foreign_log_odds


def test_few_icons_say_less_than_many() -> None:
    few, many = (weigh(cut_out(KINDS[:count], ink=1.0), KINDS[:count], 170.0) for count in (3, 24))

    assert few is not None
    assert many is not None
    assert many < few


def test_colors_are_explained_under_any_light_and_not_in_one_ink() -> None:
    known = DESIGN.icon_patches.mean(axis=(1, 2, 3))[KINDS][:, 1:]
    noise = np.random.default_rng(3).normal(0, 1, known.shape).astype(np.float32)
    cast = known @ np.array([[0.5, 0.2], [-0.1, 0.7]], np.float32) + np.array([12, -7], np.float32)

    assert measure_unexplained(cast + noise, known) < 0.05
    assert measure_unexplained(noise, known) > 0.7


@pytest.mark.parametrize("hidden", [1, 24])
def test_icons_that_are_partly_hidden_do_not_count(hidden: int) -> None:
    patches = cut_out(KINDS)
    for patch in patches[:hidden]:
        patch[0, 0] = np.nan
    fit = correlate_shapes(cut_out(KINDS), KINDS, DESIGN)
    assert fit is not None

    measured = list_measures([ShownIcon((0.0, 0.0), kind, 90.0) for kind in KINDS], patches, fit, 1.0, DESIGN)

    assert (measured[1] if measured else 0) == len(KINDS) - hidden
