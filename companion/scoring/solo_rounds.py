"""The five rounds of the solo game: what is due in each before the assistants are placed."""

from __future__ import annotations

from dataclasses import dataclass

LAST_ROUND = 5
LEVELS = range(1, 8)
"""The difficulties, each the number of cards that go from the deck to the pile every round (002:626-632)."""

_LOCATIONS = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2}
"""How many are in play: two are taken out after each round and one comes in (002:647-655, 000:1301-1313)."""
_SHOWN_FROM = (2, 4)
"""The rounds that begin with one of the two category cards set aside being shown (002:638)."""


@dataclass(frozen=True, slots=True)
class SoloRound:
    """One round, from 1 to 5."""

    number: int
    locations: int
    showing: int
    """Which of the two cards set aside is shown first of all: 1 or 2; 0 in a round that shows none."""

    @property
    def is_last(self) -> bool:
        """Whether the game ends with it."""
        return self.number == LAST_ROUND


def find_solo_round(number: int) -> SoloRound:
    """Return a round of the solo game; raise ``LookupError`` for one there is not.

    >>> find_solo_round(4)
    SoloRound(number=4, locations=3, showing=2)
    """
    if number not in _LOCATIONS:
        raise LookupError(f"no round {number!r} in a solo game: expected 1 to {LAST_ROUND}")
    showing = _SHOWN_FROM.index(number) + 1 if number in _SHOWN_FROM else 0
    return SoloRound(number, _LOCATIONS[number], showing)


def count_shown(number: int) -> int:
    """Count the cards set aside that have been shown once a round has begun; 0 before the first round.

    >>> [count_shown(number) for number in range(6)]
    [0, 0, 1, 1, 2, 2]
    """
    return sum(number >= first for first in _SHOWN_FROM)
