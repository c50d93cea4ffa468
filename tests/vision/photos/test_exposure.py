"""Dark photos are brightened before they are read, noisy ones smoothed, and all others left alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from companion.vision.geometry import Quad
from companion.vision.photos.exposure import even_exposure, find_evenly, measure_noise

SIZE = (600, 800, 3)


def draw_photo(noise: float, light: float = 1.0) -> np.ndarray:
    """Stripes of two grays under noise."""
    dice = np.random.default_rng(1)
    image = np.full(SIZE, 90.0)
    image[:, np.arange(SIZE[1]) // 40 % 2 == 0] = 200
    return np.clip((image + dice.normal(0, noise, SIZE)) * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("noise", [3, 6, 15])
def test_noise_is_measured_in_gray_levels(noise: float) -> None:
    # Gray is a weighted mean of three channels, whose noise is independent here.
    share = float(np.linalg.norm([0.299, 0.587, 0.114]))
    assert measure_noise(draw_photo(noise)) == pytest.approx(share * noise, rel=0.25)


@pytest.mark.parametrize(
    "image",
    [draw_photo(0.0), draw_photo(0.5), np.full(SIZE, 255, np.uint8), np.full((5, 5, 3), 128, np.uint8)],
    ids=["clean", "hardly noisy", "white", "tiny"],
)
def test_a_photo_that_needs_nothing_is_left_alone(image: np.ndarray) -> None:
    assert even_exposure(image) is image


def test_a_dark_photo_is_brightened_as_a_whole() -> None:
    dark = draw_photo(0.0, light=0.1)
    even = even_exposure(dark)
    assert dark.max() < 25
    assert np.percentile(even, 99) == pytest.approx(210, abs=10)
    # One factor for all pixels: colors keep their proportions.
    assert even[0, 0, 0] / even[0, 40, 0] == pytest.approx(dark[0, 0, 0] / dark[0, 40, 0], rel=0.05)


@pytest.mark.parametrize(("level", "is_spared"), [(180, True), (30, False)])
def test_light_cards_of_a_dark_photo_are_not_burnt_out(level: int, is_spared: bool) -> None:
    """A small pile on a dark table is less than 1 % of the photo."""
    photo = draw_photo(0.0, light=0.2)
    photo[300:330, 400:420] = level, level, level // 2
    card = (400.0, 300.0), (419.0, 300.0), (419.0, 329.0), (400.0, 329.0)
    even, as_a_whole = even_exposure(photo, [card]), even_exposure(photo)
    assert even[310, 410].max() <= 245
    assert bool(even[310, 410].max() < as_a_whole[310, 410].max()) is is_spared
    # Colors keep their proportions, unless they are burnt out.
    assert even[310, 410, 2] / even[310, 410, 0] == pytest.approx(0.5, abs=0.05)


@dataclass(frozen=True)
class OneCard:
    """A light card in a photo that lies on its side."""

    turn: int = 1
    quads: tuple[Quad, ...] = (((400.0, 300.0), (419.0, 300.0), (419.0, 329.0), (400.0, 329.0)),)


@pytest.mark.parametrize("light", [1.0, 0.2])
def test_a_photo_is_evened_out_to_find_cards_and_again_by_their_light(light: float) -> None:
    photo = np.ascontiguousarray(np.rot90(draw_photo(0.0, light)))
    found_in: list[np.ndarray] = []

    def find(image: np.ndarray) -> OneCard:
        found_in.append(image)
        return OneCard()

    found, upright, even = find_evenly(photo, find)
    assert np.array_equal(upright, draw_photo(0.0, light))
    assert np.array_equal(found_in[0], even_exposure(photo))
    assert np.array_equal(even, even_exposure(upright, found.quads))
    assert (even is upright) is (found_in[0] is photo) is (light == 1)


def test_a_noisy_photo_is_smoothed_and_keeps_its_edges() -> None:
    noisy = draw_photo(15.0)
    # As it would be in a photo of 12 megapixels: smoothing goes by the size of the photo.
    large = np.tile(noisy, (4, 5, 1))
    even = even_exposure(large)
    assert measure_noise(even) < measure_noise(large) / 3
    assert even[:, 10:30].mean() - even[:, 50:70].mean() == pytest.approx(110, abs=5)
