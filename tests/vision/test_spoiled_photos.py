"""What is sure is so, however bad the photo; ``bench.photos.slices`` looks at hundreds of cards for each way."""

from __future__ import annotations

import numpy as np
import pytest

from bench.photos.slices import FIRST_SEED, compare, may_be, read_scene
from bench.photos.spoiling import measure_visible
from companion.vision.readings import Confidence, Face, ReadCard

CORNERS = (0.0, 0.0), (1.0, 0.0), (1.0, 1.4), (0.0, 1.4)


def read(icons: str | None = "CFS", number: int | None = 5, face: Face = Face.UP) -> ReadCard:
    return ReadCard(0, 0, face, CORNERS, Confidence(1.0, 1.0, 1.0, 1.0), "S", number, 10, icons)


@pytest.mark.parametrize(
    ("card", "name", "wrong", "left_open"),
    [
        (read(), "S5/10:CFS", (), ()),
        (read(number=6), "S5/10:CFS", ("number",), ()),
        (read(icons="CF?"), "S5/10:CFS", (), ("icons",)),
        (read(icons="CH?"), "S5/10:CFS", ("icons",), ("icons",)),
        (read(number=None), "S5/9:CFS", ("count",), ("number",)),
        (read(face=Face.DOWN), "S5/10:CFS", ("face",), ()),
        (read(face=Face.DOWN), "#", (), ()),
    ],
)
def test_the_bench_tells_what_is_wrong_from_what_is_left_open(
    card: ReadCard, name: str, wrong: tuple[str, ...], left_open: tuple[str, ...]
) -> None:
    assert compare(card, name) == (wrong, left_open)


def test_icons_left_open_may_be_any() -> None:
    assert may_be("?", "CFS")
    assert may_be("C??", "CFS")
    assert not may_be("C?", "CFS")
    assert not may_be("CC?", "CFS")


def test_of_a_card_half_beyond_the_edge_half_is_visible() -> None:
    quad = np.array([[-50.0, 0.0], [50.0, 0.0], [50.0, 140.0], [-50.0, 140.0]])
    assert measure_visible(quad, (200, 300), None) == pytest.approx(0.5, abs=0.02)
    assert measure_visible(quad, (200, 300), np.ones((200, 300), np.uint8)) == 0.0


@pytest.mark.long
@pytest.mark.parametrize("printing", ["default", "unknown"])
@pytest.mark.parametrize("name", ["sharp", "blur 3", "light 12 %", "cut"])
def test_nothing_is_sure_that_is_wrong(printing: str, name: str) -> None:
    records = [record for seed in range(2) for record in read_scene(printing, FIRST_SEED + seed, [name])]
    assert not [record for record in records if record.sure and record.wrong]
    assert not [record for record in records if record.read.startswith("#") and record.name != "#"]
    assert any(record.name for record in records)
