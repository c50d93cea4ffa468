"""Finding cards: every card's corners, whatever is printed on it and whatever it lies on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ..geometry import BgrImage, DetectedCard, FloatArray, measure_width, turn_image
from .lattice import SURE, Cell, fit_lattice
from .multiscale import ImagePyramid, build_pyramid, detect_at_scale, detect_rectified
from .plane_refinement import fit_plane_to_cells, measure_shape_error, refine_on_plane

FIRST_LOOKS_PX = (512, 224)
"""Longest sides of the first looks: cards from 3 to 43 % of them are in the range of 14 to 96 px that was trained."""
NEAR_LOOK_PX = 896
"""Longest side of a third look where the first ones saw nothing."""
GOOD_WIDTH_PX = 64.0
"""Width of the cards in the second look: the corners' error in pixels hardly grows with the cards."""
MARGIN = 1.1
"""What is looked at again around the cards seen, in card heights: a row that was missed has room in it."""
PLANE_CARDS = 4
"""From how many cards on the slant of the table is known well enough to look at it from above."""
MOST_LOOKS, SAME_SLANT = 3, 0.04
"""How often a table is looked at from above, and how far cards may still be from upright rectangles to be done."""
REACH, SHORT_REACH = 2.2, 1.5
"""How far around the middles of cards is looked, in card widths; less where all there is was plain to see."""
MOST_PIXELS = 800_000
"""Most pixels of a second look, which keeps it under a tenth of a second on two cores."""
NO_CARD, NEARLY = 0.2, 0.9
"""A confidence that is worth nothing, and how little less than the first looks a nearer one may show to be taken.

From far two halves of neighbors pass for a card sooner than from near: what is covered counts, not how many cards do.
"""
PLAIN, PLAIN_CARDS = 0.55, 4
"""Confidence of a plain card, and how many seen upright answer whether the photo lies on its side."""
QUARTER_TURN_GAIN = 1.25
"""How many times as much must be seen in the turned photo for it to be turned."""
CLEARLY_MORE = 2.0
"""How many times as much one way must show at first for the other not to be looked at again."""
LEAST_MEAN, LEAST_MORE = 0.42, 0.39
"""Mean confidence below which cards are no shelf, and how much more one card alone needs.

Checked cloth looks a little like cards everywhere. Of 80 bare tables beside those trained with none is above; a single
thing that looks like a card has up to 0.8.
"""


EAGERNESS, BEYOND_DOUBT, ENOUGH = 0.16, 0.7, 3
"""How much less will do where reading the cards will tell; the mean confidence, and the cards, from which that is not
asked.

Of 150 bare tables the worst, with 14 seen, has 0.65; what passes for a single card has up to 0.69.
"""
MANY = 6
"""How many cards, with that mean, make further looks from other distances and to the sides needless."""


@dataclass(frozen=True, slots=True)
class DetectedShelf:
    """The cards of a photo: those of its biggest shelf, and those beside it.

    Corners are pixels of the photo after ``turn`` quarter turns, clockwise. Whether the shelf stands on its head is not
    known here: reading it will tell.
    """

    turn: int
    cells: tuple[Cell, ...]
    others: tuple[DetectedCard, ...]
    plain: bool = True
    """Whether there are cards beyond doubt; else reading them must tell."""


def detect_shelf(image: BgrImage, *, eager: bool = False) -> DetectedShelf:
    """Find the biggest shelf in a photo, upright or lying on its side; an ``eager`` look takes doubtful ones too."""
    sight = build_pyramid(image)
    firsts = _look_first(sight)
    weights = {turn: _weigh(fit_lattice(cards)) for turn, cards in firsts.items()}
    # Where one way clearly shows more, the other is not looked at again.
    turns = [turn for turn in firsts if weights[turn] * CLEARLY_MORE >= max(weights.values())]
    looks = {turn: _look_again(sight, turn, firsts[turn]) for turn in turns}
    shelves = {turn: fit_lattice(cards) for turn, cards in looks.items()}
    turn = max(turns, key=lambda turn: _weigh(shelves[turn]) / (QUARTER_TURN_GAIN if turn else 1))
    if not _is_believed(shelves[turn], EAGERNESS if eager else 0.0):
        return DetectedShelf(0, (), ())
    seen = [cell.card.confidence for cell in shelves[turn]]
    plain = len(seen) >= ENOUGH and float(np.mean(seen)) > BEYOND_DOUBT
    cells = refine_on_plane(
        turn_image(sight.copy, turn) if turn else sight.copy, looks[turn], shelves[turn], sight.parts
    )
    taken = [np.array(cell.card.corners_px, np.float32) for cell in cells]
    others = tuple(card for card in looks[turn] if card.confidence >= SURE and not _lies_on(card, taken))
    return DetectedShelf(turn, cells, others, plain)


