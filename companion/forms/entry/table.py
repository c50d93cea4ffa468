"""Forms to open a table or join one, and to choose the focus that only its owner sees."""

from __future__ import annotations

from flask_babel import gettext, lazy_gettext
from flask_wtf import FlaskForm
from wtforms import Field, HiddenField, StringField, ValidationError

from .deck_choice import deck_field
from .fields import (
    LONGEST_LINE,
    LONGEST_NAME,
    at_most,
    category_field,
    date_field,
    edition_field,
    strip_text,
    tidy_line,
)
from .request_key import keep_request_key

LONGEST_CODE = 20
"""Characters as typed, including spaces and dashes."""


class TableForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """Opening a table; everyone else joins on their own."""

    name = StringField(lazy_gettext("Your name"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])
    """Empty if this device only shows the table, for example a laptop."""
    edition = edition_field()
    deck = deck_field()
    date = date_field()
    place = StringField(lazy_gettext("Place"), filters=[strip_text], validators=[at_most(LONGEST_LINE)])
    request_key = HiddenField(default="", filters=[keep_request_key])


class CodeForm(FlaskForm):  # type: ignore[misc]
    """The code of a table, as someone calls it out across the room."""

    code = StringField(lazy_gettext("Table code"), filters=[strip_text], validators=[at_most(LONGEST_CODE)])


class JoinForm(FlaskForm):  # type: ignore[misc]
    """Taking a seat under a name."""

    name = StringField(lazy_gettext("Your name"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])

    def validate_name(self, field: Field) -> None:
        """Refuse an empty name: the form has to say whose column it is."""
        if not field.data:
            raise ValidationError(gettext("Nobody is admitted without a name. Enter yours."))


class FocusForm(FlaskForm):  # type: ignore[misc]
    """A librarian's own focus."""

    focus = category_field()
