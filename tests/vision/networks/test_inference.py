"""The networks take and return arrays of the shapes that they say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from companion.vision.networks import inference
from companion.vision.networks.inference import (
    LETTER_PX,
    NUMBER_PX,
    PRINT_MAP_PX,
    PRINT_MAP_STRIDE,
    SIGNS,
    classify_letters,
    classify_numbers,
    list_known_letters,
    predict_print_maps,
)
from companion.vision.networks.oriented_gradients import CELL_PX, DIRECTIONS, describe_orientations


def noise(size_px: tuple[int, int], *channels: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (size_px[1], size_px[0], *channels), np.uint8)


def test_heatmaps_are_probabilities_on_the_grid() -> None:
    maps = predict_print_maps([noise(PRINT_MAP_PX, 3)] * 2)
    rows, columns = PRINT_MAP_PX[1] // PRINT_MAP_STRIDE, PRINT_MAP_PX[0] // PRINT_MAP_STRIDE
    assert maps.heat.shape == (2, 3, rows, columns)
    assert maps.sizes_px.shape == (2, 4, rows, columns)
    assert ((maps.heat >= 0) & (maps.heat <= 1)).all()
    assert maps.sides.sum(axis=1) == pytest.approx([1, 1])


def test_an_icon_is_noticed_by_either_branch_and_is_as_large_as_that_one_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first branch is of icons on bands (channels 2 and 6), the second of icons anywhere (7 and 8)."""
    maps = np.full((1, 9, 56, 40), -4, np.float32)
    maps[0, 3:9] = np.log(np.array([1.0, 1.25, 1.5, 0.75, 4.0, 2.0], np.float32))[:, None, None]
    maps[0, 7] = -4
    on_band, anywhere, both = (3, 5), (20, 30), (40, 10)
    maps[0, 0][both], maps[0, 1][both] = 1, 2
    maps[0, 2][on_band] = 3
    maps[0, 7][anywhere] = 2
    maps[0, 2][both], maps[0, 7][both] = 1, 0.5
    sides = np.zeros((1, 3), np.float32)
    monkeypatch.setattr(inference, "run_network", lambda *_: [maps, sides])
    seen = predict_print_maps([noise(PRINT_MAP_PX, 3)])
    assert seen.heat.shape == (1, 3, 56, 40)
    letters, numbers, icons = seen.heat[0]
    assert [letters[both], numbers[both]] == pytest.approx([1 / (1 + np.exp(-1)), 1 / (1 + np.exp(-2))])
    wanted = {on_band: (3, 12), anywhere: (2, 32), both: (1, 12)}
    for (row, column), (logit, height_px) in wanted.items():
        assert icons[row, column] == pytest.approx(1 / (1 + np.exp(-logit)))
        assert seen.sizes_px[0, :, row, column] == pytest.approx([16, 20, 24, height_px])
    assert sorted(zip(*np.nonzero(icons > 0.5), strict=True)) == [on_band, anywhere, both]


def test_many_crops_are_read_as_one_by_one() -> None:
    dice = np.random.default_rng(2)
    crops = [dice.integers(0, 256, (LETTER_PX[1], LETTER_PX[0]), np.uint8) for _ in range(40)]
    logits, embeddings = classify_letters(crops)
    alone = [classify_letters([crop]) for crop in crops]
    assert (logits == np.concatenate([one for one, _ in alone])).all()
    assert (embeddings == np.concatenate([one for _, one in alone])).all()


def test_threads_share_the_networks() -> None:
    crops = [[noise(LETTER_PX)] * count for count in range(1, 9)]
    alone = [classify_letters(several)[0] for several in crops]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda several: classify_letters(several)[0], crops))
    assert all((one == other).all() for one, other in zip(alone, together, strict=True))


def test_letters_have_a_logit_each_and_one_for_nothing() -> None:
    logits, embeddings = classify_letters([noise(LETTER_PX)] * 3)
    assert (logits.shape, embeddings.shape) == ((3, len(list_known_letters()) + 1), (3, 160))


def test_signs_of_a_number_are_log_probabilities() -> None:
    chances = classify_numbers([noise(NUMBER_PX)])
    assert chances.shape == (1, 32, len(SIGNS) + 1)
    assert np.exp(chances).sum(axis=2) == pytest.approx(np.ones((1, 32)), rel=1e-4)


def test_light_print_on_dark_has_the_gradients_of_dark_print_on_light() -> None:
    print_ = noise((16, 16))[None]
    described = describe_orientations(print_)
    assert described.shape == (1, DIRECTIONS, 16 // CELL_PX, 16 // CELL_PX)
    assert describe_orientations(255 - print_) == pytest.approx(described, abs=1e-4)
