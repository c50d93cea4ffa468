from __future__ import annotations

import pytest

from companion.scoring import parse_shelf
from companion.scoring.cards import ICONS_ON_A_CARD, Card
from companion.scoring.shelf import Place


def read_card(token: str) -> Card:
    return parse_shelf(token)[Place(0, 0)]


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("M8:CF", "M8"),
        ("CH10", "CH10"),
        ("M8~", "M8"),
        ("#", "#"),
        ("?", "?"),
        ("?8:CF", "?8"),
        ("M?:CF", "M?"),
        ("??:CF", "??"),
    ],
)
def test_a_card_is_called_by_letter_and_number(token: str, name: str) -> None:
    assert read_card(token).name == name


@pytest.mark.parametrize(
    ("token", "is_unread"),
    [
        ("M8:CF", False),
        ("M8", False),
        ("M8~", False),
        ("#", False),
        ("?", True),
        ("?8:CF", True),
        ("M?:CF", True),
        ("M8:C?", True),
        ("??:CF", True),
        ("?8~", True),
        ("??:CF~", True),
    ],
)
def test_a_question_mark_anywhere_means_unread(token: str, is_unread: bool) -> None:
    assert read_card(token).is_unread is is_unread


def test_turning_a_card_down_changes_nothing_else() -> None:
    assert read_card("M8/10:CF+").turned_down() == read_card("M8/10:CF~+")
    assert read_card("M8:CF~").turned_down() == read_card("M8:CF~")


def test_cards_show_two_to_four_icons() -> None:
    assert list(ICONS_ON_A_CARD) == [2, 3, 4]
