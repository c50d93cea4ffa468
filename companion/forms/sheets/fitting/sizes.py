"""Room on paper: dimensions in millimeters, and the size at which text fits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..parts import Entry, Paper, Written
from .font_widths import MM_PER_POINT, Face, cut, has_broken_word, measure_mm, wrap

# Steps in which text shrinks: the step's name, its points as in the style sheet, and how many lines it may take.
_Steps = tuple[tuple[str, float, int], ...]
_NAME_STEPS: _Steps = (("l", 17.0, 1), ("m", 13.0, 1), ("s", 10.0, 2), ("xs", 8.0, 3), ("xxs", 6.8, 3))
_VERDICT_STEPS: _Steps = (("l", 27.0, 1), ("m", 18.0, 1), ("s", 13.0, 2), ("xs", 9.5, 3))
_SIGNATURE_STEPS: _Steps = (("l", 22.0, 1), ("m", 15.0, 1), ("s", 11.0, 1), ("xs", 9.0, 2))
_FIGURE_STEPS: _Steps = (("l", 16.5, 1), ("m", 12.0, 1), ("s", 8.0, 2), ("xs", 5.5, 3))
_TOTAL_STEPS: _Steps = (("l", 21.0, 1), *_FIGURE_STEPS[1:])
_ENTRY_STEPS: _Steps = (("l", 14.0, 1), ("m", 12.0, 1), ("s", 10.0, 1), ("xs", 8.5, 1))
_REMARK_STEPS: _Steps = (("l", 13.0, 3), ("m", 11.0, 3), ("s", 9.5, 3))
_OWNER_STEPS: _Steps = (("l", 17.0, 1), ("m", 13.0, 1), ("s", 10.5, 1), ("xs", 8.6, 1))
_ABSENT_STEPS: _Steps = (("l", 8.6, 1),)
_TITLE_STEPS: _Steps = (("l", 10.6, 1), ("m", 9.2, 1), ("two-lines", 9.2, 2), ("s", 8.0, 3))
_HEADLINE_STEPS: _Steps = (("l", 23.0, 1), ("m", 18.0, 1), ("s", 15.0, 1), ("xs", 14.5, 2))
_HINT_STEPS: _Steps = (("l", 7.8, 1), ("s", 7.0, 1), ("xs", 6.4, 1))
_CATEGORY_STEPS: _Steps = (("l", 10.6, 1), ("m", 9.2, 1), ("s", 8.0, 1))
_NOTE_STEPS: _Steps = (("l", 9.5, 1), ("s", 8.0, 1), ("xs", 7.0, 1))
_OWN_WORD_STEPS: _Steps = (("l", 9.5, 1), ("m", 8.0, 1), ("s", 7.0, 1))
_OWN_FIGURE_POINTS = 11.0
_DECIDED_STEPS: _Steps = (("l", 9.0, 1), ("s", 8.0, 1))

MARK_WIDTH = 3.4
"""Width of a small pictogram with the space before it."""
_LABEL_POINTS = 8.0
_WRITTEN_POINTS = 10.0
_ENTRY_GAP = 2.4
_LINE_HEIGHT = 1.2
"""Of the reasons next to the verdict, in em."""
_BETWEEN_ENTRIES = 0.8
_DECIDED_LEFT = 87.0
_BOLDER = 1.02
"""A label is set in bold, and a little wider than the text that it is measured as."""


@dataclass(frozen=True, slots=True)
class PaperSize:
    """The dimensions that the style sheet uses for a paper size."""

    table: float
    """Width of the table."""
    row: float
    """Height of a category's row."""
    annex: float
    """Total height available for the drawings on the second page."""
    decided: float
    """Height available for the reasons next to the verdict, below their heading."""
    supplement: float
    """Height available for text on a further page."""


SIZES = {
    Paper.A4: PaperSize(177.0, 8.8, 214.0, 32.0, 228.0),
    Paper.LETTER: PaperSize(182.9, 8.0, 199.0, 28.0, 212.0),
}

