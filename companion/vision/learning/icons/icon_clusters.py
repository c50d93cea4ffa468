"""Clustering icons that no design explains by their look, so that people name each cluster once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ...aligning.icon_arrangements import locate_counted
from ...aligning.print_locations import locate_prints
from ...designs.card_design import CATEGORIES, PATCH_PX, CardDesign
from ...game_rules import GameRules
from ...geometry import FloatArray, Point, Quad
from ...networks.inference import PRINT_MAP_PX, predict_print_maps
from ...reading.icons.clusters.differences import crop_shapes, measure_differences
from ...reading.icons.clusters.linkage import cluster_clearest, list_branches
from ...reading.icons.code_classifier import measure_likeness
from ...reading.icons.icon_patches import choose_ground, crop_patches, measure_patch
from ..looks import crop_copy
from ..thresholds import LESSONS


@dataclass(frozen=True, slots=True)
class CardWithIcons:
    """A card whose icons could be counted, and some or all of them not named."""

    corners_px: Quad
    icons: int
    unknown: int
    """How many of them are like none that is known."""


@dataclass(frozen=True, slots=True)
class ClusteredIcon:
    """An icon, and the cluster that it belongs to."""

    card: int
    """Its card's place in the list."""
    x: float
    y: float
    """Where its middle stands, in shares of the card's size from the top left."""
    cluster: int
    """From 0, the largest cluster first."""
    branch: str
    """On which side it is, ``0`` or ``1``, if its cluster is split, and that part again, and so on."""


def cluster_icons(
    picture: bytes, width: float, cards: Sequence[CardWithIcons], rules: GameRules, design: CardDesign | None = None
) -> tuple[ClusteredIcon, ...]:
    """Cluster the unknown icons of cards.

    Their corners are those in an image ``width`` pixels wide, of which this one is a copy. ``design`` is what is known
    of their printing: of a card some of whose icons are known, those that are farthest from everything known are taken
    for the unknown ones. Raises ``PhotoError`` for an image that cannot be read.
    """
    crops = crop_copy(picture, width, [card.corners_px for card in cards])
    maps = predict_print_maps([cv2.resize(crop, PRINT_MAP_PX, interpolation=cv2.INTER_AREA) for crop in crops])  # type: ignore[misc]
    prints = locate_prints(maps, list(range(len(crops))))
    height = float(np.median([icon.height for one in prints for icon in one.icons] or [LESSONS.default_icon_height]))
    spots = locate_counted(prints, [card.icons for card in cards], height, rules)
    found = [index for index, several in enumerate(spots) if several]
    if not found:
        return ()
    ground = choose_ground([(crops[index], spots[index], (0.0, 0.0)) for index in found], height)
    seen: list[tuple[int, Point]] = []
    patches: list[FloatArray] = []
    shapes: list[FloatArray] = []
    unknown: list[int] = []
    for index in found:
        several = crop_patches(crops[index], spots[index], (0.0, 0.0), height, ground)
        unknown += [len(patches) + place for place in _choose_unknown(several, cards[index], design)]
        patches += several
        shapes += crop_shapes(crops[index], spots[index], height)
        seen += [(index, spot) for spot in spots[index]]
    distances = measure_differences(np.array(patches, np.float32), np.array(shapes, np.float32))
    kinds = int((~design.seen).sum()) if design is not None else len(CATEGORIES)
    trees = cluster_clearest(distances, unknown, kinds)
    branches = {icon: branch for tree in trees for icon, branch in list_branches(tree)}
    number_of = {icon: number for number, tree in enumerate(trees) for icon in tree.members}
    return tuple(
        ClusteredIcon(seen[icon][0], *seen[icon][1], number_of[icon], branches[icon]) for icon in sorted(number_of)
    )


def _choose_unknown(patches: Sequence[FloatArray], card: CardWithIcons, design: CardDesign | None) -> list[int]:
    if card.unknown >= card.icons or design is None:
        return list(range(len(patches)))
    if design.is_coded:
        far = (-measure_likeness(np.array(patches, np.float32), design)[:, :-1].max(axis=1)).tolist()
    else:
        samples = design.icon_patches[design.seen].reshape(-1, PATCH_PX, PATCH_PX, 3)
        far = [float(measure_patch(patch, samples, design.icon_reach).min()) for patch in patches]
    return sorted(np.argsort(far)[len(far) - card.unknown :].tolist())
