"""Lessons leave their pictures behind without the eye, and whoever reads them finds none."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np
import pytest

from companion.scoring.decks.picture_free import ADDED, KEPT, MOST_BYTES, PICTURE_FREE, drop_pictures, is_complete

CODES = {"C": "00ff00ff00ff00ff", "bare": "0123456789abcdef"}


def make_lesson(codes: dict[str, str] | None = CODES, version: int = 2, **arrays: np.ndarray) -> bytes:
    plain = {"version": version, "cards": [["A", 1, "CC"]], "icon_height": 0.1, "ground": [1, 2, 3], "is_whole": True}
    text = json.dumps({**plain, **({"codes": codes} if codes is not None else {})})
    packed = io.BytesIO()
    whole = {name: np.ones((1, 2), np.float32) for name in (*KEPT, "patches", "looks", "backs", "icon_moments")}
    np.savez_compressed(packed, plain=np.frombuffer(text.encode(), np.uint8), **{**whole, **arrays})
    return packed.getvalue()


def read_lesson(lesson: bytes | None) -> tuple[dict, dict[str, np.ndarray]]:
    assert lesson is not None
    with np.load(io.BytesIO(lesson)) as arrays:
        read = dict(arrays)
    return json.loads(bytes(read.pop("plain")).decode()), read


def test_what_shows_icons_and_cards_stays_behind():
    plain, arrays = read_lesson(drop_pictures([make_lesson()])[0])
    assert sorted(arrays) == sorted(KEPT)  # as in lessons of before
    assert all((array == 1).all() for array in arrays.values())
    assert (plain["version"], plain["codes"], plain["is_whole"]) == (PICTURE_FREE, CODES, False)


def test_what_signs_of_numbers_are_like_and_what_tells_icons_stays():
    added = {name: np.ones((11, 160), np.float16) for name in ADDED}
    _, arrays = read_lesson(drop_pictures([make_lesson(**added)])[0])
    assert sorted(arrays) == sorted((*KEPT, *ADDED))


def test_a_lesson_of_before_is_complete_when_it_has_learned_from_its_pictures_or_has_none():
    before = make_lesson()
    assert not is_complete(before)
    assert is_complete(make_lesson(icon_discriminants=np.ones((6, 65), np.float16)))
    (kept,) = drop_pictures([before])
    assert kept is not None
    assert is_complete(kept)


def test_the_same_lesson_makes_the_same_bytes_and_again_itself():
    once = drop_pictures([make_lesson()])
    assert once == drop_pictures([make_lesson()])
    assert drop_pictures([lesson for lesson in once if lesson]) == once


def test_all_lessons_of_a_file_have_one_code_of_each_category():
    said = [{"C": "f0"}, {"C": "f1", "H": "01"}, {"C": "71"}, {"H": "03"}]
    read = [read_lesson(lesson)[0]["codes"] for lesson in drop_pictures([make_lesson(codes) for codes in said])]
    # Every bit is that of most; where as many have the other, that of the first.
    assert read == [{"C": "f1", "H": "01"}] * 4


@pytest.mark.parametrize(
    "lesson",
    [
        pytest.param(make_lesson(None), id="of an older version"),
        pytest.param(make_lesson(version=9), id="of a later version"),
        pytest.param(make_lesson({}), id="without any code"),
        pytest.param(make_lesson({"C": "red"}), id="with a code that is none"),
        pytest.param(make_lesson({"C": "00" * 33}), id="with a code that is a picture"),
        pytest.param(make_lesson(spots=np.zeros(MOST_BYTES + 1, np.uint8)), id="that unpacks to too much"),
        pytest.param(b"no lesson", id="that is none"),
        pytest.param(b"", id="that is empty"),
    ],
)
def test_a_lesson_that_cannot_do_without_pictures_is_left_out(lesson: bytes):
    assert not is_complete(lesson)
    known = make_lesson()
    left_out, kept = drop_pictures([lesson, known])
    assert left_out is None
    assert kept == drop_pictures([known])[0]


def test_a_lesson_whose_values_are_no_array_is_left_out():
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(make_lesson())) as lesson, zipfile.ZipFile(packed, "w") as file:
        for name in lesson.namelist():
            file.writestr(name, b"no array" if name == "plain.npy" else lesson.read(name))
    assert drop_pictures([packed.getvalue()]) == [None]


def test_a_lesson_without_its_arrays_is_left_out():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("plain.npy", b"\x93NUMPY\x01\x00")
    assert drop_pictures([packed.getvalue()]) == [None]
