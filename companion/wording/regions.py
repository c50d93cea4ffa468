"""What is written differently from region to region: the size of paper, and English dates."""

from __future__ import annotations

LETTER_REGIONS = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Where paper is of the size Letter (ISO 3166); everywhere else it is A4. From the Unicode CLDR's measurement data."""


def is_american(language: str, region: str) -> bool:
    """Whether paper is of the American size in a region; where none is known, English is taken for American.

    >>> is_american("en", ""), is_american("en", "GB"), is_american("de", "US")
    (True, False, True)
    """
    return region in LETTER_REGIONS if region else language == "en"


def name_locale(language: str, *, american: bool) -> str:
    """Return a language as Babel names it: English dates and times are those of Britain where they are not American.

    >>> name_locale("en", american=False), name_locale("en", american=True), name_locale("pt-BR", american=False)
    ('en_GB', 'en', 'pt_BR')
    """
    return "en_GB" if language == "en" and not american else language.replace("-", "_")
