"""The form of a lesson: what kind of icon this is, or that an answer is taken back."""

from __future__ import annotations

from flask_wtf import FlaskForm
from wtforms import IntegerField, StringField
from wtforms.validators import InputRequired, Length

LONGEST = 12
"""Characters of a kind's key and of an answer."""


class LessonForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """One tap of a lesson: the button that was pressed has the name of one of the last three fields."""

    photo = IntegerField(validators=[InputRequired()])
    kind = StringField(validators=[Length(max=LONGEST)])
    said = StringField(validators=[Length(max=LONGEST)])
    """A category's code, ``mixed`` or ``none``."""
    back = StringField(validators=[Length(max=LONGEST)])
    """``last`` for the last answer, or the key of a kind whose answer is taken back."""
    act = StringField(validators=[Length(max=LONGEST)])
    """``over`` begins the lesson anew, ``read`` reads the photo again with the answers."""
