"""Letter widths for the drawings, which center their words themselves.

``text-anchor`` would do it, but WeasyPrint then writes every word as a separate object: four shelves grew by 70 kB.
The widths are those of the bundled fonts, in thousandths of their size.
"""

from __future__ import annotations

import unicodedata

# EB Garamond 600; accents make no difference, except that Ę is 2 % narrower than E.
_BOOK = {
    **dict(zip("ABCDEFGHIJKLM", (711, 613, 709, 762, 571, 535, 722, 804, 356, 360, 736, 585, 912), strict=True)),
    **dict(zip("NOPQRSTUVWXYZ", (804, 761, 589, 761, 744, 484, 687, 742, 695, 986, 736, 629, 599), strict=True)),
    **dict.fromkeys("0123456789", 513),
    "Ł": 585,
    "?": 389,
}
_BOOK_OTHER = 700

# Alegreya Sans 700, the letters on the discs and tags.
_SMALL = {"A": 600, "C": 517, "F": 456, "H": 696, "M": 797, "R": 590, "S": 498, "1": 360, "2": 471, "+": 480}


def measure_book(text: str) -> float:
    """Return the width of a card's letter or number in the semibold book font, at size 1.

    >>> measure_book("Č") == measure_book("C")
    True
    """
    plain = (char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return sum(_BOOK.get(char, _BOOK_OTHER) for char in plain) / 1000


def measure_small(text: str) -> float:
    """Return the width of a category's code or of a tag's word in the bold small font, at size 1."""
    return sum(_SMALL[char] for char in text) / 1000
