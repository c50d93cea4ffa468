"""Entry forms: the form's header with its librarians, tallies, the public library, the sheet to print.

Only what would confuse the table is refused here (a duplicate name, nobody at the table); everything else is kept as
typed, and the inspection's findings say what is missing or wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask_babel import gettext, lazy_gettext, ngettext
from flask_wtf import FlaskForm
from wtforms import (
    BooleanField,
    Field,
    FieldList,
    Form,
    FormField,
    HiddenField,
    RadioField,
    SelectField,
    StringField,
    TextAreaField,
)

from ...scoring.categories import CATEGORIES
from .deck_choice import deck_field
from .fields import (
    FORMS,
    LONGEST_LINE,
    LONGEST_NAME,
    at_most,
    category_field,
    date_field,
    edition_field,
    form_field,
    refuse,
    strip_text,
    tidy_line,
)

PAPERS = ("a4", "letter")
MOST_LIBRARIANS = 4
LONGEST_REMARKS = 600
DIFFICULTIES = tuple(map(str, range(1, 8)))
"""From 1 to 7 discards per round."""
STABILITY = "stability"


def _is_difficulty(level: str | None) -> str:
    """Return a difficulty; anything else was not chosen on the page and becomes empty."""
    return level if level in DIFFICULTIES else ""


class SeatForm(Form):  # type: ignore[misc]  # WTForms ships no types
    """A librarian; a row without a name is an empty seat."""

    position = HiddenField(default="0")
    name = StringField(lazy_gettext("Name"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])
    focus = category_field()
    remove = BooleanField(lazy_gettext("Leaves the table"))

    @property
    def number(self) -> int:
        """The position of the seat, 0 for a new one."""
        text = str(self.position.data or "")
        return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0


class HeadForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """The form's header: what is inspected, who sits at the table, which categories were dealt."""

    edition = edition_field()
    deck = deck_field()
    seats = FieldList(FormField(SeatForm), min_entries=MOST_LIBRARIANS, max_entries=MOST_LIBRARIANS)
    prominent = category_field()
    banned = category_field()
    library_focus = category_field()
    date = date_field()
    place = StringField(lazy_gettext("Place"), filters=[strip_text], validators=[at_most(LONGEST_LINE)])
    inspector = StringField(lazy_gettext("Inspector"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])
    remarks = TextAreaField(lazy_gettext("Remarks"), filters=[strip_text], validators=[at_most(LONGEST_REMARKS)])
    difficulty = SelectField(
        lazy_gettext("Difficulty"), choices=["", *DIFFICULTIES], validate_choice=False, filters=[_is_difficulty]
    )
    long_game = BooleanField(lazy_gettext("The longer game was played"))

    entered: frozenset[int] = frozenset()
    """The positions of the seats for which something has been entered: their names cannot simply be erased."""

    @property
    def table(self) -> tuple[SeatForm, ...]:
        """The seats that stay: those with a name that are not marked as leaving."""
        return tuple(
            seat.form
            for seat in self.seats
            if not seat.form.remove.data and (seat.form.name.data or seat.form.number in self.entered)
        )

    def check_names(self) -> bool:
        """Compare the names at the table, and say what is wrong with them; return whether nothing is."""
        fine = True
        seen: set[str] = set()
        for seat in self.table:
            name = seat.name.data
            if not name:
                refuse(
                    seat.name,
                    gettext(
                        "This librarian no longer has a name, but a shelf is entered here. Enter a name, or check "
                        "“Leaves the table” to strike out both."
                    ),
                )
                fine = False
            elif name in seen:
                refuse(
                    seat.name,
                    gettext(
                        "“%(name)s” is at this table twice. Add something that tells the two apart, such as a last "
                        "name.",
                        name=name,
                    ),
                )
                fine = False
            seen.add(name)
        if not seen:
            refuse(
                self.seats[0].form.name,
                gettext("Nobody is at the table yet. Enter at least one name."),
            )
            fine = False
        return fine


class InspectionForm(HeadForm):
    """The header of an inspection that was started before."""

    form = form_field()

    @property
    def is_solo(self) -> bool:
        """Whether S-42A was chosen."""
        return bool(self.form.data == FORMS[1])

    def validate(self, extra_validators: Any = None) -> bool:
        """Validate every field, then compare the names."""
        fine = bool(super().validate(extra_validators))
        fine = self.check_names() and fine
        if self.is_solo and len(self.table) > 1:
            refuse(
                self.form,
                ngettext(
                    "S-42A is for one librarian, and %(num)s is at this table.",
                    "S-42A is for one librarian, and %(num)s are at this table. Check “Leaves the table” for the "
                    "others, or choose B-7c.",
                    len(self.table),
                ),
            )
            fine = False
        return fine


class TallyForm(FlaskForm):  # type: ignore[misc]
    """The six figures of A2 and, for a librarian, the stability of B1, all as typed."""

    C = StringField()
    F = StringField()
    H = StringField()
    M = StringField()
    R = StringField()
    S = StringField()
    stability = StringField(lazy_gettext("Stability"))

    @property
    def figures(self) -> tuple[Field, ...]:
        """The fields of the six categories, in the order of the form."""
        return tuple(self[code.value] for code in CATEGORIES)

    def read_tally(self, *, with_stability: bool) -> dict[str, str]:
        """Return what was typed, keyed by category code and ``stability``."""
        keys = [code.value for code in CATEGORIES] + ([STABILITY] if with_stability else [])
        return {key: strip_text(self[key].data) for key in keys}


class LibraryForm(TallyForm):
    """The public library of S-42A: its focus, and the discard pile as a tally or card by card."""

    focus = category_field()
    kind = RadioField(choices=["tally", "discards"], validate_choice=False, default="tally")
    discards = TextAreaField(lazy_gettext("The discard pile, card by card"))


class SheetForm(FlaskForm):  # type: ignore[misc]
    """The language and paper of the form to print."""

    language = SelectField(lazy_gettext("Form language"))
    paper = RadioField(lazy_gettext("Paper"), choices={"a4": "A4", "letter": "Letter"}, default=PAPERS[0])

    def offer(self, languages: Sequence[str]) -> None:
        """Set the language codes to choose from."""
        self.language.choices = list(languages)
