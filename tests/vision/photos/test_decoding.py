"""What is opened, what is refused, and which way up it comes out."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image

from companion.vision.photos.decoding import decode_photo
from companion.vision.photos.header import measure_picture
from companion.vision.photos.thresholds import DECODING
from companion.vision.problems import PhotoError, Problem

# Left half red, right half green: 400 x 200 pixels.
PICTURE = Image.new("RGB", (400, 200), (200, 0, 0))
PICTURE.paste((0, 200, 0), (200, 0, 400, 200))

ORIENTATION_TAG = 0x0112
TURNED_RIGHT = 6


def encode(kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    PICTURE.save(buffer, kind, **options)
    return buffer.getvalue()


def encode_flat_png(width: int, height: int) -> bytes:
    """A PNG of one bit a pixel: a few bytes that unfold into any number of them."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = zlib.compress(bytes((width // 8 + 2) * height))
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def encode_heic() -> bytes:
    buffer = BytesIO()
    pillow_heif.from_pillow(PICTURE).save(buffer)
    return buffer.getvalue()


def find_problem(content: bytes) -> Problem:
    with pytest.raises(PhotoError) as raised:
        decode_photo(content)
    return raised.value.finding.problem


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("JPEG", {}),
        ("JPEG", {"progressive": True}),
        ("PNG", {}),
        ("WEBP", {}),
        ("WEBP", {"lossless": True}),
        ("WEBP", {"exif": Image.Exif()}),
    ],
)
def test_what_phones_and_browsers_write_is_opened(kind: str, options: dict[str, object]) -> None:
    content = encode(kind, **options)
    header = measure_picture(content)
    photo = decode_photo(content)
    assert header is not None
    assert (header.width, header.height) == (400, 200)
    assert photo.image.shape == (200, 400, 3)
    assert photo.image[100, 50].argmax() == 2
    assert photo.image[100, 350].argmax() == 1


def test_a_photo_taken_on_its_side_comes_out_upright() -> None:
    exif = Image.Exif()
    exif[ORIENTATION_TAG] = TURNED_RIGHT
    photo = decode_photo(encode("JPEG", exif=exif))
    assert photo.image.shape == (400, 200, 3)
    assert photo.image[50, 100].argmax() == 2


def test_a_huge_photo_is_opened_at_half_its_size() -> None:
    content = cv2.imencode(".jpg", np.zeros((5000, 6000, 3), np.uint8))[1].tobytes()
    photo = decode_photo(content)
    assert photo.image.shape == (2500, 3000, 3)
    assert photo.file_px_per_px == 2


def test_a_jpeg_tells_its_passes_and_what_is_kept_between_them() -> None:
    plain, progressive = measure_picture(encode("JPEG")), measure_picture(encode("JPEG", progressive=True))
    assert plain is not None
    assert progressive is not None
    assert (plain.scans, plain.buffered_samples) == (1, 0)
    # One of lightness for each pixel, and two of color for every four.
    assert (progressive.scans, progressive.buffered_samples) == (10, 400 * 200 * 3 // 2)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", Problem.NOT_A_PHOTO),
        (b"GIF89a", Problem.NOT_A_PHOTO),
        (b"\xff\xd8\xff", Problem.NOT_A_PHOTO),
        (b"\xff\xd8" + b"\xff" * 40, Problem.NOT_A_PHOTO),
        (b"RIFF....WEBPVP9 ", Problem.NOT_A_PHOTO),
        (b"\x89PNG\r\n\x1a\n", Problem.NOT_A_PHOTO),
        (encode("PNG")[:60], Problem.DAMAGED_PHOTO),
        (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 40, Problem.DAMAGED_PHOTO),
        # Its only picture is of no kind that is known: libheif opens the file, as one without pictures.
        (encode_heic().replace(b"\0\1\0\0hvc1", b"\0\1\0\0unci", 1), Problem.DAMAGED_PHOTO),
        (bytes(DECODING.max_bytes + 1), Problem.TOO_MANY_BYTES),
        (encode_flat_png(12_000, 12_000), Problem.TOO_MANY_PIXELS),
        (encode_flat_png(7_900, 7_900), Problem.HEAVY_FILE),
        (encode_flat_png(5_000, 1), Problem.ODD_SIZE),
        (encode_flat_png(65, 900_000), Problem.ODD_SIZE),
        (encode("JPEG")[:-2], Problem.DAMAGED_PHOTO),
        (encode("WEBP", save_all=True, append_images=[PICTURE.rotate(180)]), Problem.MOVING_PICTURE),
        (encode("PNG", save_all=True, append_images=[PICTURE.rotate(180)]), Problem.MOVING_PICTURE),
    ],
)
def test_anything_else_is_refused_with_a_reason(content: bytes, problem: Problem) -> None:
    assert find_problem(content) is problem
