"""What the caller says about the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.scoring.cards import BOOKS, CARDS
from companion.workflow.decks.game_rules import EX_LIBRIS


def test_the_rules_that_are_handed_in_are_those_of_the_rulebook() -> None:
    assert (EX_LIBRIS.max_rows, EX_LIBRIS.min_icons, EX_LIBRIS.max_icons) == (3, 2, 4)
    assert EX_LIBRIS.max_cards >= CARDS
    assert EX_LIBRIS.mean_icons == BOOKS / CARDS


@pytest.mark.parametrize("limits", [{"min_icons": 5}, {"min_icons": 0}, {"usual_count": 21}, {"usual_count": 0}])
def test_limits_that_contradict_each_other_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"expected 0 < .*, found"):
        replace(EX_LIBRIS, **limits)
