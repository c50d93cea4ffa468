"""Finding cards: every card's corners, whatever is printed on it and whatever it lies on."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from .geometry import BgrImage, FloatArray, FoundCard, as_quad, measure_width, turn_image
from .lattice import SURE, Cell, lay_out
from .maps import decode_maps
from .nets import open_net
from .plane import Plane
from .settling import fit_cells, measure_shape, settle_cards

Floats = npt.NDArray[np.float64]

MULTIPLE = 32
"""The net takes pictures whose sides are multiples of this."""
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
REACH, FINER, EDGE_PX = 2.2, 1.3, 40.0
"""How far around the middles of cards is looked, in card widths; how much finer than needed the photo is first made;
and how far out of the photo, in pixels, a card may reach."""
MOST_PIXELS = 800_000
"""Most pixels of a second look, which keeps it under a tenth of a second on two cores."""
PLAIN, PLAIN_CARDS = 0.55, 4
"""Confidence of a plain card, and how many seen upright answer whether the photo lies on its side."""
QUARTER_TURN_GAIN = 1.25
"""How many times as much must be seen in the turned photo for it to be turned."""
CLEARLY_MORE = 2.0
"""How many times as much one way must show at first for the other not to be looked at again."""
LEAST_MEAN, LEAST_MORE = 0.42, 0.28
"""Mean confidence below which cards are no shelf, and how much more one card alone needs.

Checked cloth looks a little like cards everywhere. Of 80 bare tables beside those trained with one is above, of 128
photos with cards the four weakest are below.
"""


EAGERNESS, BEYOND_DOUBT, ENOUGH = 0.16, 0.6, 3
"""How much less will do where reading the cards will tell; the mean confidence, and the cards, from which that is not
asked.

Of 160 bare tables the worst, with 11 seen, has 0.56; what passes for a single card has up to 0.69.
"""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The cards of a photo: those of its biggest shelf, and those beside it.

    Corners are pixels of the photo after ``turn`` quarter turns, clockwise. Whether the shelf stands on its head is not
    known here: reading it will tell.
    """

    turn: int
    cells: tuple[Cell, ...]
    others: tuple[FoundCard, ...]
    plain: bool = True
    """Whether there are cards beyond doubt; else reading them must tell."""


def find_shelf(image: BgrImage, *, eager: bool = False) -> Shelf:
    """Find the biggest shelf in a photo, upright or lying on its side; an ``eager`` look takes doubtful ones too."""
    firsts = _look_first(image)
    weights = {turn: _weigh(lay_out(cards)) for turn, cards in firsts.items()}
    # Where one way clearly shows more, the other is not looked at again.
    turns = [turn for turn in firsts if weights[turn] * CLEARLY_MORE >= max(weights.values())]
    looks = {turn: _look_again(image, turn, firsts[turn]) for turn in turns}
    shelves = {turn: lay_out(cards) for turn, cards in looks.items()}
    turn = max(turns, key=lambda turn: _weigh(shelves[turn]) / (QUARTER_TURN_GAIN if turn else 1))
    if not _is_believed(shelves[turn], EAGERNESS if eager else 0.0):
        return Shelf(0, (), ())
    seen = [cell.card.confidence for cell in shelves[turn]]
    plain = len(seen) >= ENOUGH and float(np.mean(seen)) > BEYOND_DOUBT
    cells = settle_cards(turn_image(image, turn) if turn else image, looks[turn], shelves[turn])
    taken = [np.array(cell.card.corners_px, np.float32) for cell in cells]
    others = tuple(card for card in looks[turn] if card.confidence >= SURE and not _lies_on(card, taken))
    return Shelf(turn, cells, others, plain)


def _lies_on(card: FoundCard, quads: list[FloatArray]) -> bool:
    x, y = np.mean(card.corners_px, axis=0)
    return any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for quad in quads)


def find_cards(image: BgrImage) -> tuple[FoundCard, ...]:
    """Find all cards that stand about upright in a photo, or on their heads; the surest first.

    Corners are named by the photo: the first is the one at the top left of it.
    """
    return _look_again(image, 0, _look_first(image, turns=(0,))[0])


def _weigh(cells: tuple[Cell, ...]) -> float:
    """Return how much a shelf is worth: the signs on a card must not outweigh the card."""
    sure = [cell.card for cell in cells if cell.card.confidence >= SURE]
    if not sure:
        return 0.0
    width = float(np.median([measure_width(card.corners_px) for card in sure]))
    return float(np.sum([card.confidence**2 for card in sure]) * np.sqrt(width))


def _is_believed(cells: tuple[Cell, ...], eagerness: float = 0.0) -> bool:
    """Return whether cards are a shelf: a few must be surer than many, which bear each other out."""
    least = LEAST_MEAN + LEAST_MORE / max(1, len(cells)) - eagerness
    return bool(cells) and float(np.mean([cell.card.confidence for cell in cells])) > least


def _look_first(image: BgrImage, turns: tuple[int, ...] = (0, 1)) -> dict[int, tuple[FoundCard, ...]]:
    """Look at all of a photo from near and far, turned too unless enough is seen upright."""
    height, width = image.shape[:2]
    cards: dict[int, tuple[FoundCard, ...]] = {}
    for turn in turns:
        whole = (0, 0, *((height, width) if turn else (width, height)))
        looks = [_look(image, turn, whole, side / max(width, height)) for side in FIRST_LOOKS_PX]
        if not any(card.confidence >= SURE for look in looks for card in look):
            looks.append(_look(image, turn, whole, NEAR_LOOK_PX / max(width, height)))
        cards[turn] = max(looks, key=lambda look: _weigh(lay_out(look)))
        if sum(card.confidence > PLAIN for card in cards[turn]) >= PLAIN_CARDS:
            break
    return cards


