"""The inspector's pen: closed strokes as SVG paths that look hand-drawn but are the same every time."""

from __future__ import annotations

import math
from collections.abc import Iterator

_TOOTH = 3.1
_DEPTH = 1.3


def draw_oval(width: float, height: float) -> str:
    """Draw a long oval that fills a box and runs slightly past its own start, as pens do."""
    w, h = width, height
    points = (
        (7.0, 0.9),
        (w * 0.32, -0.1, w * 0.68, 0.45, w - 7, 0.75),
        (w - 2.2, 0.95, w - 0.2, h * 0.28, w - 0.25, h * 0.5),
        (w - 0.3, h * 0.8, w - 3.2, h - 0.75, w - 9, h - 0.55),
        (w * 0.66, h + 0.05, w * 0.3, h - 0.5, 8.5, h - 0.35),
        (3.0, h - 0.3, 0.25, h * 0.8, 0.3, h * 0.52),
        (0.35, h * 0.2, 3.6, 0.25, 10.5, 0.3),
        (15.0, 0.15, 19.0, 0.1, 24.0, 0.55),
    )
    start, *curves = points
    return f"M{_join(start)}" + "".join(f"C{_join(curve)}" for curve in curves)


def draw_zigzag(width: float, height: float) -> str:
    """Draw a zigzag along the inside of a box, once around and one tooth further."""
    points = [*_walk_teeth(width, height)]
    return "M" + "L".join(_join(point) for point in (*points, points[0], points[1]))


def draw_frame(left: float, top: float, width: float, height: float, reach: float) -> str:
    """Draw a box with four slightly curved strokes that cross at its corners by ``reach``."""
    right, bottom, r = left + width, top + height, reach
    middle, centre = left + width / 2, top + height / 2
    sides = (
        ((left - r, top), (middle, top - r * 0.4, right + r * 0.7, top + r * 0.15)),
        ((right, top - r), (right + r * 0.3, centre, right - r * 0.1, bottom + r * 0.8)),
        ((right + r, bottom), (middle, bottom + r * 0.35, left - r * 0.8, bottom - r * 0.1)),
        ((left, bottom + r), (left - r * 0.35, centre, left + r * 0.1, top - r * 0.9)),
    )
    return "".join(f"M{_join(start)}Q{_join(curve)}" for start, curve in sides)


def _walk_teeth(w: float, h: float) -> Iterator[tuple[float, float]]:
    for step, (x, y) in enumerate(_walk_edge(w, h)):
        depth = _DEPTH * (0.5 + 0.5 * (-1) ** step) + 0.22 * math.sin(step * 2.4)
        shift = 0.25 * math.sin(step * 1.7)
        if y in (0, h):
            yield x + shift, depth if y == 0 else h - depth
        else:
            yield (depth if x == 0 else w - depth), y + shift


def _walk_edge(w: float, h: float) -> Iterator[tuple[float, float]]:
    """Step around a box clockwise from its top left corner, half a tooth at a time."""
    across, down = max(2, round(w / _TOOTH * 2)), max(2, round(h / _TOOTH * 2))
    for i in range(across):
        yield w * (i + 0.5) / across, 0
    for i in range(down):
        yield w, h * (i + 0.5) / down
    for i in range(across):
        yield w * (1 - (i + 0.5) / across), h
    for i in range(down):
        yield 0, h * (1 - (i + 0.5) / down)


def _join(numbers: tuple[float, ...]) -> str:
    return " ".join(f"{number:.2f}" for number in numbers)
