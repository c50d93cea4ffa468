"""What the icons of a category look like: the patches that stand for all of them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from ...designs.card_design import ICON_REACH, PATCH_PX
from ...geometry import FloatArray
from ...reading.icons.icon_patches import find_circle, find_lab
from ..thresholds import DESIGNS


def pick_looks(patches: Sequence[FloatArray], mean: FloatArray, *, on_pictures: bool = False) -> FloatArray:
    """Return patches that stand for all of a category, without outliers: where it has two looks, both.

    On pictures every icon has another ground: what they have in common is its look.
    """
    if not on_pictures and (looks := _part_looks(patches)) is not None:
        return looks
    far = np.array([((patch - mean) ** 2).mean() for patch in patches])
    patches = [
        patch for patch, off in zip(patches, far, strict=True) if off <= DESIGNS.max_distance_ratio * np.median(far)
    ]
    mean = np.mean(patches, axis=0) if patches else mean
    if len(patches) < 3 * DESIGNS.samples_each:
        return np.stack([mean] * DESIGNS.samples_each)
    return _cluster(patches, DESIGNS.samples_each)[2]


def measure_reach(patches: Sequence[Sequence[FloatArray]]) -> float:
    """Return how far from their centers icons look like those of their category, as ``CardDesign.icon_reach``.

    ``patches`` are those of each category. Out to there, ring by ring, categories differ more than the icons of one:
    what lies beyond tells more about the picture on which an icon stands than about the icon.
    """
    several = [np.stack(icons) for icons in patches if len(icons) > 1]
    if len(several) < 2:
        return ICON_REACH
    within = np.concatenate([icons - icons.mean(axis=0) for icons in several])
    means = np.stack([icons.mean(axis=0) for icons in several])
    for reach in DESIGNS.reaches:
        ring = find_circle(reach) & ~find_circle(reach - DESIGNS.ring)
        if (means[:, ring].var(axis=0)).sum() >= (within[:, ring] ** 2).mean(axis=0).sum():
            return reach
    return DESIGNS.reaches[-1]


def _part_looks(patches: Sequence[FloatArray]) -> FloatArray | None:
    """Return the two looks of a category; nothing where its icons look alike, or hardly any has one of the two.

    Where some stand on a band and others beside it, they are seen on two grounds, and none looks like their mean.
    """
    if len(patches) < 2 * DESIGNS.min_look:
        return None
    left, found, looks = _cluster(patches, 2)
    apart = float(((np.stack(patches) - np.mean(patches, axis=0)) ** 2).sum())
    if left > DESIGNS.max_left * apart or np.bincount(found, minlength=2).min() < DESIGNS.min_look:
        return None
    return looks[np.arange(DESIGNS.samples_each) % 2]


def _cluster(patches: Sequence[FloatArray], count: int) -> tuple[float, npt.NDArray[np.int32], FloatArray]:
    """Return by k-means what patches are from their clusters' means (sum of squares), their clusters, and the means."""
    flat = np.stack(patches).reshape(len(patches), -1).astype(np.float32)
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.1)
    left, found, middles = cv2.kmeans(flat, count, None, ends, 5, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    return left, found.ravel(), np.asarray(middles, np.float32).reshape(count, PATCH_PX, PATCH_PX, 3)


def list_pictured(bare: Sequence[Sequence[FloatArray]], bare_patch: FloatArray) -> list[int]:
    """Return which places show pictures where no icon is: most of them are far from the usual look of a bare place.

    ``bare`` has patches of each place, and ``bare_patch`` is that look.
    """
    usual = bare_patch[find_circle()]
    far = [[float(((patch[find_circle()] - usual) ** 2).sum(axis=-1).mean()) for patch in several] for several in bare]
    return [
        column
        for column, several in enumerate(far)
        if len(several) >= DESIGNS.min_pictured and np.median(several) >= DESIGNS.pictured_distance
    ]


def learn_bare(bare: Sequence[FloatArray], ground: tuple[float, float, float]) -> FloatArray:
    """Return how a place for an icon looks that has none."""
    if bare:
        return np.asarray(np.median(np.stack(bare), axis=0), np.float32)
    return np.tile(find_lab(ground), (PATCH_PX, PATCH_PX, 1))
