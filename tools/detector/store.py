"""Lessons on disk: shards of JPEGs with their corners and labels."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.glyphs.free_cards import Stock, draw_free_back, draw_free_card
from tools.scenes.lessons import make_lesson
from tools.scenes.paint import Dice, Image8

SHARD = 100


@dataclass(frozen=True, slots=True)
class Kept:
    """A lesson as it is kept."""

    jpeg: bytes
    corners: NDArray[np.float32]
    labels: NDArray[np.int8]

    def open(self) -> Image8:
        """Return the picture."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def shard_file(folder: Path, shard: int) -> Path:
    """Return where a shard is kept."""
    return folder / f"lessons-{shard:04}.pickle"


def draw_free(stock: Stock, dice: Dice, is_back: bool, width_px: int) -> Image8:
    """Return a card whose print stands anywhere."""
    return draw_free_back(dice, stock, width_px) if is_back else draw_free_card(dice, stock, width_px)[0]


def write_shard(folder: Path, stock: Stock, shard: int) -> None:
    """Draw and keep the lessons of a shard, unless they are there."""
    path = shard_file(folder, shard)
    if path.exists():
        return
    kept = []
    for seed in range(shard * SHARD, (shard + 1) * SHARD):
        lesson = make_lesson(seed, partial(draw_free, stock))
        _, data = cv2.imencode(".jpg", lesson.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        kept.append(Kept(data.tobytes(), lesson.corners, lesson.labels))
    half = path.with_suffix(".half")
    half.write_bytes(pickle.dumps(kept))
    half.rename(path)


def read_shard(path: Path) -> list[Kept]:
    """Return the lessons of a shard. The files are our own, so they may be unpickled."""
    kept: list[Kept] = pickle.loads(path.read_bytes())  # noqa: S301
    return kept


def find_shards(folder: Path) -> list[Path]:
    """Return the shards that are there."""
    return sorted(folder.glob("lessons-*.pickle"))
