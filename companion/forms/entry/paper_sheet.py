"""What people copy from a paper form to have it audited: every figure as typed, however wrong.

Only what the audit requires is validated here: who is who, and what was dealt. The audit judges the figures.
"""

from __future__ import annotations

from typing import Any

from flask_babel import gettext, lazy_gettext
from flask_wtf import FlaskForm
from wtforms import FieldList, Form, FormField, HiddenField, StringField

from ...scoring.documents.paper_sheet import CELLS
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
from .inspection import MOST_LIBRARIANS

LIBRARY = "library"
"""The key of the public library's column; a librarian's key is the number of the column, from 0."""


class ColumnForm(Form):  # type: ignore[misc]  # WTForms ships no types
    """One column of the sheet; an empty column belongs to nobody."""

    name = StringField(lazy_gettext("Name"), filters=[tidy_line], validators=[at_most(LONGEST_NAME)])
    focus = category_field()
    C = StringField(filters=[strip_text])
    F = StringField(filters=[strip_text])
    H = StringField(filters=[strip_text])
    M = StringField(filters=[strip_text])
    R = StringField(filters=[strip_text])
    S = StringField(filters=[strip_text])
    stability = StringField(filters=[strip_text])
    prominent = StringField(filters=[strip_text])
    banned = StringField(filters=[strip_text])
    variety = StringField(filters=[strip_text])
    focus_bonus = StringField(filters=[strip_text])
    total = StringField(filters=[strip_text])

    @property
    def figures(self) -> dict[str, str]:
        """Every figure of the column as typed, keyed by its cell."""
        return {cell.value: self[cell.value].data for cell in CELLS}

    @property
    def is_taken(self) -> bool:
        """Whether anything is written in this column."""
        return bool(self.name.data or self.focus.data or any(self.figures.values()))


class PaperForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """A sheet as written, from its header to its totals."""

    form = form_field()
    edition = edition_field()
    prominent = category_field()
    banned = category_field()
    columns = FieldList(FormField(ColumnForm), min_entries=MOST_LIBRARIANS, max_entries=MOST_LIBRARIANS)
    library = FormField(ColumnForm)
    date = date_field()
    place = StringField(lazy_gettext("Place"), filters=[strip_text], validators=[at_most(LONGEST_LINE)])
    mended = HiddenField(filters=[strip_text])
    """The repairs accepted so far, as ``workflow.audit`` writes them."""

    @property
    def is_solo(self) -> bool:
        """Whether the sheet is an S-42A."""
        return bool(self.form.data == FORMS[1])

    @property
    def table(self) -> tuple[tuple[str, str, ColumnForm], ...]:
        """The columns that count, each with its key and name: on S-42A the first and the library's, else those taken.

        A player without a name is called by the number of the column; the library has no name.
        """
        librarians = [
            (str(index), column.form.name.data or gettext("Librarian %(number)s", number=index + 1), column.form)
            for index, column in enumerate(self.columns)
        ]
        if self.is_solo:
            return (librarians[0], (LIBRARY, "", self.library.form))
        return tuple(librarian for librarian in librarians if librarian[2].is_taken)

    def validate(self, extra_validators: Any = None) -> bool:
        """Validate every field, then compare the dealt categories and the names."""
        fine = bool(super().validate(extra_validators))
        for field in (self.prominent, self.banned):
            if not field.data:
                refuse(field, gettext("Nothing can be checked without this category. Please choose it."))
                fine = False
        return self._check_names() and fine

    def _check_names(self) -> bool:
        table = self.table
        if not table:
            refuse(self.columns[0].form.name, gettext("There is nobody on this sheet yet. Copy at least one column."))
        seen: set[str] = set()
        fine = bool(table)
        for _, name, column in table:
            if name in seen:
                sentence = gettext(
                    "“%(name)s” is on this sheet twice. Add something that tells the two apart, such as a last name.",
                    name=name,
                )
                refuse(column.name, sentence)
                fine = False
            seen.add(name)
        return fine
