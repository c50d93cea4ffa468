"""Figures as they are written, on paper and on screen alike."""

from __future__ import annotations

MINUS = "−"


def format_points(points: int) -> str:
    """Write points with a true minus sign.

    >>> format_points(-4)
    '−4'
    """
    return f"{MINUS}{-points}" if points < 0 else str(points)