_LABEL_WIDTHS = {1: 66.0, 2: 66.0, 3: 66.0, 4: 66.0, 5: 57.0, 6: 52.0}
_NARROW_LABEL = 44.0
VERDICT_WIDTH = 72.0
SIGNATURE_WIDTH = 50.0
_REMARKS_WIDTH = 84.0
_HEADLINE_WIDTHS = {Paper.A4: 126.0, Paper.LETTER: 131.9}
_ENTRY_SHARES = {3: 0.31, 4: 0.2275}


def find_label_width(columns: int) -> float:
    """Return the width of the table's first column."""
    return _LABEL_WIDTHS.get(columns, _NARROW_LABEL)


def find_column_width(paper: Paper, columns: int) -> float:
    """Return the width of one player's column."""
    return (SIZES[paper].table - find_label_width(columns)) / columns


def fit_name(name: str, room: float) -> Written:
    """Fit a name above a column."""
    return _fit(name, room - 3, _NAME_STEPS)


def fit_owner(name: str, room: float) -> Written:
    """Fit a name beside or above a drawing, on one line."""
    return _fit(name, room, _OWNER_STEPS)


def measure_owner(name: Written) -> float:
    """Return the width of a name that was fitted beside or above a drawing."""
    points = next(points for size, points, _ in _OWNER_STEPS if size == name.size)
    return measure_mm(name.text, Face.HAND, points)


def fit_verdict(names: str) -> Written:
    """Fit the name of the Grand Librarian, or several, into the box."""
    return _fit(names, VERDICT_WIDTH, _VERDICT_STEPS)


def fit_own_word(sentence: str) -> Written:
    """Fit what the table decided itself below the title, on one line; all of it stands next to the box."""
    return _fit(sentence, VERDICT_WIDTH, _OWN_WORD_STEPS)


def fit_own_figure(figure: str, rule: Written, room: float) -> str:
    """Write the table's own figure beside that of the rules, or nothing in a very narrow column."""
    own = f"({figure})"
    points = next(points for size, points, _ in _TOTAL_STEPS if size == rule.size)
    taken = measure_mm(rule.text, Face.HAND, points) + measure_mm(own, Face.HAND, _OWN_FIGURE_POINTS)
    return own if figure and taken <= room - 3 else ""


def fit_signature(name: str) -> Written:
    """Fit the inspector's signature above its line."""
    return _fit(name, SIGNATURE_WIDTH - 4, _SIGNATURE_STEPS)


def fit_remarks(remarks: str) -> Written:
    """Fit the remarks onto their three lines."""
    return _fit(remarks, _REMARKS_WIDTH - 1, _REMARK_STEPS)


def fit_absent(sentence: str, paper: Paper) -> Written:
    """Fit the sentence below the drawings that says whose shelf is not drawn."""
    return _fit(sentence, SIZES[paper].table, _ABSENT_STEPS, Face.SMALL)


def fit_entry(label: str, value: str, entries: int, paper: Paper) -> Entry:
    """Fit what is written after a label at the head of the form, where ``entries`` share a line."""
    room = SIZES[paper].table * _ENTRY_SHARES[entries] - measure_mm(label, Face.SMALL, _LABEL_POINTS) - _ENTRY_GAP
    written = _fit(value, room, _ENTRY_STEPS)
    return Entry(label, written.text, written.size, written.whole)


def fit_figure(figure: str, room: float) -> Written:
    """Fit a figure into its cell."""
    return _fit(figure, room - 2, _FIGURE_STEPS)


def fit_total(figure: str, room: float) -> Written:
    """Fit a total, which is written larger, into its cell."""
    return _fit(figure, room - 2, _TOTAL_STEPS)


def fit_title(title: str, room: float) -> str:
    """Return the size at which a section's title fits into the table's first column."""
    return _fit(title, room, _TITLE_STEPS, Face.BOOK).size


