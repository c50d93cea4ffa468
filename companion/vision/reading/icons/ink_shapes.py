"""Icons of one ink, told apart by the lightness within them: their colors say nothing, and patches are coarse."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from ...designs.card_design import PATCH_PX, CardDesign, are_all_in_one_ink, are_in_one_ink
from ...geometry import FloatArray
from .icon_patches import find_circle
from .thresholds import INK_SHAPES

_FINE_PX = PATCH_PX * INK_SHAPES.enlargement
_INNER, _WHOLE = (find_circle(radius, _FINE_PX) for radius in (INK_SHAPES.radius, INK_SHAPES.whole_radius))


@dataclass(frozen=True, slots=True)
class InkShapes:
    """What the icons of a design are compared by where their colors are alike."""

    samples: FloatArray
    """Categories x patches x pixels."""
    within: npt.NDArray[np.bool_]
    """Rows x columns: the pixels of enlarged patches that count."""
    patch_share: float
    """What the log probabilities by patches count beside them, of which icon there is."""
    code_share: float
    """The same for those by codes."""


def find_shapes(design: CardDesign, shown: CardDesign | None = None) -> InkShapes | None:
    """Return what a design's icons are compared by, or nothing where colors tell all of them apart.

    ``shown`` is the design in the light of a photo, for all of whose icons this is enough once.
    """
    if not are_in_one_ink(design):
        return None
    patches = (shown or design).icon_patches
    enlarged = np.stack([_enlarge(one) for several in patches for one in several])
    within = _WHOLE if _is_any_plain(enlarged[np.repeat(design.seen, patches.shape[1])]) else _INNER
    samples = enlarged[:, within]
    pixels = _normalize(samples).reshape(*patches.shape[:2], -1)
    if are_all_in_one_ink(design):
        # What patches differ in is light.
        return InkShapes(pixels, within, 0.0, INK_SHAPES.code_share_alone)
    return InkShapes(pixels, within, 1.0, INK_SHAPES.code_share)


def _is_any_plain(enlarged: FloatArray) -> bool:
    """Return whether some icon is plain within, as a square is: only its outline tells it from a heart."""
    return bool((enlarged[:, _INNER].std(axis=1) < INK_SHAPES.plain_share * enlarged[:, _WHOLE].std(axis=1)).any())


def measure_lacks(patch: FloatArray, shapes: InkShapes) -> FloatArray:
    """Return what the correlation of a patch with each category's samples lacks of 1, at the best of its shifts.

    Patches are enlarged first: icons that are a fraction of a pixel off correlate with others as well. Where part of
    the patch is hidden, nothing (``nan``) is returned.
    """
    slid = np.lib.stride_tricks.sliding_window_view(_enlarge(patch), (_FINE_PX, _FINE_PX))[:, :, shapes.within]
    alike = (_normalize(slid.reshape(-1, slid.shape[-1])) @ shapes.samples.reshape(-1, shapes.samples.shape[-1]).T).max(
        axis=0
    )
    return np.asarray(1 - alike.reshape(shapes.samples.shape[:2]).max(axis=1), np.float32)


def _enlarge(patch: FloatArray) -> FloatArray:
    share = INK_SHAPES.enlargement
    return np.asarray(cv2.resize(patch[..., 0], None, fx=share, fy=share, interpolation=cv2.INTER_CUBIC), np.float32)


def _normalize(rows: FloatArray) -> FloatArray:
    centered = rows - rows.mean(axis=-1, keepdims=True)
    return np.asarray(centered / (np.linalg.norm(centered, axis=-1, keepdims=True) + 1e-6), np.float32)
