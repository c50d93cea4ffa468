"""What stands for the icons of a category: their mean, or its two looks on two grounds."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.designs.card_design import ICON_REACH, PATCH_PX
from companion.vision.learning.icons.icon_looks import list_pictured, measure_reach, pick_looks


def draw(ground: float, count: int) -> list[np.ndarray]:
    """Draw so many discs on a ground, each a little different."""
    dice = np.random.default_rng(int(ground))
    along = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
    disc = np.hypot(along[:, None], along[None])[..., None] < PATCH_PX / 3
    return [
        np.where(disc, 150.0, ground + dice.normal(0, 2, (PATCH_PX, PATCH_PX, 3))).astype(np.float32)
        for _ in range(count)
    ]


@pytest.mark.parametrize(
    ("band", "beside", "grounds"),
    [(4, 3, {20, 90}), (2, 2, {20, 90}), (6, 0, {90}), (4, 1, {90}), (1, 1, {55})],
    ids=["both", "few of both", "one ground", "an odd one", "one of each"],
)
def test_icons_on_two_grounds_are_no_mean_of_both(band: int, beside: int, grounds: set[int]) -> None:
    patches = [*draw(90.0, band), *draw(20.0, beside)]
    looks = pick_looks(patches, np.mean(patches, axis=0))
    assert {round(float(look[0, 0, 0] / 5)) * 5 for look in looks} == {round(ground / 5) * 5 for ground in grounds}


def test_on_pictures_a_category_has_one_look():
    patches = [*draw(90.0, 4), *draw(20.0, 3)]
    looks = pick_looks(patches, np.mean(patches, axis=0), on_pictures=True)
    assert {round(float(look[0, 0, 0])) for look in looks} == {60}


def draw_plates(radius: float, color: float) -> list[np.ndarray]:
    """Draw plates of a color, so many pixels in radius, on four pictures."""
    along = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
    plate = np.hypot(along[:, None], along[None])[..., None] < radius
    return [
        np.where(plate, color, np.full((PATCH_PX, PATCH_PX, 3), ground, np.float32)) for ground in range(0, 160, 40)
    ]


@pytest.mark.parametrize(("radius", "most"), [(9, ICON_REACH), (7, 0.36), (6.4, 0.33), (3, 0.3)])
def test_what_the_icons_of_a_category_have_in_common_ends_with_their_plates(radius: float, most: float) -> None:
    patches = [draw_plates(radius, color) for color in (10, 60, 110, 180)]
    assert measure_reach(patches) <= most
    assert measure_reach(patches) >= min(most, ICON_REACH) - 0.03


def test_icons_that_nobody_has_seen_twice_do_not_tell_how_far_they_reach():
    assert measure_reach([draw_plates(5, 60)[:1], draw_plates(5, 90)[:1], []]) == ICON_REACH


def test_places_show_pictures_where_bare_ones_look_like_nothing_in_particular():
    ground = np.full((PATCH_PX, PATCH_PX, 3), 60, np.float32)
    on_ground, pictures = [ground, ground + 2], [ground + level for level in (-40, 20, 50)]
    assert list_pictured([on_ground, pictures, pictures[:1], []], ground) == [1]
    # Light that lies on one card is no picture.
    assert list_pictured([[ground, ground, pictures[2]]], ground) == []
