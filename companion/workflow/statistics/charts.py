"""The geometry of charts, so that a template only has to draw it.

Horizontal positions are percentages, so that a chart stretches with the page while its text and dots keep their size;
vertical positions are px from the top.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from babel.numbers import format_decimal

from ...wording.scorecard.figures import MINUS, format_points

DIGITS = 2
"""A hundredth of a percent is finer than any pixel."""
MOST_STEPS = 6
HALF_A_DATE = 16
"""How much half a date needs, in percent of a small phone's width."""
MANY_COLUMNS = 20
"""From this many columns on, one of the two in the middle is close enough to it."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale from values to positions."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the position of a value.

        >>> Scale(0, 50, 0, 100).at(20)
        40.0
        """
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), DIGITS)

    def span(self, value: float) -> float:
        """Return the length of a bar from zero to a value.

        >>> Scale(-10, 40, 0, 100).span(-5)
        10.0
        """
        return round(abs(value * (self.end - self.start) / (self.high - self.low)), DIGITS)


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line across a chart, and its label."""

    y: float
    label: str


@dataclass(frozen=True, slots=True)
class DateLabel:
    """A date below a chart."""

    x: float
    date: datetime.date
    anchor: str
    """``start``, ``middle``, or ``end``: the outermost labels stay inside the chart."""
    is_between: bool
    """Whether it is neither the first nor the last: a small phone has no room for it."""


def find_ticks(low: float, high: float, most: int = MOST_STEPS) -> tuple[int, ...]:
    """Choose round whole numbers that span a range, in at least one and at most ``most`` steps.

    >>> find_ticks(-3, 47)
    (-10, 0, 10, 20, 30, 40, 50)
    """
    step = next(step for step in _list_steps(high - low) if -(-high // step) - low // step <= most)
    first, last = int(low // step), int(-(-high // step))
    return tuple(step * number for number in range(first, max(last, first + 1) + 1))


def spread(count: int) -> tuple[float, ...]:
    """Return the centers of ``count`` equal columns, in percent.

    >>> spread(4)
    (12.5, 37.5, 62.5, 87.5)
    """
    return tuple(round(100 * (index + 0.5) / count, DIGITS) for index in range(count))


def choose_labels(count: int) -> tuple[int, ...]:
    """Choose which of ``count`` columns get a label: the first, the last, and the one exactly in the middle, if any.

    >>> choose_labels(9), choose_labels(4)
    ((0, 4, 8), (0, 3))
    """
    has_middle = count % 2 == 1 or count >= MANY_COLUMNS
    return tuple(sorted({0, count - 1} | ({count // 2} if has_middle else set()))) if count else ()


def format_average(value: float, language: str) -> str:
    """Format an average with one decimal, in the style of the language and with a true minus sign.

    >>> format_average(-4.25, "de"), format_average(-0.01, "en")
    ('−4,2', '0.0')
    """
    rounded = round(value, 1) or 0.0
    return str(format_decimal(rounded, "0.0", locale=language.replace("-", "_"))).replace("-", MINUS)


def draw_ticks(ticks: Iterable[int], scale: Scale) -> tuple[Tick, ...]:
    """Draw a grid line at each of these values."""
    return tuple(Tick(scale.at(tick), format_points(tick)) for tick in ticks)


def label_dates(dates: Sequence[datetime.date]) -> tuple[DateLabel, ...]:
    """Label some of the columns with their dates, as far as there is room."""
    xs = spread(len(dates))
    last = len(dates) - 1
    return tuple(
        DateLabel(xs[index], dates[index], _find_anchor(xs[index]), 0 < index < last)
        for index in choose_labels(len(dates))
    )


def _find_anchor(x: float) -> str:
    if x < HALF_A_DATE:
        return "start"
    return "end" if x > 100 - HALF_A_DATE else "middle"


def _list_steps(span: float) -> Sequence[int]:
    steps = [1]
    while steps[-1] < span:
        steps += [factor * 10 ** (len(steps) // 3) for factor in (2, 5, 10)]
    return steps
