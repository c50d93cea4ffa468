"""Plots of flips: what the check cost, and what a better choice of cards turned by hand would have gained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...wording.scorecard.figures import format_points
from .charts import DateLabel, Scale, Tick, draw_ticks, find_ticks, format_average, label_dates, spread
from .results import Sitting, Summary

MISSED_HEIGHT = 110
"""In px, as are the next ones."""
CARD_HEIGHT = 9
CARDS_HEIGHT = 54
WIDEST_BAR = 18
THINNEST_BAR = 2
BARS_WIDTH = 200
"""Total width of the bars on a narrow phone, leaving room between them."""
MOST_STEPS = 4


@dataclass(frozen=True, slots=True)
class FlipRow:
    """What flips cost a librarian, over all shelves that are known card by card."""

    name: str
    shelves: int
    shelves_turned: int
    turned: int
    cost: str
    average_cost: str
    """Per shelf."""
    x: float
    width: float
    zero_x: float


@dataclass(frozen=True, slots=True)
class FlipColumn:
    """What the flips of one shelf cost."""

    sitting: Sitting
    x: float
    turned: str
    cost: str
    missed: str
    bar_y: float
    bar_height: float
    card_ys: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Flips:
    """What the flips of several shelves cost: an upward bar for points, cards below for those turned."""

    height: float
    base_y: float
    bar_x: float
    """In px from the center of a column."""
    bar_width: float
    card_height: float
    ticks: tuple[Tick, ...]
    labels: tuple[DateLabel, ...]
    columns: tuple[FlipColumn, ...]
    advised: int
    """For how many shelves there is advice; the next three figures are about those."""
    advised_better: int
    """For how many of them there were better flips."""
    missed: int
    """How many points those would have gained in total."""
    missed_most: int


def draw_flips(sittings: Sequence[Sitting], missed: Sequence[int | None]) -> Flips:
    """Draw what the flips of shelves cost, with the points that better ones would have gained."""
    known = [points for points in missed if points is not None]
    ticks = find_ticks(0, max(known, default=0), MOST_STEPS)
    most = max((sitting.result.turned or 0 for sitting in sittings), default=0)
    card_height = min(CARD_HEIGHT, CARDS_HEIGHT / most if most else CARD_HEIGHT)
    scale = Scale(0, ticks[-1], MISSED_HEIGHT, 0)
    # A line means that there was nothing better; no mark at all means that the cards are not known.
    heights = [0 if points is None else max(THINNEST_BAR, scale.span(points)) for points in missed]
    bar_width = round(min(WIDEST_BAR, BARS_WIDTH / max(1, len(sittings))), 1)
    columns = tuple(
        FlipColumn(
            sitting=sitting,
            x=x,
            turned="–" if sitting.result.turned is None else str(sitting.result.turned),
            cost="–" if sitting.result.turned is None else format_points(sitting.result.cost),
            missed="–" if points is None else str(points),
            bar_y=MISSED_HEIGHT - height,
            bar_height=height,
            card_ys=tuple(
                round(MISSED_HEIGHT + 3 + number * card_height, 1) for number in range(sitting.result.turned or 0)
            ),
        )
        for sitting, points, height, x in zip(sittings, missed, heights, spread(len(sittings)), strict=True)
    )
    return Flips(
        height=round(MISSED_HEIGHT + 4 + card_height * most),
        base_y=MISSED_HEIGHT,
        bar_x=-bar_width / 2,
        bar_width=bar_width,
        card_height=round(card_height - 2, 1),
        ticks=draw_ticks(ticks, scale),
        labels=label_dates([sitting.date for sitting in sittings]),
        columns=columns,
        advised=len(known),
        advised_better=sum(points > 0 for points in known),
        missed=sum(known),
        missed_most=max(known, default=0),
    )


def draw_flip_rows(people: Sequence[tuple[str, Summary]], language: str) -> tuple[FlipRow, ...]:
    """Draw what the check cost each person per shelf on average; expects people with at least one known shelf."""
    averages = [summary.cost / summary.shelves for _, summary in people]
    scale = Scale(min([0.0, *averages]), max([1.0, *averages]), 0, 100)
    return tuple(
        FlipRow(
            name=name,
            shelves=summary.shelves,
            shelves_turned=summary.shelves_turned,
            turned=summary.turned,
            cost=format_points(summary.cost),
            average_cost=format_average(average, language),
            x=scale.at(min(0.0, average)),
            width=scale.span(average),
            zero_x=scale.at(0),
        )
        for (name, summary), average in zip(people, averages, strict=True)
    )
