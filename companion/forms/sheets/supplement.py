"""Further pages: what found no room on the first two, so that nothing is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...scoring.inspection import Form
from ...wording.languages import find_translations
from .fitting.font_widths import Face, wrap
from .fitting.sizes import SIZES, clamp, count_lines
from .parts import Block, Entry, Paper, Supplement

_POINTS = 10.0
_LINE, _BETWEEN, _HEADING = 4.7, 1.0, 9.5
"""Heights in millimeters, as in the style sheet: a line, the space below an entry, a heading with its spaces."""
_BOLDER = 1.03
_LONGEST = 2000
"""What is longer than this is no name and no remark; the whole of it is in the document attached to the form."""


def fill_supplements(blocks: Iterable[Block], form: Form, language: str, paper: Paper) -> tuple[Supplement, ...]:
    """Set blocks on as many pages as they take; blocks without entries are left out."""
    t = find_translations(language)
    title = t.gettext("Supplement to form %(form)s") % {"form": form.value}
    subtitle = t.gettext("what found no room before")
    lines = [line for block in blocks for line in _break(block, paper)]
    return tuple(Supplement(title, subtitle, blocks) for blocks in _paginate(lines, SIZES[paper].supplement))


_Line = tuple[str, Entry, int]
"""An entry under its heading, and how many lines it takes."""


def _break(block: Block, paper: Paper) -> Iterator[_Line]:
    """Break what is longer than a page into parts."""
    most = int((SIZES[paper].supplement - _HEADING - _BETWEEN) / _LINE)
    for entry in block.entries:
        label, room = entry.label, SIZES[paper].table / _BOLDER
        lines = [*wrap(clamp(entry.value, _LONGEST), Face.SMALL, _POINTS, room)]
        for start in range(0, len(lines), most):
            part = Entry(label, " ".join(lines[start : start + most]))
            yield block.heading, part, count_lines(part, _POINTS, room)
            label = ""


def _paginate(lines: Iterable[_Line], height: float) -> Iterator[tuple[Block, ...]]:
    page: list[Block] = []
    used = 0.0
    for heading, entry, count in lines:
        is_new = not page or page[-1].heading != heading
        needed = count * _LINE + _BETWEEN + (_HEADING if is_new else 0)
        if page and used + needed > height:
            yield tuple(page)
            page, used, is_new = [], 0.0, True
            needed = count * _LINE + _BETWEEN + _HEADING
        if is_new:
            page.append(Block(heading, (entry,)))
        else:
            page[-1] = replace(page[-1], entries=(*page[-1].entries, entry))
        used += needed
    if page:
        yield tuple(page)
