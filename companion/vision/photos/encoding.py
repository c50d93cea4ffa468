"""The photo that was read, encoded to be shown beside its reading."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from ..geometry import BgrImage
from .decoding import decode_photo
from .thresholds import ENCODING


def encode_photo(image: BgrImage) -> bytes:
    """Return an upright photo as a JPEG of at most 2600 px, without any metadata."""
    share = min(1.0, ENCODING.max_side_px / max(image.shape[:2]))
    picture = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, ENCODING.jpeg_quality))
    return data.tobytes()


@dataclass(frozen=True, slots=True)
class PhotoPart:
    """A part of a photo, encoded anew."""

    data: bytes
    """A JPEG without any metadata."""
    size: tuple[int, int]
    """Width and height in pixels."""
    left: float
    top: float
    """Where it begins in the photo, in the pixels that its frame was given in."""
    factor: float
    """Its own pixels in one of those."""


def cut_photo(content: bytes, frame: tuple[float, float, float, float], width: float) -> PhotoPart:
    """Cut a part out of a picture that ``encode_photo`` made.

    ``frame`` is left, top, right and bottom in pixels of the photo, which was ``width`` of them wide. Raises
    ``PhotoError`` for a picture that cannot be decoded.
    """
    image = decode_photo(content).image
    high, wide = image.shape[:2]
    factor = wide / width
    left, top, right, bottom = (round(factor * side) for side in frame)
    left, top = min(max(left, 0), wide - 1), min(max(top, 0), high - 1)
    part = image[top : max(top + 1, min(bottom, high)), left : max(left + 1, min(right, wide))]
    _, data = cv2.imencode(".jpg", part, (cv2.IMWRITE_JPEG_QUALITY, ENCODING.part_quality))
    return PhotoPart(data.tobytes(), (part.shape[1], part.shape[0]), left / factor, top / factor, factor)
