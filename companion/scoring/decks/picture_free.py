"""Lessons without pictures: what a deck file may hold that is to be without.

A lesson is an ``npz`` file: a ZIP of arrays, of which ``plain`` is JSON. Its pictures are arrays of their own, and
leave it without the eye. What stays of icons is a code of 64 bits a category, the same in all lessons of a file, and
each lesson's discriminants, of three bits.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

PICTURED, PICTURE_FREE = 2, 3
"""The versions of lessons with pictures and without."""
KEPT = ("spots", "icon_spots", "icon_places", "letters", "number_chances")
"""The arrays that are no pictures: where print is, what letters are like, and which number each card may have."""
LATEST = "icon_discriminants"
ADDED = ("signs", "letter_chances", "icon_weights", LATEST)
"""Those that are none either, and that lessons of before do not have: what signs of numbers are like, which letter each
card may have, what tells icons from all else, and what tells one from another."""
MOST_BYTES = 400_000
"""What these may unpack to: of 152 cards they have 130,000."""
_MAGIC = b"\x93NUMPY"
_UNREADABLE = (OSError, LookupError, TypeError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)

Codes = dict[str, str]
"""In hexadecimal, by category."""


def drop_pictures(lessons: Sequence[bytes]) -> list[bytes | None]:
    """Return lessons without their pictures; ``None`` for those that have no codes, or cannot be read."""
    opened = [_open(lesson) for lesson in lessons]
    codes = _join([plain["codes"] for plain, _ in filter(None, opened)])
    changed = {"version": PICTURE_FREE, "is_whole": False, "codes": codes}
    return [_pack({**one[0], **changed}, one[1]) if one else None for one in opened]


def is_complete(lesson: bytes) -> bool:
    """Whether a lesson has all that it may keep without its pictures: one of before can learn the rest from these."""
    opened = _open(lesson)
    return opened is not None and (opened[0]["version"] == PICTURE_FREE or LATEST in opened[1])


def _open(features: bytes) -> tuple[dict[str, Any], dict[str, bytes]] | None:
    """Return what a lesson may keep: its plain values and its arrays; ``None`` where it has no codes."""
    try:
        with zipfile.ZipFile(io.BytesIO(features)) as packed:
            added = [name for name in ADDED if f"{name}.npy" in packed.namelist()]
            names = {name: f"{name}.npy" for name in ("plain", *KEPT, *added)}
            if sum(packed.getinfo(name).file_size for name in names.values()) > MOST_BYTES:
                return None
            arrays = {key: packed.read(name) for key, name in names.items()}
        plain = json.loads(_read_text(arrays.pop("plain")))
        if plain["version"] not in (PICTURED, PICTURE_FREE) or not _are_codes(plain["codes"]):
            return None
    except (*_UNREADABLE, RecursionError):
        return None
    wanted = ("version", "cards", "icon_height", "ground", "in_order", "codes", "contrast")
    return {key: plain[key] for key in wanted if key in plain}, arrays


def _are_codes(codes: object) -> bool:
    return isinstance(codes, dict) and bool(codes) and all(len(bytes.fromhex(code)) <= 32 for code in codes.values())


def _join(several: Sequence[Mapping[str, str]]) -> Codes:
    """Return the codes whose every bit most lessons have; the first of them decides where as many have the other."""
    joined = {}
    for name in dict.fromkeys(name for codes in several for name in codes):
        said = [codes[name] for codes in several if name in codes]
        size = 4 * len(said[0])
        numbers = [int(code, 16) for code in said if 4 * len(code) == size]
        bits = 0
        for place in range(size):
            votes = sum(number >> place & 1 for number in numbers)
            first = numbers[0] >> place & 1
            bits |= (first if 2 * votes == len(numbers) else int(2 * votes > len(numbers))) << place
        joined[name] = f"{bits:0{size // 4}x}"
    return joined


def _read_text(array: bytes) -> str:
    """Return the text that an ``npy`` file of bytes holds."""
    if not array.startswith(_MAGIC + b"\x01"):
        raise ValueError(array[:8])
    start = 10 + int.from_bytes(array[8:10], "little")
    return array[start:].decode()


def _write_text(text: str) -> bytes:
    content = text.encode()
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({len(content)},), }}".encode()
    # The header ends with a line break, and what follows begins at a multiple of 64 bytes.
    head += b" " * (-(10 + len(head) + 1) % 64) + b"\n"
    return _MAGIC + b"\x01\x00" + len(head).to_bytes(2, "little") + head + content


def _pack(plain: Mapping[str, Any], arrays: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in {"plain": _write_text(json.dumps(plain, ensure_ascii=False)), **arrays}.items():
            # No time in the file: the same deck makes the same bytes.
            file.writestr(zipfile.ZipInfo(f"{name}.npy"), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
