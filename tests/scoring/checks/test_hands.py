"""How many cards each player can have in hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.cards import CARDS
from companion.scoring.checks.table import find_most_in_hand


@given(st.lists(st.integers(0, 200), max_size=8), st.integers(0, CARDS))
def test_only_the_largest_hands_are_too_large_and_only_as_many_as_it_takes(hands: list[int], elsewhere: int) -> None:
    left = CARDS - elsewhere
    most = find_most_in_hand([None] * len(hands), hands, elsewhere)
    fitting = [hand for hand, limit in zip(hands, most, strict=True) if hand <= limit]
    faulty = [hand for hand, limit in zip(hands, most, strict=True) if hand > limit]
    assert sum(fitting) <= left
    assert not faulty or min(faulty) >= max(fitting, default=0)
    assert not faulty or sum(fitting) + min(faulty) > left


def test_of_very_many_hands_those_that_fit_are_believed() -> None:
    hands = [1] * 100 + [50] * 4000
    most = find_most_in_hand([None] * len(hands), hands)
    assert most == (CARDS - 150 + 1,) * 100 + (CARDS - 150,) * 3999 + (CARDS - 150 + 50,)
