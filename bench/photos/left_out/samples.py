"""Photos with their layouts: real ones by source, made shelves, and bare tables."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.vision.geometry import BgrImage
from tools.scenes.faces import parchment, random_face
from tools.scenes.optics import through_jpeg
from tools.scenes.photos import make_empty, make_photo

from ..layout import PrintMaps, draw_places

DEVELOPMENT_SEED = 3_000_000
"""Scenes to fit to have seeds from here, which neither training nor any other bench uses."""
SHELF_PX = (2016, 1512)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A photo, and where cards lie in it."""

    name: str
    source: str
    """The repository that it is from; none of a made one."""
    path: Path | None
    image: BgrImage
    wanted: PrintMaps
    layout: str = ""
    """Rows divided by ``/``: ``U`` a card face up, ``D`` face down, ``.`` none."""

    @property
    def owner(self) -> str:
        """Return whose repository it is: all of one owner's photos show the same table and cards."""
        return self.source.rpartition("/")[0]


def load_real(folder: Path) -> list[Sample]:
    """Return the photos of grids in a folder with a ``truth.csv``."""
    samples = []
    with (folder / "truth.csv").open(newline="") as lines:
        for row in csv.DictReader(lines):
            if row["kind"].startswith("grid"):
                path = folder / row["file"]
                image = np.asarray(cv2.imread(str(path)), np.uint8)
                samples.append(
                    Sample(row["file"], row["source_repo"], path, image, draw_places(row["layout"]), row["layout"])
                )
    return samples


def make_shelves(count: int) -> Iterator[Sample]:
    """Make shelves, by turns of the default face and of faces drawn at random."""
    for seed in range(DEVELOPMENT_SEED, DEVELOPMENT_SEED + count):
        photo = make_photo(random_face(seed) if seed % 2 else parchment(), seed, size=SHELF_PX)
        image = through_jpeg(photo.image, photo.truth["quality"])
        yield Sample(f"shelf {seed}", "", None, image, draw_places(photo.truth["notation"]))


def make_tables(count: int, first: int = DEVELOPMENT_SEED) -> Iterator[Sample]:
    """Make tables without cards."""
    for seed in range(first, first + count):
        yield Sample(f"table {seed}", "", None, make_empty(seed), set())
