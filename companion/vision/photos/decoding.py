"""Decoding photos: within limits, upright by their EXIF orientation, no bigger than reading needs."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from ..problems import PhotoError, Problem
from .header import Container, measure_picture
from .thresholds import DECODING, DecodingLimits

if TYPE_CHECKING:
    from ..geometry import BgrImage


# A dozen cards side by side are 300 px wide each in a photo of 12 megapixels, whose digits stand 12 px high: that is
# read at full size. Above twice as many pixels half the resolution shows as much, at a quarter of time and memory.


@dataclass(frozen=True, slots=True)
class Photo:
    """A decoded photo: its image, upright by EXIF, and the width in the file's pixels of one of its own."""

    image: BgrImage
    file_px_per_px: int = 1


def decode_photo(content: bytes, limits: DecodingLimits = DECODING) -> Photo:
    """Decode a JPEG, PNG or WebP file; a HEIC file where pillow-heif is installed.

    Raises ``PhotoError`` for anything else, and for more than 25 MB or 64 megapixels, which are refused before any
    pixel is decoded.
    """
    if len(content) > limits.max_bytes:
        raise PhotoError(
            Problem.TOO_MANY_BYTES, megabytes=-(-len(content) // 1_000_000), limit=limits.max_bytes // 1_000_000
        )
    header = measure_picture(content)
    if header is None:
        raise PhotoError(Problem.NOT_A_PHOTO)
    if header.container is Container.HEIC:
        return Photo(_decode_heic(content, limits))
    _check_pixels(header.width * header.height, limits)
    # Read by OpenCV when it is loaded: a second door against pictures bigger than their header says.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(limits.max_pixels))
    import cv2
    import numpy as np

    halved = header.width * header.height > limits.halved_above_pixels
    flags = cv2.IMREAD_REDUCED_COLOR_2 if halved else cv2.IMREAD_COLOR
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise PhotoError(Problem.DAMAGED_PHOTO) from error
    if image is None:
        raise PhotoError(Problem.DAMAGED_PHOTO)
    return Photo(np.asarray(image, np.uint8), 2 if halved else 1)


def _check_pixels(pixels: int, limits: DecodingLimits) -> None:
    if pixels > limits.max_pixels:
        limit = limits.max_pixels // 1_000_000
        raise PhotoError(Problem.TOO_MANY_PIXELS, megapixels=-(-pixels // 1_000_000), limit=limit)


def _decode_heic(content: bytes, limits: DecodingLimits) -> BgrImage:
    if importlib.util.find_spec("pillow_heif") is None:
        raise PhotoError(Problem.HEIC_UNKNOWN)
    import numpy as np
    import pillow_heif

    try:
        file = pillow_heif.open_heif(BytesIO(content), convert_hdr_to_8bit=True, bgr_mode=True)
        _check_pixels(file.size[0] * file.size[1], limits)
        picture = np.asarray(file)
    except (ValueError, OSError, EOFError, RuntimeError) as error:
        if isinstance(error, PhotoError):
            raise
        raise PhotoError(Problem.DAMAGED_PHOTO) from error
    return np.ascontiguousarray(picture[:, :, :3], np.uint8)
