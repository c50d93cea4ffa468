"""Where icons stand, and where as many as no card has would."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.learning.icons.icon_places import DesignError, find_icon_places
from companion.workflow.decks.game_rules import EX_LIBRIS

A, B, C, D = (0.6, 0.5), (0.8, 0.5), (0.6, 0.7), (0.8, 0.7)
"""The corners of a block, line by line."""


def find(*cards: tuple[tuple[float, float], ...]) -> list[set[tuple[float, float]]]:
    """Return the places of two, three and four icons, and what else they may be, for those on cards."""
    spots = np.full((len(cards), 4, 2), np.nan, np.float32)
    for row, card in zip(spots, cards, strict=True):
        row[: len(card)] = card
    found = find_icon_places(spots, np.zeros((len(cards), 2), np.float32), EX_LIBRIS)
    return [{(round(x, 3), round(y, 3)) for x, y in places} for places in found]


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        # Three of a block do not tell whether two stand side by side or one above the other.
        ([(A, B, D), (A, B, C, D)], [{A, B}, {A, B, D}, {A, B, C, D}, {B, D}]),
        ([(A, B, D)], [{A, B}, {A, B, D}, {A, B, C, D}, {B, D}]),
        ([(A, B), (A, B, C, D)], [{A, B}, {A, B, C}, {A, B, C, D}, {A, B, D}]),
        ([(A, C), (A, B, C)], [{A, C}, {A, B, C}, {A, B, C, D}]),
        # In the middle of the second line.
        ([(A, B, (0.7, 0.7))], [{A, B}, {A, B, (0.7, 0.7)}, {A, B, C, D}]),
        # In a row from the left, and from the right.
        ([(A, B)], [{A, B}, {(0.4, 0.5), A, B}, {(0.2, 0.5), (0.4, 0.5), A, B}]),
        ([((0.2, 0.5), (0.4, 0.5)), ((0.2, 0.5), (0.4, 0.5), A)],
         [{(0.2, 0.5), (0.4, 0.5)}, {(0.2, 0.5), (0.4, 0.5), A}, {(0.2, 0.5), (0.4, 0.5), A, B}]),
    ],
)  # fmt: skip
def test_where_no_card_has_so_many_icons_the_others_tell(cards, wanted):
    assert find(*cards) == wanted


def test_places_are_where_most_cards_have_them():
    """One card with four icons, cut out a little aside, moves none of those that it shares with others."""
    three, four = ((0.5, 0.1), (0.65, 0.1), (0.8, 0.1)), ((0.48, 0.1), (0.625, 0.1), (0.78, 0.1), (0.93, 0.1))
    two, more, most = find(*[three] * 9, four)
    assert all(any(abs(x - a) < 0.005 for a, _ in most) for x, _ in three)
    assert two < more < most


def test_places_of_centered_icons_that_touch_are_half_a_step_apart():
    """Cards with two icons and with three have none of their places in common, and those with four share two's."""
    two, three, four = (
        tuple((0.5, round(0.8 + 0.076 * (place - (count - 1) / 2), 4)) for place in range(count)) for count in (2, 3, 4)
    )
    assert find(two, three, four) == [{(x, round(y, 3)) for x, y in places} for places in (two, three, four)]


def test_without_any_icons_there_is_no_design():
    with pytest.raises(DesignError):
        find_icon_places(np.full((2, 4, 2), np.nan, np.float32), np.zeros((2, 2), np.float32), EX_LIBRIS)
