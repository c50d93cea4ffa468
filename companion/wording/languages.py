"""The languages the program speaks, and the catalogue of each."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

CATALOGUES = Path(__file__).resolve().parent.parent / "translations"
SOURCE = "en"
"""The language of the program's own sentences: it needs no catalogue."""


def find_languages(catalogues: Path = CATALOGUES) -> tuple[str, ...]:
    """Return the codes (``pt-BR`` style) of English and of the languages with a compiled catalogue.

    >>> find_languages(Path("no-such-folder"))
    ('en',)
    """
    found = {path.parents[1].name.replace("_", "-") for path in catalogues.glob("*/LC_MESSAGES/messages.mo")}
    return (SOURCE, *sorted(found - {SOURCE}))


LANGUAGES = find_languages()
"""The languages that the program speaks: a catalogue that is added is one more."""

Translations = gettext.NullTranslations


@cache
def find_translations(language: str) -> Translations:
    """Return the catalogue of a language, English sentences standing for what it lacks.

    Raises ``LookupError`` for a language that the program does not speak.
    """
    if language not in LANGUAGES:
        raise LookupError(f"no such language {language!r}: expected one of {', '.join(LANGUAGES)}")
    return gettext.translation("messages", CATALOGUES, [language.replace("-", "_")], fallback=True)
