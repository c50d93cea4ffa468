"""What the eye may take for granted of Ex Libris: handed to ``companion.vision``, which knows no rules itself."""

from __future__ import annotations

from ...scoring.cards import BOOKS, CARDS
from ...scoring.checks.shelf import MOST_ROWS
from ...vision.game_rules import GameRules, ShelfPrior

EX_LIBRIS = GameRules(
    max_rows=MOST_ROWS,
    # All rulebooks.
    min_icons=2,
    max_icons=4,
    mean_icons=BOOKS / CARDS,
    # The Polish edition, whose counts are printed for 24 letters, has at most 10 cards of a letter; others may differ.
    max_count=20,
    usual_count=10,
    rare_count_log_odds=-3.0,
    # A box holds 152; the few more leave room for a card that is seen twice.
    max_cards=160,
    prior=ShelfPrior(
        # On made shelves 83 to 90 of 100 cards lie behind those before them.
        in_order=0.87,
        same_count=0.985,
        duplicate=0.003,
    ),
)
