"""What a solo player enters while the game is in progress.

Raises ``MissingError`` for a table of another form, ``StageError`` once the inspection is locked, and ``ValueError``
for what the game does not know.
"""

from __future__ import annotations

import datetime

from ...scoring.categories import CATEGORIES
from ...scoring.inspection import Form
from ...scoring.solo_rounds import LAST_ROUND, LEVELS
from ...store.game import queries as game
from ...store.tables import queries
from ...store.tables.drafts import MissingError

CARDS_SET_ASIDE = (1, 2)


def choose_difficulty(slug: str, level: int | None, now: datetime.datetime) -> None:
    """Store how many cards are discarded per round."""
    _require_solo(slug)
    if level is None or level not in LEVELS:
        raise ValueError(f"expected a level of {', '.join(map(str, LEVELS))}, found {level!r}")
    game.write_difficulty(slug, level, now)


def go_to_round(slug: str, number: int, now: datetime.datetime) -> None:
    """Store the current round; 0 is before the first."""
    _require_solo(slug)
    if not 0 <= number <= LAST_ROUND:
        raise ValueError(f"expected a round from 0 to {LAST_ROUND}, found {number!r}")
    game.write_round(slug, number, now)


def name_shown_card(slug: str, which: int | None, code: str, now: datetime.datetime) -> None:
    """Store the category of the first or second card set aside, if a person dealt the cards."""
    _require_solo(slug)
    if which not in CARDS_SET_ASIDE:
        raise ValueError(f"expected the first or the second card, found {which!r}")
    if code not in CATEGORIES:
        raise ValueError(f"expected the code of a category, found {code!r}")
    game.write_shown(slug, which, code, now)


def _require_solo(slug: str) -> None:
    if queries.find_draft(slug).details.form != Form.S_42A:
        raise MissingError(f"{slug!r} is no solo game")
