"""Shapes of icons as polygons in a square of -1 to 1, y down."""

from __future__ import annotations

from math import cos, pi, sin

Polygon = tuple[tuple[float, float], ...]


def _regular(corners: int, radius: float = 1.0, turn: float = 0.0, inner: float | None = None) -> Polygon:
    steps = corners * (1 if inner is None else 2)
    return tuple(
        (
            (radius if inner is None or k % 2 == 0 else inner) * sin(2 * pi * k / steps + turn),
            -(radius if inner is None or k % 2 == 0 else inner) * cos(2 * pi * k / steps + turn),
        )
        for k in range(steps)
    )


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 14) -> Polygon:
    angles = (start + (end - start) * k / steps for k in range(steps + 1))
    return tuple((x + radius * cos(pi * a / 180), y + radius * sin(pi * a / 180)) for a in angles)


def _box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


SHAPES: dict[str, tuple[Polygon, ...]] = {
    "book": (
        ((-0.9, -0.5), (-0.05, -0.32), (-0.05, 0.62), (-0.9, 0.42)),
        ((0.9, -0.5), (0.05, -0.32), (0.05, 0.62), (0.9, 0.42)),
    ),
    "flask": (((-0.22, -0.85), (0.22, -0.85), (0.22, -0.2), (0.75, 0.8), (-0.75, 0.8), (-0.22, -0.2)),),
    "claws": tuple(((x - 0.18, -0.7), (x + 0.12, -0.75), (x - 0.02, 0.75)) for x in (-0.5, 0.02, 0.54)),
    "lips": (
        (
            (-0.95, 0.0),
            (-0.45, -0.42),
            (-0.15, -0.5),
            (0.0, -0.4),
            (0.15, -0.5),
            (0.45, -0.42),
            (0.95, 0.0),
            (0.45, 0.45),
            (0.0, 0.55),
            (-0.45, 0.45),
        ),
    ),
    "star": (_regular(5, inner=0.42),),
    "hourglass": (((-0.65, -0.85), (0.65, -0.85), (0.1, 0.0), (0.65, 0.85), (-0.65, 0.85), (-0.1, 0.0)),),
    "moon": (_arc(0, 0, 0.9, 40, 320) + _arc(0.35, 0, 0.62, 300, 60),),
    "heart": (
        (
            (0.0, 0.85),
            (-0.85, -0.1),
            *_arc(-0.42, -0.3, 0.45, 160, 350),
            *_arc(0.42, -0.3, 0.45, 190, 380),
            (0.85, -0.1),
        ),
    ),
    "bolt": (((0.15, -0.95), (-0.6, 0.15), (-0.05, 0.15), (-0.2, 0.95), (0.6, -0.2), (0.08, -0.2)),),
    "drop": (((0.0, -0.95), *_arc(0, 0.3, 0.6, -25, 205)),),
    "crown": (((-0.85, 0.6), (-0.85, -0.5), (-0.4, 0.05), (0.0, -0.75), (0.4, 0.05), (0.85, -0.5), (0.85, 0.6)),),
    "key": (_regular(12, 0.4, 0), _box(0.3, -0.12, 0.98, 0.12), _box(0.7, 0.1, 0.9, 0.42), _regular(12, 0.36)),
    "cross": (_box(-0.28, -0.9, 0.28, 0.9), _box(-0.9, -0.28, 0.9, 0.28)),
    "diamond": (_regular(4, 0.95),),
    "triangle": (_regular(3, 0.98),),
    "square": (_box(-0.7, -0.7, 0.7, 0.7),),
    "dot": (_regular(20, 0.75),),
    "leaf": (_arc(-0.45, 0.45, 1.1, -80, -10) + _arc(0.45, -0.45, 1.1, 100, 170),),
    "tower": (
        (
            (-0.6, 0.9),
            (-0.45, -0.4),
            (-0.7, -0.9),
            (-0.25, -0.65),
            (0, -0.9),
            (0.25, -0.65),
            (0.7, -0.9),
            (0.45, -0.4),
            (0.6, 0.9),
        ),
    ),
    "shield": (((-0.75, -0.8), (0.75, -0.8), (0.75, 0.0), (0.0, 0.95), (-0.75, 0.0)),),
    "arrow": (((0.0, -0.95), (0.75, 0.0), (0.28, 0.0), (0.28, 0.9), (-0.28, 0.9), (-0.28, 0.0), (-0.75, 0.0)),),
    "feather": (((-0.75, 0.9), (-0.4, -0.1), (0.7, -0.95), (0.45, 0.1), (-0.2, 0.6)),),
    "skull": ((*_arc(0, -0.2, 0.72, 140, 400), (0.35, 0.75), (-0.35, 0.75)),),
    "ghost": ((*_arc(0, -0.25, 0.62, 180, 360), (0.62, 0.8), (0.3, 0.5), (0.0, 0.8), (-0.3, 0.5), (-0.62, 0.8)),),
    "sun": (_regular(10, 0.98, inner=0.6),),
    "burst": (_regular(6, 0.98, inner=0.5),),
    "hexagon": (_regular(6, 0.9),),
    "fish": (((-0.95, -0.4), (-0.4, -0.05), (0.1, -0.45), (0.9, 0.0), (0.1, 0.45), (-0.4, 0.05), (-0.95, 0.4)),),
}
DEFAULT = {"C": "lips", "F": "star", "H": "hourglass", "M": "claws", "R": "book", "S": "flask"}
"""The icon of each category that a plain face uses."""


def place_icon(shape: str, x: float, y: float, radius: float) -> tuple[Polygon, ...]:
    """Return a shape's polygons about a center."""
    return tuple(tuple((x + radius * px, y + radius * py) for px, py in polygon) for polygon in SHAPES[shape])
