"""Numbers are weighed as a whole: every way in which their signs may stand in the crop."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from companion.vision.designs.card_design import NO_SIGN_WEIGHTS
from companion.vision.networks.inference import SIGNS
from companion.vision.reading.number_signs import (
    align_signs,
    doubt_disputed,
    learn_signs,
    list_numbers,
    miss_numbers,
    weigh_numbers,
    weigh_signs,
)

from .number_tables import NONE, make_signs

NUMBERS = list_numbers(20)


def find_best(text: str) -> tuple[int, int]:
    return NUMBERS[int(weigh_numbers(make_signs(text), NUMBERS)[0].argmax())]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("  8 / 10 ", (8, 10)),
        ("88//10", (8, 10)),
        ("1 1 / 1 1", (11, 11)),
        ("11/11", (1, 1)),
        (" 1//2  ", (1, 2)),
        ("10 / 10", (10, 10)),
    ],
)
def test_a_number_is_read_wherever_its_signs_stand(text: str, number: tuple[int, int]) -> None:
    assert find_best(text) == number


def test_the_chance_of_a_number_is_the_sum_over_all_ways_to_write_it() -> None:
    dice = np.random.default_rng(1)
    signs = np.log(dice.dirichlet(np.ones(len(SIGNS) + 1), (1, 5))).astype(np.float32)
    wanted = dict.fromkeys(list_numbers(3), 0.0)
    for path in product(range(len(SIGNS) + 1), repeat=5):
        kept = [sign for place, sign in enumerate(path) if place == 0 or sign != path[place - 1]]
        text = "".join(SIGNS[sign] for sign in kept if sign != NONE)
        for number, of in wanted:
            if text == f"{number}/{of}":
                wanted[number, of] += float(np.exp(sum(signs[0, place, sign] for place, sign in enumerate(path))))
    counted = np.exp(weigh_numbers(signs, tuple(wanted))[0])
    assert counted == pytest.approx(list(wanted.values()), rel=1e-4)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [("  8 / 10 ", 0.0, 0.1), ("          ", 0.99, 1.0), ("    /     ", 0.6, 1.0)],
    ids=["plain", "blotted out", "hardly any of it"],
)
def test_what_no_number_explains_is_none(text: str, least: float, most: float) -> None:
    chances = weigh_numbers(make_signs(text), NUMBERS)
    assert least <= float(miss_numbers(chances)[0]) <= most


@pytest.mark.parametrize(
    ("seen", "text", "steps"),
    [
        (" 8 / 10", "8/10", [1, 3, 5, 6]),
        ("11/ 11 ", "1/1", [0, 2, 4]),
        ("1 1/2  ", "11/2", [0, 2, 3, 4]),
        # It is a 3 that the network sees, and a 7 that was confirmed: it stands where the other is seen.
        (" 3 /8  ", "7/8", [1, 3, 4]),
    ],
)
def test_signs_of_a_known_number_are_found_where_they_stand(seen: str, text: str, steps: list[int]) -> None:
    assert align_signs(make_signs(seen)[0], text) == steps


def learn(seen: Sequence[str], confirmed: Sequence[int]) -> np.ndarray:
    """Learn from cards on which this is seen, each sign of which has an embedding of its own."""
    signs = np.concatenate([make_signs(text) for text in seen])
    weighed = weigh_numbers(signs, NUMBERS)
    chances = weighed - np.log(np.exp(weighed).sum(axis=1, keepdims=True))
    return learn_signs(signs, embed(seen), chances, NUMBERS, confirmed)


def embed(seen: Sequence[str]) -> np.ndarray:
    """Return what the network describes where this is seen: a dimension of its own for each sign."""
    embeddings = np.zeros((len(seen), len(seen[0]), 160), np.float32)
    for card, text in enumerate(seen):
        for step, sign in enumerate(text):
            embeddings[card, step, SIGNS.find(sign)] = 1
    return embeddings


def list_shown(samples: np.ndarray) -> str:
    return "".join(sign for sign, sample in zip(SIGNS, samples, strict=True) if sample.any())


def test_confirmed_numbers_teach_their_signs() -> None:
    samples = learn([" 8 / 10", " 3 /4  "], [8, 3])
    assert list_shown(samples) == "01348/"
    assert all(samples[place].argmax() == place for place, sample in enumerate(samples) if sample.any())


def test_a_number_that_is_not_known_teaches_nothing() -> None:
    assert list_shown(learn([" 8 / 10", " 3 /4  "], [0, 3])) == "34/"
    assert not learn([" 3 /4  "], [0]).any()


def test_a_number_that_the_network_takes_for_another_teaches_what_it_looks_like() -> None:
    taught = learn([" 3 /8  "], [7])
    assert list_shown(taught) == "78/"
    assert taught[SIGNS.index("7")].argmax() == SIGNS.index("3")


def test_signs_are_weighed_as_a_printing_has_taught() -> None:
    """A printing whose 7 the network takes for a 3."""
    weights = np.zeros(NO_SIGN_WEIGHTS.shape, np.float32)
    weights[7, 3] = 100
    seen = make_signs(" 3 /8  ")
    weighed = weigh_signs(seen, embed([" 3 /8  "]), weights)
    assert NUMBERS[int(weigh_numbers(seen, NUMBERS)[0].argmax())] == (3, 8)
    assert NUMBERS[int(weigh_numbers(weighed, NUMBERS)[0].argmax())] == (7, 8)
    assert weighed[..., NONE] == pytest.approx(seen[..., NONE])
    assert np.exp(weighed).sum(axis=2) == pytest.approx(np.ones((1, 7)), rel=1e-4)


@pytest.mark.parametrize(
    ("seen", "chance"),
    [((3, 8), 0.5), ((7, 8), 0.9), ((7, 9), 0.9)],
    ids=["another number", "the same", "another count"],
)
def test_a_number_is_sure_that_the_network_confirms(seen: tuple[int, int], chance: float) -> None:
    doubted = doubt_disputed(make_chances(((7, 8), 0.9)), make_chances((seen, 0.9)), NUMBERS)
    assert float(np.exp(doubted[0, NUMBERS.index((7, 8))])) == pytest.approx(chance, abs=0.05)


def make_chances(*told: tuple[tuple[int, int], float]) -> np.ndarray:
    chances = np.full((1, len(NUMBERS)), (1 - sum(chance for _, chance in told)) / len(NUMBERS), np.float32)
    for number, chance in told:
        chances[0, NUMBERS.index(number)] = chance
    return np.log(chances)
