"""How many shelves are laid out exactly: ``python -m bench.photos.layout [--made FOLDER] [--real FOLDER] [--fresh N]``.

Folders hold photos with truth: made ones with a JSON beside each photo, real ones with a ``truth.csv``. Without them
only scenes made here are looked at: the default face, faces like those trained with, held-out ones, and bare tables.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.vision.detecting.shelf_detector import DetectedShelf, detect_shelf
from companion.vision.geometry import BgrImage
from tools.scenes.faces import SceneFace, held_out_faces, parchment, random_face
from tools.scenes.lessons import TRAINING_FACES
from tools.scenes.optics import through_jpeg
from tools.scenes.photos import make_empty, make_photo

from .printings import tell_missing_fonts

PrintMaps = set[tuple[int, int]]
FIRST_SEED = 500_000
"""Scenes of the bench have seeds from here, which no training uses."""


@dataclass(slots=True)
class Tally:
    """What came out for one kind of photo."""

    photos: int = 0
    exact: int = 0
    missed: list[str] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    """Distance of each corner from the truth, % of the card's width."""
    seconds: list[float] = field(default_factory=list)

    def add(self, name: str, found: PrintMaps, wanted: PrintMaps) -> None:
        self.photos += 1
        self.exact += found == wanted
        if found != wanted:
            self.missed.append(f"{name} ({len(found)}/{len(wanted)})")

    def print(self, kind: str) -> None:
        line = f"{kind:28} {self.exact:3} of {self.photos:3} exact"
        if self.errors:
            middle, bad = np.percentile(self.errors, (50, 95))
            line += f"; corners off by {middle:.1f} % of a card's width, p95 {bad:.1f} %"
        print(f"{line}; {1000 * float(np.median(self.seconds)):.0f} ms", flush=True)
        for start in range(0, len(self.missed), 6):
            print("    " + ", ".join(self.missed[start : start + 6]))


def see(image: BgrImage, tally: Tally) -> DetectedShelf:
    start = time.perf_counter()
    shelf = detect_shelf(image)
    tally.seconds.append(time.perf_counter() - start)
    return shelf


def places_of(shelf: DetectedShelf) -> PrintMaps:
    """Return the places of a shelf's cells as they are in the photo before it was turned."""
    places = {(cell.row, cell.column) for cell in shelf.cells}
    if shelf.turn == 0 or not places:
        return places
    last = max(column for _, column in places)
    return {(last - column, row) for row, column in places}


def draw_places(drawing: str) -> PrintMaps:
    """Read a layout: rows divided by ``/``, a sign or a word for each place, ``.`` for none."""
    rows = [row.split() if " " in drawing.strip() else list(row.strip()) for row in drawing.split("/")]
    places = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."}
    top, left = min(r for r, _ in places), min(c for _, c in places)
    return {(r - top, c - left) for r, c in places}


def add_corners(tally: Tally, shelf: DetectedShelf, corners: list[list[list[float]]]) -> None:
    """Compare the corners of an upright shelf with the truth, card by card."""
    wanted = np.array(corners, float)
    if shelf.turn or not shelf.cells:
        return
    found = np.array([cell.card.corners_px for cell in shelf.cells], float)
    for quad in wanted:
        width = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        near = found[np.argmin(np.linalg.norm(found.mean(1) - quad.mean(0), axis=1))]
        if np.linalg.norm(near.mean(0) - quad.mean(0)) < 0.4 * width:
            tally.errors += (100 * np.linalg.norm(near - quad, axis=1) / width).tolist()


def measure_made(folder: Path) -> Iterator[tuple[str, Tally]]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        if not truth.get("notation"):
            continue
        tally = tallies[f"made, {truth['style']}"]
        shelf = see(np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8), tally)
        tally.add(path.stem, places_of(shelf), draw_places(truth["notation"]))
        add_corners(tally, shelf, [card["corners"] for card in truth["cards"]])
    yield from tallies.items()


def measure_real(folder: Path) -> Iterator[tuple[str, Tally]]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    with (folder / "truth.csv").open(newline="") as lines:
        for row in csv.DictReader(lines):
            path = folder / row["file"]
            if not row["kind"].startswith("grid"):
                continue
            tally = tallies[f"real, {row['kind']}"]
            image = np.asarray(cv2.imread(str(path if path.suffix else path.with_suffix(".jpg"))), np.uint8)
            tally.add(row["file"], places_of(see(image, tally)), draw_places(row["layout"]))
    yield from tallies.items()


def measure_scenes(faces: tuple[SceneFace, ...], count: int, size: tuple[int, int]) -> Tally:
    tally = Tally()
    for number in range(count):
        face = faces[number % len(faces)]
        photo = make_photo(face, FIRST_SEED + number, size=size)
        shelf = see(through_jpeg(photo.image, photo.truth["quality"]), tally)
        tally.add(
            f"{face.name} {photo.truth['table']} {number}", places_of(shelf), draw_places(photo.truth["notation"])
        )
        add_corners(tally, shelf, [card["corners"] for card in photo.truth["cards"]])
    return tally


def measure_empty(count: int) -> Tally:
    tally = Tally()
    for number in range(count):
        tally.add(f"table {number}", places_of(see(make_empty(FIRST_SEED + number), tally)), set())
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.layout", description=__doc__)
    parser.add_argument("--made", type=Path)
    parser.add_argument("--real", type=Path)
    parser.add_argument("--fresh", type=int, default=40, help="scenes of each kind made for the occasion")
    parser.add_argument("--size", type=int, nargs=2, default=(2016, 1512), metavar=("WIDTH", "HEIGHT"))
    chosen = parser.parse_args()
    cv2.setNumThreads(2)
    if chosen.made:
        for kind, tally in measure_made(chosen.made):
            tally.print(kind)
    if chosen.real:
        for kind, tally in measure_real(chosen.real):
            tally.print(kind)
    if chosen.fresh:
        tell_missing_fonts()
        like_trained = tuple(random_face(TRAINING_FACES + number) for number in range(chosen.fresh))
        size = tuple(chosen.size)
        measure_scenes((parchment(),), chosen.fresh, size).print("fresh, default face")
        measure_scenes(like_trained, chosen.fresh, size).print("fresh, faces as trained")
        measure_scenes(held_out_faces(), chosen.fresh, size).print("fresh, held-out faces")
        measure_empty(chosen.fresh).print("fresh, no cards")


if __name__ == "__main__":
    main()
