"""Confirmed numbers correct what the network weighs the signs of a printing by."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.designs.card_design import NO_SIGNS
from companion.vision.learning.sign_weights import learn_sign_weights
from companion.vision.networks.inference import SIGNS, read_sign_weights


def teach(*looks: tuple[str, np.ndarray]) -> np.ndarray:
    """Return what a lesson has of signs that look like this."""
    samples = NO_SIGNS.copy()
    for sign, look in looks:
        samples[SIGNS.index(sign)] = look
    return samples


def draw(sign: str, seed: int = 1) -> np.ndarray:
    """Return an embedding that the network takes for a sign."""
    weights, at = read_sign_weights(), SIGNS.index(sign)
    noise = np.random.default_rng(seed).uniform(0, 0.2, 160)
    own = weights[at, :-1] - weights[:, :-1].mean(axis=0)
    return np.asarray(noise + 3 * own / np.linalg.norm(own), np.float32)


def tell(look: np.ndarray, added: np.ndarray) -> tuple[str, float]:
    """Return the sign that an embedding is taken for, and its chance."""
    weights = read_sign_weights() + added
    scores = weights[:, :-1] @ look + weights[:, -1]
    chances = np.exp(scores - np.logaddexp.reduce(scores))
    return SIGNS[int(chances.argmax())], float(chances.max())


def test_without_numbers_nothing_is_added() -> None:
    assert not learn_sign_weights([teach()]).any()


def test_what_is_read_rightly_hardly_changes_weights() -> None:
    look = draw("4")
    assert tell(look, np.zeros((11, 161)))[0] == "4"
    odd = np.abs(learn_sign_weights([teach(("9", look))])).max()
    assert np.abs(learn_sign_weights([teach(("4", look))])).max() < odd / 5


@pytest.mark.parametrize(("printed", "taken"), [("4", "1"), ("9", "8"), ("3", "5")])
def test_a_sign_that_is_taken_for_another_is_told_after_a_lesson(printed: str, taken: str) -> None:
    look, other = draw(taken), draw(taken, seed=2)
    assert tell(look, np.zeros((11, 161)))[0] == taken
    added = learn_sign_weights([teach((printed, look))])
    assert tell(look, added)[0] == printed
    assert tell(other, added)[0] == printed  # the same sign on another card
    assert tell(draw("6"), added)[0] == "6"


def test_signs_of_several_lessons_count_alike() -> None:
    """A font in which two lights make two looks of a sign."""
    lessons = [teach(("4", draw("1"))), teach(("4", draw("7")), ("1", draw("1", seed=3)))]
    added = learn_sign_weights(lessons)
    assert tell(draw("7"), added)[0] == "4"


def test_no_lesson_adds_more_than_numbers_can_hold() -> None:
    """A deck file may bring any samples."""
    added = learn_sign_weights([teach(("4", np.full(160, 65504, np.float32)), ("5", np.full(160, 1e-7, np.float32)))])
    assert np.isfinite(added).all()
