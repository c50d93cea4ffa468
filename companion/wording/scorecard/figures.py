"""Figures as they are written, on paper and on screen alike."""

from __future__ import annotations

from collections.abc import Sequence

MINUS = "−"


def format_points(points: int) -> str:
    """Write points with a true minus sign.

    >>> format_points(-4)
    '−4'
    """
    return f"{MINUS}{-points}" if points < 0 else str(points)


def format_sum(terms: Sequence[int]) -> str:
    """Write a sum as it is worked out on paper.

    >>> format_sum([8, 15, -4])
    '8 + 15 − 4'
    """
    first, *others = terms
    return format_points(first) + "".join(f" {MINUS if term < 0 else '+'} {abs(term)}" for term in others)
