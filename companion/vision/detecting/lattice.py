"""The lattice of a shelf: detections anywhere in a photo become rows and columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..geometry import DetectedCard
from .thresholds import LATTICE

Floats = npt.NDArray[np.float64]
Place = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A card's place on the shelf: rows from the top, columns from the left, both from 0."""

    row: int
    column: int
    card: DetectedCard


@dataclass(frozen=True, slots=True)
class _Pairs:
    """From each card to each other one: steps to the right and down in card sizes, and whether their sizes agree."""

    right: Floats
    down: Floats
    alike: npt.NDArray[np.bool_]
    confidence: Floats
    """One a card."""


def fit_lattice(cards: Iterable[DetectedCard]) -> tuple[Cell, ...]:
    """Return the cells of the biggest shelf among detections, in the photo's order; gaps are missing cells.

    Cells of a shelf are connected by their sides. Detections that belong to no shelf are left out, and so are weak ones
    beside no sure one.
    """
    seen = [card for card in cards if card.confidence >= LATTICE.weak_confidence]
    if not seen:
        return ()
    pairs = _measure_pairs(seen)
    right = _link(pairs.right, pairs.down, pairs.alike, LATTICE.max_row_offset)
    # Rows are hardly farther apart than the cards in them: what lies farther below is no row of the shelf.
    down = _link(
        pairs.down,
        pairs.right,
        pairs.alike,
        LATTICE.max_column_offset,
        right.pitch if right.links else LATTICE.max_row_pitch,
    )
    chains = _chain(len(seen), right.links)
    best: dict[Place, int] = {}
    left = set(range(len(chains)))
    while left:
        placed, met = _place_chains(seen, chains, left, pairs, right.pitch, down.links)
        best = max(best, _keep_believed(seen, placed), key=lambda places: _weigh(seen, places.values()))
        left -= met
    return _number(seen, best)


def _measure_pairs(cards: list[DetectedCard]) -> _Pairs:
    quads = np.array([card.corners_px for card in cards], float)
    centers = quads.mean(1)
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    frames = np.linalg.inv(np.stack([across, down], axis=2))
    away = centers[None] - centers[:, None]
    steps = np.einsum("iab,ijb->ija", frames, away)
    # Seen at a slant, the near card finds the way shorter than the far one: their mean is fair.
    steps = (steps - steps.transpose(1, 0, 2)) / 2
    angles = np.arctan2(across[:, 1], across[:, 0])
    turned = np.abs(np.angle(np.exp(1j * (angles[:, None] - angles[None]))))
    sizes = np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]))
    ratio = sizes[:, None] / sizes[None]
    alike = (
        (turned < np.deg2rad(LATTICE.max_turn_deg))
        & (ratio < LATTICE.max_size_ratio)
        & (ratio > 1 / LATTICE.max_size_ratio)
    )
    np.fill_diagonal(alike, val=False)
    return _Pairs(steps[..., 0], steps[..., 1], alike, np.array([card.confidence for card in cards]))


@dataclass(frozen=True, slots=True)
class _Links:
    """Which card is the next neighbor of which, and the usual distance."""

    links: dict[int, int]
    pitch: float


def _link(
    along: Floats, beside: Floats, alike: npt.NDArray[np.bool_], most_beside: float, most_pitch: float = np.inf
) -> _Links:
    """Link each card to the next one along an axis where each is the other's nearest."""
    open_ways = alike & (along > LATTICE.min_step) & (np.abs(beside) < most_beside)
    lengths = np.where(open_ways, along, np.inf)
    nearest = np.argmin(lengths, axis=1)
    back = np.argmin(lengths, axis=0)
    rows = np.arange(len(along))
    mutual = np.isfinite(lengths[rows, nearest]) & (back[nearest] == rows)
    steps = along[rows, nearest][mutual]
    if not len(steps):
        return _Links({}, LATTICE.default_pitch)
    # The shortest steps are real ones; the long ones may leap over an empty place.
    pitch = min(
        float(np.median(steps[steps < LATTICE.short_ratio * np.quantile(steps, LATTICE.short_quantile)])),
        most_pitch + LATTICE.column_slack,
    )
    links = {int(i): int(nearest[i]) for i in rows[mutual] if along[i, nearest[i]] < pitch + LATTICE.max_extra_step}
    return _Links(links, pitch)


