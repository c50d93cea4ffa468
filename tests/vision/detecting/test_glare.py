"""Telling glare from what is white."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.detecting.glare import find_glare, measure_glare


def take(lightest: int, share: float) -> np.ndarray:
    """Return a photo of a table, of which a share is as light as said."""
    photo = np.full((300, 400, 3), 90, np.uint8)
    photo[: round(300 * share)] = lightest
    return photo


@pytest.mark.parametrize("lightest", [205, 228, 240, 255])
def test_a_spot_as_light_as_nothing_else_is_glare_however_the_photo_was_exposed(lightest: int) -> None:
    photo = take(lightest, 0.05)
    assert measure_glare(photo, find_glare(photo)) == pytest.approx(0.05)


@pytest.mark.parametrize(("lightest", "share"), [(180, 0.05), (225, 0.5)])
def test_dull_spots_and_pale_tables_are_no_glare(lightest: int, share: float) -> None:
    photo = take(lightest, share)
    assert measure_glare(photo, find_glare(photo)) == 0
