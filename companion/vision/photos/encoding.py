"""The photo that was read, as a picture to look at beside its reading."""

from __future__ import annotations

import cv2
import numpy as np

from ..geometry import BgrImage

_LONGEST_PX = 2600
"""A dozen cards side by side are still 190 px wide each: what a person reads on a phone's screen."""
_QUALITY = 84


def encode_photo(image: BgrImage) -> bytes:
    """Return an upright photo as a JPEG of at most 2600 px, without whatever its camera wrote beside the pixels."""
    share = min(1.0, _LONGEST_PX / max(image.shape[:2]))
    picture = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    return data.tobytes()
