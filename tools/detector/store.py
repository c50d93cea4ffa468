"""Lessons on disk: shards of JPEGs with their corners and labels."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.scenes.lessons import make_lesson
from tools.scenes.paint import Image8

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


def write_shard(folder: Path, shard: int) -> None:
    """Draw and keep the lessons of a shard, unless they are there."""
    path = shard_file(folder, shard)
    if path.exists():
        return
    kept = []
    for seed in range(shard * SHARD, (shard + 1) * SHARD):
        lesson = make_lesson(seed)
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
