"""Decks: which cards a box holds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .faces import CATEGORIES

SIZE = 152
ALPHABETS = {
    "en": tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "pl": tuple("ABCĆDEFGHIJKLŁMNOPRSŚTUWZŻ"),
}


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card: its letter, ``number`` of ``of``, and icons in the order in which they are printed."""

    letter: str
    number: int
    of: int
    icons: str

    @property
    def codes(self) -> str:
        """The icons in the order of shelf notation."""
        return "".join(sorted(self.icons))

    def write(self) -> str:
        """Return the card in shelf notation, with the number of cards of its letter."""
        return f"{self.letter}{self.number}/{self.of}:{self.codes}"

    def write_plain(self) -> str:
        """Return the card in shelf notation."""
        return f"{self.letter}{self.number}:{self.codes}"


def make_deck(seed: int, edition: str = "en") -> tuple[SceneCard, ...]:
    """Deal 152 cards over an edition's letters, two to four icons each."""
    dice = np.random.default_rng([11, seed])
    letters = ALPHABETS[edition]
    counts = np.ones(len(letters), int)
    while counts.sum() < SIZE:
        place = dice.integers(len(letters))
        counts[place] += counts[place] < 10
    return tuple(
        SceneCard(letter, number, int(count), "".join(dice.choice(list(CATEGORIES), dice.choice([2, 3, 3, 3, 4, 4]))))
        for letter, count in zip(letters, counts, strict=True)
        for number in range(1, count + 1)
    )
