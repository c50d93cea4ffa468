"""What lessons tell of the embeddings of icons."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from companion.vision.designs.card_design import CATEGORIES
from companion.vision.learning.icons.icon_discriminants import (
    join_discriminants,
    join_moments,
    measure_moments,
    measure_order,
    order_by_discriminants,
)
from companion.vision.learning.icons.icon_samples import Orders
from companion.vision.learning.thresholds import VARIATIONS
from companion.vision.networks.inference import ICON_DIMENSIONS
from companion.vision.reading.icons.discriminants import coarsen_discriminants, fit_distributions, score_categories

CARDS = ["CFH", "MRS", "FSC", "HRM", "SC", "RFHM", "MC", "HSFR", "CCM", "FHS", "RM", "SRC"]
EVERY = len(CATEGORIES)


def embed(cards: list[str], seed: int = 0, moved: float = 0.0) -> list[np.ndarray]:
    """Return embeddings, in two variations, of icons that differ by category in a few dimensions, and by chance."""
    dice = np.random.default_rng(seed)
    kinds = [CATEGORIES.index(code) for icons in cards for code in icons]
    means = np.eye(EVERY, ICON_DIMENSIONS)
    return [
        np.asarray(means[kinds] + moved + dice.normal(0, 0.15, (len(kinds), ICON_DIMENSIONS)), np.float32)
        for _ in range(2)
    ]


def name_icons(discriminants: np.ndarray) -> str:
    """Return the categories of icons of another photo in other light, those of ``CARDS``."""
    seen = embed(CARDS, seed=1, moved=0.5)[0]
    kinds = score_categories(seen - seen.mean(axis=0), discriminants).argmax(axis=1)
    return "".join(CATEGORIES[kind] for kind in kinds)


def discriminate(cards: list[str], named: list[str], seed: int = 0) -> np.ndarray:
    """Return what a lesson tells of ``cards`` that were ``named`` so."""
    return coarsen_discriminants(fit_distributions(measure_moments(embed(cards, seed), named)))


def list_every_order(cards: list[str]) -> Orders:
    return [sorted(set(permutations(icons))) for icons in cards]


def test_icons_are_ordered_by_what_other_cards_tell() -> None:
    mistaken = ["FCH", "RMS", *CARDS[2:]]
    assert order_by_discriminants(embed(CARDS), mistaken, list_every_order(CARDS)) == CARDS


def test_an_order_that_is_known_stays() -> None:
    known = [[tuple(icons)] for icons in CARDS]
    assert order_by_discriminants(embed(CARDS), CARDS[::-1], known) == CARDS[::-1]


def test_a_single_card_stays_as_it_is() -> None:
    assert order_by_discriminants(embed(["FC"]), ["CF"], list_every_order(["FC"])) == ["CF"]


def test_icons_bear_out_their_order_better_than_one_with_categories_exchanged_where_a_card_has_both() -> None:
    exchange = str.maketrans("CH", "HC")
    exchanged = [icons.translate(exchange) if {"C", "H"} <= set(icons) else icons for icons in CARDS]
    assert exchanged != CARDS
    assert measure_order(embed(CARDS), exchanged) < measure_order(embed(CARDS), CARDS) - VARIATIONS.max_order_loss
    assert measure_order(embed(CARDS), CARDS) <= 0


def test_moments_tell_categories_of_another_photo_in_other_light() -> None:
    assert name_icons(fit_distributions(measure_moments(embed(CARDS), CARDS)).discriminate()) == "".join(CARDS)


def test_a_category_that_is_on_no_card_has_no_mean() -> None:
    moments = measure_moments(embed(["CF", "FH", "CH"]), ["CF", "FH", "CH"])
    assert moments[:EVERY].any(axis=1).tolist() == [True, True, True, False, False, False]
    assert not measure_moments(embed([]), []).any()


def count(cards: list[str]) -> list[int]:
    return ["".join(cards).count(code) for code in CATEGORIES]


def test_lessons_together_know_what_either_knows() -> None:
    some, others = ["CF", "FH", "CH", "HC"], ["MR", "RS", "SM", "CM"]
    moments = [measure_moments(embed(cards), cards) for cards in (some, others)]
    joined = join_moments(moments, [count(some), count(others)])
    assert joined[:EVERY].any(axis=1).all()
    # Of a category that one of them shows, its mean.
    assert joined[1] == pytest.approx(moments[0][1])
    assert not join_moments([], []).any()


def test_icons_that_were_confirmed_wrongly_do_not_outvote_more_of_them() -> None:
    moments = measure_moments(embed(CARDS), CARDS)
    exchanged = [icons.translate(str.maketrans("CF", "FC")) for icons in CARDS[:6]]
    wrong = measure_moments(embed(CARDS[:6], seed=1), exchanged)
    joined = join_moments([wrong, moments], [count(exchanged), count(CARDS)])
    assert joined[:2] == pytest.approx(moments[:2])


def test_discriminants_of_lessons_that_share_some_categories_tell_all() -> None:
    some, others = ["CF", "FH", "CH", "HC", "FC", "HF"], ["MR", "RS", "SM", "CM", "FR", "SC"]
    told = [discriminate(cards, cards) for cards in (some, others)]
    assert name_icons(join_discriminants(told, [count(some), count(others)])) == "".join(CARDS)
    # Of two lessons that share none nobody knows what tells a category of one from a category of the other.
    apart = ["MR", "RS", "SM", "RM", "SR", "MS"]
    joined = join_discriminants([told[0], discriminate(apart, apart)], [[*count(some)], count(apart)])
    assert joined.any(axis=1).tolist() == [True, True, True, False, False, False]
    assert not join_discriminants([], []).any()


def test_discriminants_of_icons_that_were_confirmed_wrongly_do_not_count() -> None:
    told = discriminate(CARDS, CARDS)
    exchanged = [icons.translate(str.maketrans("CF", "FC")) for icons in CARDS[:6]]
    wrong = discriminate(CARDS[:6], exchanged, seed=1)
    joined = join_discriminants([wrong, told], [count(exchanged), count(CARDS)])
    moved = joined[:2] - told[:2]
    assert moved == pytest.approx(np.tile(moved.mean(axis=0), (2, 1)), abs=1e-3)
    assert name_icons(joined) == "".join(CARDS)
