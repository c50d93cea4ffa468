"""Estimating the affine color transform from a card design to a photo, by its icons.

A photo may be pale, hazy or hard. Icons are few and known: assignment and least squares alternate, as in iterative
closest points (Besl and McKay 1992). The transform goes from the design to the photo, for one that makes all colors
alike would bring whatever is seen near to anything.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from ...designs.card_design import PATCH_PX, CardDesign
from ...geometry import FloatArray
from .icon_patches import LIGHTNESS_SHARE, LOOSE_PX
from .thresholds import COLORS

_GRAY = np.array((0.114, 0.587, 0.299), np.float32)

ColorTransform = npt.NDArray[np.float32]
"""3 x 4: from the blue, green, red (0 to 1) of the design, and 1, to those of the photo."""

_LEAST_SPREAD = 1e-6
_MARGIN = slice(LOOSE_PX, LOOSE_PX + PATCH_PX)


def transform_design(design: CardDesign, color_transform: ColorTransform) -> CardDesign:
    """Return a design in the colors of a photo."""
    patches = design.icon_patches.copy()
    patches[design.seen] = _map(patches[design.seen], color_transform)
    shown = replace(design, icon_patches=patches, bare_patch=_map(design.bare_patch, color_transform))
    return replace(shown, icon_spread=design.icon_spread * measure_color_spread(shown) / measure_color_spread(design))


def measure_color_spread(design: CardDesign) -> float:
    """Return how far categories are apart: the mean square distance in Lab, never quite 0."""
    kinds = design.icon_patches[design.seen].mean(axis=1)
    return max(float(((kinds - kinds.mean(axis=0)) ** 2).sum(axis=-1).mean()), _LEAST_SPREAD)


def invert_color_transform(patches: FloatArray, color_transform: ColorTransform) -> FloatArray:
    """Return a photo's patches (... x 3, Lab as ``icon_patches.crop_patches`` has them) in the design's colors."""
    back = np.linalg.inv(color_transform[:, :3])
    return _map(patches, np.asarray(np.column_stack([back, -back @ color_transform[:, 3]]), np.float32))


def _map(patches: FloatArray, color_transform: ColorTransform) -> FloatArray:
    return _to_lab(_to_bgr(patches) @ color_transform[:, :3].T + color_transform[:, 3])


def estimate_color_transform(
    patches: FloatArray, design: CardDesign, allowed: npt.NDArray[np.bool_] | None = None
) -> ColorTransform | None:
    """Return the transform from a design's colors to a photo's; nothing where none is needed.

    ``patches`` are icons x rows x columns x 3 as ``icon_patches.crop_patches`` crops them; ``allowed`` (icons x
    categories) says which they may be, where that is known.
    """
    each = design.icon_patches.shape[1]
    known = design.icon_patches[design.seen].reshape(-1, PATCH_PX, PATCH_PX, 3)
    open_to = np.ones((len(patches), len(known)), bool)
    if allowed is not None:
        open_to = np.repeat(allowed[:, design.seen], each, axis=1)
        patches, open_to = patches[open_to.any(axis=1)], open_to[open_to.any(axis=1)]
    if len(patches) < COLORS.min_icons or not len(known):
        return None
    ground = np.asarray(np.array(design.ground) / 255, np.float32)
    seen, samples = _to_bgr(patches), _to_bgr(known)
    rough = _Fit(
        _shrink(seen[:, _MARGIN, _MARGIN], COLORS.coarse_side_px)[:, None],
        _shrink(samples, COLORS.coarse_side_px),
        open_to,
    )
    fine = _Fit(_slide(seen), _shrink(samples, COLORS.fine_side_px), open_to)
    plain = np.eye(3, 4, dtype=np.float32)
    needed = COLORS.min_gain * fine.measure(plain)
    if needed < COLORS.close_share * design.icon_spread:
        return None
    # What is pale takes as many ways as it may be pale: from one start they end in one valley.
    starts = [
        min((_start(vividness, contrast, ground) for contrast in COLORS.contrasts), key=rough.measure)
        for vividness in COLORS.saturations
    ]
    starts = sorted((rough.settle(start) for start in (plain, *starts)), key=rough.measure)
    best = min((fine.settle(start) for start in starts[: COLORS.max_starts]), key=fine.measure)
    return best if fine.measure(best) < needed else None


def _slide(patches: FloatArray) -> FloatArray:
    """Return patches (blue, green, red) shrunk from nine places each: icons x places x pixels x 3."""
    steps = (0, LOOSE_PX, 2 * LOOSE_PX)
    slid = [_shrink(patches[:, y : y + PATCH_PX, x : x + PATCH_PX], COLORS.fine_side_px) for y in steps for x in steps]
    return np.stack(slid, axis=1)


def _start(vividness: float, contrast: float, ground: FloatArray) -> ColorTransform:
    """Return the transform that changes saturation and contrast and leaves the ground as it is."""
    gray = np.tile(_GRAY, (3, 1))
    turn = contrast * (gray + vividness * (np.eye(3, dtype=np.float32) - gray))
    return np.asarray(np.column_stack([turn, ground - turn @ ground]), np.float32)


class _Fit:
    """Icons seen and icons known, small; which of the known each may be."""

    def __init__(self, seen: FloatArray, known: FloatArray, open_to: npt.NDArray[np.bool_]) -> None:
        """``seen`` is icons x places x pixels x 3, ``known`` icons x pixels x 3: blue, green, red."""
        self.seen, self.known, self.open_to = seen, known, open_to
        self.seen_lab = _to_lab(seen).reshape(len(seen) * seen.shape[1], -1)
        self.seen_squares = (self.seen_lab**2).sum(1)[:, None]

    def compare(self, color_transform: ColorTransform) -> tuple[FloatArray, npt.NDArray[np.int64]]:
        """Return the mean square distances (Lab) of icons to the known ones, and the shifts where they are least."""
        icons, places, pixels, _ = self.seen.shape
        lab = _to_lab(self.known @ color_transform[:, :3].T + color_transform[:, 3]).reshape(len(self.known), -1)
        far = self.seen_squares + (lab**2).sum(1) - 2 * (self.seen_lab @ lab.T)
        far = (np.maximum(far, 0) / pixels).reshape(icons, places, -1)
        return np.asarray(np.where(self.open_to, far.min(axis=1), np.inf), np.float32), far.argmin(axis=1)

    def measure(self, color_transform: ColorTransform) -> float:
        """Return the mean distance of the inliers to the known ones."""
        nearest = np.sort(self.compare(color_transform)[0].min(axis=1))
        return float(nearest[: max(1, round(COLORS.inlier_share * len(nearest)))].mean())

    def settle(self, color_transform: ColorTransform) -> ColorTransform:
        """Alternate assignment and weighted, regularized least squares a few times."""
        for _ in range(COLORS.iterations):
            far, places = self.compare(color_transform)
            nearest = far.min(axis=1)
            kept = np.argsort(nearest)[: max(1, round(COLORS.inlier_share * len(nearest)))]
            taken = far.argmin(axis=1)[kept]
            # Each kind counts alike, however often it is there.
            weight = np.sqrt(1 / np.bincount(taken)[taken])[:, None]
            weight = np.repeat(weight / weight.mean(), self.seen.shape[2], axis=1).reshape(-1, 1)
            pixels = self.known[taken].reshape(-1, 3)
            pixels = np.column_stack([pixels, np.ones(len(pixels))])
            seen = self.seen[kept, places[kept, taken]].reshape(-1, 3)
            left, right = pixels * weight, (seen - pixels @ color_transform.T) * weight
            held = COLORS.prior_icons * self.seen.shape[2] * COLORS.noise**2 * np.eye(4)
            color_transform = np.asarray(
                color_transform + np.linalg.solve(left.T @ left + held, left.T @ right).T, np.float32
            )
        return color_transform


def _shrink(patches: FloatArray, side: int) -> FloatArray:
    """Return square patches (icons x rows x columns x 3) averaged to ``side`` x ``side``: icons x pixels x 3."""
    parts = patches.shape[1] // side
    whole = sum(patches[:, y::parts, x::parts] for y in range(parts) for x in range(parts))
    return np.asarray(whole / parts**2, np.float32).reshape(len(patches), side**2, 3)


def _to_bgr(lab: FloatArray) -> FloatArray:
    flat = (lab.reshape(-1, 1, 3) / (LIGHTNESS_SHARE, 1, 1)).astype(np.float32)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_LAB2BGR).reshape(lab.shape), np.float32)


def _to_lab(bgr: FloatArray) -> FloatArray:
    flat = np.clip(bgr.reshape(-1, 1, 3), 0, 1).astype(np.float32)
    return np.asarray((cv2.cvtColor(flat, cv2.COLOR_BGR2LAB) * (LIGHTNESS_SHARE, 1, 1)).reshape(bgr.shape), np.float32)
