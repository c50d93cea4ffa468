"""Decoding photos: within limits, upright by their EXIF orientation, no bigger than reading needs."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from ..problems import PhotoError, Problem
from .header import Container, Header, measure_picture
from .thresholds import DECODING, DecodingLimits

if TYPE_CHECKING:
    from ..geometry import BgrImage


@dataclass(frozen=True, slots=True)
class Photo:
    """A decoded photo: its image, upright by EXIF, and the width in the file's pixels of one of its own."""

    image: BgrImage
    file_px_per_px: int = 1


def decode_photo(content: bytes, limits: DecodingLimits = DECODING) -> Photo:
    """Decode a JPEG, PNG or WebP file; a HEIC file where pillow-heif is installed.

    Raises ``PhotoError`` for anything else, and for what its header tells to be too much or too odd: nothing of that
    is decoded.
    """
    if len(content) > limits.max_bytes:
        raise PhotoError(
            Problem.TOO_MANY_BYTES, megabytes=-(-len(content) // 1_000_000), limit=limits.max_bytes // 1_000_000
        )
    header = measure_picture(content)
    if header is None:
        raise PhotoError(Problem.NOT_A_PHOTO)
    if header.container is Container.HEIC:
        return _decode_heic(content, limits)
    _check_header(header, limits)
    # Read by OpenCV when it is loaded: a second door against pictures bigger than their header says.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(limits.max_pixels))
    import cv2
    import numpy as np

    px_per_px = _choose_reduction(header, limits)
    flags = cv2.IMREAD_REDUCED_COLOR_2 if px_per_px == 2 else cv2.IMREAD_COLOR
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), flags)
    except cv2.error as error:
        raise PhotoError(Problem.DAMAGED_PHOTO) from error
    if image is None:
        raise PhotoError(Problem.DAMAGED_PHOTO)
    return Photo(np.asarray(image, np.uint8), px_per_px)


def _choose_reduction(header: Header, limits: DecodingLimits) -> int:
    return 2 if header.width * header.height > limits.halved_above_pixels else 1


def _check_header(header: Header, limits: DecodingLimits) -> None:
    """Raise ``PhotoError`` where a file is not worth decoding, or dangerous."""
    if header.is_animated:
        raise PhotoError(Problem.MOVING_PICTURE)
    _check_size(header.width, header.height, limits)
    if (
        _estimate_bytes(header, limits) > limits.max_decoding_bytes
        or header.scans * header.buffered_samples > limits.max_scanned_samples
    ):
        raise PhotoError(Problem.HEAVY_FILE)
    if not header.is_complete:
        raise PhotoError(Problem.DAMAGED_PHOTO)


def _check_size(width: int, height: int, limits: DecodingLimits) -> None:
    pixels = width * height
    if pixels > limits.max_pixels:
        limit = limits.max_pixels // 1_000_000
        raise PhotoError(Problem.TOO_MANY_PIXELS, megapixels=-(-pixels // 1_000_000), limit=limit)
    shorter, longer = sorted((width, height))
    if shorter < limits.min_side_px or longer > limits.max_side_ratio * shorter:
        raise PhotoError(Problem.ODD_SIZE, width=width, height=height)


def _estimate_bytes(header: Header, limits: DecodingLimits) -> float:
    """Return how much memory decoding takes at its peak: OpenCV decodes first and copies then."""
    pixels = header.width * header.height
    reduction = _choose_reduction(header, limits)
    picture = 3 * pixels / reduction**2
    # Only the decoder of JPEGs reduces on its way.
    whole = 3 * pixels if reduction > 1 and header.container is not Container.JPEG else 0
    return max(2 * picture, picture + whole + 2 * header.buffered_samples)


def _decode_heic(content: bytes, limits: DecodingLimits) -> Photo:
    if importlib.util.find_spec("pillow_heif") is None:
        raise PhotoError(Problem.HEIC_UNKNOWN)
    import cv2
    import numpy as np
    import pillow_heif

    try:
        file = pillow_heif.open_heif(BytesIO(content), convert_hdr_to_8bit=True, bgr_mode=True)
        width, height = file.size
        _check_size(width, height, limits)
        if limits.heic_bytes_per_px * width * height > limits.max_decoding_bytes:
            raise PhotoError(Problem.HEAVY_FILE)
        picture = np.asarray(file)[:, :, :3]
    # Those of libheif are mapped to these; of a file without a picture, pillow-heif looks for the first all the same.
    except (ValueError, LookupError, OSError, EOFError, RuntimeError, SyntaxError) as error:
        if isinstance(error, PhotoError):
            raise
        raise PhotoError(Problem.DAMAGED_PHOTO) from error
    if width * height <= limits.halved_above_pixels:
        return Photo(np.ascontiguousarray(picture, np.uint8))
    return Photo(np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8), 2)
