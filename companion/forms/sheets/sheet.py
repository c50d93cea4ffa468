"""The two official sheets as plain strings and numbers: B-7c and S-42A, filled in from a scorecard or blank.

A template prints a sheet and computes nothing; everything it prints is here, in one language and for one paper size.
"""

from __future__ import annotations

import datetime

from babel import Locale
from babel.dates import format_date

from ...scoring.inspection import Form, Inspection
from ...scoring.scorecard import Scorecard
from ...scoring.terms import find_terms
from ...wording.languages import Translations, find_translations
from ...wording.regions import name_locale
from ...wording.terms import note_foreign_terms
from .annex import blank_annex, fill_annex
from .fitting.sizes import (
    clamp,
    find_column_width,
    fit_entry,
    fit_headline,
    fit_name,
    fit_reasons,
    fit_remarks,
    fit_signature,
)
from .parts import Annex, Block, Entry, Paper, Printed, Sheet, Written
from .supplement import fill_supplements
from .table import blank_rows, fill_rows
from .verdict import blank_verdict, explain_decision, fill_verdict

__all__ = ["Paper", "Sheet", "blank_sheet", "fill_sheet"]

BLANK_COLUMNS = {Form.B_7C: 4, Form.S_42A: 2}
_TITLE_LIMIT = 160
_COLUMNS_WITH_A_CLASS = 6


def fill_sheet(inspection: Inspection, scorecard: Scorecard, language: str, paper: Paper) -> Sheet:
    """Fill in the form of a scored inspection.

    Raises ``LookupError`` for a language that the program does not speak.
    """
    t = find_translations(language)
    names = [player.name for player in inspection.players]
    count = len(names) + (inspection.library is not None)
    columns = [fit_name(name, find_column_width(paper, count)) for name in names]
    if inspection.library:
        columns.append(_head_library(language))
    printed = _print(inspection.form, language, paper)
    entries = _fill_entries(inspection, t, language, paper)
    annex = fill_annex(scorecard, language, paper)
    reasons = fit_reasons(
        tuple(explain_decision(scorecard, language)),
        t.gettext("Continued on page %(page)d.") % {"page": 3 if annex else 2},
        paper,
    )
    remarks, signature = fit_remarks(inspection.remarks), fit_signature(inspection.inspector)
    in_full = [entry for entry in entries if entry.whole]
    in_full += [Entry(find_terms(language).librarian, whole=name.whole) for name in columns if name.whole]
    in_full += [Entry(printed.signature, whole=signature.whole)] if signature.whole else []
    blocks = (
        Block(printed.decided, reasons.rest),
        Block(find_terms(language).sections["A1"], _list_further_flips(annex)),
        Block(printed.remarks, (Entry("", remarks.whole),) if remarks.whole else ()),
        Block(t.gettext("In full"), tuple(Entry(entry.label, entry.whole) for entry in in_full)),
    )
    return Sheet(
        language=language,
        paper=paper,
        form=inspection.form.value,
        filled=True,
        title=clamp(f"{printed.title} {inspection.form.value}: {', '.join(names)}", _TITLE_LIMIT),
        printed=printed,
        entries=entries,
        columns=tuple(columns),
        columns_class=_name_columns_class(count),
        rows=fill_rows(scorecard, language, paper),
        verdict=fill_verdict(scorecard, language),
        decided=reasons.here,
        decided_size=reasons.size,
        remarks=remarks,
        signature=signature,
        annex=annex,
        supplements=fill_supplements(blocks, inspection.form, language, paper),
    )


def _list_further_flips(annex: Annex | None) -> tuple[Entry, ...]:
    return tuple(entry for shelf in annex.shelves for entry in shelf.more) if annex else ()


def blank_sheet(form: Form, language: str, paper: Paper) -> Sheet:
    """Make a form to be filled in by hand, with places to draw the shelves on its second page."""
    t = find_translations(language)
    columns = BLANK_COLUMNS[form]
    labels = [t.gettext("Date"), t.gettext("Place"), t.gettext("Edition")]
    if form is Form.S_42A:
        labels.append(t.gettext("Difficulty"))
    printed = _print(form, language, paper)
    return Sheet(
        language=language,
        paper=paper,
        form=form.value,
        filled=False,
        title=f"{printed.title} {form.value}",
        printed=printed,
        entries=tuple(map(Entry, labels)),
        columns=_head_blank_columns(form, language),
        columns_class=_name_columns_class(columns),
        rows=blank_rows(form, columns, language, paper),
        verdict=blank_verdict(form, language),
        annex=blank_annex(form, language, paper),
    )


def _print(form: Form, language: str, paper: Paper) -> Printed:
    t, terms = find_translations(language), find_terms(language)
    title = terms.forms[form.value]
    if form is Form.S_42A:
        instruction = t.gettext("to be completed by the applicant in a neat hand, the public library having been heard")
    else:
        instruction = t.gettext("to be completed by the Inspector in a neat hand, in the presence of all librarians")
    return Printed(
        form_label=t.gettext("Form"),
        office=t.gettext("Office of the Mayor · Inspectorate of Libraries"),
        title=title,
        title_size=fit_headline(title, paper),
        instruction=instruction,
        columns=t.gettext("Libraries under inspection"),
        prominent=terms.prominent,
        banned=terms.banned,
        decided=t.gettext("How it was decided"),
        remarks=t.gettext("Remarks"),
        signature=t.gettext("Inspector’s signature"),
        seal=t.gettext("Seal"),
        footer=" · ".join(
            (
                t.gettext("Form %(form)s · to be kept with the library") % {"form": form.value},
                *note_foreign_terms(language),
            )
        ),
    )


def _head_blank_columns(form: Form, language: str) -> tuple[Written, ...]:
    """Leave the names blank; the public library's is known."""
    columns = BLANK_COLUMNS[form]
    if form is Form.B_7C:
        return (Written(),) * columns
    return Written(), _head_library(language)


def _head_library(language: str) -> Written:
    return Written(find_terms(language).public_library, printed=True)


def _name_columns_class(columns: int) -> str:
    return f"columns-{columns}" if columns <= _COLUMNS_WITH_A_CLASS else "columns-many"


def _fill_entries(inspection: Inspection, t: Translations, language: str, paper: Paper) -> tuple[Entry, ...]:
    edition = _name_edition(inspection.edition.code, language)
    if inspection.long_game:
        edition = t.gettext("%(edition)s, longer game") % {"edition": edition}
    entries = [
        (t.gettext("Date"), _write_date(inspection.date, language, paper)),
        (t.gettext("Place"), inspection.place),
        (t.gettext("Edition"), edition),
    ]
    if inspection.form is Form.S_42A:
        difficulty = find_terms(language).difficulty(inspection.difficulty) if inspection.difficulty else ""
        entries.append((t.gettext("Difficulty"), difficulty))
    return tuple(fit_entry(label, value, len(entries), paper) for label, value in entries)


def _write_date(date: datetime.date | None, language: str, paper: Paper) -> str:
    """Write a date as it is usual where paper has this size."""
    locale = name_locale(language, american=paper is Paper.LETTER)
    return format_date(date, "long", locale=locale) if date else ""


def _name_edition(code: str, language: str) -> str:
    """Name an edition by its language, in the language of the sheet."""
    name = Locale.parse(code, sep="-").get_display_name(Locale.parse(language, sep="-")) or code
    return name[:1].upper() + name[1:]
