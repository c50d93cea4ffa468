"""Rows that were found below where they lie.

The light head of a card is lost on a light table: its lower edge is taken for the card's upper one. Then no card of the
row shows print, though those of other rows do, and all of them do a little higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from ...geometry import BgrImage, FloatArray, Quad
from ...networks.inference import PrintMaps
from ..rectification import RectifiedCard, move_cards, predict_prints
from .missed_cards import locate_names, measure_fronts
from .thresholds import HEIGHTS, MISSED


def raise_rows(image: BgrImage, seen: list[RectifiedCard], maps: PrintMaps) -> tuple[list[RectifiedCard], PrintMaps]:
    """Return the cards of a shelf, upright, and their maps; those of a row move up together where print is plain there.

    Print must be where cards of the other rows have it. What they come to lie on is no card: a light table above a row
    may pass for one more. ``maps`` are those of the cards.
    """
    plain = measure_fronts(maps) >= MISSED.min_strength
    if plain.sum() < HEIGHTS.min_plain_cards:
        return seen, maps
    usual = np.median(locate_names(maps)[plain], axis=0)
    are_plain = {(one.row, one.column): bool(shown) for one, shown in zip(seen, plain, strict=True)}
    settled, is_changed = list(seen), False
    for row in sorted({one.row for one in seen}):
        cards = [one for one in settled if one.row == row]
        if not _is_low([are_plain[row, one.column] for one in cards]):
            continue
        count, _, raised = max(_try_heights(image, cards, usual), key=lambda tried: tried[:2])
        quads = [one.card.corners_px for one in raised]
        others = [(one, _lies_on(one.card.corners_px, quads)) for one in settled if one.row != row]
        lost = sum(are_plain[one.row, one.column] for one, is_covered in others if is_covered)
        if count >= HEIGHTS.min_share * len(cards) and count >= HEIGHTS.min_gain * lost:
            settled = [*(one for one, is_covered in others if not is_covered), *raised]
            is_changed = True
    if not is_changed:
        return seen, maps
    rows = sorted({one.row for one in settled})
    settled = [replace(one, row=rows.index(one.row)) for one in settled]
    return settled, predict_prints(settled)


def _is_low(plain: Sequence[bool]) -> bool:
    return len(plain) >= HEIGHTS.min_cards and sum(plain) <= HEIGHTS.max_share * len(plain)


def _try_heights(
    image: BgrImage, cards: Sequence[RectifiedCard], usual: FloatArray
) -> Iterator[tuple[int, float, list[RectifiedCard]]]:
    """Yield for several heights how many of a row's cards show print plainly, how near its usual place, and the cards.

    Nearness is 0 or less, in shares of a card's size.
    """
    for step in HEIGHTS.steps:
        moved = move_cards(image, cards, -step)
        maps = predict_prints(moved)
        off = np.abs(locate_names(maps) - usual).max(axis=(1, 2))
        count = int(((measure_fronts(maps) >= MISSED.min_strength) & (off <= MISSED.max_print_off)).sum())
        yield count, -float(np.median(off)), moved


def _lies_on(quad: Quad, others: Sequence[Quad]) -> bool:
    """Whether a card lies on others with more than what corners are off by."""
    here = np.array(quad, np.float32)
    shared = [cv2.intersectConvexConvex(here, np.array(other, np.float32))[0] for other in others]
    return sum(shared) > HEIGHTS.max_overlap * cv2.contourArea(here)
