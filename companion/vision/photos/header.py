"""What an image file's header says of it, before anything of it is decoded: size, kind, frames, passes."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from enum import Enum


class Container(Enum):
    """The kinds of picture files that can be read."""

    JPEG = "jpeg"
    PNG = "png"
    WEBP = "webp"
    HEIC = "heic"


@dataclass(frozen=True, slots=True)
class Header:
    """The kind of an image file and its size in pixels; a HEIC file tells its size only to its own library."""

    container: Container
    width: int = 0
    height: int = 0
    is_animated: bool = False
    """Whether it may hold several frames."""
    is_complete: bool = True
    """Whether the file goes on to its own end."""
    scans: int = 1
    """How many passes over the picture the data of a JPEG makes."""
    buffered_samples: int = 0
    """How many coefficients a decoder has to keep until the last of several passes (T.81, annex G)."""


_HEIC_BRANDS = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevx", b"mif1", b"msf1"}
# Start of frame, all kinds of coding; C4, C8 and CC, which lie between them, are tables and extensions.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE_FRAMES = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_SCAN, _END = 0xDA, 0xD9
# Markers without a length behind them.
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
# What ends the data of a scan: stuffed bytes (00), restarts (D0 to D7) and padding (FF) do not.
_AFTER_SCAN = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
_MAX_SEGMENTS = 5000
"""How many segments of a JPEG are looked at: photos have some dozens."""
_MAX_PNG_CHUNKS = 1000
"""How many chunks may come before a PNG's picture."""


def measure_picture(content: bytes) -> Header | None:
    """Return what a file's header says it holds; nothing where that is no image that can be read.

    >>> measure_picture(b"GIF89a") is None
    True
    """
    try:
        if content.startswith(b"\xff\xd8"):
            return _measure_jpeg(content)
        if content.startswith(b"\x89PNG\r\n\x1a\n"):
            return _measure_png(content)
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return _measure_webp(content)
        if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS:
            return Header(Container.HEIC)
    except (struct.error, IndexError):
        return None
    return None


@dataclass(frozen=True, slots=True)
class _Frame:
    """What a JPEG's start of frame says."""

    width: int
    height: int
    samples: int
    components: int
    is_progressive: bool


def _measure_jpeg(content: bytes) -> Header | None:
    frame: _Frame | None = None
    scans, in_first, place = 0, 0, 2
    is_complete = False
    try:
        for _ in range(_MAX_SEGMENTS):
            marker = content[place + 1]
            if content[place] != 0xFF or marker == _END:
                is_complete = marker == _END and content[place] == 0xFF
                break
            if marker in _BARE or marker == 0xFF:  # FF before another one is padding
                place += 1 if marker == 0xFF else 2
                continue
            if marker in _FRAMES and frame is None:
                frame = _parse_frame(content, place)
            after = place + 2 + int(struct.unpack_from(">H", content, place + 2)[0])
            if marker == _SCAN:
                scans += 1
                in_first = in_first or content[place + 4]
                following = _AFTER_SCAN.search(content, after)
                after = following.start() if following else len(content)
            place = after
    except (struct.error, IndexError):
        # Cut short: what was said before still stands.
        is_complete = False
    if frame is None:
        return None
    several = frame.is_progressive or 0 < in_first < frame.components
    return Header(
        Container.JPEG,
        frame.width,
        frame.height,
        is_complete=is_complete and scans > 0,
        scans=scans if several else 1,
        buffered_samples=frame.samples if several else 0,
    )


def _parse_frame(content: bytes, place: int) -> _Frame:
    height, width, components = struct.unpack_from(">HHB", content, place + 5)
    sampling = [content[place + 11 + 3 * number] for number in range(components)] or [0x11]
    across, down = [max(1, one >> 4) for one in sampling], [max(1, one & 15) for one in sampling]
    shares = [a * d / (max(across) * max(down)) for a, d in zip(across, down, strict=True)]
    samples = round(width * height * sum(shares))
    return _Frame(width, height, samples, components, content[place + 1] in _PROGRESSIVE_FRAMES)


def _measure_png(content: bytes) -> Header | None:
    width, height = struct.unpack_from(">II", content, 16)
    is_animated, place = False, 8
    for _ in range(_MAX_PNG_CHUNKS):
        length, kind = struct.unpack_from(">I4s", content, place)
        if kind == b"IDAT":
            # A PNG that breaks off is told by its decoder.
            return Header(Container.PNG, width, height, is_animated)
        is_animated |= kind == b"acTL"
        place += 12 + length
    return None


def _measure_webp(content: bytes) -> Header | None:
    is_animated = False
    match content[12:16]:
        case b"VP8X":
            is_animated = bool(content[20] & 2)
            width = int.from_bytes(content[24:27], "little") + 1
            height = int.from_bytes(content[27:30], "little") + 1
        case b"VP8L":
            bits = int(struct.unpack_from("<I", content, 21)[0])
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (int(side) & 0x3FFF for side in struct.unpack_from("<HH", content, 26))
        case _:
            return None
    is_complete = len(content) >= int(struct.unpack_from("<I", content, 4)[0]) + 8
    return Header(Container.WEBP, width, height, is_animated, is_complete)
