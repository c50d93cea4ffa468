"""Lessons as bytes, which decks keep and files carry."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import fields

import numpy as np
import numpy.typing as npt

from ..designs.card_design import (
    CATEGORIES,
    NO_BACKS,
    NO_CODES,
    NO_DISCRIMINANTS,
    NO_MOMENTS,
    NO_SIGNS,
    NO_WEIGHTS,
    PATCH_PX,
)
from ..geometry import FloatArray
from ..networks.inference import ICON_DIMENSIONS
from ..reading.icons.icon_patches import LOOSE_PX
from .lessons import Lesson
from .thresholds import LESSONS

_FORMAT = 2  # counted up whenever a network's descriptions change: a lesson of before says nothing then
_CODED = 3  # the same without pictures: readers of 2 leave it out
_CODES = (*CATEGORIES, "bare", "common")
Figures = npt.NDArray[np.floating]


class LessonError(ValueError):
    """Raised for bytes that are no lesson."""


_PATCH_SHAPE = (PATCH_PX + 2 * LOOSE_PX, PATCH_PX + 2 * LOOSE_PX, 3)
_MOST_LAB = 128
_NO_PICTURES = {"patches": _PATCH_SHAPE, "descriptors": NO_BACKS.shape[2:]}


def format_codes(codes: FloatArray) -> dict[str, str]:
    """Return the codes that are known, in hexadecimal, by category."""
    return {name: np.packbits(code > 0).tobytes().hex() for name, code in zip(_CODES, codes, strict=True) if code.any()}


def parse_codes(written: Mapping[str, str]) -> FloatArray:
    """Return the codes that ``format_codes`` wrote; raise ``LessonError`` for others."""
    codes = np.zeros((len(_CODES), ICON_DIMENSIONS), np.float32)
    for place, name in enumerate(_CODES):
        if name in written:
            bits = np.unpackbits(np.frombuffer(bytes.fromhex(written[name]), np.uint8))
            if len(bits) != ICON_DIMENSIONS:
                raise LessonError("codes of another size")
            codes[place] = 2.0 * bits - 1
    return codes


_FIELDS = {"letters": "letter_embeddings", "signs": "sign_embeddings", "looks": "descriptors"}
"""The fields that the file calls otherwise: lessons that decks keep stay readable."""


_PLAIN = {"cards", "icon_height", "ground", "is_whole", "in_order", "codes", "contrast"}
"""The fields that are no arrays of their own there, but values of ``plain``."""


def format_lesson(lesson: Lesson) -> bytes:
    """Return a lesson as the bytes of an ``npz`` file without pickles."""
    plain = {
        "version": _CODED if lesson.is_coded else _FORMAT, "cards": lesson.cards, "icon_height": lesson.icon_height,
        "ground": lesson.ground, "is_whole": lesson.is_whole, "in_order": lesson.in_order,
        **({"codes": format_codes(lesson.codes), "contrast": lesson.contrast} if lesson.codes.shape[1] else {}),
    }  # fmt: skip
    arrays = {
        "plain": np.frombuffer(json.dumps(plain, ensure_ascii=False).encode(), np.uint8),
        "spots": lesson.spots.astype(np.float32),
        "icon_spots": lesson.icon_spots.astype(np.float32),
        "icon_places": lesson.icon_places.astype(np.float32),
        "letters": lesson.letter_embeddings.astype(np.float16),
        "signs": lesson.sign_embeddings.astype(np.float16),
        "icon_discriminants": lesson.icon_discriminants.astype(np.float16),
        "icon_weights": lesson.icon_weights.astype(np.float16),
        "letter_chances": np.maximum(lesson.letter_chances, -60).astype(np.float16),
        "number_chances": np.maximum(lesson.number_chances, -60).astype(np.float16),
    }
    if not lesson.is_coded:
        arrays["icon_moments"] = lesson.icon_moments.astype(np.float16)
        # Half a grade of Lab is less than the noise of any camera.
        arrays["patches"] = np.clip(np.round(lesson.patches), -128, 127).astype(np.int8)
        arrays["looks"] = np.clip(np.round(lesson.descriptors), -128, 127).astype(np.int8)
    if len(lesson.backs):
        arrays["backs"] = np.clip(np.round(lesson.backs), -128, 127).astype(np.int8)
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)  # type: ignore[arg-type]
    return packed.getvalue()


_UNREADABLE = (OSError, LookupError, TypeError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)


def parse_lesson(data: bytes) -> Lesson:
    """Return the lesson that ``format_lesson`` wrote; raise ``LessonError`` for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > LESSONS.max_bytes:
                raise LessonError("too big")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return _parse_arrays(dict(arrays))
    except _UNREADABLE as error:
        raise LessonError(str(error)) from error


