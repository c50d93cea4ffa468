"""Whether what is sure is so: ``python -m bench.photos.certainty [--scenes 20] [--first 0] [--real FOLDER]``.

Scenes of the default face, and of faces that nobody has taught, are spoiled in the ways that photos are spoiled, and
read with the default design. For each slice: how many cards that lie face up are said to lie face down, how many
values are wrong but sure, and the coverage, the share of the cards that is sure. FOLDER holds real photos of other
games with a ``truth.csv``: nothing of them may be sure but which places hold a card.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.pipeline import Box, read_photo
from companion.vision.readings import SURE, ReadCard, Reading
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.quads import take_nearest
from tools.scenes.faces import SceneFace, held_out_faces, parchment, random_face
from tools.scenes.photos import make_photo

from .printings import tell_missing_fonts
from .slices import HALF, share
from .spoiling import SLICES, spoil

FIRST_SEED = 1_200_000
"""Scenes and faces are counted from here: seeds that nothing was trained on."""
SIZE = (4032, 3024)

Truth = list[tuple[str, np.ndarray]]
"""Each card of a photo in notation, with its corners."""


@dataclass(slots=True)
class Certainty:
    """Counts over the cards of one slice."""

    photos: int = 0
    quiet: int = 0
    """Photos of which no sentence was said."""
    fronts: int = 0
    backs: int = 0
    turned_over: int = 0
    """Fronts said to lie face down."""
    surely_turned_over: int = 0
    unseen_backs: int = 0
    """Backs not said to be."""
    cards: int = 0
    sure: int = 0
    wrong: int = 0
    """Cards of which something is wrong though all of it is sure; one that is none counts."""
    right_but_doubtful: int = 0

    def describe(self) -> str:
        """Return the line to print."""
        return (
            f"{self.photos:4} photos {self.quiet:3} quiet {self.cards:5} cards, face up said to be down "
            f"{self.turned_over:4} (sure {self.surely_turned_over:3}) of {self.fronts:4}; backs not seen "
            f"{self.unseen_backs:3} of {self.backs:3}; wrong but sure {self.wrong:3} = "
            f"{share(self.wrong, self.cards)}; "
            f"coverage {share(self.sure, self.cards)}; right but doubtful {share(self.right_but_doubtful, self.cards)}"
        )

    def add(self, truth: Truth, reading: Reading) -> None:
        """Count one photo."""
        self.photos += 1
        self.quiet += not reading.findings
        left = list(reading.cards)
        for name, quad in truth:
            card = take_nearest(left, quad)
            self.cards += 1
            self.fronts += name != "#"
            self.backs += name == "#"
            if card is None:
                self.unseen_backs += name == "#"
                continue
            down, sure, right = card.write() == "#", card.confidence.least >= SURE, is_right(card, name)
            self.turned_over += name != "#" and down
            self.surely_turned_over += name != "#" and down and sure
            self.unseen_backs += name == "#" and not down
            self.sure += sure
            self.wrong += sure and not right
            self.right_but_doubtful += right and not sure
        self.wrong += sum(card.confidence.least >= SURE for card in left)


def is_right(card: ReadCard, name: str) -> bool:
    """Return whether all that is said of a card is so; ``name`` is what it is, with its letter's count."""
    if name == "#" or card.write() == "#":
        return (name == "#") == (card.write() == "#")
    glyphs, _, icons = name.partition(":")
    return f"{card.letter}{card.number}/{card.of}" == glyphs and card.icons == icons


def read_scene(face: SceneFace, seed: int, slices: Sequence[str], box: Box) -> Iterator[tuple[str, Truth, Reading]]:
    """Make a scene, spoil it in each way, and yield what is true and what is read, in the pixels of the spoiled one."""
    photo = make_photo(face, seed, deck_seed=seed, size=SIZE)
    for name in slices:
        spoiled = spoil(photo, name)
        data = cv2.imencode(".jpg", spoiled.image, [cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]])[1].tobytes()
        # What the edge leaves less than half of is no card of the photo.
        truth = [(card.name, card.quad) for card in spoiled.cards if card.visible >= HALF]
        yield name, truth, read_photo(data, "", "", box).reading


# --- Real photos -----------------------------------------------------------------------------------------------------


def count_real(folder: Path, box: Box) -> Iterator[str]:
    """Read photos of other games; yield a line for each, and one for all."""
    total: dict[str, int] = defaultdict(int)
    with (folder / "truth.csv").open(newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["kind"].startswith("grid")]
    for row in rows:
        path = folder / row["file"]
        reading = read_photo((path if path.suffix else path.with_suffix(".jpg")).read_bytes(), "", "", box).reading
        sure = [card for card in reading.cards if card.confidence.least >= SURE]
        down = sum(card.write() == "#" for card in reading.cards)
        counts = {
            "photos": 1, "cards": len(reading.cards), "down": down,
            "surely down": sum(card.write() == "#" for card in sure),
            "read for sure": sum(card.write() != "#" for card in sure),
            "quiet": not reading.findings,
        }  # fmt: skip
        for name, count in counts.items():
            total[name] += count
        codes = " ".join(finding.problem.value for finding in reading.findings)
        backs = row["layout"].count("D")
        total["backs"] += backs
        total["surely down, and none is"] += counts["surely down"] if not backs else 0
        yield (
            f"  {row['file']:22} {len(reading.cards):3} cards, {backs:3} backs: "
            f"{', '.join(f'{name} {count}' for name, count in list(counts.items())[2:5])}; {codes}"
        )
    yield ", ".join(f"{name} {count}" for name, count in total.items())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.certainty", description=__doc__)
    parser.add_argument("--scenes", type=int, default=20, help="scenes of the default face, and of as many others")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--slices", nargs="*", default=list(SLICES), choices=list(SLICES))
    parser.add_argument("--held-out", action="store_true", help="the held-out faces as well")
    parser.add_argument("--real", type=Path, help="real photos with their truth.csv")
    chosen = parser.parse_args()
    tell_missing_fonts()
    box = Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))
    if chosen.real:
        print(*count_real(chosen.real, box), sep="\n", flush=True)
    seeds = range(FIRST_SEED + chosen.first, FIRST_SEED + chosen.first + chosen.scenes)
    kinds: dict[str, list[tuple[SceneFace, int]]] = {
        "default face": [(parchment(), seed) for seed in seeds],
        "untaught faces": [(random_face(seed), seed) for seed in seeds],
    }
    if chosen.held_out:
        kinds["held-out faces"] = [(face, FIRST_SEED + chosen.first) for face in held_out_faces()]
    for kind, scenes in kinds.items():
        counts = {name: Certainty() for name in chosen.slices}
        for face, seed in scenes:
            for name, truth, reading in read_scene(face, seed, chosen.slices, box):
                counts[name].add(truth, reading)
        print(kind)
        for name, count in counts.items():
            print(f"  {name:14} {count.describe()}", flush=True)


if __name__ == "__main__":
    main()
