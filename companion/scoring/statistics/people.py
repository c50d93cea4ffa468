"""Who is the same person at two tables."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """Return a text as searches compare it: without case and accents.

    >>> fold("Dária, ŁÓDŹ")
    'daria, lodz'
    """
    # The stroke of ł is not a combining mark: Unicode normalization does not remove it.
    decomposed = unicodedata.normalize("NFKD", text.casefold()).replace("ł", "l")
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def find_person(name: str) -> str:
    """Return what all spellings of a name have in common.

    >>> find_person(" DARIA  nowak") == find_person("Dária Nowak")
    True
    """
    return " ".join(fold(name).split()) or name
