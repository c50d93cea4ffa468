"""Cards as drawn on the second page: numbers for the template, in millimeters of the drawing.

Everything that looks the same is one path and one line of text for the whole shelf or a row: drawn card by card, a PDF
of four long shelves was twice as large and took three times as long.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...scoring.cards import Card
from ...scoring.shelf import Place
from .fitting.font_widths import Face, measure
from .parts import Discs, DrawnCards, Words, WordStyle

GAP = 0.9
"""Between two cards."""
MARGIN = 1.6
"""Margin around a drawing for pen strokes that reach beyond the cards."""
_HATCH = 1.5
"""Between two lines of a card's back."""
_TAG_EDGE = 0.4

_Line = tuple[WordStyle, float, float]
"""What words must share to be on one line: style, baseline, size."""


class _Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def part(self, left: float, top: float, width: float, height: float) -> _Box:
        """Return a part of the box; all values are fractions of its width and height."""
        return _Box(self.x + self.width * left, self.y + self.height * top, self.width * width, self.height * height)


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of every card of a drawing."""

    width: float
    height: float

    def box(self, place: Place) -> _Box:
        """Return where a card lies."""
        return _Box(
            MARGIN + place.column * (self.width + GAP),
            MARGIN + place.row * (self.height + GAP),
            self.width,
            self.height,
        )

    def measure(self, rows: int, columns: int) -> tuple[float, float]:
        """Return the width and height of a whole drawing."""
        return (
            _round(max(columns, 1) * (self.width + GAP) - GAP + 2 * MARGIN),
            _round(max(rows, 1) * (self.height + GAP) - GAP + 2 * MARGIN),
        )


def draw_cards(cards: Iterable[tuple[Place, Card]], size: CardSize, flipped: set[Place]) -> DrawnCards:
    """Draw cards at their places; ``flipped`` are those that A1 turned."""
    layers: dict[str, list[str]] = defaultdict(list)
    words: dict[_Line, list[tuple[float, str]]] = defaultdict(list)
    discs: dict[tuple[str, float], list[str]] = defaultdict(list)
    for place, card in cards:
        box = size.box(place)
        if card.entombed:
            layers["under"].append(_draw_rectangle(_Box(box.x + 0.35, box.y + 0.75, box.width, box.height)))
        if card.face_down:
            layers["backs"].append(_draw_rectangle(box))
            layers["hatch"].append(_hatch(box))
            if card.letter is not None:
                layers["slips"].append(_draw_rectangle(box.part(0.14, 0.36, 0.72, 0.28)))
                _write(words, box, 0.565, 0.22, card.name)
        else:
            layers["faces"].append(_draw_rectangle(box))
            _write(words, box, 0.4, 0.42, card.letter or "?")
            _write(words, box, 0.635, 0.2, str(card.number or "?"))
            _draw_icons(discs, words, card, box)
        for text, x, y in _find_tags(card, box, by_check=place in flipped):
            layers["tags"].append(f"M{x:.2f} {y:.2f}h.01")
            _write_small(words, WordStyle.TAG, Face.SMALL_BOLD, x, y, size.width * 0.22, text)
    return DrawnCards(
        **{layer: "".join(paths) for layer, paths in layers.items()},
        tag_size=(_round(_find_tag_size(size.width)), _round(size.width * 0.38 - _TAG_EDGE)),
        discs=tuple(Discs(code, diameter, "".join(dots)) for (code, diameter), dots in discs.items()),
        words=tuple(_set_line(line, letters) for line, letters in words.items()),
    )


def draw_slots(rows: int, columns: int, size: CardSize) -> DrawnCards:
    """Draw empty places in which cards can be written."""
    places = (Place(row, column) for row in range(rows) for column in range(columns))
    return DrawnCards(slots="".join(_draw_rectangle(size.box(place)) for place in places))


def _draw_icons(
    discs: dict[tuple[str, float], list[str]], words: dict[_Line, list[tuple[float, str]]], card: Card, box: _Box
) -> None:
    icons = [icon for icon in card.icons or () if icon is not None]
    step = min(0.235, 0.96 / max(len(icons), 1)) * box.width
    diameter = _round(step * 0.94)
    y = box.y + box.height * 0.83
    for i, icon in enumerate(icons):
        x = box.x + (box.width - step * (len(icons) - 1)) / 2 + step * i
        discs[icon.value.lower(), diameter].append(f"M{x:.2f} {y:.2f}h.01")
        _write_small(words, WordStyle.ICON, Face.PICTOGRAMS, x, y, diameter * 0.62, icon.value)


def _find_tags(card: Card, box: _Box, *, by_check: bool) -> Iterator[tuple[str, float, float]]:
    """Find a card's tags and their places: ``A1`` if the check turned it, ``+2`` for an entombed card under it.

    A tag at a card's corner stays within the margin of the drawing.
    """
    inside = max(0.0, _find_tag_size(box.width) / 2 - MARGIN)
    if by_check:
        yield "A1", box.x + box.width - max(box.width * 0.1, inside), box.y + max(box.height * 0.04, inside)
    if card.entombed:
        yield "+2", box.x + max(box.width * 0.1, inside), box.y + box.height * 0.53


def _find_tag_size(card_width: float) -> float:
    return card_width * 0.38 + _TAG_EDGE


def _write(words: dict[_Line, list[tuple[float, str]]], box: _Box, down: float, size: float, text: str) -> None:
    """Center a word in a card; ``down`` and ``size`` are fractions of its height, smaller for long words."""
    width = measure(text, Face.BOOK)
    points = _round(min(size * box.height, 0.85 * box.width / width))
    x = box.x + (box.width - width * points) / 2
    line = words[WordStyle.CARD, _round(box.y + box.height * down), points]
    for char in text:
        line.append((x, char))
        x += measure(char, Face.BOOK) * points


def _write_small(
    words: dict[_Line, list[tuple[float, str]]],
    style: WordStyle,
    face: Face,
    x: float,
    y: float,
    size: float,
    text: str,
) -> None:
    """Center a word on a disc."""
    size = _round(size)
    x -= measure(text, face) * size / 2
    line = words[style, _round(y + size * 0.33), size]
    for char in text:
        line.append((x, char))
        x += measure(char, face) * size


def _set_line(line: _Line, letters: list[tuple[float, str]]) -> Words:
    style, y, size = line
    return Words(style, " ".join(f"{x:.2f}" for x, _ in letters), y, size, "".join(char for _, char in letters))


def _draw_rectangle(box: _Box) -> str:
    """Draw a rectangle with round corners; with few decimals, since a PDF repeats all of them."""
    x, y, w, h = box
    r = min(w, h) * 0.09
    k = r * 0.55
    return (
        f"M{x + r:.2f} {y:.2f}h{w - 2 * r:.2f}c{k:.2f} 0 {r:.2f} {r - k:.2f} {r:.2f} {r:.2f}"
        f"v{h - 2 * r:.2f}c0 {k:.2f} {k - r:.2f} {r:.2f} {-r:.2f} {r:.2f}"
        f"h{2 * r - w:.2f}c{-k:.2f} 0 {-r:.2f} {k - r:.2f} {-r:.2f} {-r:.2f}"
        f"v{2 * r - h:.2f}c0 {-k:.2f} {r - k:.2f} {-r:.2f} {r:.2f} {-r:.2f}z"
    )


def _hatch(box: _Box) -> str:
    """Draw the hatching of a card's back from lower left to upper right, clipped at its edges."""
    left, top, w, h = box.part(0.07, 0.05, 0.86, 0.9)
    lines = []
    for i in range(1, math.ceil((w + h) / _HATCH)):
        d = i * _HATCH
        x1, y1 = (0.0, d) if d <= h else (d - h, h)
        x2, y2 = (d, 0.0) if d <= w else (w, d - w)
        lines.append(f"M{left + x1:.1f} {top + y1:.1f}L{left + x2:.1f} {top + y2:.1f}")
    return "".join(lines)


def _round(number: float) -> float:
    return round(number, 2)
