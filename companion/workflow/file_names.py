"""Names of downloaded files, in characters that every file system accepts."""

from __future__ import annotations

import re

from ..scoring.statistics.people import fold


def name_file(*words: str) -> str:
    """Name a file after its content, without the ending.

    >>> name_file("B-7c", "2026-11-22", "Dária", "Łukasz")
    'ex-libris-b-7c-2026-11-22-daria-lukasz'
    """
    return "ex-libris-" + re.sub(r"[^a-z0-9]+", "-", fold(" ".join(words))).strip("-")
