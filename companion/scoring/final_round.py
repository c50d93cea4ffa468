"""When the last round begins: somebody's shelf holds enough cards at the end of a round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .checks.shelf import stand_in
from .notation import read_rows
from .shelf import Shelf

CARDS_NEEDED = {2: 16, 3: 14, 4: 12}
"""By the number of players (002:283-293, 000:552-554, 001:829-831, 003:75)."""

CARDS_NEEDED_IN_A_LONG_GAME = {2: 19, 3: 17, 4: 15}
"""The longer game (002:579-589, 000:1180-1184, 001:1606-1608)."""


def find_cards_needed(players: int, *, long_game: bool = False) -> int:
    """Return how many cards on one shelf bring on the final round; raise ``LookupError`` but for 2 to 4 players.

    >>> find_cards_needed(4), find_cards_needed(4, long_game=True)
    (12, 15)
    """
    needed = CARDS_NEEDED_IN_A_LONG_GAME if long_game else CARDS_NEEDED
    if players not in needed:
        raise LookupError(f"no final round is defined for {players} players: expected 2, 3 or 4")
    return needed[players]


@lru_cache(maxsize=256)
def count_cards(text: str) -> int:
    """Count the cards of a shelf as typed, those that cannot be read included and entombed ones not.

    >>> count_cards("A1:CF . #+ / what? B2")
    4
    """
    return Shelf.of(stand_in(*read_rows(text))).cards


def is_final_round(shelves: Sequence[Shelf], *, long_game: bool = False) -> bool:
    """Tell whether any shelf holds enough: cards face down count (003:75-78), entombed ones do not (000:1026-1027)."""
    needed = find_cards_needed(len(shelves), long_game=long_game)
    return any(shelf.cards >= needed for shelf in shelves)
