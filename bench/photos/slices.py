"""Whether what is sure is so, however bad the photo: ``python -m bench.photos.slices [--cards 150] [--held-out]``.

Photos of each printing are spoiled in each way, and read with the default design. For each slice: the *coverage*, the
share of the cards that is sure, and what of that is wrong; then a reliability table, which holds confidences against
truth. ``--held-out`` draws the scenes of ``held_out_slices.toml``, which nothing may be chosen by. ``--records`` keeps
what was read, one card a line, and ``--tables`` prints the tables of such files without reading anything.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.pipeline import Box, read_photo
from companion.vision.readings import SURE, ReadCard
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.quads import take_nearest
from tools.scenes.photos import make_photo

from .printings import PRINTINGS, choose_design, tell_missing_fonts
from .spoiling import SLICES, SpoiledCard, spoil

FIRST_SEED = 1_300_000
"""Development scenes are counted from here: seeds that nothing was trained on."""
HELD_OUT_FILE = Path(__file__).with_name("held_out_slices.toml")
SIZE = (4032, 3024)
PARTS = ("face", "letter", "number", "count", "icons")
"""What is said of a card; the count is that of its letter, which has no confidence but the number's."""
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
"""Bounds of the confidences in the reliability table."""
HALF = 0.5
"""Share of a card in sight below which nobody expects it to be found."""
CLEAR = 0.98
"""Share of a card in sight below which something cuts or covers it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A card as it was read, beside what it is."""

    printing: str
    slice: str
    seed: int
    name: str
    """What it is; empty where there is no card."""
    visible: float
    read: str
    """What it was read as; empty where it was not found."""
    wrong: tuple[str, ...]
    """The parts of it that are said wrongly. What is left open is not."""
    open: tuple[str, ...]
    """The parts that are left open."""
    confidence: dict[str, float]
    """By part."""
    causes: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether all that is said is sure."""
        return bool(self.read) and min(self.confidence.values()) >= SURE

    @property
    def is_front(self) -> bool:
        """Whether it is a card that lies face up."""
        return self.name not in ("", "#")

    @property
    def named(self) -> bool:
        """Whether it is a front whose letter and number were read, and rightly."""
        return self.is_front and self.shows("letter", "number")

    def shows(self, *parts: str) -> bool:
        """Whether it was found, the right way up, and these parts of it were read, and rightly."""
        return bool(self.read) and not {"face", *parts} & {*self.wrong, *self.open}

    @property
    def right(self) -> bool:
        """Whether all of it was read, and rightly."""
        return bool(self.name and self.read) and not self.wrong and not self.open


def compare(card: ReadCard, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parts of a card that are said wrongly, and those that are left open; ``name`` is what it is."""
    face = card.face.value
    if face == "unknown":
        return (), PARTS
    if not name or (name == "#") != (face == "down"):
        return ("face",), ()
    if name == "#":
        return (), ()
    glyphs, _, icons = name.partition(":")
    number, _, count = glyphs[1:].partition("/")
    said = {"letter": card.letter, "number": card.number, "count": card.of, "icons": card.icons}
    true = {"letter": glyphs[0], "number": int(number), "count": int(count), "icons": icons}
    left_open = tuple(part for part, value in said.items() if value is None or "?" in str(value))
    wrong = tuple(part for part, value in said.items() if part not in left_open and value != true[part])
    if card.icons and "?" in card.icons and not may_be(card.icons, icons):
        wrong = (*wrong, "icons")
    return wrong, left_open


def may_be(read: str, icons: str) -> bool:
    """Return whether icons with ``?`` among them may be these; a single ``?`` says nothing at all."""
    named = read.replace("?", "")
    return read == "?" or (len(read) == len(icons) and all(named.count(one) <= icons.count(one) for one in named))


def list_records(
    printing: str, name: str, seed: int, cards: Sequence[SpoiledCard], read: Iterable[ReadCard]
) -> Iterator[Record]:
    """Yield each card of a photo, and what was taken for one, beside what is true."""
    left = list(read)
    for true in cards:
        card = take_nearest(left, true.quad)
        if card is None and true.visible < HALF:
            continue
        if card is None:
            yield Record(printing, name, seed, true.name, true.visible, "", (), PARTS, {})
            continue
        wrong, left_open = compare(card, true.name)
        yield _record(printing, name, seed, card, true, wrong, left_open)
    for card in left:
        yield _record(printing, name, seed, card, None, ("face",), ())


def _record(
    printing: str, name: str, seed: int, card: ReadCard, true: SpoiledCard | None, wrong: tuple[str, ...],
    left_open: tuple[str, ...],
) -> Record:  # fmt: skip
    confidence = {"face": card.confidence.cell, "letter": card.confidence.letter, "number": card.confidence.number,
                  "icons": card.confidence.icons}  # fmt: skip
    rounded = {part: round(value, 4) for part, value in confidence.items() if value is not None}
    causes = tuple(f"{doubt.part.value} {doubt.cause.value}" for doubt in card.doubts)
    said = f"{card.write()}/{card.of}"
    visible = round(true.visible, 3) if true else 0.0
    return Record(printing, name, seed, true.name if true else "", visible, said, wrong, left_open, rounded, causes)


