"""The languages the program speaks, and the catalogue of each."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de", "cs", "pl", "pt-BR")
CATALOGUES = Path(__file__).resolve().parent.parent / "translations"

Translations = gettext.NullTranslations


@cache
def find_translations(language: str) -> Translations:
    """Return the catalogue of a language, English sentences standing for what it lacks.

    Raises ``LookupError`` for a language that the program does not speak.
    """
    if language not in LANGUAGES:
        raise LookupError(f"no such language {language!r}: expected one of {', '.join(LANGUAGES)}")
    return gettext.translation("messages", CATALOGUES, [language.replace("-", "_")], fallback=True)
