"""The fields that several forms share, and how what is typed in them is read."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Callable

from flask_babel import gettext, lazy_gettext, ngettext
from wtforms import Field, Form, RadioField, SelectField, StringField, ValidationError

from ...scoring.categories import CATEGORIES
from ...scoring.editions import EDITION_CODES

FORMS = ("B-7c", "S-42A")
LONGEST_NAME = 40
"""Characters: what fits into a column of the printed form on two lines."""
LONGEST_LINE = 80


def strip_text(text: str | None) -> str:
    """Return a text in NFC without surrounding white space."""
    return unicodedata.normalize("NFC", (text or "").strip())


def tidy_line(text: str | None) -> str:
    """Return a text on one line, without invisible characters.

    With them, a name that looks like another one would be a different name, and could turn the sentence around it.
    """
    return " ".join("".join(char for char in strip_text(text) if char.isprintable() or char.isspace()).split())


def at_most(characters: int) -> Callable[[Form, Field], None]:
    """Make a validator that says by how much a text is too long."""

    def check(_form: Form, field: Field) -> None:
        length = len(field.data or "")
        if length > characters:
            raise ValidationError(
                ngettext(
                    "There is room for %(room)s characters; this has %(num)s too many. Please shorten it.",
                    "There is room for %(room)s characters; this has %(num)s too many. Please shorten it.",
                    length - characters,
                    room=characters,
                )
            )

    return check


def refuse(field: Field, sentence: str) -> None:
    """Add an error to a field, in addition to those of its own validators."""
    field.errors = (*field.errors, sentence)


def form_field() -> RadioField:
    """Make a choice of one of the two forms, B-7c first."""
    return RadioField(
        lazy_gettext("Form"),
        choices=list(FORMS),
        default=FORMS[0],
        invalid_choice_message=lazy_gettext("Expected one of the two forms. Please choose one."),
    )


def edition_field() -> SelectField:
    """Make a choice of one of the editions."""
    return SelectField(
        lazy_gettext("Box edition"),
        choices=list(EDITION_CODES),
        invalid_choice_message=lazy_gettext("Expected one of the editions listed here. Please choose one."),
    )


def category_field() -> RadioField:
    """Make a field to choose one of the six categories, or none yet; its labels come from the edition."""
    return RadioField(choices=[code.value for code in CATEGORIES], validate_choice=False, filters=[_is_category])


def date_field() -> StringField:
    """Make a field for an ISO date, kept as typed; an invalid date would be missing from the printed form."""

    def check(_form: Form, field: Field) -> None:
        if not field.data:
            return
        try:
            datetime.date.fromisoformat(field.data)
        except ValueError:
            raise ValidationError(
                gettext(
                    "Expected a date such as %(example)s, found “%(typed)s”. Enter year, month and day, or leave it "
                    "empty.",
                    example="2026-11-20",
                    typed=field.data,
                )
            ) from None

    return StringField(lazy_gettext("Date"), filters=[strip_text], validators=[check])


def _is_category(code: str | None) -> str:
    """Return a category code; anything else was not chosen on the page and becomes empty."""
    return code if code in CATEGORIES else ""
