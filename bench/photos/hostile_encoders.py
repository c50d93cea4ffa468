"""Files that are broken or hostile, and the honest ones that they are made of, as bytes."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from tools.scenes.faces import parchment
from tools.scenes.photos import make_photo


@cache
def photograph(width: int = 1600, height: int = 1200) -> Image.Image:
    return Image.fromarray(
        cv2.cvtColor(make_photo(parchment(), 930_001, size=(width, height)).image, cv2.COLOR_BGR2RGB)
    )


def save(picture: Image.Image, kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


@cache
def save_photo(kind: str) -> bytes:
    """Return an honest photo of two megapixels as a file of a kind."""
    options: dict[str, dict[str, object]] = {
        "progressive": {"progressive": True},
        "jpeg": {},
        "png": {"compress_level": 1},
        "webp": {},
        "lossless": {"lossless": True, "method": 0},
    }
    if kind == "heic":
        return save_heic(photograph())
    names = {"progressive": "JPEG", "lossless": "WEBP"}
    return save(photograph(), names.get(kind, kind.upper()), **options[kind])


def save_heic(*pictures: Image.Image) -> bytes:
    import pillow_heif

    file = pillow_heif.HeifFile()  # type: ignore[no-untyped-call]
    for picture in pictures:
        file.add_from_pillow(picture)
    buffer = BytesIO()
    file.save(buffer, quality=60, enc_params={"preset": "ultrafast"})
    return buffer.getvalue()


def enlarge(width: int, height: int) -> Image.Image:
    return photograph().resize((width, height), Image.Resampling.BILINEAR)


def flat(mode: str, width: int, height: int) -> Image.Image:
    return Image.new(mode, (width, height))


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def flat_png(
    width: int,
    height: int,
    bits: int = 1,
    color: int = 0,
    *,
    before: bytes = b"",
    interlaced: int = 0,
    surplus: int = 0,
) -> bytes:
    """Return a PNG of one color, row by row, that unfolds from few bytes; ``surplus`` bytes follow its picture."""
    stride = 1 + -(-width * bits * _CHANNELS[color] // 8)
    rows = height if not interlaced else 2 * height
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlaced)
    palette = chunk(b"PLTE", bytes(6)) if color == 3 else b""
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before + palette
        + chunk(b"IDAT", compress_zeros(rows * stride + surplus)) + chunk(b"IEND", b"")
    )  # fmt: skip


def compress_zeros(count: int) -> bytes:
    """Return a zlib stream (RFC 1950) of so many zeros: one compressed block again and again, as that is quick."""
    times, left = divmod(count, 4_000_000)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    block = packer.compress(bytes(4_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    end = packer.compress(bytes(left)) + packer.flush()
    # The Adler-32 checksum of zeros: their count above, one below.
    return b"\x78\xda" + times * block + end + struct.pack(">HH", count % 65_521, 1)


def animated_png(width: int, height: int, frames: int) -> bytes:
    """Return an APNG of one color."""
    first = zlib.compress(bytes((width // 8 + 2) * height), 9)
    control = struct.pack(">IIIIHHBB", width, height, 0, 0, 1, 10, 0, 0)
    parts = [chunk(b"fcTL", struct.pack(">I", 0) + control), chunk(b"IDAT", first)]
    for number in range(1, frames):
        parts.append(chunk(b"fcTL", struct.pack(">I", 2 * number - 1) + control))
        parts.append(chunk(b"fdAT", struct.pack(">I", 2 * number) + first))
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"acTL", struct.pack(">II", frames, 0))
        + b"".join(parts) + chunk(b"IEND", b"")
    )  # fmt: skip


def animated_webp(width: int, height: int, frames: int) -> bytes:
    """Return an animated WebP."""
    pictures = [Image.new("RGB", (width, height), (number % 251, 0, 0)) for number in range(frames)]
    return save(pictures[0], "WEBP", save_all=True, append_images=pictures[1:], lossless=True, method=0)


def repeat_last_scan(content: bytes, times: int) -> bytes:
    """Return a progressive JPEG whose last scan comes again and again."""
    start = content.rindex(b"\xff\xda")
    return content[:-2] + content[start:-2] * times + content[-2:]


def resize_header(content: bytes, width: int, height: int) -> bytes:
    """Return a JPEG whose start of frame claims another size."""
    at = next(place for place in (content.find(b"\xff\xc0"), content.find(b"\xff\xc2")) if place > 0)
    return content[: at + 5] + struct.pack(">HH", height, width) + content[at + 9 :]


def replace_frame(content: bytes, marker: int, bits: int = 8, sampling: int | None = None) -> bytes:
    """Return a JPEG whose start of frame is another kind's."""
    at = content.index(b"\xff\xc0")
    changed = bytearray(content)
    changed[at + 1], changed[at + 4] = marker, bits
    if sampling is not None:
        changed[at + 11] = sampling
    return bytes(changed)


def spoil(content: bytes, seed: int, count: int = 20) -> bytes:
    """Return a file with some of its bytes replaced, half of them near its beginning."""
    dice = np.random.default_rng([7, seed, len(content)])
    changed = bytearray(content)
    for number in range(count):
        reach = min(len(content), 600 if number % 2 else len(content))
        changed[int(dice.integers(12 if reach > 12 else 0, reach))] = int(dice.integers(256))
    return bytes(changed)


def text_chunks(count: int) -> bytes:
    return chunk(b"tEXt", b"Comment\0" + b"x" * 8) * count


def compressed_chunk(name: bytes, start: bytes, size: int) -> bytes:
    return chunk(name, start + compress_zeros(size))


def insert(content: bytes, segment: bytes) -> bytes:
    """Return a JPEG with something behind its first marker."""
    return content[:2] + segment + content[2:]


def exif_loop() -> bytes:
    """Return an EXIF block whose directory goes on at itself."""
    directory = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<HHHII", 1, 0x0112, 3, 1, 6) + struct.pack("<I", 8)
    return b"\xff\xe1" + struct.pack(">H", len(directory) + 2) + directory
