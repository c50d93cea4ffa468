"""The regular arrangement of icons that all cards of a photo have in common.

A card's heatmap alone misses icons that are faint, and shows some where pictures look like icons. But all cards of a
printing have their icons at the same places: in a row or a column that begins at either end or has one middle, or in a
block two by two. Of all arrangements that peaks of the heatmaps suggest, the one with the most evidence on all cards is
taken (a Hough transform, as generalized by Ballard 1981); each card then has as many icons as are likeliest there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from ..crops import PrintRegion
from ..game_rules import GameRules
from ..geometry import FloatArray, Point
from .icon_heat import HIGH, WIDE, blank_names, choose_least, find_odds, find_repeats, look_up, spread_heat, weigh_heat
from .print_locations import Peak, PrintLocations, find_peaks, locate_icons
from .thresholds import ARRANGEMENTS

Pattern = Mapping[int, FloatArray]
"""For each number of icons, where they stand (icons x 2): in steps along a line, and across it."""
_Proposal = tuple[Pattern, FloatArray, FloatArray, FloatArray]
"""A pattern, origins that it may have (n x 2, in cells), and its steps along and across (x and y)."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where icons stand, in cells of the heatmaps."""

    pattern: Pattern
    origin: FloatArray
    along: FloatArray
    across: FloatArray
    """The steps of the pattern, x and y each."""

    def place(self, count: int) -> FloatArray:
        """Return the places of ``count`` icons (icons x 2)."""
        steps = self.pattern[count]
        return np.asarray(self.origin + steps[:, :1] * self.along + steps[:, 1:] * self.across, np.float32)


def arrange_icons(prints: Sequence[PrintLocations], rules: GameRules) -> list[PrintLocations]:
    """Return what was located on cards of one printing with the icons that their common arrangement has on each.

    Without such an arrangement, and on cards on which too little of it is seen, icons stay as they were located.
    """
    found = fit_arrangement(prints, rules)
    if found is None:
        return list(prints)
    cards, arrangement = found
    height = cards.apart / HIGH
    arranged = []
    for one, count, peaks in zip(prints, _count_icons(cards, arrangement), cards.peaks, strict=True):
        spots = _find_points(peaks, arrangement.place(count), cards.apart) if count else []
        width = cards.apart / WIDE
        icons = tuple(PrintRegion(x, y, height, width) for x, y in spots)
        arranged.append(replace(one, icons=icons) if count else one)
    return arranged


def locate_arranged(prints: Sequence[PrintLocations], counts: Sequence[int], rules: GameRules) -> list[list[Point]]:
    """Return the centers of the icons of cards of which it is known how many each has, in shares of the cards' sizes.

    The list of a card is empty where its count is none that cards have, and all are without a common arrangement.
    """
    found = fit_arrangement(prints, rules, counts)
    if found is None:
        return [[] for _ in prints]
    cards, arrangement = found
    return [
        _find_points(peaks, arrangement.place(count), cards.apart) if count in arrangement.pattern else []
        for peaks, count in zip(cards.peaks, counts, strict=True)
    ]


def locate_counted(
    prints: Sequence[PrintLocations], counts: Sequence[int], icon_height: float, rules: GameRules
) -> list[list[Point]]:
    """Return what ``locate_arranged`` does, or where that says nothing of a card, what ``locate_icons`` finds on it."""
    return [
        arranged or locate_icons(one.icon_heat, icon_height, count)
        for arranged, one, count in zip(locate_arranged(prints, counts, rules), prints, counts, strict=True)
    ]


def fit_arrangement(
    prints: Sequence[PrintLocations], rules: GameRules, counts: Sequence[int] | None = None
) -> tuple[_Cards, Arrangement] | None:
    """Return the heat of cards, and the arrangement that fits them best.

    ``None`` where they are few, or where no arrangement explains what is seen.

    ``counts`` are how many icons each card has, if that is known; others than cards may have count as unknown.
    """
    if len(prints) < ARRANGEMENTS.min_cards or not any(one.icons for one in prints):
        return None
    cards = _Cards.gather(prints)
    if not len(cards.list_origins()):
        return None
    best, most, share = None, -np.inf, 0.0
    for propose in (_propose_lines, _propose_blocks):
        for pattern, origins, along, across in propose(cards, range(rules.min_icons, rules.max_icons + 1)):
            scores, explained = cards.rate(pattern, origins, along, across, counts)
            chosen = int(scores.argmax())
            if scores[chosen] > most:
                best, most = Arrangement(pattern, origins[chosen], along, across), float(scores[chosen])
                share = float(explained[chosen])
        if share >= ARRANGEMENTS.enough_explained:
            break
    return (cards, best) if best is not None and share >= ARRANGEMENTS.min_explained else None


