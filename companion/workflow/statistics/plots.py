"""The plots of the statistics pages: what each one draws, and what the table next to it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...scoring.sections import Section
from ...scoring.terms import Terms
from ...wording.scorecard.figures import format_points
from .charts import DateLabel, Scale, Tick, draw_ticks, find_ticks, format_average, label_dates, spread
from .results import SECTIONS, Sitting, Summary

COURSE_HEIGHT = 190
"""In px."""
FEW_DOTS = 20
NARROWEST_LABELLED = 9
"""How much a section's code needs, in percent of a small phone's width."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A result, and the best opponent's next to it."""

    sitting: Sitting
    x: float
    y: float
    points: str
    rival: str
    rival_y: float | None
    is_best: bool


@dataclass(frozen=True, slots=True)
class Course:
    """Results over time."""

    height: int
    radius: float
    ticks: tuple[Tick, ...]
    labels: tuple[DateLabel, ...]
    dots: tuple[Dot, ...]
    average: str
    average_y: float


@dataclass(frozen=True, slots=True)
class Segment:
    """A section's part of a bar."""

    section: Section
    x: float
    width: float
    label_x: float
    is_labelled: bool


@dataclass(frozen=True, slots=True)
class Stack:
    """A librarian's average total as a stacked bar of the sections; negative ones are left of the axis."""

    name: str
    games: int
    figures: tuple[str, ...]
    segments: tuple[Segment, ...]
    zero_x: float
    total_x: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A section's average compared with everyone's."""

    section: Section
    title: str
    average: str
    overall: str
    best: str
    x: float
    width: float
    zero_x: float
    overall_x: float


@dataclass(frozen=True, slots=True)
class Level:
    """The solo games at one difficulty, the oldest first."""

    number: int | None
    name: str
    granted: tuple[bool, ...]


def draw_course(sittings: Sequence[Sitting], average: float, language: str) -> Course:
    """Draw results over time; ``average`` is that of all results, of which these may be only the latest."""
    totals = [sitting.result.total for sitting in sittings]
    rivals = [sitting.result.rival for sitting in sittings if sitting.result.rival is not None]
    ticks = find_ticks(min(0, *totals, *rivals), max(0, *totals, *rivals))
    scale = Scale(ticks[0], ticks[-1], COURSE_HEIGHT, 0)
    best = max(totals)
    return Course(
        height=COURSE_HEIGHT,
        radius=5 if len(sittings) <= FEW_DOTS else 3.5,
        ticks=draw_ticks(ticks, scale),
        labels=label_dates([sitting.date for sitting in sittings]),
        dots=tuple(
            Dot(
                sitting=sitting,
                x=x,
                y=scale.at(sitting.result.total),
                points=format_points(sitting.result.total),
                rival="" if sitting.result.rival is None else format_points(sitting.result.rival),
                rival_y=None if sitting.result.rival is None else scale.at(sitting.result.rival),
                is_best=index == totals.index(best),
            )
            for index, (sitting, x) in enumerate(zip(sittings, spread(len(sittings)), strict=True))
        ),
        average=format_average(average, language),
        average_y=scale.at(average),
    )


def draw_stacks(people: Sequence[tuple[str, Summary]], language: str) -> tuple[Stack, ...]:
    """Draw everyone's averages on one scale."""
    lows = [min(0.0, *summary.averages[:-1]) for _, summary in people]
    highs = [sum(max(0.0, average) for average in summary.averages[:-1]) for _, summary in people]
    scale = Scale(min(lows, default=0), max(highs, default=0) or 1, 0, 100)
    return tuple(
        Stack(
            name=name,
            games=summary.games,
            figures=tuple(format_average(average, language) for average in summary.averages),
            segments=tuple(_cut_segments(summary.averages[:-1], scale)),
            zero_x=scale.at(0),
            total_x=scale.at(summary.averages[-1]),
        )
        for name, summary in people
    )


def draw_comparisons(own: Summary, overall: Summary, terms: Terms, language: str) -> tuple[Comparison, ...]:
    """Draw a librarian's averages by section compared with everyone's, and the total last."""
    sections = [*own.averages[:-1], *overall.averages[:-1]]
    scale = Scale(min(0.0, *sections), max(1.0, *sections), 0, 100)
    return tuple(
        Comparison(
            section=section,
            title=terms.sections[section],
            average=format_average(mine, language),
            overall=format_average(theirs, language),
            best=format_points(best),
            x=scale.at(min(0.0, mine)),
            width=scale.span(mine),
            zero_x=scale.at(0),
            overall_x=scale.at(theirs),
        )
        for section, mine, theirs, best in zip(SECTIONS, own.averages, overall.averages, own.bests, strict=True)
    )


def list_levels(sittings: Iterable[Sitting], terms: Terms) -> tuple[Level, ...]:
    """List solo games by difficulty, the easiest first; those without one come last."""
    granted: dict[int | None, list[bool]] = {}
    for sitting in sittings:
        granted.setdefault(sitting.outcome.difficulty, []).append(sitting.result.has_won)
    return tuple(
        Level(number, terms.difficulty(number) if number else "", tuple(granted[number]))
        for number in sorted(granted, key=lambda number: (number is None, number or 0))
    )


def _cut_segments(averages: Sequence[float], scale: Scale) -> Iterable[Segment]:
    above = below = 0.0
    for section, average in zip(SECTIONS[:-1], averages, strict=True):
        start = above if average >= 0 else below + average
        width = scale.span(average)
        x = scale.at(start)
        if average >= 0:
            above += average
        else:
            below += average
        yield Segment(section, x, width, round(x + width / 2, 2), width >= NARROWEST_LABELLED)
