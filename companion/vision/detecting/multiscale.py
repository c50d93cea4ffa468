"""Running the detector network at several scales, on regions, and on the rectified table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from ..geometry import BgrImage, DetectedCard, FloatArray, as_quad, turn_image
from ..networks.inference import run_network
from .homography import Floats, Plane
from .keypoints import decode_heatmaps
from .thresholds import SCALES

Cards = tuple[DetectedCard, ...]

_MULTIPLE = 32
"""The network takes pictures whose sides are multiples of this."""


@dataclass(frozen=True, slots=True)
class ImagePyramid:
    """A photo and a smaller copy of it, so that not every scale has to shrink the photo anew."""

    image: BgrImage
    copy: BgrImage
    parts: int
    """How many pixels of the photo, across and down, are one of the copy."""

    def measure(self, turn: int) -> tuple[int, int]:
        """Return width and height of the photo once it is turned."""
        high, wide = self.image.shape[:2]
        return (high, wide) if turn else (wide, high)

    def choose(self, scale: float) -> tuple[BgrImage, int]:
        """Return the copy where it is fine enough for a scale, else the photo; and its parts."""
        return (self.copy, self.parts) if scale * self.parts <= SCALES.max_copy_magnification else (self.image, 1)


def build_pyramid(image: BgrImage) -> ImagePyramid:
    """Return a photo with its smaller copy."""
    parts = max(1, round(max(image.shape[:2]) / SCALES.copy_side_px))
    return ImagePyramid(image, image if parts == 1 else _average(image, parts), parts)


def detect_at_scale(
    pyramid: ImagePyramid, turn: int, scale: float, part: tuple[int, int, int, int] | None = None
) -> Cards:
    """Detect cards in a photo turned by quarters and scaled, or in a region (left, top, right, bottom) of it.

    The region and the corners are in pixels of the turned photo.
    """
    source, parts = pyramid.choose(scale)
    left, top, right, bottom = (side // parts for side in part or (0, 0, *pyramid.measure(turn)))
    # What an average leaves away at the foot of a picture is at the left once it is turned.
    away = pyramid.image.shape[0] - source.shape[0] * parts if turn else 0
    if turn:
        cut = source[max(0, source.shape[0] - right) : source.shape[0] - left, top:bottom]
    else:
        cut = source[top:bottom, left:right]
    small, fine = _scale(cut, scale * parts)
    if turn:
        left += (right - left) - round(small.shape[0] / fine)
    picture = _pad(turn_image(small, turn))
    # While the network runs, memory is at its peak: what it has been made of is not needed any more.
    del cut, small
    quads, confidences = decode_heatmaps(_predict_heatmaps(picture))
    # Points of the maps are counted from the pixel's edge, those of a photo from its center.
    return _as_cards((quads / fine + (left, top)) * parts + (away - 0.5, -0.5), confidences)


def detect_rectified(
    pyramid: ImagePyramid, turn: int, plane: Plane, width_px: float, reach: float, most_pixels: int
) -> Cards:
    """Detect cards on a plane as seen from straight above, about ``width_px`` wide.

    ``reach`` is the margin around the centers of the plane's cards, in card widths.
    """
    low, high = plane.poses[:, :2].min(0) - reach, plane.poses[:, :2].max(0) + reach
    unit = min(width_px, (most_pixels / float(np.prod(high - low))) ** 0.5)
    size = math.ceil((high[0] - low[0]) * unit), math.ceil((high[1] - low[1]) * unit)
    wanted = min(1.0, SCALES.oversampling * unit / _measure_typical_width(plane))
    source, parts = pyramid.choose(wanted)
    small, fine = _scale(source, min(1.0, wanted * parts))
    small = turn_image(small, turn) if turn else small
    # Pixels of the small photo that fall on a pixel seen from above; edges lie half a pixel outside the middles.
    above = np.array([[1 / unit, 0, low[0] + 0.5 / unit], [0, 1 / unit, low[1] + 0.5 / unit], [0, 0, 1]])
    onto_small = plane.scale(fine / parts).homography @ above
    seen = cv2.warpPerspective(
        small, onto_small, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    quads, confidences = decode_heatmaps(_predict_heatmaps(_pad(np.asarray(seen, np.uint8))))
    corners = plane.project(quads / unit + low)
    most = np.array(pyramid.measure(turn)) + SCALES.max_outside_px
    inside = np.all((corners > -SCALES.max_outside_px) & (corners < most), axis=(1, 2))
    return _as_cards(corners[inside], confidences[inside])


def _measure_typical_width(plane: Plane) -> float:
    corners = plane.project_corners()
    return float(np.median(np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)))


def _as_cards(quads: Floats, confidences: Floats) -> Cards:
    return tuple(DetectedCard(as_quad(quad), float(sure)) for quad, sure in zip(quads, confidences, strict=True))


def _scale(image: BgrImage, scale: float) -> tuple[BgrImage, float]:
    """Scale an image, and return the exact scale: big photos are averaged by whole factors, which is much faster."""
    height, width = image.shape[:2]
    parts = round(1 / scale)
    if parts >= 2 and max(height, width) > 2 * SCALES.copy_side_px:
        return _average(image, parts), 1 / parts
    size = max(1, round(width * scale)), max(1, round(height * scale))
    if size == (width, height):
        return image, 1.0
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8), size[0] / width


def _average(image: BgrImage, parts: int) -> BgrImage:
    rows, columns = max(1, image.shape[0] // parts), max(1, image.shape[1] // parts)
    whole = image[: rows * parts, : columns * parts]
    return np.asarray(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)


def _pad(image: BgrImage) -> FloatArray:
    """Pad an image to sides that the network takes, and return it as a 1 x 3 x rows x columns blob."""
    below, beside = -image.shape[0] % _MULTIPLE, -image.shape[1] % _MULTIPLE
    filled = cv2.copyMakeBorder(image, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.dnn.blobFromImage(filled, 1 / 64, mean=(127.5, 127.5, 127.5)), np.float32)


def _predict_heatmaps(picture: FloatArray) -> FloatArray:
    """Return the network's heatmaps: 21 x rows x columns."""
    (maps,) = run_network("detector", picture)
    return np.asarray(maps[0], np.float32)