@dataclass(frozen=True, slots=True)
class _Cards:
    """The heat of icons on cards, and its peaks."""

    near: FloatArray
    """Cards x rows x columns: the most of a peak within reach of each cell, none where letter and number are."""
    evidence: FloatArray
    """Log odds that an icon is within reach of each cell."""
    owners: FloatArray
    """Which of the card's peaks that icon is; -1 for none."""
    apart: float
    """The height of an icon, in cells."""
    peaks: tuple[tuple[Peak, ...], ...]
    least: float
    """The heat of which an icon is as likely as none, on these cards."""

    @classmethod
    def gather(cls, prints: Sequence[PrintLocations]) -> _Cards:
        height = next(icon.height for one in prints for icon in one.icons)
        apart = height * HIGH
        heat = [blank_names(one) for one in prints]
        peaks = tuple(tuple(find_peaks(one, ARRANGEMENTS.least_heat, apart)) for one in heat)
        spread = [spread_heat(one, several, apart) for one, several in zip(heat, peaks, strict=True)]
        near, owners = (np.stack(maps) for maps in zip(*spread, strict=True))
        second = [several[1][2] if len(several) > 1 else 0.0 for several in peaks]
        least = float(choose_least(np.median(find_odds(np.array(second)))))
        return cls(near, weigh_heat(near, least), owners, apart, peaks, least)

    def list_origins(self) -> FloatArray:
        """Return where icons plainly are, each place once (n x 2), in cells."""
        plain = [peak for several in self.peaks for peak in several if peak[2] >= self.least]
        kept: list[Peak] = []
        for peak in sorted(plain, key=lambda one: -one[2]):
            if all(np.hypot(peak[0] - x, peak[1] - y) > ARRANGEMENTS.same_origin * self.apart for x, y, _ in kept):
                kept.append(peak)
        return np.array(kept, np.float32).reshape(-1, 3)[: ARRANGEMENTS.max_origins, :2]

    def list_steps(self, axis: int) -> list[FloatArray]:
        """Return the distances of neighboring peaks on cards along an axis, as steps x and y, the usual ones first."""
        found = []
        for several in self.peaks:
            for one, other in permutations(several, 2):
                step, aside = other[axis] - one[axis], abs(other[1 - axis] - one[1 - axis])
                low, high = ARRANGEMENTS.min_step * self.apart, ARRANGEMENTS.max_step * self.apart
                if low < step < high and aside < ARRANGEMENTS.max_aside * self.apart:
                    found.append((step, min(one[2], other[2])))
        steps: list[float] = []
        sizes, weights = np.array(found).reshape(-1, 2).T
        alike = np.abs(sizes[:, None] - sizes) < ARRANGEMENTS.same_step * self.apart
        for index in np.argsort(-(alike @ weights)):
            if all(abs(sizes[index] - step) > 2 * ARRANGEMENTS.same_step * self.apart for step in steps):
                steps.append(float(np.average(sizes[alike[index]], weights=weights[alike[index]])))
        way = np.array([1 - axis, axis], np.float32)
        return [step * way for step in steps[: ARRANGEMENTS.max_steps]]

    def rate(
        self, pattern: Pattern, origins: FloatArray, along: FloatArray, across: FloatArray, counts: Sequence[int] | None
    ) -> tuple[FloatArray, FloatArray]:
        """Return how well arrangements at several origins fit, and the share of the peaks' evidence that each explains.

        Peaks count for the places that they are at, and against an arrangement that has no place there.
        """
        clear = [(card, *peak) for card, several in enumerate(self.peaks) for peak in several if peak[2] > self.least]
        seen = np.array(clear).reshape(-1, 4)
        weights = np.zeros((len(seen), len(self.near)))
        weights[np.arange(len(seen)), seen[:, 0].astype(int)] = weigh_heat(seen[:, 3], self.least)
        total, left = [], []
        for steps in pattern.values():
            places = origins[:, None] + steps[:, :1] * along + steps[:, 1:] * across
            found = look_up(self.evidence, places, -ARRANGEMENTS.max_log_odds)
            found = np.where(find_repeats(self.owners, places), -ARRANGEMENTS.max_log_odds, found).sum(axis=-1)
            away = np.hypot(places[:, :, None, 0] - seen[:, 1], places[:, :, None, 1] - seen[:, 2]).min(axis=1)
            unexplained = (away > ARRANGEMENTS.explained_reach * self.apart) @ weights
            total.append(found - unexplained.T)
            left.append(unexplained.T)
        table, rest = np.stack(total), np.stack(left)  # counts x cards x origins
        for card, count in enumerate(counts or ()):
            if count in pattern:
                table[[other != count for other in pattern], card] = -np.inf
        chosen = table.argmax(axis=0)[None]
        # A card cut out half a step aside says against the arrangement of all others no more than one without icons.
        best = np.take_along_axis(table, chosen, axis=0)[0]
        scores = np.maximum(best, -ARRANGEMENTS.max_card_log_odds).sum(axis=0)
        unexplained = np.take_along_axis(rest, chosen, axis=0)[0].sum(axis=0)
        return scores, 1 - unexplained / max(float(weights.sum()), 1e-6)


