"""What is to be said of the official words themselves."""

from __future__ import annotations

from ..scoring.terms import find_terms
from .languages import find_translations


def note_foreign_terms(language: str) -> tuple[str, ...]:
    """Say that the official words are English where no edition is in the language; nothing where one is.

    >>> note_foreign_terms("pl")
    ()
    """
    if find_terms(language).code == language:
        return ()
    t = find_translations(language)
    return (t.gettext("The game’s own words are in English: no edition in this language is known here."),)
