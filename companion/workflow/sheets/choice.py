"""The language and paper size of forms: the last choice is suggested for the next form."""

from __future__ import annotations

from collections.abc import Collection

from ...forms.sheets.parts import Paper
from ...store.tables import queries
from ...store.tables.drafts import Draft
from .printing import suggest_paper


def suggest_sheet(draft: Draft | None, offered: Collection[str], language: str) -> tuple[str, Paper]:
    """Suggest language and paper size for a form, or for one that belongs to no inspection.

    Those that an inspection was drawn in last, if they are still ``offered``; else the ``language`` of the page, and
    the paper that is usual where that is read.
    """
    if draft and draft.sheet_language in offered:
        language = draft.sheet_language
    if draft and draft.sheet_paper in Paper.__members__.values():
        return language, Paper(draft.sheet_paper)
    return language, suggest_paper(language)


def suggest_blank(offered: Collection[str], language: str) -> tuple[str, Paper]:
    """Suggest language and paper size for a blank form: those of the inspection changed last."""
    return suggest_sheet(queries.find_latest(), offered, language)


def remember_choice(slug: str, language: str, paper: Paper) -> None:
    """Remember the language and paper size of a form; raise ``MissingError`` if there is no such inspection."""
    queries.write_sheet(slug, language, paper.value)