def _chain(count: int, links: dict[int, int]) -> list[list[int]]:
    """Return runs of linked cards, each from left to right."""
    starts = set(range(count)) - set(links.values())
    chains = []
    for start in sorted(starts):
        chain = [start]
        while chain[-1] in links:
            chain.append(links[chain[-1]])
        chains.append(chain)
    return chains


def _place_chains(
    cards: list[DetectedCard],
    chains: list[list[int]],
    left: set[int],
    pairs: _Pairs,
    pitch: float,
    below: dict[int, int],
) -> tuple[dict[Place, int], set[int]]:
    """Place the longest run that is left and all that are tied to it; return their cards by place, and the runs."""
    home = {card: number for number, chain in enumerate(chains) for card in chain}
    ties = _tie(chains, home, pairs, pitch, below)
    first = max(left, key=lambda number: _weigh(cards, chains[number]))
    offsets: dict[int, Place] = {first: (0, 0)}
    placed: dict[Place, int] = {(0, column): card for column, card in enumerate(chains[first])}
    while True:
        open_ties = [(tie, a, b) for a in offsets for b, tie in ties[a].items() if b not in offsets and b in left]
        if not open_ties:
            return placed, set(offsets)
        tie, a, b = max(open_ties, key=lambda found: found[0].strength)
        row = offsets[a][0] + tie.rows
        wanted = offsets[a][1] + tie.columns if tie.rows == 0 else _agree_column(row, b, offsets, chains, pairs, pitch)
        column = _choose_column(wanted, row, chains[b], placed, tie.rows)
        offsets[b] = (row, column)
        for place, card in enumerate(chains[b]):
            cell = (row, column + place)
            if cell not in placed or cards[placed[cell]].confidence < cards[card].confidence:
                placed[cell] = card


@dataclass(frozen=True, slots=True)
class _Tie:
    """Where one run begins relative to another: whole rows, columns in fractions."""

    rows: int
    columns: float
    strength: int


def _tie(
    chains: list[list[int]], home: dict[int, int], pairs: _Pairs, pitch: float, below: dict[int, int]
) -> dict[int, dict[int, _Tie]]:
    """Tie runs together that lie above one another."""
    strengths: dict[Place, int] = defaultdict(int)
    for upper, lower in below.items():
        strengths[home[upper], home[lower]] += 1
    ties: dict[int, dict[int, _Tie]] = defaultdict(dict)
    for a, b, columns in _find_leaps(chains, pairs, pitch):
        ties[a][b] = _Tie(0, columns, LATTICE.row_strength)
        ties[b][a] = _Tie(0, -columns, LATTICE.row_strength)
    for (a, b), strength in strengths.items():
        if a == b or b in ties[a]:
            continue
        shift = float(np.median(_list_shifts(chains[a], chains[b], pairs, pitch)))
        ties[a][b] = _Tie(1, shift, strength)
        ties[b][a] = _Tie(-1, -shift, strength)
    return ties


def _list_shifts(first: list[int], second: list[int], pairs: _Pairs, pitch: float) -> list[float]:
    """Return in which columns of one run another begins, by their cards above one another."""
    return [
        p + pairs.right[i, j] / pitch - q
        for p, i in enumerate(first)
        for q, j in enumerate(second)
        if abs(pairs.right[i, j]) < LATTICE.vote_reach * pitch
    ]


def _agree_column(
    row: int, run: int, offsets: dict[int, Place], chains: list[list[int]], pairs: _Pairs, pitch: float
) -> float:
    """Return in which column a run of a row begins, on average of the other rows.

    Rows drift by a quarter of a card one way and the other: between two that lie above one another that may be half.
    """
    votes: dict[int, list[float]] = defaultdict(list)
    for other, (above, column) in offsets.items():
        if above != row:
            votes[above] += [column + shift for shift in _list_shifts(chains[other], chains[run], pairs, pitch)]
    return float(np.mean([np.median(several) for several in votes.values() if several]))


