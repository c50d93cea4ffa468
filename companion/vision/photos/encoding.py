"""The photo that was read, encoded to be shown beside its reading."""

from __future__ import annotations

import cv2
import numpy as np

from ..geometry import BgrImage
from .thresholds import ENCODING


def encode_photo(image: BgrImage) -> bytes:
    """Return an upright photo as a JPEG of at most 2600 px, without any metadata."""
    share = min(1.0, ENCODING.max_side_px / max(image.shape[:2]))
    picture = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, ENCODING.jpeg_quality))
    return data.tobytes()
