"""Forms to join a table, and to choose the focus that only its owner sees."""

from __future__ import annotations

from flask_babel import gettext, lazy_gettext
from flask_wtf import FlaskForm
from wtforms import Field, StringField, ValidationError

from .fields import LONGEST_NAME, at_most, category_field, strip_text, tidy_line

LONGEST_CODE = 20
"""Characters as typed, including spaces and dashes."""


class CodeForm(FlaskForm):  # type: ignore[misc]
    """The code of a table, as someone calls it out across the room."""

    code = StringField(lazy_gettext("Table code"), filters=[strip_text], validators=[at_most(LONGEST_CODE)])

    def validate_code(self, field: Field) -> None:
        """Refuse an empty code: nothing was typed that a table could not have."""
        if not field.data:
            raise ValidationError(
                gettext("No code has been typed. The host’s phone shows six characters; enter those.")
            )


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
