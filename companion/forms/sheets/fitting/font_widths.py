"""How wide a text is in the bundled fonts, so that it can be fitted, cut or centered before anything is drawn.

``font_widths.json`` holds the advance of every character, in thousandths of the font's size; ``tools/measure_fonts.py``
wrote it. Kerning is left out: it makes words narrower rather than wider.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path

MM_PER_POINT = 0.3528
_PART = re.compile(r"[^ -]+-* *|-+ *")
_FILE = Path(__file__).with_name("font_widths.json")
_NARROWEST = 0.15
"""No letter is narrower."""
_OTHER = 1000
"""For a character that a font lacks: another font's, or a box, is drawn for it."""


class Face(StrEnum):
    """The fonts in which something has to fit."""

    HAND = "caveat-600"
    BOOK = "eb-garamond-600"
    CAPS = "cormorant-sc-600"
    SMALL = "alegreya-sans-400"
    SMALL_BOLD = "alegreya-sans-700"
    PICTOGRAMS = "pictograms"


def measure(text: str, face: Face) -> float:
    """Return the width of a text at size 1.

    >>> measure("Č", Face.BOOK) == measure("C", Face.BOOK)
    True
    """
    widths = _read_widths()[face]
    return sum(widths.get(char, _OTHER) for char in unicodedata.normalize("NFC", text)) / 1000


def measure_mm(text: str, face: Face, points: float) -> float:
    """Return the width of a text in millimeters on paper."""
    return measure(text, face) * points * MM_PER_POINT


def wrap(text: str, face: Face, points: float, room: float) -> Iterator[str]:
    """Break a text into lines of at most ``room`` millimeters: at spaces, after hyphens, and else inside a word."""
    line = ""
    for part in _find_parts(text):
        if measure_mm((line + part).rstrip(" "), face, points) <= room:
            line += part
            continue
        if line:
            yield line.rstrip(" ")
        rest = part
        while measure_mm(rest.rstrip(" "), face, points) > room and len(rest) > 1:
            kept = _find_fitting(rest, face, points, room)
            yield rest[:kept]
            rest = rest[kept:]
        line = rest
    if line:
        yield line.rstrip(" ")


def _find_parts(text: str) -> list[str]:
    """Divide a text where a line may end."""
    return _PART.findall(text.strip(" "))


def cut(text: str, face: Face, points: float, room: float, lines: int = 1) -> str:
    """Return the text if it fits, or as much of it as does and an ellipsis, cut between words if possible."""
    if _fits(text, face, points, room, lines):
        return text
    letters = int(lines * room / (_NARROWEST * points * MM_PER_POINT)) + 1
    ends = range(min(letters, len(text) - 1), 0, -1)
    longest = next((end for end in ends if _fits(f"{text[:end].rstrip()}…", face, points, room, lines)), 0)
    word_end = text.rfind(" ", 0, longest + 1)
    end = word_end if word_end > longest // 2 else longest
    return f"{text[:end].rstrip()}…"


def has_broken_word(text: str, face: Face, points: float, room: float) -> bool:
    """Tell whether a line has to end where it may not."""
    return any(measure_mm(part.rstrip(" "), face, points) > room for part in _find_parts(text))


def _fits(text: str, face: Face, points: float, room: float, lines: int) -> bool:
    return sum(1 for _ in wrap(text, face, points, room)) <= lines


def _find_fitting(word: str, face: Face, points: float, room: float) -> int:
    """Return how many letters of a word fit, at least one."""
    used = 0.0
    for index, char in enumerate(word):
        used += measure_mm(char, face, points)
        if used > room:
            return max(1, index)
    return len(word)


@cache
def _read_widths() -> dict[str, dict[str, int]]:
    faces: dict[str, dict[str, str]] = json.loads(_FILE.read_text(encoding="utf-8"))
    return {
        face: {char: int(width) for width, chars in by_width.items() for char in chars}
        for face, by_width in faces.items()
    }
