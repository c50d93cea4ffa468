"""The form for what is entered once an inspection is over: date, place, inspector, and remarks."""

from __future__ import annotations

from flask_babel import lazy_gettext
from flask_wtf import FlaskForm
from wtforms import StringField, TextAreaField

from .fields import LONGEST_LINE, LONGEST_NAME, at_most, date_field, strip_text, tidy_line
from .inspection import LONGEST_REMARKS


class ParticularsForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """The part of the form's header that no figure depends on."""

    date = date_field()
    place = StringField(lazy_gettext("Place"), filters=[strip_text], validators=[at_most(LONGEST_LINE)])
    inspector = StringField(lazy_gettext("Inspector"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])
    remarks = TextAreaField(lazy_gettext("Remarks"), filters=[strip_text], validators=[at_most(LONGEST_REMARKS)])
