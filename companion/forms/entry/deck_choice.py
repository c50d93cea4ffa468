"""The choice of the deck that a table plays with."""

from __future__ import annotations

from flask_babel import lazy_gettext
from wtforms import SelectField

LONGEST_CHOICE = 80
"""Characters; a deck's name and what stands before it."""


def _keep_choice(said: str | None) -> str:
    """Keep what was chosen; nothing where the form did not ask."""
    return (said or "")[:LONGEST_CHOICE]


def deck_field() -> SelectField:
    """Make a choice of one of the decks that there are; its choices are set when it is shown."""
    return SelectField(lazy_gettext("Deck"), choices=[], validate_choice=False, filters=[_keep_choice], default="")
