"""The overlay shows what was read where."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.geometry import Quad
from companion.vision.photos.overlay import draw_overlay, encode_overlay
from companion.vision.readings import Confidence, Face, ReadCard, Reading

QUAD: Quad = ((1000, 600), (1600, 600), (1600, 1400), (1000, 1400))
PHOTO = np.full((2000, 4000, 3), 128, np.uint8)


def draw(confidence: Confidence) -> np.ndarray:
    card = ReadCard(0, 0, Face.UP, QUAD, confidence, "M", 8, 10, "CFFR")
    return draw_overlay(PHOTO, Reading("p", "default", (card,)))


def test_a_big_photo_is_drawn_at_half_its_size_with_the_card_outlined() -> None:
    picture = draw(Confidence(0.99, 0.99, 0.99, 0.99))
    assert picture.shape == (1000, 2000, 3)
    assert (picture[500, 495:506] != 128).any()
    assert (picture[100:200] == 128).all()


def test_a_doubtful_card_is_drawn_otherwise_than_a_sure_one() -> None:
    sure, doubtful = draw(Confidence(0.99, 0.99, 0.99, 0.99)), draw(Confidence(0.99, 0.5, 0.99, 0.99))
    assert (sure != doubtful).any()


def test_the_name_of_the_file_says_its_kind() -> None:
    assert encode_overlay(PHOTO, ".png").startswith(b"\x89PNG")
    assert encode_overlay(PHOTO, ".jpg").startswith(b"\xff\xd8")
    with pytest.raises(ValueError, match="doc"):
        encode_overlay(PHOTO, ".doc")
