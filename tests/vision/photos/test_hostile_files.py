"""Broken and hostile files end in a sentence, soon and within bounded memory."""

from __future__ import annotations

import pytest

from bench.photos.hostile import measure
from bench.photos.hostile_files import FEW, list_files

EXPECTED = {
    "foreign-text": "not_a_photo",
    "thin-jpeg-1x5000": "odd_size",
    "thin-png-900000": "odd_size",
    "huge-png-1bit-7900": "heavy_file",
    "huge-png-1bit-12000": "too_many_pixels",
    "heavy-scans-4000-4000": "heavy_file",
    "moving-webp-2": "moving_picture",
    "moving-png-30": "moving_picture",
    "cut-jpeg-50": "damaged_photo",
    "cut-heic-50": "damaged_photo",
    "thin-heic": "odd_size",
}

PARTS = 8
"""Few seconds each: processes that run tests side by side finish together."""


@pytest.mark.long
def test_a_file_of_each_kind_is_refused_with_its_sentence() -> None:
    files = list_files()
    outcomes = measure({name: files[name] for name in FEW})
    assert [outcome for outcome in outcomes if not outcome.is_good] == []
    said = {outcome.name: outcome.says.split()[0] for outcome in outcomes}
    assert len(said) == len(FEW)
    assert {name: said[name] for name in EXPECTED} == EXPECTED


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_all_others_end_in_a_sentence_or_a_reading(part: int) -> None:
    others = [(name, make) for name, make in list_files().items() if name not in FEW]
    assert len(others) >= 210
    some = dict(others[part::PARTS])
    assert [outcome for outcome in measure(some) if not outcome.is_good] == []
