"""What a deck remembers is another box's where the cards of a photo mostly have other icons, or more or fewer."""

from __future__ import annotations

import pytest

from companion.vision.reading.icons.icon_readings import IconReading
from companion.vision.reading.memory import suspect_deck
from companion.vision.readings import SURE


def suspect(seen: str, recalled: str) -> float:
    return suspect_deck([IconReading(codes, 0.0) for codes in seen.split()], recalled.split(" "))


@pytest.mark.parametrize(
    ("seen", "recalled"),
    [
        ("?? ??? ????", "CF HMR CFRS"),
        ("?? ??? ????", "CF  "),
        ("?? ??? ?? ???", "CF HMR CCF HRS"),
        ("CF ??? HM", "CF HMR HM"),
        ("? ? ?", "CF HMR CFRS"),
        ("?? ???", " "),
    ],
    ids=["as many", "one card that it knows", "one miscounted", "some read", "not counted", "none that it knows"],
)
def test_a_deck_of_the_box_is_believed(seen: str, recalled: str) -> None:
    assert suspect(seen, recalled) < 1 - SURE


@pytest.mark.parametrize(
    ("seen", "recalled"),
    [("?? ??? ??? ??", "CF CFRS CR HMR"), ("CF ??? HM", "RS HMR CF"), ("?? ???", "CCF CF")],
    ids=["other numbers", "other icons", "all of a few"],
)
def test_the_deck_of_another_box_is_not(seen: str, recalled: str) -> None:
    assert suspect(seen, recalled) > 1 - SURE


def test_the_more_cards_have_other_icons_the_less_it_is_believed() -> None:
    few, more = suspect("?? ??? ???", "CF CFRS HMR"), suspect("?? ??? ???", "CF CFRS HM")
    assert few < more