def _lies_on(card: DetectedCard, quads: list[FloatArray]) -> bool:
    x, y = np.mean(card.corners_px, axis=0)
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for quad in quads)


def detect_cards(image: BgrImage) -> tuple[DetectedCard, ...]:
    """Find all cards that stand about upright in a photo, or on their heads; the surest first.

    Corners are named by the photo: the first is the one at the top left of it.
    """
    sight = build_pyramid(image)
    return _look_again(sight, 0, _look_first(sight, turns=(0,))[0])


def _weigh(cells: tuple[Cell, ...]) -> float:
    """Return how much a shelf is worth: the signs on a card must not outweigh the card."""
    sure = [cell.card for cell in cells if cell.card.confidence >= SURE]
    if not sure:
        return 0.0
    width = float(np.median([measure_width(card.corners_px) for card in sure]))
    return float(np.sum([card.confidence**2 for card in sure]) * width)


def _measure_area(cells: tuple[Cell, ...]) -> float:
    """Return how much of a photo is seen covered by cards (px²), by how much they are surer than what is no card."""
    return sum(
        abs(cv2.contourArea(np.array(cell.card.corners_px, np.float32))) * (cell.card.confidence - NO_CARD)
        for cell in cells
    )


def _is_plain(cells: tuple[Cell, ...]) -> bool:
    return len(cells) >= MANY and float(np.mean([cell.card.confidence for cell in cells])) > BEYOND_DOUBT


def _is_believed(cells: tuple[Cell, ...], eagerness: float = 0.0) -> bool:
    """Return whether cards are a shelf: a few must be surer than many, which bear each other out."""
    least = LEAST_MEAN + LEAST_MORE / max(1, len(cells)) - eagerness
    return bool(cells) and float(np.mean([cell.card.confidence for cell in cells])) > least


def _look_first(sight: ImagePyramid, turns: tuple[int, ...] = (0, 1)) -> dict[int, tuple[DetectedCard, ...]]:
    """Look at all of a photo from near and far, turned too unless enough is seen upright."""
    longest = max(sight.image.shape[:2])
    cards: dict[int, tuple[DetectedCard, ...]] = {}
    for turn in turns:
        looks = []
        for side in FIRST_LOOKS_PX:
            looks.append(detect_at_scale(sight, turn, side / longest))
            if _is_plain(fit_lattice(looks[-1])):
                return {turn: looks[-1]}
        if not any(card.confidence >= SURE for look in looks for card in look):
            looks.append(detect_at_scale(sight, turn, NEAR_LOOK_PX / longest))
        cards[turn] = max(looks, key=lambda look: _weigh(fit_lattice(look)))
        if sum(card.confidence > PLAIN for card in cards[turn]) >= PLAIN_CARDS:
            break
    return cards


def _look_again(sight: ImagePyramid, turn: int, first: tuple[DetectedCard, ...]) -> tuple[DetectedCard, ...]:
    """Look at the place where cards were seen, so near that they have a good size, and straight from above."""
    sure = [card for card in first if card.confidence >= SURE]
    if not sure:
        return first
    if len(fit_lattice(first)) >= PLANE_CARDS:
        return _look_straighter(sight, turn, first)
    quads = np.array([card.corners_px for card in sure])
    width = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    margin = MARGIN * float(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1).max())
    points = np.array([card.corners_px for card in first]).reshape(-1, 2)
    left, top = np.maximum(points.min(0) - margin, 0).astype(int).tolist()
    right, bottom = np.minimum(points.max(0) + margin, sight.measure(turn)).astype(int).tolist()
    scale = min(GOOD_WIDTH_PX / width, 1.5, (MOST_PIXELS / ((right - left) * (bottom - top))) ** 0.5)
    second = detect_at_scale(sight, turn, scale, (left, top, right, bottom))
    return max(first, second, key=lambda cards: _measure_area(fit_lattice(cards)))


def _look_straighter(sight: ImagePyramid, turn: int, cards: tuple[DetectedCard, ...]) -> tuple[DetectedCard, ...]:
    """Look from above, and again where that shows that the table has another slant."""
    reach = SHORT_REACH if _is_plain(fit_lattice(cards)) else REACH
    for _ in range(MOST_LOOKS):
        plane, _ = fit_plane_to_cells(fit_lattice(cards))
        closer = detect_rectified(sight, turn, plane, GOOD_WIDTH_PX, reach, MOST_PIXELS)
        cells = fit_lattice(closer)
        if _measure_area(cells) <= NEARLY * _measure_area(fit_lattice(cards)):
            return cards
        cards = closer
        if len(cells) < PLANE_CARDS:
            return cards
        now = plane.unproject(fit_plane_to_cells(cells)[0].project_corners())
        if float(np.median([measure_shape_error(quad) for quad in now])) < SAME_SLANT:
            return cards
    return cards
