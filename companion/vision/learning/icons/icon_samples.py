"""The icons of confirmed cards, card by card, as lessons have them, to learn from."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from ...designs.card_design import CATEGORIES, CardDesign
from ...game_rules import GameRules
from ...geometry import FloatArray, Point, measure_max_distance
from ...reading.icons.icon_patches import retone_patches
from ..lessons import Lesson
from ..thresholds import DESIGNS
from .icon_places import DesignError, join_places

Kinds = npt.NDArray[np.int64]
"""Indexes of categories."""
Rows = list[list[FloatArray]]
Orders = Sequence[Sequence[tuple[str, ...]]]
"""For each card, which categories its icons may be in turn: one order if it is known."""


@dataclass(frozen=True, slots=True)
class IconSamples:
    """What was seen at the places of icons."""

    told: list[int]
    """Which of all cards show their icons; the others are in none of the lists."""
    rows: Rows
    """The patches of each card's icons, place by place."""
    cards: list[str]
    """The category codes of each card."""
    in_order: list[bool]
    """Whether those of each card are in the order of its places."""
    bare: list[list[FloatArray]]
    """For each place, from the left, its patches on cards that have no icon there or near it."""

    @property
    def every_bare(self) -> list[FloatArray]:
        """Those of all places."""
        return [patch for several in self.bare for patch in several]


def gather_icons(
    lessons: Sequence[Lesson], icon_places: tuple[tuple[Point, ...], ...], icon_height: float,
    ground: tuple[float, float, float], rules: GameRules,
) -> IconSamples:  # fmt: skip
    """Return the icons of all cards that show them; raise ``DesignError`` where none does."""
    every = join_places(icon_places)
    table = gather_patches(lessons, every, ground)
    cards = [icons for lesson in lessons for _, _, icons in lesson.cards]
    ordered = [lesson.in_order for lesson in lessons for _ in lesson.cards]
    shown = [~np.isnan(spots[0, 0]) for lesson in lessons for spots in lesson.icon_spots]
    # Cards whose icons lie under glare would teach what glare looks like.
    told = [k for k, icons in enumerate(cards) if shown[k] and rules.min_icons <= len(icons) <= rules.max_icons]
    if not told:
        raise DesignError("no icons")
    columns = [[find_place(place, every) for place in places] for places in icon_places]
    filled = {index: columns[len(cards[index]) - rules.min_icons] for index in told}
    apart = DESIGNS.bare_distance * icon_height
    bare = [
        [
            table[index, column]
            for index in told
            if all(measure_max_distance(place, every[other]) > apart for other in filled[index])
        ]
        for column, place in enumerate(every)
    ]
    rows = [[table[index, column] for column in filled[index]] for index in told]
    return IconSamples(told, rows, [cards[index] for index in told], [ordered[index] for index in told], bare)


def list_orders(samples: IconSamples) -> Orders:
    """Return for each card the orders in which its categories may stand: one where it is known."""
    return [
        [tuple(icons)] if ordered else [tuple(icons), *sorted(set(permutations(icons)) - {tuple(icons)})]
        for icons, ordered in zip(samples.cards, samples.in_order, strict=True)
    ]


def list_kinds(codes: Sequence[str]) -> Kinds:
    """Return the indexes of categories."""
    return np.array([CATEGORIES.index(code) for code in codes], np.int64)


def list_owners(cards: Sequence[Sized]) -> Kinds:
    """Return which card each icon is on, for the icons of each card."""
    return np.repeat(np.arange(len(cards)), [len(icons) for icons in cards])


def choose_order(scores: FloatArray, orders: Sequence[tuple[str, ...]]) -> str:
    """Return the likeliest of the orders in which a card's categories may stand: ``scores`` are icons x categories."""
    best = max(orders, key=lambda order: sum(scores[k, CATEGORIES.index(code)] for k, code in enumerate(order)))
    return "".join(best)


def gather_patches(lessons: Sequence[Lesson], places: FloatArray, ground: tuple[float, float, float]) -> FloatArray:
    """Return the patches of all lessons' cards at common places, on one ground: cards x places x rows x columns x 3."""
    gathered = []
    for lesson in lessons:
        nearest = [int(np.abs(lesson.icon_places - place).max(axis=1).argmin()) for place in places]
        gathered.append(retone_patches(lesson.patches[:, nearest], lesson.ground, ground))
    return np.concatenate(gathered)


def find_place(place: Point, every: FloatArray) -> int:
    """Return which of all places is the nearest to one."""
    return min(range(len(every)), key=lambda column: measure_max_distance(place, every[column]))


def list_places(icons: str, design: CardDesign, rules: GameRules) -> tuple[Point, ...]:
    """Return where a card has its icons; nothing for one with fewer or more of them than cards have."""
    return design.icon_places[len(icons) - rules.min_icons] if rules.min_icons <= len(icons) <= rules.max_icons else ()


def list_categories(lessons: Sequence[Lesson]) -> str:
    """Return the categories of all icons that lessons have, as often as they have them."""
    return "".join(icons for lesson in lessons for _, _, icons in lesson.cards)
