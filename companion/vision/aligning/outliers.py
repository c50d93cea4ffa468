"""Sides and outliers: which side of a card is up, and which detections are no cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ..detecting.background import describe_appearance, pairwise_distances
from ..detecting.glare import find_glare, measure_glare
from ..detecting.lattice import Cell
from ..detecting.plane_refinement import drop_cards, typical_confidence
from ..doubts import Cause
from ..game_rules import GameRules
from ..geometry import BgrImage, FloatArray
from ..networks.inference import PrintMaps
from .print_locations import NO_FRONT
from .rectification import RectifiedCard
from .thresholds import OUTLIERS

Causes = tuple[Cause, ...]
_Figures = npt.NDArray[np.float64]
_Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Inliers:
    """The cards of a shelf, what is seen on them, and why it is not sure which side of them is up."""

    cards: tuple[RectifiedCard, ...]
    maps: PrintMaps
    causes: tuple[Causes, ...]
    """One a card; none where the side is as sure as the classifier says."""


def reject_outliers(
    image: BgrImage, seen: Sequence[RectifiedCard], places: PrintMaps, rules: GameRules, *, knows_backs: bool = False
) -> Inliers:
    """Return the cards of a photo that remain, their rows and columns counted anew.

    Of a card that is white with glare nobody knows which side is up: it stays, and counts as face up, as most do. What
    connects cards that plainly lie face up stays too, whatever it looks like. Where the box's backs are known
    (``knows_backs``), a hole of a row that looks like one is found by that (``reading.missed_backs``).
    """
    sure = np.array([one.card.confidence for one in seen])
    shares = sure / typical_confidence(one.card for one in seen)
    places, causes = _correct_sides(image, seen, places, shares < OUTLIERS.strong_share)
    is_back = places.sides[:, NO_FRONT] >= OUTLIERS.back_probability
    rejected = _find_foreign(seen, is_back, sure, shares, knows_backs=knows_backs) | _find_extra_row(
        seen, is_back & (shares < OUTLIERS.strong_share), rules.max_rows
    )
    if not rejected.any():
        return Inliers(tuple(seen), places, causes)
    plain_fronts = ~is_back & (places.heat.max(axis=(1, 2, 3)) > OUTLIERS.print_heat)
    kept = drop_cards(
        [Cell(one.row, one.column, one.card) for one in seen],
        [one.card for one, goes in zip(seen, rejected, strict=True) if goes],
        [one.card for one, plain in zip(seen, plain_fronts, strict=True) if plain],
    )
    numbers = {id(one.card): number for number, one in enumerate(seen)}
    order = [numbers[id(cell.card)] for cell in kept]
    again = tuple(
        RectifiedCard(cell.row, cell.column, cell.card, seen[number].crop)
        for cell, number in zip(kept, order, strict=True)
    )
    maps = places.choose(order)
    return Inliers(again, maps, tuple(causes[number] for number in order))


def _correct_sides(
    image: BgrImage, seen: Sequence[RectifiedCard], places: PrintMaps, faint: _Flags
) -> tuple[PrintMaps, tuple[Causes, ...]]:
    """Correct which side is up by print, unless glare hides it; return why sides are not sure, too."""
    print_seen = places.heat.max(axis=(1, 2, 3))
    is_back = places.sides[:, NO_FRONT] >= OUTLIERS.back_probability
    bare = print_seen < OUTLIERS.no_print_heat
    blinded = _find_glaring(image, seen, np.where(is_back, faint, bare))
    sides = places.sides.copy()
    rather_back = ~is_back & bare & ~blinded & shows_print(places)
    rather_front = is_back & (blinded | (print_seen > OUTLIERS.print_heat))
    sides[rather_back] = OUTLIERS.rather_back
    sides[rather_front] = OUTLIERS.rather_front
    causes = tuple(
        (*((Cause.GLARE,) if hidden else ()), *((Cause.SIDE,) if corrected else ()))
        for hidden, corrected in zip(blinded, rather_back | rather_front, strict=True)
    )
    return replace(places, sides=sides), causes


def _find_glaring(image: BgrImage, seen: Sequence[RectifiedCard], asked: _Flags) -> _Flags:
    """Return which of the cards asked about lie under glare."""
    blinded = np.zeros(len(seen), bool)
    if asked.any():
        glare = find_glare(image)
        blinded[asked] = [
            measure_glare(seen[index].crop, glare) > OUTLIERS.max_glare_share
            for index in np.flatnonzero(asked).tolist()
        ]
    return blinded


def _find_foreign(
    seen: Sequence[RectifiedCard], is_back: _Flags, sure: _Figures, shares: _Figures, *, knows_backs: bool
) -> _Flags:
    """Return which cards show neither print nor a back like the others'.

    Where no back is plain or known, what lies between two cards of a row, and is not the table, may be the only one.
    """
    foreign = np.zeros(len(seen), bool)
    backs = np.flatnonzero(is_back)
    if not len(backs):
        return foreign
    appearances = np.stack([describe_appearance(seen[index].crop) for index in backs.tolist()])
    nearest = pairwise_distances(appearances).min(axis=1)
    is_any_plain = bool((shares[backs] >= OUTLIERS.strong_share).any())
    doubtful = (sure[backs] < OUTLIERS.weak_confidence) | ((shares[backs] < OUTLIERS.weak_share) & is_any_plain)
    if not is_any_plain and not knows_backs:
        doubtful &= ~_lie_between(seen)[backs]
    foreign[backs] = doubtful & (nearest >= OUTLIERS.max_back_distance)
    if int((nearest < OUTLIERS.max_back_distance).sum()) >= OUTLIERS.min_alike_backs:
        foreign[backs] |= (nearest > OUTLIERS.min_foreign_distance) & (
            np.linalg.norm(appearances[:, 3:6], axis=1) < OUTLIERS.max_foreign_texture
        )
    return foreign


def _lie_between(seen: Sequence[RectifiedCard]) -> _Flags:
    """Return which cards have others of their row on both sides."""
    ends: dict[int, list[int]] = {}
    for one in seen:
        ends.setdefault(one.row, []).append(one.column)
    return np.array([min(ends[one.row]) < one.column < max(ends[one.row]) for one in seen])


def _find_extra_row(seen: Sequence[RectifiedCard], faint_backs: _Flags, max_rows: int) -> _Flags:
    """Return the cards of a row beyond the most that a shelf has: weak ones without print, first or last."""
    rows = np.array([one.row for one in seen])
    extra = np.zeros(len(seen), bool)
    if rows.max() < max_rows:
        return extra
    for row in (0, rows.max()):
        there = rows == row
        if faint_backs[there].all():
            extra |= there
    return extra


def shows_print(places: PrintMaps) -> bool:
    """Return whether cards show letter, number and icons, in whatever font: cloth and wood do not."""
    strongest: FloatArray = np.sort(places.heat.max(axis=(2, 3)).mean(axis=1))[::-1]
    return float(strongest[: math.ceil(OUTLIERS.likeliest_share * len(strongest))].mean()) >= OUTLIERS.shelf_print_heat
