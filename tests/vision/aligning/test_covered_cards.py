"""Cards that lie on others show the print of these above them; those of a shelf do not."""

from __future__ import annotations

import pytest

from companion.vision.aligning.covered_cards import covers_others
from companion.vision.aligning.orientation import rectify_shelf
from companion.vision.detecting.shelf_detector import detect_shelf_for_reading
from companion.vision.geometry import BgrImage, turn_image

from ..made_photos import take_photo, take_pile_photo


def lies_on_others(image: BgrImage) -> bool:
    shelf = detect_shelf_for_reading(image)
    upright = turn_image(image, shelf.turn)
    laid = rectify_shelf(upright, shelf.cells, None)
    return covers_others(upright, laid.seen, laid.places)


@pytest.mark.parametrize(("seed", "face_seed"), [(3, None), (4, 7)])
def test_no_card_of_a_shelf_lies_on_others(seed: int, face_seed: int | None) -> None:
    assert not lies_on_others(take_photo(seed, face_seed).image)


@pytest.mark.parametrize(("seed", "face_seed"), [(1_970_530, None), (1_970_531, None)])
def test_cards_of_a_pile_lie_on_others(seed: int, face_seed: int | None) -> None:
    assert lies_on_others(take_pile_photo(seed, face_seed).image)
