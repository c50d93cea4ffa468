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
    read_sign_weights,
)
from companion.vision.networks.oriented_gradients import (
    CELL_PX,
    DIRECTIONS,
    describe_orientations,
    describe_shades,
)


def noise(size_px: tuple[int, int], *channels: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (size_px[1], size_px[0], *channels), np.uint8)


def test_heatmaps_are_probabilities_on_the_grid() -> None:
    maps = predict_print_maps([noise(PRINT_MAP_PX, 3)] * 2)
    rows, columns = PRINT_MAP_PX[1] // PRINT_MAP_STRIDE, PRINT_MAP_PX[0] // PRINT_MAP_STRIDE
    assert maps.heat.shape == (2, 3, rows, columns)
    assert maps.sizes_px.shape == (2, 4, rows, columns)
    assert ((maps.heat >= 0) & (maps.heat <= 1)).all()
    assert maps.sides.sum(axis=1) == pytest.approx([1, 1])


def test_maps_are_heat_of_letter_number_and_icons_and_then_their_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = np.full((1, 7, 56, 40), -4, np.float32)
    maps[0, 3:] = np.log(np.array([1.0, 1.25, 1.5, 0.75], np.float32))[:, None, None]
    spots = [(40, 10), (3, 5), (20, 30)]
    for kind, spot in enumerate(spots):
        maps[0, kind][spot] = kind
    features = np.zeros((1, inference.PRINT_FEATURES, 56, 40), np.float32)
    monkeypatch.setattr(inference, "run_network", lambda *_: [maps, np.zeros((1, 3), np.float32), features])
    seen = predict_print_maps([noise(PRINT_MAP_PX, 3)])
    for kind, spot in enumerate(spots):
        assert seen.heat[0, kind][spot] == seen.heat[0, kind].max() == pytest.approx(1 / (1 + np.exp(-kind)))
        assert seen.sizes_px[0, :, *spot] == pytest.approx([16, 20, 24, 12])


def test_maps_of_cards_are_chosen_and_appended_together() -> None:
    one, two, three = (
        predict_print_maps([np.full((*PRINT_MAP_PX[::-1], 3), shade, np.uint8)]) for shade in (9, 99, 200)
    )
    again = one.append(two).append(three).choose([2, 0])
    for array, first, second in zip(
        *((maps.heat, maps.sizes_px, maps.sides, maps.features) for maps in (again, three, one)), strict=True
    ):
        assert (array == np.concatenate([first, second])).all()


def test_heat_is_weighed_from_features() -> None:
    maps = predict_print_maps([noise(PRINT_MAP_PX, 3)])
    weights = np.zeros(inference.PRINT_FEATURES + 1, np.float32)
    weights[3], weights[-1] = 0.5, -1.0
    before, after = maps.heat[0, 2], maps.weigh_icons([0], weights)[0, 2]
    added = np.log(after / (1 - after)) - np.log(before / (1 - before))
    assert added == pytest.approx(0.5 * maps.features[0, 3] - 1, abs=0.01)


@pytest.mark.parametrize("value", [-6e4, 6e4])
def test_weights_of_any_size_leave_heat_a_probability(value: float) -> None:
    maps = predict_print_maps([noise(PRINT_MAP_PX, 3)])
    heat = maps.weigh_icons([0], np.full(inference.PRINT_FEATURES + 1, value, np.float32))
    assert ((heat >= 0) & (heat <= 1)).all()


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
    chances, embeddings = classify_numbers([noise(NUMBER_PX)])
    assert (chances.shape, embeddings.shape) == ((1, 32, len(SIGNS) + 1), (1, 32, 160))
    assert np.exp(chances).sum(axis=2) == pytest.approx(np.ones((1, 32)), rel=1e-4)


def test_the_last_layer_is_what_signs_are_scored_by() -> None:
    chances, embeddings = classify_numbers([noise(NUMBER_PX)])
    weights = read_sign_weights()
    scores = embeddings @ weights[:, :-1].T + weights[:, -1]
    told = chances[..., :-1]
    assert scores - scores[..., :1] == pytest.approx(told - told[..., :1], abs=1e-3)


def test_light_print_on_dark_has_the_gradients_of_dark_print_on_light() -> None:
    print_ = noise((16, 16))[None]
    described = describe_orientations(print_)
    assert described.shape == (1, DIRECTIONS, 16 // CELL_PX, 16 // CELL_PX)
    assert describe_orientations(255 - print_) == pytest.approx(described, abs=1e-4)


def test_shades_are_the_same_in_any_light_and_the_other_way_round_for_the_other_ink() -> None:
    print_ = noise((16, 16))[None] // 2
    shades = describe_shades(print_)
    assert shades.shape == (1, CELL_PX**2, 16 // CELL_PX, 16 // CELL_PX)
    assert (shades[0, :, 0, 0] > 0).tolist() == (print_[0, :CELL_PX, :CELL_PX].ravel() > np.median(print_)).tolist()
    assert describe_shades(print_ + np.uint8(100)) == pytest.approx(shades, abs=1e-5)
    assert describe_shades(127 - print_) == pytest.approx(-shades, abs=1e-5)
