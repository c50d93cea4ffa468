from __future__ import annotations

import pytest

from companion.scoring.solo_rounds import LAST_ROUND, LEVELS, SoloRound, count_shown, find_solo_round


def test_five_rounds_each_with_a_location_less() -> None:
    # 002:638 and 002:654: a card is shown at the start of rounds 2 and 4; locations 6, 5, 4, 3, 2.
    assert [find_solo_round(number) for number in range(1, LAST_ROUND + 1)] == [
        SoloRound(1, 6, 0),
        SoloRound(2, 5, 1),
        SoloRound(3, 4, 0),
        SoloRound(4, 3, 2),
        SoloRound(5, 2, 0),
    ]
    assert [find_solo_round(number).is_last for number in range(1, 6)] == [False, False, False, False, True]


@pytest.mark.parametrize("number", [-1, 0, 6])
def test_there_is_no_round_before_the_first_or_after_the_fifth(number: int) -> None:
    with pytest.raises(LookupError, match=f"{number} in a solo game"):
        find_solo_round(number)


def test_a_card_once_shown_stays_known() -> None:
    assert [count_shown(number) for number in range(6)] == [0, 0, 1, 1, 2, 2]


def test_a_level_is_the_number_of_cards_discarded() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5, 6, 7]