def _parse_arrays(arrays: dict[str, Figures]) -> Lesson:
    plain = json.loads(bytes(arrays["plain"].astype(np.uint8)).decode())
    if plain["version"] not in (_FORMAT, _CODED):
        raise LessonError(f"version {plain['version']!r}")
    cards = tuple((str(letter), int(number), str(icons)) for letter, number, icons in plain["cards"])
    if not all(set(icons) <= set(CATEGORIES) for _, _, icons in cards):
        raise LessonError("unknown categories")
    blue, green, red = map(float, plain["ground"])
    # Arrays that a later program adds are left alone.
    named = {_FIELDS.get(name, name): array for name, array in arrays.items()}
    known = {field.name for field in fields(Lesson)} - _PLAIN
    values = {name: np.asarray(array, np.float32) for name, array in named.items() if name in known}
    is_coded = plain["version"] == _CODED
    if is_coded:
        # What it has of icons and cards are codes: pictures that somebody put beside them are no part of it.
        values |= {name: np.zeros((len(cards), 0, *shape), np.float32) for name, shape in _NO_PICTURES.items()}
        values.setdefault("letter_chances", np.zeros((len(cards), 0), np.float32))  # files of before have none
        values.pop("backs", None)
        values.pop("icon_moments", None)
    codes = parse_codes(plain["codes"]) if "codes" in plain else NO_CODES
    lesson = Lesson(cards=cards, icon_height=float(plain["icon_height"]), ground=(blue, green, red),
                    is_whole=bool(plain["is_whole"]) and not is_coded, in_order=bool(plain.get("in_order")),
                    codes=codes, contrast=float(plain.get("contrast", 0)), **values)  # fmt: skip
    if not _is_whole(lesson):
        raise LessonError("arrays of other shapes")
    return lesson


def _is_whole(lesson: Lesson) -> bool:
    """Whether arrays have the shapes that a lesson's have, and hold values: whoever sent a deck file may have any."""
    cards = len(lesson.cards)
    if not cards or (lesson.is_coded and not lesson.codes.shape[1]):
        return False
    pictures = 0 if lesson.is_coded else len(lesson.icon_places)
    wanted = [
        (lesson.spots, (cards, 2, 4)),
        (lesson.icon_spots, (cards, *lesson.icon_spots.shape[1:2], 2)),
        (lesson.icon_places, (len(lesson.icon_places), 2)),
        (lesson.patches, (cards, pictures, *_PATCH_SHAPE)),
        (lesson.descriptors, (cards, 0 if lesson.is_coded else NO_BACKS.shape[1], *NO_BACKS.shape[2:])),
        (lesson.backs, (len(lesson.backs), *NO_BACKS.shape[1:])),
        (lesson.letter_embeddings, (cards, NO_SIGNS.shape[1])),
        (lesson.letter_chances, (cards, lesson.letter_chances.shape[-1])),
        (lesson.number_chances, (cards, lesson.number_chances.shape[-1])),
        (lesson.sign_embeddings, NO_SIGNS.shape),
        (lesson.icon_weights, NO_WEIGHTS.shape),
        (lesson.icon_moments, NO_MOMENTS.shape),
        (lesson.icon_discriminants, NO_DISCRIMINANTS.shape),
    ]
    # Of icons beyond a card's number nothing is known.
    spots = lesson.icon_spots[~np.isnan(lesson.icon_spots)]
    every = [spots, *(array for array, _ in wanted if array is not lesson.icon_spots)]
    has_values = all(np.isfinite(one).all() for one in every) and np.abs(lesson.patches).max(initial=0) <= _MOST_LAB
    return bool(has_values) and all(array.shape == shape for array, shape in wanted)
