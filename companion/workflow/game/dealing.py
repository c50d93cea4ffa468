"""Dealing the category cards, and what else a table agrees upon while its game is still running.

Whatever is refused once the inspection is locked raises ``StageError``.
"""

from __future__ import annotations

import datetime
from random import Random

from ...scoring.categories import Category
from ...scoring.inspection import Form
from ...scoring.setup import Deal, deal_categories, deal_more, deal_solo
from ...store.game import queries as game
from ...store.tables import queries
from ...store.tables.drafts import Draft


def deal_cards(slug: str, source: Random, version: int, now: datetime.datetime, *, replaces: bool) -> bool:
    """Deal the category cards to everybody at a table; return whether there was anybody to deal to.

    ``source`` decides how they fall. ``version`` is that of the head by which it was decided to deal. Raises
    ``ConflictError`` where the head has changed since, and, unless it ``replaces`` them, where categories have been
    chosen already: only somebody who has seen them may replace them.
    """
    draft = queries.find_draft(slug)
    if not draft.seats:
        return False
    game.write_deal(slug, deal(draft, source), version, now, replaces=replaces)
    return True


def deal_to_latecomers(slug: str, source: Random, now: datetime.datetime) -> None:
    """Deal to those who sat down after the deal; where the app has dealt nothing, nothing is done.

    Raises ``ConflictError`` where the cards have changed meanwhile, and ``LookupError`` where they do not suffice,
    or somebody has left the table.
    """
    draft = queries.find_draft(slug)
    if draft.is_dealt:
        game.write_late_focuses(slug, deal_rest(draft, source), now)


def gather_cards(slug: str, version: int, now: datetime.datetime) -> None:
    """Take back what the app dealt, so that the table can lay its own cards.

    ``version`` is that of the head by which it was decided; raises ``ConflictError`` where it has been changed since.
    """
    game.gather_cards(slug, version, now)


def choose_length(slug: str, now: datetime.datetime, *, long_game: bool) -> None:
    """Keep which of the two lengths is played."""
    game.write_length(slug, now, long_game=long_game)


def deal(draft: Draft, source: Random) -> Deal:
    """Deal the category cards for everybody at a table; ``source`` decides how they fall."""
    return deal_solo(source) if draft.details.form == Form.S_42A else deal_categories(len(draft.seats), source)


def deal_rest(draft: Draft, source: Random) -> dict[int, Category]:
    """Deal a focus to each librarian who has none; return them by position. Expects everything that is in the draft.

    Raises ``LookupError`` where the cards do not suffice.
    """
    details = draft.details
    laid = [details.prominent, details.banned, *(seat.focus for seat in draft.seats)]
    late = [seat.position for seat in draft.seats if not seat.focus]
    return dict(zip(late, deal_more([Category(code) for code in laid if code], len(late), source), strict=True))
