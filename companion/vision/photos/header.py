"""The size of an image by its file's header, before anything of it is decoded."""

from __future__ import annotations

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


_HEIC_BRANDS = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevx", b"mif1", b"msf1"}
# Start of frame, all kinds of coding; C4, C8 and CC, which lie between them, are tables and extensions.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# Markers without a length behind them.
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})


def measure_picture(content: bytes) -> Header | None:
    """Return what a file's first bytes say it holds; nothing where that is no image that can be read.

    >>> measure_picture(b"GIF89a") is None
    True
    """
    try:
        if content.startswith(b"\xff\xd8"):
            return _measure_jpeg(content)
        if content.startswith(b"\x89PNG\r\n\x1a\n"):
            return Header(Container.PNG, *struct.unpack_from(">II", content, 16))
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return _measure_webp(content)
        if content[4:8] == b"ftyp" and content[8:12] in _HEIC_BRANDS:
            return Header(Container.HEIC)
    except (struct.error, IndexError):
        return None
    return None


def _measure_jpeg(content: bytes) -> Header | None:
    place = 2
    while content[place] == 0xFF:
        marker = content[place + 1]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", content, place + 5)
            return Header(Container.JPEG, width, height)
        if marker == 0xFF:  # padding
            place += 1
        elif marker in _BARE:
            place += 2
        else:
            place += 2 + int(struct.unpack_from(">H", content, place + 2)[0])
    return None


def _measure_webp(content: bytes) -> Header | None:
    match content[12:16]:
        case b"VP8X":
            width = int.from_bytes(content[24:27], "little") + 1
            height = int.from_bytes(content[27:30], "little") + 1
        case b"VP8L":
            bits = int(struct.unpack_from("<I", content, 21)[0])
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (int(side) & 0x3FFF for side in struct.unpack_from("<HH", content, 26))
        case _:
            return None
    return Header(Container.WEBP, width, height)
