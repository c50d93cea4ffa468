"""The form that names a house."""

from __future__ import annotations

from flask_babel import gettext, lazy_gettext
from flask_wtf import FlaskForm
from wtforms import Field, StringField, ValidationError

from .fields import LONGEST_NAME, at_most, tidy_line


class HouseForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """A house: a name by which those who have it know it."""

    name = StringField(lazy_gettext("Name of the house"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])

    def validate_name(self, field: Field) -> None:
        """Refuse an empty name: it would not tell one house from another."""
        if not field.data:
            raise ValidationError(gettext("A house needs a name, such as your group’s."))
