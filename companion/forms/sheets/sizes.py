"""Room on paper: dimensions in millimeters, and the size at which text fits."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from .parts import Paper, Written

_MM_PER_POINT = 0.3528

HAND_WIDTH = 0.4
"""Mean advance of the handwriting font in em; measured on names in five languages: 0.35 to 0.42."""
HAND_FIGURE_WIDTH = 0.47
TITLE_WIDTH = 0.46
"""The same for the semibold book font."""
SMALL_WIDTH = 0.42
"""The same for the small font."""

# Steps in which text shrinks: the step's name, its points as in the style sheet, and how many lines it may take.
_NAME_STEPS = (("l", 17.0, 1), ("m", 13.0, 1), ("s", 10.0, 2), ("xs", 8.0, 3))
_VERDICT_STEPS = (("l", 27.0, 1), ("m", 18.0, 1), ("s", 13.0, 2), ("xs", 9.5, 3))
_SIGNATURE_STEPS = (("l", 22.0, 1), ("m", 15.0, 1), ("s", 11.0, 1), ("xs", 9.0, 2))
_FIGURE_STEPS = (("l", 16.5, 1), ("m", 12.0, 1), ("s", 8.0, 2), ("xs", 5.5, 3))
_NOTE_POINTS = 9.5
MARK_WIDTH = 3.4
"""Width of a small pictogram with the space before it."""
_TITLE_STEPS = (("l", 10.6, 1), ("m", 9.2, 2), ("s", 8.0, 3))
_HEADLINE_STEPS = (("l", 33), ("m", 40), ("s", 46))
_TOTAL_STEPS = (("l", 21.0, 1), *_FIGURE_STEPS[1:])
_HINT_STEPS = (("l", 7.8), ("s", 7.0), ("xs", 6.4))
_CATEGORY_STEPS = (("l", 10.6, 1), ("m", 9.2, 1), ("s", 8.0, 1))


@dataclass(frozen=True, slots=True)
class PaperSize:
    """The dimensions that the style sheet uses for a paper size."""

    table: float
    """Width of the table."""
    row: float
    """Height of a category's row."""
    annex: float
    """Total height available for the drawings on the second page."""
    decided: int
    """Number of lines that fit next to the verdict."""


SIZES = {Paper.A4: PaperSize(177.0, 8.8, 214.0, 7), Paper.LETTER: PaperSize(182.9, 8.0, 199.0, 6)}

_LABEL_WIDTHS = {1: 66.0, 2: 66.0, 3: 66.0, 4: 66.0, 5: 57.0, 6: 52.0}
_NARROW_LABEL = 44.0
VERDICT_WIDTH = 72.0
SIGNATURE_WIDTH = 50.0


def find_label_width(columns: int) -> float:
    """Return the width of the table's first column."""
    return _LABEL_WIDTHS.get(columns, _NARROW_LABEL)


def find_column_width(paper: Paper, columns: int) -> float:
    """Return the width of one player's column."""
    return (SIZES[paper].table - find_label_width(columns)) / columns


def fit_name(name: str, room: float) -> Written:
    """Fit a name above a column."""
    return _fit(name, room - 3, _NAME_STEPS, HAND_WIDTH)


def fit_verdict(names: str) -> Written:
    """Fit the name of the Grand Librarian, or several, into the box."""
    return _fit(names, VERDICT_WIDTH, _VERDICT_STEPS, HAND_WIDTH)


def fit_signature(name: str) -> Written:
    """Fit the inspector's signature above its line."""
    return _fit(name, SIGNATURE_WIDTH - 4, _SIGNATURE_STEPS, HAND_WIDTH)


def fit_figure(figure: str, room: float) -> Written:
    """Fit a figure into its cell."""
    return _fit(figure, room - 2, _FIGURE_STEPS, HAND_FIGURE_WIDTH)


def fit_total(figure: str, room: float) -> Written:
    """Fit a total, which is written larger, into its cell."""
    return _fit(figure, room - 2, _TOTAL_STEPS, HAND_FIGURE_WIDTH)


def fit_title(title: str, room: float) -> str:
    """Return the size at which a section's title fits into the table's first column."""
    return _fit(title, room, _TITLE_STEPS, TITLE_WIDTH).size


def fit_categories(names: Iterable[str], room: float) -> str:
    """Return the size at which each category's name fits on one line."""
    return _fit(max(names, key=len), room, _CATEGORY_STEPS, TITLE_WIDTH).size


def fit_hint(hint: str, written: str, room: float) -> tuple[str, str]:
    """Return a hint and its size on one line with what is written after it; no hint if it does not fit."""
    room -= len(written) * 10.0 * _MM_PER_POINT * HAND_WIDTH + (2 if written else 0)
    for size, points in _HINT_STEPS:
        if len(hint) * points * _MM_PER_POINT * SMALL_WIDTH <= room:
            return hint, size
    return "", "l"


def fit_headline(title: str) -> str:
    """Return the size of the form's title according to its length: some titles take two lines."""
    for size, letters in _HEADLINE_STEPS:
        if len(title) <= letters:
            return size
    return "xs"


def fit_note(words: list[str], room: float) -> str:
    """Join as many words as fit on one line of handwriting; the last one then says how many are missing."""
    limit = max(4, int((room - 3) / (_NOTE_POINTS * _MM_PER_POINT * HAND_WIDTH)))
    whole = " ".join(words)
    if len(whole) <= limit:
        return whole
    for kept in range(len(words) - 1, 0, -1):
        line = f"{' '.join(words[:kept])} +{len(words) - kept}"
        if len(line) <= limit:
            return line
    return f"+{len(words)}"


def fit_sum(sum_: str, room: float, marks: int = 0) -> str:
    """Return the small calculation below a figure, or nothing if the column is too narrow for it."""
    return sum_ if len(sum_) * _NOTE_POINTS * _MM_PER_POINT * HAND_WIDTH + marks * MARK_WIDTH <= room - 1 else ""


def clamp(text: str, limit: int) -> str:
    """Cut a text after the last word that fits and add an ellipsis; the text is tidied as well.

    >>> clamp("a long  remark", 9)
    'a long…'
    """
    text = tidy(text)
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    words, _, _ = head.rpartition(" ")
    return f"{words if len(words) > limit // 2 else head}…"


def tidy(text: str) -> str:
    """Collapse white space, and drop invisible characters and those that change the text direction."""
    return " ".join("".join(char for char in text if char.isprintable() or char.isspace()).split())


def _fit(text: str, room: float, steps: tuple[tuple[str, float, int], ...], em: float) -> Written:
    text = tidy(text)
    longest = max(map(len, text.split()), default=0)
    for size, points, lines in steps:
        per_line = room / (points * _MM_PER_POINT * em)
        if longest <= per_line and _count_lines(text, per_line) <= lines:
            return Written(text, size)
    size, points, lines = steps[-1]
    return Written(clamp(text, max(4, math.floor(lines * room / (points * _MM_PER_POINT * em)))), size)


def _count_lines(text: str, per_line: float) -> int:
    lines, used = 1, 0.0
    for word in text.split():
        needed = len(word) + (1 if used else 0)
        if used + needed > per_line:
            lines, used = lines + 1, 0.0
            needed = len(word)
        used += needed
    return lines
