"""Icons of one ink, by shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES, PATCH_PX, CardDesign, load_design
from companion.vision.geometry import FloatArray
from companion.vision.reading.icons.icon_classifier import classify_icons
from companion.vision.reading.icons.icon_patches import LOOSE_PX
from companion.vision.reading.icons.ink_shapes import InkShapes, find_shapes, measure_lacks

SIDE = PATCH_PX + 2 * LOOSE_PX
SCALE = 8
CORNERS = (3, 4, 5, 6, 8, 40)
"""Corners of each category's shape: one ink, and hardly different."""


def draw_patch(
    corners: int, x: float = 0.0, y: float = 0.0, lightness: float = 20.0, *, reach: float = 4.5, on_plate: bool = True
) -> FloatArray:
    """Return a polygon in the middle of a patch, lighter than its round plate, ``x`` and ``y`` pixels aside."""
    large = np.full((SIDE * SCALE, SIDE * SCALE), 45.0, np.float32)
    middle = (SIDE / 2 + np.array([x, y])) * SCALE
    if on_plate:
        cv2.circle(large, tuple(map(round, middle)), 7 * SCALE, 10.0, -1)
    turn = np.arange(corners) * 2 * np.pi / corners
    points = middle + reach * SCALE * np.column_stack([np.cos(turn), np.sin(turn)])
    cv2.fillPoly(large, [points.astype(np.int32)], lightness)
    small = cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.dstack([small, np.full_like(small, 4.0), np.full_like(small, 9.0)])


draw_plain = partial(draw_patch, reach=8, on_plate=False)
"""A polygon that fills its icon: within, all of them look alike."""


def list_samples(draw: Callable[[int], FloatArray]) -> FloatArray:
    inner = slice(LOOSE_PX, LOOSE_PX + PATCH_PX)
    return np.array([[draw(corners)[inner, inner]] for corners in CORNERS], np.float32)


@pytest.fixture(scope="module")
def design() -> CardDesign:
    bare = np.dstack([np.full((PATCH_PX, PATCH_PX), value) for value in (45.0, 4.0, 9.0)])
    places = ((0.2, 0.2), (0.4, 0.2), (0.6, 0.2), (0.8, 0.2))
    return replace(
        load_design("default"),
        name="inked",
        icon_places=(places[:2], places[:3], places),
        icon_patches=list_samples(draw_patch),
        bare_patch=bare.astype(np.float32),
        icon_spread=5.0,
    )


def find(design: CardDesign) -> InkShapes:
    shapes = find_shapes(design)
    assert shapes is not None
    return shapes


@pytest.mark.parametrize("kind", range(len(CORNERS)))
def test_the_shape_tells_half_a_pixel_aside_and_in_other_light(design: CardDesign, kind: int) -> None:
    patch = draw_patch(CORNERS[kind], 0.5, -0.5, 24.0) + np.array([3.0, 0.0, 0.0])
    assert int(measure_lacks(patch, find(design)).argmin()) == kind


@pytest.mark.parametrize("kind", range(4))
def test_icons_that_are_plain_within_are_told_by_their_outline(design: CardDesign, kind: int) -> None:
    shapes = find(replace(design, icon_patches=list_samples(draw_plain)))
    assert shapes.within.sum() > find(design).within.sum()
    noise = np.random.default_rng(kind).normal(0, 0.3, (SIDE, SIDE, 1))
    patch = draw_plain(CORNERS[kind], 0.5, -0.5, 24.0) + noise * (1, 0, 0)
    assert int(measure_lacks(patch, shapes).argmin()) == kind


def test_shapes_name_what_distances_leave_open(design: CardDesign) -> None:
    kinds = [0, 2, 5]
    places = design.icon_places[1]
    patches = {place: draw_patch(CORNERS[kind], 0.5, 0.5) for place, kind in zip(places, kinds, strict=True)}
    patches[design.icon_places[2][3]] = np.full((SIDE, SIDE, 3), (45.0, 4.0, 9.0))
    wanted = "".join(CATEGORIES[kind] for kind in kinds)
    plain, shaped = classify_icons(patches, design), classify_icons(patches, design, shapes=find(design))
    assert shaped.codes == wanted
    assert shaped.confidence > plain.confidence


@pytest.mark.parametrize(("color", "patch_share"), [(0.0, 0.0), (30.0, 1.0)], ids=["one ink", "two alike"])
def test_patches_have_a_say_only_where_some_categories_differ_in_color(
    design: CardDesign, color: float, patch_share: float
) -> None:
    patches = design.icon_patches.copy()
    patches[2:, ..., 1] += color * np.arange(4)[:, None, None, None]
    shapes = find(replace(design, icon_patches=patches))
    assert (shapes.patch_share, shapes.code_share < 1) == (patch_share, True)


def test_icons_whose_colors_all_differ_have_no_shapes_to_go_by(design: CardDesign) -> None:
    patches = design.icon_patches.copy()
    patches[..., 1] += 30.0 * np.arange(6)[:, None, None, None]
    assert find_shapes(replace(design, icon_patches=patches)) is None


def test_a_shape_partly_hidden_is_left_to_distance(design: CardDesign) -> None:
    patch = draw_patch(CORNERS[0])
    patch[:9] = np.nan
    assert np.isnan(measure_lacks(patch, find(design))).all()
    patches = dict.fromkeys(design.icon_places[2], patch)
    assert classify_icons(patches, design, shapes=find(design)) == classify_icons(patches, design)
