"""The choice of the deck that a table plays with."""

from __future__ import annotations

from flask_babel import lazy_gettext
from wtforms import SelectField

LONGEST_CHOICE = 80
"""Characters: a deck's name and its prefix."""


def _keep_choice(said: str | None) -> str:
    """Return what was chosen; an empty text if the form did not ask."""
    return (said or "")[:LONGEST_CHOICE]


def deck_field() -> SelectField:
    """Make a field to choose one of the existing decks; its choices are set when it is shown."""
    return SelectField(lazy_gettext("Deck"), choices=[], validate_choice=False, filters=[_keep_choice], default="")
