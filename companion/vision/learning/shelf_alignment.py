"""Which card found in a photo is which of the confirmed shelf: layouts matched, and what was not found looked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..aligning.print_locations import NO_FRONT
from ..aligning.rectification import RectifiedCard, list_fronts, match_design, predict_prints
from ..crops import crop_cards
from ..designs.card_design import CardDesign
from ..detecting.homography import corner_correspondences, fit_plane
from ..detecting.thresholds import PLANE, REFINEMENT
from ..game_rules import GameRules
from ..geometry import BgrImage, DetectedCard, as_quad
from ..networks.inference import PrintMaps, list_known_letters
from ..reading.glyphs import read_glyphs
from ..reading.number_signs import list_numbers
from .thresholds import ALIGNMENT

Floats = npt.NDArray[np.float64]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ExpectedCard:
    """A card of the confirmed shelf: its place, letter and number; no name where it lies face down."""

    row: int
    column: int
    name: tuple[str, int] | None
    icons: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """Cards of the confirmed shelf and where they lie in the photo, upright; how many of how many agree in print."""

    pairs: tuple[tuple[ExpectedCard, DetectedCard], ...]
    agreeing: int
    fronts: int
    missing: tuple[ExpectedCard, ...]

    @property
    def is_believable(self) -> bool:
        """Whether the photo shows this shelf, rather than another one."""
        wanted = len(self.pairs) + len(self.missing)
        return len(self.pairs) >= ALIGNMENT.min_found * wanted and self.agreeing >= ALIGNMENT.min_agreeing * self.fronts


def match_shelf(
    image: BgrImage,
    seen: Sequence[RectifiedCard],
    places: PrintMaps,
    wanted: Sequence[ExpectedCard],
    design: CardDesign | None,
    rules: GameRules,
    *,
    search_missing: bool = True,
) -> Match:
    """Match the cards seen with those of a confirmed shelf, whose layout outranks the one that was found.

    ``search_missing``: where cards are missing, the photo is looked at where they should lie.
    """
    scores, agrees = _score(seen, places, wanted, design, rules)
    pairs = _match_rows(seen, wanted, scores)
    found = {w: seen[s].card for s, w in pairs}
    missing = [w for w in range(len(wanted)) if w not in found]
    if search_missing and missing and len(found) >= max(PLANE.min_cards, ALIGNMENT.min_found * len(wanted)):
        found |= _search_missing(image, wanted, found, missing)
    fronts = [(s, w) for s, w in pairs if wanted[w].name is not None and not np.isnan(agrees[s, w])]
    return Match(
        tuple((wanted[w], card) for w, card in sorted(found.items())),
        int(sum(agrees[s, w] for s, w in fronts)),
        len(fronts),
        tuple(card for w, card in enumerate(wanted) if w not in found),
    )


def _score(
    seen: Sequence[RectifiedCard],
    places: PrintMaps,
    wanted: Sequence[ExpectedCard],
    design: CardDesign | None,
    rules: GameRules,
) -> tuple[Floats, Floats]:
    """Return how well (log) each card seen goes with each one wanted, and whether their print agrees (NaN: none)."""
    fronts = list_fronts(places)
    scores = np.zeros((len(seen), len(wanted)))
    agrees = np.full(scores.shape, np.nan)
    down = np.array([card.name is None for card in wanted])
    chance = np.clip(places.sides[:, NO_FRONT], np.exp(ALIGNMENT.side_cost), 1 - np.exp(ALIGNMENT.side_cost))
    scores += np.where(down[None], np.log(chance)[:, None], np.log(1 - chance)[:, None])
    if not fronts:
        return scores, agrees
    fitting, prints = match_design(places, fronts, design)
    letters, numbers = list_known_letters(), list_numbers(rules.max_count)
    glyphs = read_glyphs(
        [seen[index].crop for index in fronts],
        [one.letter for one in prints], [one.number for one in prints], letters, fitting, rules,
    )  # fmt: skip
    firsts = np.array([number for number, _ in numbers])
    by_number = np.full((len(fronts), 100), -np.inf)
    for number in np.unique(firsts):
        by_number[:, number] = glyphs.number_chances[:, firsts == number].max(axis=1)
    ranks = [np.argsort(np.argsort(-chances, axis=1), axis=1) for chances in (glyphs.letter_chances, by_number)]
    for column, card in enumerate(wanted):
        if card.name is None:
            continue
        letter = letters.index(card.name[0]) if card.name[0] in letters else None
        said = np.maximum(by_number[:, card.name[1]], ALIGNMENT.misread_cost)
        agree = ranks[1][:, card.name[1]] < ALIGNMENT.max_rank
        if letter is not None:
            said = said + np.maximum(glyphs.letter_chances[:, letter], ALIGNMENT.misread_cost)
            agree = agree | (ranks[0][:, letter] < ALIGNMENT.max_rank)
        scores[fronts, column] += said - ALIGNMENT.misread_cost
        agrees[fronts, column] = agree
    return scores, agrees


def _match_rows(seen: Sequence[RectifiedCard], wanted: Sequence[ExpectedCard], scores: Floats) -> list[tuple[int, int]]:
    """Match cards row by row, in order; where both have the same places, place by place."""
    places = {(one.row, one.column): index for index, one in enumerate(seen)}
    if {(card.row, card.column) for card in wanted} == set(places):
        return [(places[card.row, card.column], w) for w, card in enumerate(wanted)]
    rows = [[s for s, one in enumerate(seen) if one.row == row] for row in sorted({one.row for one in seen})]
    lines = [[w for w, one in enumerate(wanted) if one.row == row] for row in sorted({one.row for one in wanted})]
    best = [[_align(row, line, scores) for line in lines] for row in rows]
    table = np.array([[gain for gain, _ in several] for several in best])
    chosen = _align_sequences(
        len(rows),
        len(lines),
        table,
        [ALIGNMENT.gap_cost * len(row) for row in rows],
        [ALIGNMENT.gap_cost * len(line) for line in lines],
    )
    return [pair for r, k in chosen for pair in best[r][k][1]]


def _align(row: list[int], line: list[int], scores: Floats) -> tuple[float, list[tuple[int, int]]]:
    """Align the cards of a row found with those of a row wanted; return how well they go together, and the pairs."""
    table = scores[np.ix_(row, line)]
    pairs = _align_sequences(
        len(row), len(line), table, [ALIGNMENT.gap_cost] * len(row), [ALIGNMENT.gap_cost] * len(line)
    )
    gain = sum(table[a, b] for a, b in pairs) + ALIGNMENT.gap_cost * (len(row) + len(line) - 2 * len(pairs))
    return float(gain), [(row[a], line[b]) for a, b in pairs]


def _align_sequences(
    rows: int, lines: int, table: Floats, skip_row: Sequence[float], skip_line: Sequence[float]
) -> list[tuple[int, int]]:
    """Return the pairs, in order on both sides, that go together best (Needleman and Wunsch)."""
    best = np.zeros((rows + 1, lines + 1))
    best[1:, 0], best[0, 1:] = np.cumsum(skip_row), np.cumsum(skip_line)
    for a in range(1, rows + 1):
        for b in range(1, lines + 1):
            both = best[a - 1, b - 1] + table[a - 1, b - 1]
            best[a, b] = max(both, best[a - 1, b] + skip_row[a - 1], best[a, b - 1] + skip_line[b - 1])
    pairs = []
    a, b = rows, lines
    while a and b:
        if best[a, b] == best[a - 1, b - 1] + table[a - 1, b - 1]:
            a, b = a - 1, b - 1
            pairs.append((a, b))
        elif best[a, b] == best[a - 1, b] + skip_row[a - 1]:
            a -= 1
        else:
            b -= 1
    return pairs[::-1]


def _search_missing(
    image: BgrImage, wanted: Sequence[ExpectedCard], found: dict[int, DetectedCard], missing: Sequence[int]
) -> dict[int, DetectedCard]:
    """Look where cards that were not found should lie between the others; return those whose fronts show there."""
    order = sorted(found)
    quads = np.array([found[w].corners_px for w in order])
    plane = fit_plane(
        quads,
        [(wanted[w].row, wanted[w].column) for w in order],
        corner_correspondences(quads, REFINEMENT.corner_sigma),
    )
    poses = np.array([_guess_pose(wanted[w], [wanted[k] for k in order], plane.poses) for w in missing])
    corners = replace(plane, poses=poses).project_corners()
    hypotheses = [DetectedCard(as_quad(quad), ALIGNMENT.min_front) for quad in corners]
    crops = crop_cards(image, [card.corners_px for card in hypotheses])
    places = predict_prints([RectifiedCard(0, 0, card, crop) for card, crop in zip(hypotheses, crops, strict=True)])
    return {
        w: card
        for w, card, sides in zip(missing, hypotheses, places.sides, strict=True)
        if wanted[w].name is not None and sides[NO_FRONT] < 1 - ALIGNMENT.min_front
    }


def _guess_pose(card: ExpectedCard, others: Sequence[ExpectedCard], poses: Floats) -> Floats:
    """Return about where a card lies, from the cards of its row, or else of all."""
    same = [k for k, other in enumerate(others) if other.row == card.row]
    if len(same) >= 2:
        columns = np.array([others[k].column for k in same])
        x = np.interp(card.column, columns, poses[same, 0])
        slope = np.polyfit(columns, poses[same, :2], 1)
        if not columns.min() < card.column < columns.max():
            x = slope[0, 0] * card.column + slope[1, 0]
        return np.array([x, slope[0, 1] * card.column + slope[1, 1], np.median(poses[same, 2])])
    grid = np.array([(1.0, other.column, other.row) for other in others])
    fit = np.linalg.lstsq(grid, poses[:, :2], rcond=None)[0]
    return np.array([*(np.array([1.0, card.column, card.row]) @ fit), np.median(poses[:, 2])])