def _find_leaps(chains: list[list[int]], pairs: _Pairs, pitch: float) -> Iterator[tuple[int, int, float]]:
    """Yield pairs of runs that continue each other beyond empty places, and where the second begins.

    Or beyond no whole one: where a band passed for the edge of some cards, these were found aside of the others.
    """
    for a, first in enumerate(chains):
        for b, second in enumerate(chains):
            leap = pairs.right[first[-1], second[0]] / pitch
            aside = abs(pairs.down[first[-1], second[0]])
            is_whole = abs(leap - round(leap)) < LATTICE.max_gap_fraction
            is_split = leap < LATTICE.max_split and min(len(first), len(second)) >= LATTICE.min_split_run
            is_split &= float(pairs.confidence[[*first, *second]].mean()) >= LATTICE.min_split_confidence
            if (
                a != b
                and pairs.alike[first[-1], second[0]]
                and LATTICE.vote_reach < leap < LATTICE.max_gap
                and aside < LATTICE.max_gap_offset * leap
                and (is_whole or is_split)
            ):
                yield a, b, len(first) - 1 + float(round(leap))


def _choose_column(wanted: float, row: int, chain: list[int], placed: dict[Place, int], way: int) -> int:
    """Return the whole column near ``wanted`` where a run overlaps none and touches the row it is tied to."""

    def cost(column: int) -> float:
        taken = sum((row, column + k) in placed for k in range(len(chain)))
        touching = any((row - way, column + k) in placed for k in range(len(chain)))
        return abs(column - wanted) + taken + (0.0 if touching else LATTICE.detached_cost)

    if way == 0:
        return round(wanted)
    near = int(np.floor(wanted))
    return min((near, near + 1), key=cost)


def _keep_believed(cards: list[DetectedCard], placed: dict[Place, int]) -> dict[Place, int]:
    """Return the largest connected component without weak cards that have no sure neighbor."""
    sure = {place for place, card in placed.items() if cards[card].confidence >= LATTICE.sure_confidence}
    held = {place: card for place, card in placed.items() if place in sure or sure & _neighbors(place)}
    best: dict[Place, int] = {}
    while held:
        part: dict[Place, int] = {}
        edge = [next(iter(held))]
        while edge:
            place = edge.pop()
            if place in held:
                part[place] = held.pop(place)
                edge += _neighbors(place)
        best = max(best, part, key=lambda places: _weigh(cards, places.values()))
    return best


def keep_largest_component(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the largest connected component of a layout, its rows and columns counted from 0."""
    cells = list(cells)
    cards = [cell.card for cell in cells]
    return _number(cards, _keep_believed(cards, {(cell.row, cell.column): k for k, cell in enumerate(cells)}))


def _neighbors(place: Place) -> set[Place]:
    row, column = place
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def _weigh(cards: list[DetectedCard], chosen: Iterable[int]) -> float:
    return sum(cards[card].confidence for card in chosen)


def _number(cards: list[DetectedCard], placed: dict[Place, int]) -> tuple[Cell, ...]:
    """Count rows and columns from 0 and leave out nothing in between."""
    if not placed:
        return ()
    top, first = min(row for row, _ in placed), min(column for _, column in placed)
    return tuple(Cell(row - top, column - first, cards[placed[row, column]]) for row, column in sorted(placed))


def turn_cells(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the cells of a shelf seen upside down as they are once it is turned; its cards' corners stay."""
    if not cells:
        return ()
    last_row, last_column = max(cell.row for cell in cells), max(cell.column for cell in cells)
    turned = (replace(cell, row=last_row - cell.row, column=last_column - cell.column) for cell in cells)
    return tuple(sorted(turned, key=lambda cell: (cell.row, cell.column)))
