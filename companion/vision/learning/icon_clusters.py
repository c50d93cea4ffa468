"""Clustering icons that no design explains by their look, so that people name each cluster once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..aligning.print_locations import ICON, locate_icons, locate_prints
from ..crops import crop_cards
from ..designs.card_design import CATEGORIES
from ..geometry import FloatArray, Quad, as_quad
from ..networks.inference import PRINT_MAP_PX, predict_print_maps
from ..photos.decoding import decode_photo
from ..reading.icons.icon_classifier import LOOSE_PX, crop_patches, find_ground
from .thresholds import LESSONS

MOST_CLUSTERS = len(CATEGORIES) + 1
"""One more than there are categories: what was not well seen comes together apart from the others."""
_SLIDES = range(-LOOSE_PX, LOOSE_PX + 1)


@dataclass(frozen=True, slots=True)
class CardWithIcons:
    """A card whose icons could be counted and not named."""

    corners_px: Quad
    icons: int


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


def cluster_icons(picture: bytes, width: float, cards: Sequence[CardWithIcons]) -> tuple[ClusteredIcon, ...]:
    """Cluster the icons of cards; their corners are those in an image ``width`` pixels wide, whose copy this one is.

    Raises ``PhotoError`` for an image that cannot be read.
    """
    image = decode_photo(picture).image
    share = image.shape[1] / width
    quads = [as_quad(np.array(card.corners_px) * share) for card in cards]
    crops = crop_cards(image, quads)
    places = predict_print_maps([cv2.resize(crop, PRINT_MAP_PX, interpolation=cv2.INTER_AREA) for crop in crops])  # type: ignore[misc]
    prints = locate_prints(places, list(range(len(crops))))
    height = float(np.median([icon.height for one in prints for icon in one.icons] or [LESSONS.default_icon_height]))
    spots = [locate_icons(places.heat[index, ICON], height, card.icons) for index, card in enumerate(cards)]
    found = [index for index, several in enumerate(spots) if several]
    if not found:
        return ()
    grounds = [find_ground(crops[index], spots[index], (0.0, 0.0), height) for index in found]
    blue, green, red = np.median(grounds, axis=0).tolist()
    patches = [
        patch
        for index in found
        for patch in crop_patches(crops[index], spots[index], (0.0, 0.0), height, (blue, green, red))
    ]
    clusters = _link_by_average(_compare(np.array(patches, np.float32)))
    seen = [(index, x, y) for index in found for x, y in spots[index]]
    return tuple(ClusteredIcon(index, x, y, cluster) for (index, x, y), cluster in zip(seen, clusters, strict=True))


def _compare(patches: FloatArray) -> FloatArray:
    """Return the mean square distances (Lab) of all patches from each other, at the best shift: icons x icons."""
    side = patches.shape[1] - 2 * LOOSE_PX
    count = len(patches)
    cores = _cut(patches, 0, 0, side)
    best = np.full((count, count), np.inf, np.float32)
    for down in _SLIDES:
        for across in _SLIDES:
            slid = _cut(patches, down, across, side)
            apart = (cores**2).mean(axis=1)[:, None] + (slid**2).mean(axis=1)[None]
            best = np.minimum(best, apart - 2 * (cores @ slid.T) / cores.shape[1])
    return np.asarray((best + best.T) / 2, np.float32)


def _cut(patches: FloatArray, down: int, across: int, side: int) -> FloatArray:
    top, left = LOOSE_PX + down, LOOSE_PX + across
    return patches[:, top : top + side, left : left + side].reshape(len(patches), -1)


def _link_by_average(distances: FloatArray) -> list[int]:
    """Join the two nearest clusters until few are left; return each icon's cluster.

    Agglomerative clustering with average linkage (UPGMA, Sokal and Michener 1958).
    """
    clusters = [[index] for index in range(len(distances))]
    apart = distances.astype(np.float64)
    np.fill_diagonal(apart, np.inf)
    while len(clusters) > MOST_CLUSTERS:
        first, second = sorted(map(int, np.unravel_index(apart.argmin(), apart.shape)))
        sizes = len(clusters[first]), len(clusters[second])
        apart[first] = (apart[first] * sizes[0] + apart[second] * sizes[1]) / sum(sizes)
        apart[:, first] = apart[first]
        apart[first, first] = np.inf
        apart = np.delete(np.delete(apart, second, axis=0), second, axis=1)
        clusters[first] += clusters.pop(second)
    ordered = sorted(clusters, key=len, reverse=True)
    cluster_of = {index: number for number, members in enumerate(ordered) for index in members}
    return [cluster_of[index] for index in range(len(distances))]
