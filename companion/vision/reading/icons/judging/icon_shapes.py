"""Icons by shape: how well the lightness of each correlates with a design's samples, in the photo's own focus.

Distances in Lab are mostly color. Correlation is what they leave out: it is the same under any lamp and in any ink, and
in a blurred photo too once the samples are blurred alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from ....designs.card_design import CardDesign
from ....geometry import FloatArray
from ..icon_patches import find_circle, slide_circle
from .thresholds import OPEN_SET


@dataclass(frozen=True, slots=True)
class ShapeFit:
    """How well the icons of a photo have the shapes that they are taken for."""

    correlations: FloatArray
    """For each icon, that with the samples of its category, -1 to 1; ``nan`` where part of it is hidden."""
    median: float
    """Over the icons, and a few that fit as usual: whether they are those of the design at all. Half of the few icons
    of a small photo may well lie under glare."""
    focus_px: float
    """The blur (standard deviation, pixels of a patch) that fits the photo."""
    leads: FloatArray
    """By how much more each icon correlates with its category than with any other (inverse hyperbolic tangents)."""


def correlate_shapes(patches: Sequence[FloatArray], categories: Sequence[int], design: CardDesign) -> ShapeFit | None:
    """Return how well icons, cut out as ``crop_patches`` does, correlate with the categories they are taken for.

    Nothing is returned where shapes tell nothing: without icons, or of a design whose own samples do not correlate,
    such as plain discs.
    """
    if not patches or not has_shapes(design):
        return None
    here = [_slide(patch[..., 0], design) for patch in patches]
    found, blurred = [], []
    for sigma in OPEN_SET.sigmas_px:
        samples = _normalize(_blur(design.icon_patches[..., 0], sigma)[:, :, find_circle(design.icon_reach)])
        found.append([float((one @ samples[kind].T).max()) for one, kind in zip(here, categories, strict=True)])
        blurred.append(samples)
    by_focus = np.array(found, np.float32)
    whole = ~np.isnan(by_focus[0])
    if not whole.any():
        return None
    medians = np.median(by_focus[:, whole], axis=1)
    best = int(medians.argmax())
    usual = np.full(OPEN_SET.prior_icons, OPEN_SET.usual_correlation)
    median = float(np.median(np.concatenate([by_focus[best][whole], usual])))
    leads = _measure_leads(here, categories, blurred[best], design.seen)
    return ShapeFit(by_focus[best], median, OPEN_SET.sigmas_px[best], leads)


def _measure_leads(
    slid: Sequence[FloatArray], categories: Sequence[int], samples: FloatArray, is_seen: npt.NDArray[np.bool_]
) -> FloatArray:
    """Return by how much more icons correlate with their categories than with any other that was seen.

    ``samples`` are categories x patches x pixels, at the photo's focus.
    """
    kinds, each = samples.shape[:2]
    flat = samples.reshape(kinds * each, -1).T
    alike = np.array([(one @ flat).max(axis=0).reshape(kinds, each).max(axis=1) for one in slid])
    odds = np.arctanh(np.clip(alike, -OPEN_SET.most_correlation, OPEN_SET.most_correlation))
    odds[:, ~is_seen] = -np.inf
    rows = np.arange(len(odds))
    own = odds[rows, list(categories)]
    odds[rows, list(categories)] = -np.inf
    return np.asarray(own - odds.max(axis=1), np.float32)


def has_shapes(design: CardDesign) -> bool:
    """Return whether the samples of a design's categories correlate among themselves, so that shapes can be told."""
    samples = _normalize(design.icon_patches[design.seen][..., 0][:, :, find_circle(design.icon_reach)])
    if samples.shape[1] < 2:
        return False
    alike = np.einsum("kip,kjp->kij", samples, samples)
    apart = ~np.eye(samples.shape[1], dtype=bool)
    return bool(len(samples)) and float(np.median(alike[:, apart])) >= OPEN_SET.min_sample_correlation


@dataclass(frozen=True, slots=True)
class IconDetail:
    """How fine the icons of a design are, by category: fine ones lose more to focus, pixels and places a little off."""

    distances: FloatArray
    """Mean square distance (Lab) of the samples to themselves out of focus."""
    losses: FloatArray
    """What their correlation lacks of 1."""


def measure_detail(design: CardDesign) -> IconDetail:
    """Return how fine a design's icons are; of categories that nobody has seen it says nothing of use."""
    kinds, each = design.icon_patches.shape[:2]
    circle = find_circle(design.icon_reach)
    soft = np.array(
        [[cv2.GaussianBlur(one, (0, 0), OPEN_SET.detail_px) for one in several] for several in design.icon_patches]
    )
    square = ((design.icon_patches - soft)[:, :, circle] ** 2).sum(axis=-1).mean(axis=(1, 2))
    pair = [_normalize(samples[..., 0][:, :, circle]) for samples in (design.icon_patches, soft)]
    alike = (pair[0] * pair[1]).sum(axis=-1).reshape(kinds, each).mean(axis=1)
    return IconDetail(
        np.asarray(square + OPEN_SET.detail_share * square[design.seen].mean(), np.float32),
        np.asarray(1 - alike + OPEN_SET.least_loss, np.float32),
    )


def _slide(lightness: FloatArray, design: CardDesign) -> FloatArray:
    """Return the circle in the middle of a patch at all of its shifts, normalized: shifts x pixels."""
    return _normalize(lightness.ravel()[slide_circle(design.icon_reach)])


def _blur(samples: FloatArray, sigma: float) -> FloatArray:
    """Return samples (categories x patches x rows x columns) out of focus."""
    if not sigma:
        return samples
    return np.array([[cv2.GaussianBlur(one, (0, 0), sigma) for one in several] for several in samples], np.float32)


def _normalize(rows: FloatArray) -> FloatArray:
    centered = rows - rows.mean(axis=-1, keepdims=True)
    return np.asarray(centered / (np.linalg.norm(centered, axis=-1, keepdims=True) + 1e-6), np.float32)