def fit_categories(names: Iterable[str], room: float) -> str:
    """Return the size at which each category's name fits on one line."""
    widest = max(names, key=lambda name: measure_mm(name, Face.BOOK, 1))
    return _fit(widest, room, _CATEGORY_STEPS, Face.BOOK).size


def fit_headline(title: str, paper: Paper) -> str:
    """Return the size of the form's title: some titles take two lines."""
    return _fit(title, _HEADLINE_WIDTHS[paper] * 0.97, _HEADLINE_STEPS, Face.CAPS).size


@dataclass(frozen=True, slots=True)
class Hint:
    """The rule below a section's title, its size, and whether the category is named after it or a pictogram."""

    text: str
    size: str
    is_named: bool


def fit_hint(hint: str, written: str, room: float) -> Hint:
    """Fit a hint on one line with what is written after it; where that is too long, a pictogram stands for it."""
    named = measure_mm(written, Face.HAND, _WRITTEN_POINTS) + 2 if written else 0
    for is_named, taken in ((True, named), (False, MARK_WIDTH)):
        for size, points, _ in _HINT_STEPS:
            if measure_mm(hint, Face.SMALL, points) + taken <= room:
                return Hint(hint, size, is_named)
    return Hint("", "l", bool(written))


def fit_note(words: list[str], room: float) -> str:
    """Join as many words as fit on one line of handwriting; the last one then says how many are missing."""
    _, points, _ = _NOTE_STEPS[0]
    for kept in range(len(words), 0, -1):
        more = f" +{len(words) - kept}" if kept < len(words) else ""
        line = " ".join(words[:kept]) + more
        if measure_mm(line, Face.HAND, points) <= room - 2:
            return line
    return f"+{len(words)}"


def fit_sum(sums: Sequence[str], room: float, marks: int = 0) -> Written:
    """Fit the small calculation below a figure: the first of these that fits, or nothing in a very narrow column."""
    for sum_ in sums:
        for size, points, _ in _NOTE_STEPS:
            if measure_mm(sum_, Face.HAND, points) + marks * MARK_WIDTH <= room - 1:
                return Written(sum_, size)
    return Written()


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons next to the verdict: those that fit there, at what size, and those for a further page."""

    here: tuple[Entry, ...]
    size: str = "l"
    rest: tuple[Entry, ...] = ()


def fit_reasons(entries: Sequence[Entry], more: str, paper: Paper) -> Reasons:
    """Fit reasons next to the verdict; ``more`` is what is said there if some do not fit, the first always does."""
    for size, points, _ in _DECIDED_STEPS:
        if _measure_reasons(entries, points, paper) <= SIZES[paper].decided:
            return Reasons(tuple(entries), size)
    size, points, _ = _DECIDED_STEPS[-1]
    for kept in range(len(entries) - 1, 0, -1):
        here = (*entries[:kept], Entry("", more))
        if _measure_reasons(here, points, paper) <= SIZES[paper].decided:
            return Reasons(here, size, tuple(entries[kept:]))
    return Reasons((Entry("", more),), size, tuple(entries))


def _measure_reasons(entries: Iterable[Entry], points: float, paper: Paper) -> float:
    room = (SIZES[paper].table - _DECIDED_LEFT) / _BOLDER
    return sum(
        count_lines(entry, points, room) * points * MM_PER_POINT * _LINE_HEIGHT + _BETWEEN_ENTRIES for entry in entries
    )


def count_lines(entry: Entry, points: float, room: float) -> int:
    """Count the lines that a label and what follows it take."""
    text = f"{entry.label}: {entry.value}" if entry.label else entry.value
    return max(1, sum(1 for _ in wrap(text, Face.SMALL, points, room)))


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


def _fit(text: str, room: float, steps: _Steps, face: Face = Face.HAND) -> Written:
    text = tidy(text)
    for size, points, lines in steps:
        if len([*wrap(text, face, points, room)]) <= lines and not has_broken_word(text, face, points, room):
            return Written(text, size)
    size, points, lines = steps[-1]
    short = cut(text, face, points, room, lines)
    return Written(short, size, whole=text if short != text else "")
