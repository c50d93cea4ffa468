"""The bench of wrong memories tells what is wrong, and knows it when it comes back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.lessons.wrong_memories import change_icon, choose_other_name, judge
from companion.vision.readings import Confidence, Face, ReadCard
from tools.scenes.decks import SceneCard, make_deck

CARD = SceneCard("A", 2, 5, "FCM")
SURE = Confidence(0.99, 0.99, 0.99, 0.99)
READ = ReadCard(0, 0, Face.UP, ((0, 0), (1, 0), (1, 1), (0, 1)), SURE, "A", 2, 5, "CFM")


@pytest.mark.parametrize("seed", range(20))
def test_one_icon_is_told_wrongly(seed: int) -> None:
    changed = change_icon(np.random.default_rng(seed), "CFM")
    assert changed != "CFM"
    assert len(changed) == 3
    assert sum(changed.count(code) > "CFM".count(code) for code in set(changed)) == 1


def test_another_card_has_the_letter_or_the_number() -> None:
    deck = [card for card in make_deck(1) if (card.letter, card.number) != ("A", 2)]
    other = choose_other_name(np.random.default_rng(1), CARD, deck)
    assert other.letter == "A" or other.number == 2


@pytest.mark.parametrize(
    ("read", "outcome"),
    [
        (None, "not found"),
        (READ, "right, sure"),
        (replace(READ, confidence=replace(SURE, icons=0.5)), "doubtful"),
        (replace(READ, icons="CFR"), "told wrong, sure"),
        (replace(READ, icons="FFR"), "otherwise wrong, sure"),
    ],
)
def test_what_became_of_a_card(read: ReadCard | None, outcome: str) -> None:
    assert judge(read, CARD, (("A", 2), "CFR")) == outcome
