"""Forms for the table's own word: a figure, or the title, with a reason and the name of whoever decided."""

from __future__ import annotations

import re

from flask_babel import gettext, lazy_gettext
from flask_wtf import FlaskForm
from wtforms import Field, HiddenField, SelectField, SelectMultipleField, StringField, ValidationError

from .fields import LONGEST_NAME, at_most, strip_text, tidy_line
from .request_key import keep_request_key

LONGEST_REASON = 300
_MOST_DIGITS = 4
_POINTS = re.compile(r"[-−]?([0-9]+)")
_MAY_BE_NEGATIVE = ("banned", "total")


class _DecisionForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """What every decision has."""

    reason = StringField(lazy_gettext("Why?"), filters=[tidy_line], validators=[at_most(LONGEST_REASON)])
    by = StringField(lazy_gettext("Decided by"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])
    request_key = HiddenField(default="", filters=[keep_request_key])

    def validate_reason(self, field: Field) -> None:
        """Refuse an empty reason: without one, nobody understands the form a year later."""
        if not field.data:
            raise ValidationError(gettext("A decision needs its reason. Say it in a few words."))

    def validate_by(self, field: Field) -> None:
        """Refuse an empty name."""
        if not field.data:
            raise ValidationError(gettext("A decision needs a name. Say who decided, or “the table”."))


class FigureForm(_DecisionForm):
    """A figure that the table decides."""

    figure = SelectField(lazy_gettext("Which figure?"), validate_choice=False)
    points = StringField(lazy_gettext("What does the table say it is?"), filters=[strip_text])

    def validate_figure(self, field: Field) -> None:
        """Refuse what was not offered; ``choices`` are the values of those that are."""
        if field.data not in (field.choices or ()):
            raise ValidationError(gettext("Choose one of the figures of this form."))

    def validate_points(self, field: Field) -> None:
        """Refuse what is no figure of this line."""
        line = str(self.figure.data).partition(":")[2]
        text = field.data or ""
        number = _POINTS.fullmatch(text)
        if number and len(number[1]) > _MOST_DIGITS:
            raise ValidationError(gettext("Expected a figure of four digits at most, found “%(typed)s”.", typed=text))
        if not number or (self.read_points() < 0 and line not in _MAY_BE_NEGATIVE):
            raise ValidationError(
                gettext("Expected a whole number such as %(example)s, found “%(typed)s”.", example="7", typed=text)
            )

    def read_points(self) -> int:
        """Return the figure; only for one that is valid."""
        return int(str(self.points.data).replace("−", "-"))


NOBODY = "0"
"""Chosen instead of a seat's position: nobody holds the title, or the license is refused."""


class TitleForm(_DecisionForm):
    """Who holds the title, or whether the license is granted."""

    winners = SelectMultipleField(lazy_gettext("Who holds the title?"), validate_choice=False)

    def validate_winners(self, field: Field) -> None:
        """Refuse no choice, and one that was not offered; ``choices`` are positions, as text, and ``NOBODY``."""
        chosen = set(field.data or ())
        if not chosen or not chosen <= set(field.choices or ()):
            raise ValidationError(gettext("Choose who it is, or nobody."))
        if NOBODY in chosen and len(chosen) > 1:
            raise ValidationError(gettext("It is nobody or somebody. Choose one of the two."))

    def read_winners(self) -> tuple[int, ...]:
        """Return the positions of those chosen; only for a choice that is valid."""
        return tuple(sorted(int(chosen) for chosen in set(self.winners.data) if chosen != NOBODY))