def _propose_lines(cards: _Cards, counts: range) -> Iterator[_Proposal]:
    """Propose rows and columns that begin at either end, or have one middle."""
    origins, none = cards.list_origins(), np.zeros(2, np.float32)
    ends: list[Pattern] = [
        {count: np.array([(place * way, 0.0) for place in range(count)], np.float32) for count in counts}
        for way in (1, -1)
    ]
    middle: Pattern = {
        count: np.array([(place - (count - 1) / 2, 0.0) for place in range(count)], np.float32) for count in counts
    }
    for along in (*cards.list_steps(0), *cards.list_steps(1)):
        for pattern in ends:
            yield pattern, origins, along, none
        # A peak may be the first of any number of icons.
        yield middle, np.concatenate([origins - middle[count][0, 0] * along for count in counts]), along, none


def _propose_blocks(cards: _Cards, counts: range) -> Iterator[_Proposal]:
    """Propose blocks two wide, whichever place comes first; an odd last icon may stand in the middle of its row."""
    origins = cards.list_origins()
    by_row = [(place % 2, place // 2) for place in range(counts[-1])]
    rows: Pattern = {count: np.array(by_row[:count], np.float32) for count in counts}
    columns: Pattern = {count: steps[:, ::-1] for count, steps in rows.items()}
    middle: Pattern = {
        count: np.array([*by_row[: count - 1], (0.5, count // 2) if count % 2 else by_row[count - 1]], np.float32)
        for count in counts
    }
    turns = [np.array(turn, np.float32) for turn in product((1, -1), repeat=2)]
    patterns = [
        {count: steps * turn for count, steps in pattern.items()}
        for pattern, ways in ((rows, turns), (columns, turns), (middle, turns[:2]))
        for turn in ways
    ]
    for along, across in product(cards.list_steps(0), cards.list_steps(1)):
        for pattern in patterns:
            yield pattern, origins, along, across


def _count_icons(cards: _Cards, found: Arrangement) -> list[int]:
    """Return how many icons each card has; 0 where too little is seen of any number.

    How much heat it takes depends on what the first two places of each card have, and those of all cards; less is asked
    of a place where icons usually show less, as on dark pictures.
    """
    counts = np.array([*found.pattern])
    heats = [look_up(cards.near, found.place(int(count))[None])[:, 0] for count in counts]
    odds = find_odds(np.stack([np.sort(heat, axis=1)[:, -2:].mean(axis=1) for heat in heats]).max(axis=0))
    usual = np.asarray((odds + np.median(odds)) / 2, np.float32)
    evidence = _weigh_counts(heats, usual, np.zeros(max(counts), np.float32))
    for _ in range(ARRANGEMENTS.count_iterations if _is_nested(found.pattern) else 0):
        drops = _measure_drops(heats[-1], usual, counts[evidence.argmax(axis=0)])
        evidence = _weigh_counts(heats, usual, drops)
    return [
        int(counts[k]) if top > 0 else 0 for k, top in zip(evidence.argmax(axis=0), evidence.max(axis=0), strict=True)
    ]


def _weigh_counts(heats: Sequence[FloatArray], usual: FloatArray, drops: FloatArray) -> FloatArray:
    """Return the evidence for each number of icons on each card: numbers x cards."""
    least = choose_least(usual[:, None] - drops)
    return np.stack([weigh_heat(heat, least[:, : heat.shape[1]]).sum(axis=1) for heat in heats])


def _is_nested(pattern: Pattern) -> bool:
    """Whether one icon more leaves the others where they are."""
    *fewer, most = pattern.values()
    return all(np.array_equal(steps, most[: len(steps)]) for steps in fewer)


def _measure_drops(heat: FloatArray, usual: FloatArray, counts: npt.NDArray[np.intp]) -> FloatArray:
    """Return by how much less than usual the log odds are at each place, on the cards that have an icon there."""
    apart = usual[:, None] - find_odds(heat)
    shown = counts[:, None] > np.arange(heat.shape[1])
    enough = shown.sum(axis=0) >= ARRANGEMENTS.min_shown
    drops = [np.median(apart[cards, place]) if enough[place] else 0.0 for place, cards in enumerate(shown.T)]
    return np.maximum(np.array(drops, np.float32), 0)


def _find_points(several: Sequence[Peak], places: FloatArray, apart: float) -> list[Point]:
    """Return where a card's icons are, in shares of its size: at the peak nearest to each place, or there."""
    peaks = np.array(several).reshape(-1, 3)
    points = []
    for place in places:
        away = np.hypot(*(peaks[:, :2] - place).T)
        near = len(peaks) and away.min() <= ARRANGEMENTS.explained_reach * apart
        x, y = peaks[away.argmin(), :2] if near else place
        points.append(((float(x) + 0.5) / WIDE, (float(y) + 0.5) / HIGH))
    return points
