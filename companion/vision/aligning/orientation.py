"""Cards of a shelf cropped upright, in the order of the check: what reading and learning begin with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from ..crops import crop_cards
from ..designs.card_design import CardDesign
from ..detecting.protocols import PlacedCard
from ..geometry import BgrImage
from ..networks.inference import PrintMaps
from .correspondences import measure_move
from .print_locations import REVERSED, UPRIGHT
from .rectification import RectifiedCard, predict_prints, rectify, turn_half
from .thresholds import ORIENTATION


@dataclass(frozen=True, slots=True)
class RectifiedShelf:
    """Rectified cards in the order of the check."""

    seen: tuple[RectifiedCard, ...]
    places: PrintMaps
    upside_down: bool
    """Whether the photo has to be turned by a half for that order."""
    moved: float
    """How far the corners of the cards were moved, in card widths (median)."""


def rectify_shelf(image: BgrImage, cells: Sequence[PlacedCard], design: CardDesign | None) -> RectifiedShelf:
    """Crop and rectify the cards of a shelf (at least one), whichever way up it lies; turn single reversed cards.

    Where the shelf is upside down, rows and columns are counted from the other end, and the corners' names follow the
    cards; corners stay those of ``image``.
    """
    crops = crop_cards(image, [cell.card.corners_px for cell in cells])
    seen = [RectifiedCard(cell.row, cell.column, cell.card, crop) for cell, crop in zip(cells, crops, strict=True)]
    places = predict_prints(seen)
    upside_down = bool(places.sides[:, REVERSED].sum() > places.sides[:, UPRIGHT].sum())
    if upside_down:
        last_row, last_column = max(one.row for one in seen), max(one.column for one in seen)
        seen = [turn_half(replace(one, row=last_row - one.row, column=last_column - one.column)) for one in seen]
        places = predict_prints(seen)
    turned = np.nonzero(places.sides[:, REVERSED] > ORIENTATION.min_reversed)[0]
    if len(turned):
        seen = [turn_half(one) if index in turned else one for index, one in enumerate(seen)]
        places = predict_prints(seen)
    order = sorted(range(len(seen)), key=lambda index: (seen[index].row, seen[index].column))
    places = PrintMaps(places.heat[order], places.sizes_px[order], places.sides[order])
    found = [seen[index] for index in order]
    straight, places = rectify(image, found, places, design)
    moved = median(
        measure_move(one.card.corners_px, two.card.corners_px) for one, two in zip(found, straight, strict=True)
    )
    return RectifiedShelf(straight, places, upside_down, moved)
