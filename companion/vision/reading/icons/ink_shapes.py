"""Icons of one ink, told apart by the lightness within them: their colors say nothing, and patches are coarse."""

from __future__ import annotations

import cv2
import numpy as np

from ...designs.card_design import PATCH_PX, CardDesign
from ...geometry import FloatArray
from .thresholds import INK_SHAPES

_FINE_PX = PATCH_PX * INK_SHAPES.enlargement
_ALONG = np.arange(_FINE_PX) - (_FINE_PX - 1) / 2
_INNER = np.hypot(_ALONG[:, None], _ALONG[None]) <= INK_SHAPES.radius * _FINE_PX


def list_shapes(design: CardDesign) -> FloatArray:
    """Return what a design's patches are compared by, categories x patches x pixels; once is enough for a photo."""
    kinds, each = design.icon_patches.shape[:2]
    samples = np.stack([_enlarge(one)[_INNER] for several in design.icon_patches for one in several])
    return _normalize(samples).reshape(kinds, each, -1)


def measure_lacks(patch: FloatArray, shapes: FloatArray) -> FloatArray:
    """Return what the correlation of a patch with each category's shapes lacks of 1, at the best of its shifts.

    Patches are enlarged first: icons that are a fraction of a pixel off correlate with others as well. Where part of
    the patch is hidden, nothing (``nan``) is returned.
    """
    slid = np.lib.stride_tricks.sliding_window_view(_enlarge(patch), (_FINE_PX, _FINE_PX))[:, :, _INNER]
    alike = (_normalize(slid.reshape(-1, slid.shape[-1])) @ shapes.reshape(-1, shapes.shape[-1]).T).max(axis=0)
    return np.asarray(1 - alike.reshape(shapes.shape[:2]).max(axis=1), np.float32)


def _enlarge(patch: FloatArray) -> FloatArray:
    share = INK_SHAPES.enlargement
    return np.asarray(cv2.resize(patch[..., 0], None, fx=share, fy=share, interpolation=cv2.INTER_CUBIC), np.float32)


def _normalize(rows: FloatArray) -> FloatArray:
    centered = rows - rows.mean(axis=-1, keepdims=True)
    return np.asarray(centered / (np.linalg.norm(centered, axis=-1, keepdims=True) + 1e-6), np.float32)
