"""The language and paper size of forms: the last choice is suggested for the next form."""

from __future__ import annotations

from collections.abc import Collection

from ...forms.sheets.parts import Paper
from ...store.tables import archive, particulars
from ..access.seeing import SeenDraft
from ..houses.reach import Reach
from .showing import suggest_paper


def suggest_sheet(draft: SeenDraft | None, offered: Collection[str], language: str, region: str) -> tuple[str, Paper]:
    """Suggest language and paper size for a form, or for one that belongs to no inspection.

    Those that an inspection was drawn in last, if they are still ``offered``; else the ``language`` of the page, and
    the paper that is usual in the ``region`` of the phone.
    """
    return (
        _suggest(draft.sheet_language, draft.sheet_paper, offered, language, region)
        if draft
        else _suggest("", "", offered, language, region)
    )


def suggest_blank(offered: Collection[str], language: str, region: str, reach: Reach) -> tuple[str, Paper]:
    """Suggest language and paper size for a blank form: those of the inspection within reach that was changed last."""
    latest = archive.find_latest(reach)
    return (
        _suggest(latest.sheet_language, latest.sheet_paper, offered, language, region)
        if latest
        else suggest_sheet(None, offered, language, region)
    )


def remember_choice(slug: str, language: str, paper: Paper) -> None:
    """Remember the language and paper size of a form; raise ``MissingError`` if there is no such inspection."""
    particulars.write_sheet(slug, language, paper.value)


def _suggest(chosen: str, paper: str, offered: Collection[str], language: str, region: str) -> tuple[str, Paper]:
    if chosen in offered:
        language = chosen
    return language, Paper(paper) if paper in Paper.__members__.values() else suggest_paper(language, region)
