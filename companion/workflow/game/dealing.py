"""Dealing the category cards, and other settings of a game in progress.

Cards are dealt to all seats at once, or not at all: whoever sees the cards of one who joined later, or has left, would
know what is left for the others. Each deal stands in the table's log.

Whatever is refused once the inspection is locked raises ``StageError``.
"""

from __future__ import annotations

import datetime
from random import Random

from ...scoring.inspection import Form
from ...scoring.setup import Deal, deal_categories, deal_solo
from ...store.game import queries as game
from ...store.tables import queries
from ...store.tables.drafts import StoredDraft


def deal_cards(slug: str, source: Random, version: int, now: datetime.datetime, *, replaces: bool) -> bool:
    """Deal the category cards to everyone at a table; return whether there was anyone to deal to.

    ``source`` decides how they fall. ``version`` is that of the head by which it was decided to deal. Raises
    ``ConflictError`` where the head has changed since, and, unless it ``replaces`` them, where categories have been
    chosen already: only somebody who has seen them may replace them.
    """
    draft = queries.find_draft(slug)
    if not draft.seats:
        return False
    game.write_deal(slug, deal(draft, source), version, now, replaces=replaces)
    return True


def gather_cards(slug: str, version: int, now: datetime.datetime) -> None:
    """Take back the cards that the app dealt, so that the table can use its own.

    ``version`` is that of the head by which it was decided; raises ``ConflictError`` where it has been changed since.
    """
    game.gather_cards(slug, version, now)


def choose_length(slug: str, now: datetime.datetime, *, long_game: bool) -> None:
    """Store which of the two game lengths is played."""
    game.write_length(slug, now, long_game=long_game)


def call_final_round(slug: str, now: datetime.datetime, *, is_called: bool) -> None:
    """Call the final round by hand, as when the cards are counted on the table, or take it back."""
    game.write_final_round(slug, now, is_called=is_called)


def deal(draft: StoredDraft, source: Random) -> Deal:
    """Deal the category cards for everyone at a table; ``source`` provides the randomness."""
    return deal_solo(source) if draft.details.form == Form.S_42A else deal_categories(len(draft.seats), source)