def read_scene(printing: str, seed: int, slices: Sequence[str], scene: int | None = None) -> Iterator[Record]:
    """Make a scene, spoil it in each way, and read it; ``seed`` is also the scene's where none is told."""
    scene = seed if scene is None else scene
    photo = make_photo(PRINTINGS[printing](seed), scene, deck_seed=seed, size=SIZE)
    design = choose_design(printing, seed, load_design("default"))
    box = Box(find_edition("en").letters, EX_LIBRIS, {}, design)
    for name in slices:
        spoiled = spoil(photo, name)
        data = cv2.imencode(".jpg", spoiled.image, [cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]])[1].tobytes()
        reading = read_photo(data, "", "", box).reading
        yield from list_records(printing, name, scene, spoiled.cards, reading.cards)


# --- Tables ----------------------------------------------------------------------------------------------------------


def share(part: int, whole: int) -> str:
    """Return a share as a percentage."""
    return f"{100 * part / max(1, whole):5.2f} %"


def describe_slice(records: Sequence[Record]) -> str:
    """Return the line of one slice."""
    true = [one for one in records if one.name]
    count = len(true)
    sure_wrong = [one for one in records if one.sure and one.wrong]
    parts = {part: sum(part in one.wrong for one in sure_wrong) for part in PARTS}
    fronts = [one for one in true if one.is_front]
    fronts_down = sum(one.read.startswith("#") and one.name != "#" for one in records)
    doubtful = sum(one.right and not one.sure for one in true)
    hidden = [one for one in true if one.visible < CLEAR]
    return (
        f"{count:5} cards  coverage {share(sum(one.sure for one in true), count)}  "
        f"wrong but sure {len(sure_wrong):3} = {share(len(sure_wrong), count)} "
        f"({', '.join(f'{part} {number}' for part, number in parts.items())})  fronts down {fronts_down:2}  "
        f"letter and number {share(sum(one.named for one in fronts), len(fronts))} of {len(fronts)}  "
        f"right but doubtful {share(doubtful, count)}  not found {sum(not one.read for one in true):3}"
        + (f"  cut or covered {len(hidden)}, of these sure {sum(one.sure for one in hidden)}" if hidden else "")
    )


def list_reliability(records: Sequence[Record]) -> Iterator[str]:
    """Yield the lines of a reliability table: how often what is said with a confidence is so."""
    yield "  " + " " * 13 + "".join(f"{part:>22}" for part in ("face", "letter", "number", "icons"))
    for low, high in pairwise(BINS):
        cells = []
        for part in ("face", "letter", "number", "icons"):
            said = [
                (one.confidence[part], part not in one.wrong)
                for one in records
                if part in one.confidence and part not in one.open
                and (low <= one.confidence[part] < high or one.confidence[part] == high == 1)
            ]  # fmt: skip
            mean = f"{100 * sum(value for value, _ in said) / max(1, len(said)):5.1f}"
            cells.append(f"{mean} {share(sum(right for _, right in said), len(said))} {len(said):6}" if said else "")
        yield f"  {low:5.3f}-{high:5.3f}" + "".join(f"{cell:>22}" for cell in cells)


def print_tables(records: Sequence[Record]) -> None:
    """Print a table of slices for each printing, and a reliability table."""
    sorted_out: dict[str, dict[str, list[Record]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        sorted_out[record.printing][record.slice].append(record)
    for printing, by_slice in sorted_out.items():
        print(printing)
        for name in [name for name in SLICES if name in by_slice]:
            print(f"  {name:13} {describe_slice(by_slice[name])}")
        print("  confidence: mean, share right, values")
        print(*list_reliability([one for several in by_slice.values() for one in several]), sep="\n", flush=True)


def parse_record(line: str) -> Record:
    """Return what ``--records`` wrote."""
    record = Record(**json.loads(line))
    return replace(
        record, wrong=tuple(record.wrong), open=tuple(record.open), causes=tuple(record.causes),
    )  # fmt: skip


def list_seeds(*, held_out: bool) -> Iterator[int]:
    """Yield the seeds of scenes."""
    if held_out:
        content = tomllib.loads(HELD_OUT_FILE.read_text())
        yield from range(content["first_seed"], content["first_seed"] + content["scenes"])
    else:
        yield from range(FIRST_SEED, FIRST_SEED + 10_000)


def keep_records(path: Path | None, records: Iterable[Any]) -> None:
    """Add records, which are dataclasses, to a file, one a line; without a path nothing is kept."""
    if path:
        with path.open("a") as lines:
            lines.writelines(json.dumps(asdict(one)) + "\n" for one in records)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.slices", description=__doc__)
    parser.add_argument("--cards", type=int, default=150, help="cards of each printing in each slice, at least")
    parser.add_argument("--printings", nargs="*", default=["default", "unknown"], choices=list(PRINTINGS))
    parser.add_argument("--slices", nargs="*", default=list(SLICES), choices=list(SLICES))
    parser.add_argument("--first", type=int, default=0, help="how many scenes to leave out at the start")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--records", type=Path, help="a file to which to add what is read")
    parser.add_argument("--tables", type=Path, nargs="*", help="files to print tables of")
    chosen = parser.parse_args()
    if chosen.tables:
        print_tables([parse_record(line) for path in chosen.tables for line in path.read_text().splitlines()])
        return
    tell_missing_fonts()
    everything: list[Record] = []
    for printing in chosen.printings:
        count = 0
        for place, seed in enumerate(list_seeds(held_out=chosen.held_out)):
            if place < chosen.first:
                continue
            if count >= chosen.cards:
                break
            records = list(read_scene(printing, seed, chosen.slices))
            count += sum(bool(one.name) and one.slice == chosen.slices[0] for one in records)
            everything += records
            keep_records(chosen.records, records)
    print_tables(everything)


if __name__ == "__main__":
    main()
