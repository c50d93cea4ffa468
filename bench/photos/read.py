"""Reading shelves off photos: how much is right, how sure, how quick.

    python -m bench.photos.read FOLDER [--scenes 200]

FOLDER holds photos with their truth beside them, as ``python -m tools.scenes`` writes them. Fresh scenes of the default
face and of the held-out faces are made on the way; Tesseract's figures on perfectly cut crops of the same cards are
printed beside ours where ``tesseract`` is installed.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.pipeline import Box, read_photo
from companion.vision.readings import SURE, Face, ReadCard, Reading
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.faces import SceneFace, held_out_faces, parchment
from tools.scenes.photos import make_photo

from .cost.measuring import run_apart
from .printings import tell_missing_fonts
from .tesseract import has_tesseract, read_with_tesseract

FRESH_SEED = 70_000
"""Fresh scenes are counted from here: seeds that nothing was trained or tuned on."""
HELD_OUT_SIZE = (4032, 3024)


@dataclass(slots=True)
class Figures:
    """Counts over photos and cards."""

    photos: int = 0
    layouts: int = 0
    cards: int = 0
    found: int = 0
    sides: int = 0
    fronts: int = 0
    glyphs: int = 0
    with_counts: int = 0
    icons: int = 0
    whole: int = 0
    sure_but_wrong: int = 0
    right_but_doubtful: int = 0
    milliseconds: list[int] = field(default_factory=list)

    def add(self, truth: dict[str, Any], reading: Reading) -> None:
        """Count one photo."""
        cells = list_cells(truth)
        seen = {(card.row, card.column): card for card in reading.cards}
        self.photos += 1
        self.layouts += {k: v == "#" for k, v in cells.items()} == {k: c.face is not Face.UP for k, c in seen.items()}
        self.milliseconds.append(reading.elapsed_ms["total"])
        for place, card in cells.items():
            self._add_card(card, seen.get(place))

    def _add_card(self, truth: str, card: ReadCard | None) -> None:
        self.cards += 1
        self.fronts += truth != "#"
        if card is None:
            return
        self.found += 1
        self.sides += card.face is (Face.DOWN if truth == "#" else Face.UP)
        glyphs, _, icons = truth.partition(":")
        name, _, count = glyphs.partition("/")
        same_glyphs = card.face is Face.UP and f"{card.letter}{card.number}" == name
        same_count = same_glyphs and str(card.of) == count
        same_icons = card.face is Face.UP and card.icons == icons
        right = card.face is Face.DOWN if truth == "#" else same_count and same_icons
        sure = card.confidence.least >= SURE
        self.glyphs += same_glyphs
        self.with_counts += same_count
        self.icons += same_icons
        self.whole += right
        self.sure_but_wrong += sure and not right
        self.right_but_doubtful += right and not sure

    def describe(self) -> Iterator[str]:
        """Yield the lines to print."""
        yield f"  layout exact            {share(self.layouts, self.photos)}   {self.layouts} of {self.photos} photos"
        yield f"  cards found             {share(self.found, self.cards)}   {self.found} of {self.cards}"
        yield f"  face up or down         {share(self.sides, self.cards)}"
        yield f"  letter and number       {share(self.glyphs, self.fronts)}   of {self.fronts} face up"
        yield f"    and the letter's N    {share(self.with_counts, self.fronts)}"
        yield f"  icons                   {share(self.icons, self.fronts)}"
        yield f"  wholly right            {share(self.whole, self.cards)}"
        yield f"  wrong but sure          {share(self.sure_but_wrong, self.cards)}"
        yield f"  right but doubtful      {share(self.right_but_doubtful, self.cards)}"
        yield f"  milliseconds a photo    {int(np.median(self.milliseconds))} (median)"


def share(part: int, whole: int) -> str:
    """Return a share as a percentage."""
    return f"{100 * part / max(1, whole):6.2f} %"


def list_cells(truth: dict[str, Any]) -> dict[tuple[int, int], str]:
    """Return what lies where: the notation says where, the list of cards says what, with its count."""
    places = [
        (row, column)
        for row, line in enumerate(truth["notation"].split("/"))
        for column, cell in enumerate(line.split())
        if cell != "."
    ]
    return dict(zip(places, [card["card"] for card in truth["cards"]], strict=True))


def read_folder(folder: Path, style: str) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield the photos of shelves of a style, and their truth."""
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        if truth.get("notation") and truth["style"] == style:
            yield path.with_suffix(".jpg").read_bytes(), truth


def make_fresh(face: SceneFace, count: int, size: tuple[int, int]) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield fresh photos of a face."""
    for seed in range(FRESH_SEED, FRESH_SEED + count):
        photo = make_photo(face, seed, deck_seed=seed, size=size)
        data = cv2.imencode(".jpg", photo.image, [cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]])[1]
        yield data.tobytes(), photo.truth


def measure(photos: Iterable[tuple[bytes, dict[str, Any]]], box: Box, figures: Figures) -> None:
    """Read photos and count."""
    for content, truth in photos:
        figures.add(truth, read_photo(content, "photo", "default", box).reading)


def print_figures(title: str, figures: Figures) -> None:
    """Print a block."""
    if figures.photos:
        print(title, *figures.describe(), sep="\n", flush=True)


def print_times(folder: Path) -> None:
    """Print what the photos of shelves in a folder cost, and the memory that this process took."""
    truths = [path for path in sorted(folder.glob("*.json")) if json.loads(path.read_text()).get("notation")]
    run_apart([path.with_suffix(".jpg") for path in truths])
    print(f"peak memory of the benchmark {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def print_tesseract(folder: Path) -> None:
    """Print Tesseract's figures on crops that are cut by the truth."""
    if not has_tesseract():
        print("tesseract is not installed")
        return
    right = total = 0
    started = time.perf_counter()
    for content, truth in read_folder(folder, "parchment"):
        image = np.asarray(cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        for card in truth["cards"]:
            if card["card"] != "#":
                total += 1
                right += (
                    read_with_tesseract(image, card["corners"], load_design("default"))
                    == card["card"].partition(":")[0]
                )
    seconds = time.perf_counter() - started
    print("tesseract on perfectly cut crops of the same cards")
    print(
        f"  letter and number       {share(right, total)}   of {total}, {1000 * seconds / max(1, total):.0f} ms a card"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.read", description=__doc__)
    parser.add_argument("folder", type=Path, help="photos with truth")
    parser.add_argument("--scenes", type=int, default=200, help="fresh scenes of the default face")
    parser.add_argument("--each", type=int, default=5, help="scenes of each held-out face")
    parser.add_argument("--no-tesseract", action="store_true")
    chosen = parser.parse_args()
    tell_missing_fonts()
    edition = find_edition("en")
    box = Box(edition.letters, EX_LIBRIS, {}, load_design("default"))
    made, fresh, strange = Figures(), Figures(), Figures()
    measure(read_folder(chosen.folder, "parchment"), box, made)
    print_figures("photos of the folder, default face", made)
    other = Figures()
    measure(read_folder(chosen.folder, "slate"), box, other)
    print_figures("photos of the folder, another face", other)
    measure(make_fresh(parchment(), chosen.scenes, HELD_OUT_SIZE), box, fresh)
    print_figures("fresh scenes, default face", fresh)
    for face in held_out_faces():
        measure(make_fresh(face, chosen.each, HELD_OUT_SIZE), box, strange)
    print_figures("20 faces never seen", strange)
    if not chosen.no_tesseract:
        print_tesseract(chosen.folder)
    print_times(chosen.folder)


if __name__ == "__main__":
    main()
