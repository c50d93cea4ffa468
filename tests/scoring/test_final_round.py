from __future__ import annotations

import pytest

from companion.scoring import parse_shelf
from companion.scoring.final_round import find_cards_needed, is_final_round

from .examples import DERIVED, RULING, example

STANDARD = "000:552-554 001:829-831 002:283-293 003:75"
LONG = "000:1180-1184 001:1606-1608 002:579-589"


@pytest.mark.parametrize(
    ("players", "standard", "long_game"),
    [(2, 16, 19), (3, 14, 17), (4, 12, 15)],
)
def test_the_final_round_comes_sooner_with_more_players(players: int, standard: int, long_game: int) -> None:
    assert find_cards_needed(players) == standard
    assert find_cards_needed(players, long_game=True) == long_game


@pytest.mark.parametrize(
    ("shelved", "long_game", "is_final"),
    [
        example("two-players-16", DERIVED, STANDARD, (16, 9), False, True),
        example("two-players-15", DERIVED, STANDARD, (15, 15), False, False),
        example("three-players-14", DERIVED, STANDARD, (14, 3, 3), False, True),
        example("four-players-12", DERIVED, STANDARD, (12, 1, 1, 1), False, True),
        example("four-players-11", DERIVED, STANDARD, (11, 11, 11, 11), False, False),
        example("four-players-long-14", DERIVED, LONG, (14, 1, 1, 1), True, False),
        example("four-players-long-15", DERIVED, LONG, (15, 1, 1, 1), True, True),
    ],
)
def test_one_shelf_with_enough_cards_brings_it_on(shelved: tuple[int, ...], long_game: bool, is_final: bool) -> None:
    shelves = [parse_shelf(" ".join(["A1:CF"] * cards)) for cards in shelved]
    assert is_final_round(shelves, long_game=long_game) is is_final


@pytest.mark.parametrize(
    ("last_card", "is_final"),
    [
        example("cards-face-down-count", DERIVED, "003:75-78", "#", True),
        example("entombed-cards-do-not", RULING, "000:1026-1031", ".", False),
    ],
)
def test_cards_face_down_count_and_entombed_ones_do_not(last_card: str, is_final: bool) -> None:
    assert is_final_round([parse_shelf("#+ " * 15 + last_card), parse_shelf("")]) is is_final


@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_have_no_final_round(players: int) -> None:
    with pytest.raises(LookupError, match=f"{players} players"):
        find_cards_needed(players)