def _look_again(image: BgrImage, turn: int, first: tuple[FoundCard, ...]) -> tuple[FoundCard, ...]:
    """Look at the place where cards were seen, so near that they have a good size, and straight from above."""
    sure = [card for card in first if card.confidence >= SURE]
    if not sure:
        return first
    quads = np.array([card.corners_px for card in sure])
    width = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    cells = lay_out(first)
    if len(cells) >= PLANE_CARDS:
        return _look_straighter(image, turn, first, GOOD_WIDTH_PX / width)
    margin = MARGIN * float(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1).max())
    points = np.array([card.corners_px for card in first]).reshape(-1, 2)
    most = image.shape[:2] if turn else image.shape[1::-1]
    left, top = np.maximum(points.min(0) - margin, 0).astype(int).tolist()
    right, bottom = np.minimum(points.max(0) + margin, most).astype(int).tolist()
    scale = min(GOOD_WIDTH_PX / width, 1.5, (MOST_PIXELS / ((right - left) * (bottom - top))) ** 0.5)
    second = _look(image, turn, (left, top, right, bottom), scale)
    return max(first, second, key=lambda cards: _weigh(lay_out(cards)))


def _look_straighter(image: BgrImage, turn: int, cards: tuple[FoundCard, ...], scale: float) -> tuple[FoundCard, ...]:
    """Look from above, and again where that shows that the table has another slant."""
    for _ in range(MOST_LOOKS):
        plane, _ = fit_cells(lay_out(cards))
        closer = _look_from_above(image, turn, plane, scale)
        cells = lay_out(closer)
        if _weigh(cells) <= _weigh(lay_out(cards)):
            return cards
        cards = closer
        if len(cells) < PLANE_CARDS:
            return cards
        now = plane.flatten(fit_cells(cells)[0].place_corners())
        if float(np.median([measure_shape(quad) for quad in now])) < SAME_SLANT:
            return cards
    return cards


def _look_from_above(image: BgrImage, turn: int, plane: Plane, scale: float) -> tuple[FoundCard, ...]:
    """Find cards on a plane as they would look from above, a margin around those known included."""
    low, high = plane.poses[:, :2].min(0) - REACH, plane.poses[:, :2].max(0) + REACH
    unit = min(GOOD_WIDTH_PX, (MOST_PIXELS / float(np.prod(high - low))) ** 0.5)
    size = math.ceil((high[0] - low[0]) * unit), math.ceil((high[1] - low[1]) * unit)
    small, scale = _scale(image, min(1.0, FINER * scale))
    small = turn_image(small, turn) if turn else small
    # Pixels of the small photo that fall on a pixel seen from above; edges lie half a pixel outside the middles.
    above = np.array([[1 / unit, 0, low[0] + 0.5 / unit], [0, 1 / unit, low[1] + 0.5 / unit], [0, 0, 1]])
    onto_small = plane.scale(scale).onto_photo @ above
    seen = cv2.warpPerspective(
        small, onto_small, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    quads, confidences = decode_maps(_run(_prepare(np.asarray(seen, np.uint8))))
    corners = plane.show(quads / unit + low)
    inside = np.all((corners > -EDGE_PX) & (corners < np.array(_turned_size(image, turn)) + EDGE_PX), axis=(1, 2))
    return tuple(
        FoundCard(as_quad(quad), float(confidence))
        for quad, confidence, within in zip(corners, confidences, inside, strict=True)
        if within
    )


def _turned_size(image: BgrImage, turn: int) -> tuple[int, int]:
    high, wide = image.shape[:2]
    return (high, wide) if turn else (wide, high)


def _look(image: BgrImage, turn: int, part: tuple[int, int, int, int], scale: float) -> tuple[FoundCard, ...]:
    """Find cards in a part (left, top, right, bottom) of a photo that is turned first and scaled."""
    left, top, right, bottom = part
    if turn:
        cut = image[image.shape[0] - right : image.shape[0] - left, top:bottom]
    else:
        cut = image[top:bottom, left:right]
    small, scale = _scale(cut, scale)
    if turn:
        # What _scale leaves away at the foot of the picture is at the left once it is turned.
        left += (right - left) - round(small.shape[0] / scale)
    quads, confidences = decode_maps(_run(_prepare(turn_image(small, turn))))
    # Points of the maps are counted from the pixel's edge, those of a photo from its centre.
    quads = quads / scale + (left - 0.5, top - 0.5)
    return tuple(
        FoundCard(as_quad(quad), float(confidence)) for quad, confidence in zip(quads, confidences, strict=True)
    )


def _scale(image: BgrImage, scale: float) -> tuple[BgrImage, float]:
    """Scale a picture about so, and say how exactly: whole parts of big pictures are averaged much faster."""
    height, width = image.shape[:2]
    parts = round(1 / scale)
    if parts < 2:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8), size[0] / width
    rows, columns = max(1, height // parts), max(1, width // parts)
    whole = image[: rows * parts, : columns * parts]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8), 1 / parts


def _prepare(image: BgrImage) -> FloatArray:
    """Fill a picture up to sides that the net takes."""
    below, beside = -image.shape[0] % MULTIPLE, -image.shape[1] % MULTIPLE
    filled = cv2.copyMakeBorder(image, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dnn.blobFromImage(filled, 1 / 64, mean=(127.5, 127.5, 127.5)), np.float32)


def _run(picture: FloatArray) -> FloatArray:
    """Return the net's maps: 21 x rows x columns."""
    net = open_net("finder")
    net.setInput(picture)
    return np.asarray(net.forward()[0], np.float32)
