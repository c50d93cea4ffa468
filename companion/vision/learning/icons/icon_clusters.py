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
from ...reading.icons.code_classifier import measure_likeness
from ...reading.icons.icon_patches import choose_ground, crop_patches, find_ground, measure_patch
from ..looks import crop_copy
from ..thresholds import CLUSTERS, LESSONS, ClusterThresholds
from .icon_differences import crop_shapes, find_usual, measure_differences


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


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster as its two parts were joined; a leaf is a single icon."""

    members: tuple[int, ...]
    parts: tuple[Cluster, Cluster] | None = None


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
    grounds = [find_ground(crops[index], spots[index], (0.0, 0.0), height) for index in found]
    ground = choose_ground(grounds)
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
    trees = cluster_patches(distances, unknown, kinds)
    branches = {icon: branch for tree in trees for icon, branch in list_branches(tree)}
    number_of = {icon: number for number, tree in enumerate(trees) for icon in tree.members}
    return tuple(
        ClusteredIcon(seen[icon][0], *seen[icon][1], number_of[icon], branches[icon]) for icon in sorted(number_of)
    )


def cluster_patches(
    differences: FloatArray, chosen: Sequence[int], kinds: int = 1, thresholds: ClusterThresholds = CLUSTERS
) -> list[Cluster]:
    """Join the most alike of the chosen icons as long as they are alike enough; return the clusters, largest first.

    Agglomerative clustering with average linkage (UPGMA, Sokal and Michener 1958). How alike is enough is a multiple of
    how unlike the icons of the photo are to those most like them. ``kinds`` are how many categories there may be: no
    fewer clusters of several icons are made where so many are found, for one tap more costs less than a mixed cluster.
    """
    trees = [Cluster((index,)) for index in chosen]
    apart = differences[np.ix_(chosen, chosen)].astype(np.float64)
    np.fill_diagonal(apart, np.inf)
    enough = thresholds.stop_ratio * find_usual(differences)
    finest: list[Cluster] = []
    while len(trees) > 1:
        first, second = sorted(map(int, np.unravel_index(apart.argmin(), apart.shape)))
        if apart[first, second] > enough and len(trees) <= thresholds.max_clusters:
            break
        if _count_kinds(trees) >= kinds and _count_single(trees) <= thresholds.max_single_share * len(chosen):
            finest = list(trees)
        one, other = trees[first], trees[second]
        sizes = len(one.members), len(other.members)
        apart[first] = (apart[first] * sizes[0] + apart[second] * sizes[1]) / sum(sizes)
        apart[:, first] = apart[first]
        apart[first, first] = np.inf
        apart = np.delete(np.delete(apart, second, axis=0), second, axis=1)
        trees[first] = Cluster(one.members + other.members, (one, other))
        trees.pop(second)
    chosen_trees = finest if finest and _count_kinds(trees) < kinds else trees
    return sorted(chosen_trees, key=lambda tree: -len(tree.members))


def _count_kinds(trees: Sequence[Cluster]) -> int:
    return sum(len(tree.members) > 1 for tree in trees)


def _count_single(trees: Sequence[Cluster]) -> int:
    return len(trees) - _count_kinds(trees)


def _choose_unknown(patches: Sequence[FloatArray], card: CardWithIcons, design: CardDesign | None) -> list[int]:
    if card.unknown >= card.icons or design is None:
        return list(range(len(patches)))
    if design.is_coded:
        far = (-measure_likeness(np.array(patches, np.float32), design)[:, :-1].max(axis=1)).tolist()
    else:
        samples = design.icon_patches[design.seen].reshape(-1, PATCH_PX, PATCH_PX, 3)
        far = [float(measure_patch(patch, samples).min()) for patch in patches]
    return sorted(np.argsort(far)[len(far) - card.unknown :].tolist())


def list_branches(tree: Cluster) -> list[tuple[int, str]]:
    """Return for each icon of a cluster on which side it is each time that the cluster is split.

    A single icon that was joined last is an outlier, no category: it stays with the others, and those are split.
    """
    if tree.parts is None:
        return [(tree.members[0], "")]
    one, other = sorted(tree.parts, key=lambda part: -len(part.members))
    if len(other.members) == 1 and len(one.members) > 2:
        return [*list_branches(one), (other.members[0], "0" * CLUSTERS.max_splits)]
    return [
        (icon, f"{side}{rest}"[: CLUSTERS.max_splits])
        for side, part in zip("01", (one, other), strict=True)
        for icon, rest in list_branches(part)
    ]
