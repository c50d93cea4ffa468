"""Starting a table: first who enters what, then the names; everything else is suggested."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from flask_babel import gettext, lazy_gettext
from wtforms import HiddenField, RadioField, StringField

from .fields import FORMS, LONGEST_NAME, at_most, refuse, tidy_line
from .inspection import HeadForm
from .request_key import keep_request_key


class Way(StrEnum):
    """Who enters what at a new table."""

    PHONES = "phones"
    """Everybody joins with a phone of their own."""
    ROUND = "round"
    """One phone goes round, and shows each focus to its owner alone."""
    ALL = "all"
    """Whoever has the phone enters everything, and sees everything."""
    SOLO = "solo"
    """One librarian against the public library."""

    @property
    def names_one(self) -> bool:
        """Whether only the person with this phone is named."""
        return self in (Way.PHONES, Way.SOLO)


class StartForm(HeadForm):
    """A new inspection; what the chosen way does not ask for is ignored."""

    way = RadioField(
        choices=[way.value for way in Way],
        invalid_choice_message=lazy_gettext("Expected one of the ways listed here. Please choose one."),
    )
    name = StringField(lazy_gettext("Your name"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])
    """Of whoever has this phone; empty if it only shows the table, for example a laptop."""
    request_key = HiddenField(default="", filters=[keep_request_key])

    @property
    def chosen(self) -> Way | None:
        """The way that was chosen; ``None`` for one that no page offers."""
        return Way(self.way.data) if self.way.data in list(Way) else None

    @property
    def code(self) -> str:
        """The code of the form that will be filled in."""
        return FORMS[self.chosen is Way.SOLO]

    @property
    def own_name(self) -> str:
        """The name of the only person who is named; that of the first seat where the field is empty."""
        return str(self.name.data or next((seat.name.data for seat in self.table), ""))

    def add_name(self, name: str) -> None:
        """Seat somebody, or whoever sits there already not; without a free seat nothing happens."""
        name = tidy_line(name)[:LONGEST_NAME]
        fields = [self.name] if self.chosen and self.chosen.names_one else [seat.form.name for seat in self.seats]
        taken = next((field for field in fields if field.data == name), None)
        if taken:
            taken.data = ""
        elif free := next((field for field in fields if not field.data or len(fields) == 1), None):
            free.data = name

    def validate(self, extra_validators: Any = None) -> bool:
        """Validate every field, then whoever is named."""
        fine = bool(super().validate(extra_validators))
        if self.chosen is Way.SOLO and not self.own_name:
            refuse(self.name, gettext("Nobody is at the table yet. Enter at least one name."))
            return False
        if self.chosen and not self.chosen.names_one:
            return self.check_names() and fine
        return fine
