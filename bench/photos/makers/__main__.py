"""Whether cards are read, or one maker's drawings: ``python -m bench.photos.makers [--held-out] [--printings 4]``.

Printings of the maker that the networks were trained on, and of another (``tools.scenes.web``) that shares no layout,
font, icon and color with it, are dealt a deck each and photographed several times. The photos are spoiled and read with
the default design, as ``bench.photos.slices`` does: nobody has taught these printings. ``--held-out`` draws those of
``held_out.toml``, which nothing may be chosen by. Needs Chromium, the fonts of ``tools.scenes.fonts``, and the npm
packages of ``tools.scenes.web.packages``.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from bench.photos.printings import tell_missing_fonts
from bench.photos.slices import Record, describe_slice, keep_records, parse_record, read_scene, share
from bench.photos.spoiling import SLICES
from companion.vision.readings import SURE

FIRST_SEED = 2_950_000
"""Development printings of either maker are counted from here: seeds that nothing was trained on."""
BETWEEN_SCENES = 1_000
"""From the seed of a printing's photo to that of its next."""
HELD_OUT_FILE = Path(__file__).with_name("held_out.toml")
MAKERS = ("unknown", "second maker")
"""Names of printings: of the first maker, and of the second."""
JUDGED = ("sharp", "blur 3", "blur 6", "light 12 %", "noisy", "covered")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which printings of a maker are judged."""

    maker: str
    first_seed: int
    printings: int
    photos: int

    def list_scenes(self) -> Iterator[tuple[int, int]]:
        """Yield the seed of each printing with that of each of its scenes."""
        for seed in range(self.first_seed, self.first_seed + self.printings):
            for number in range(self.photos):
                yield seed, seed + BETWEEN_SCENES * number

    def find_printing(self, scene: int) -> int:
        """Return the seed of the printing that a scene shows."""
        return self.first_seed + (scene - self.first_seed) % BETWEEN_SCENES


def choose_held_out() -> tuple[Choice, ...]:
    """Return what is held out."""
    told = tomllib.loads(HELD_OUT_FILE.read_text())
    return tuple(Choice(maker, told[maker]["first_seed"], told[maker]["printings"], told["photos"]) for maker in MAKERS)


def describe_found(records: Sequence[Record]) -> str:
    """Return in how many photos each card was found, and nothing else."""
    photos: dict[tuple[str, int], bool] = defaultdict(lambda: True)
    for one in records:
        photos[one.printing, one.seed] &= bool(one.name and one.read)
    return f"all cards found, and no others: {sum(photos.values())} of {len(photos)} photos"


def list_wrong_values(record: Record) -> list[str]:
    """Return the parts that are wrong, and sure by themselves, whatever the rest of the card is."""
    return [part for part in record.wrong if record.confidence.get(part, 0.0) >= SURE]


def describe_values(records: Sequence[Record]) -> str:
    """Return how many letters and numbers are right, and how many that are sure by themselves are wrong.

    The icons of a printing that nobody has taught are doubtful, and so are its cards: values can be sure all the same.
    """
    said = []
    for part in ("face", "letter", "number"):
        sure = [one for one in records if one.confidence.get(part, 0.0) >= SURE and part not in one.open]
        said.append(f"{part} {sum(part in one.wrong for one in sure)} of {len(sure)}")
    fronts = [one for one in records if one.is_front]
    right = []
    for part in ("letter", "number"):
        right.append(f"{part} {share(sum(one.shows(part) for one in fronts), len(fronts))}")
    return f"{', '.join(right)} right  sure values that are wrong: {', '.join(said)}"


def list_tables(records: Sequence[Record], choices: Sequence[Choice]) -> Iterator[str]:
    """Yield a table of slices for each maker, and for both; then what is wrong but sure."""
    groups = {maker: [one for one in records if one.printing == maker] for maker in MAKERS} | {"both": list(records)}
    for title, group in groups.items():
        if not group or (title == "both" and len({one.printing for one in group}) == 1):
            continue
        yield title
        for name in [name for name in SLICES if any(one.slice == name for one in group)]:
            those = [one for one in group if one.slice == name]
            yield f"  {name:11} {describe_slice(those)}  {describe_found(those)}  {describe_values(those)}"
    for choice in choices:
        yield from (f"  {line}" for line in list_printings(choice, [r for r in records if r.printing == choice.maker]))
    yield "wrong but sure: cards, and single values"
    for one in records:
        if (one.sure and one.wrong) or list_wrong_values(one):
            said = f"{one.name or 'no card'} read as {one.read}"
            least = ", ".join(f"{part} {value}" for part, value in one.confidence.items())
            yield f"  {one.printing}, scene {one.seed}, {one.slice}: {said} ({least})"


def list_printings(choice: Choice, records: Sequence[Record]) -> Iterator[str]:
    """Yield a line for each printing, over all slices."""
    by_seed: dict[int, list[Record]] = defaultdict(list)
    for one in records:
        by_seed[choice.find_printing(one.seed)].append(one)
    for seed, several in sorted(by_seed.items()):
        fronts = [one for one in several if one.is_front]
        wrong = sum(one.sure and bool(one.wrong) for one in several)
        values = sum(len(list_wrong_values(one)) for one in several)
        named = share(sum(one.named for one in fronts), len(fronts))
        surely = f"wrong but sure {wrong}, single values {values}"
        yield f"{choice.maker} {seed}: letter and number {named} of {len(fronts)} fronts, {surely}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.makers", description=__doc__)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--makers", nargs="*", default=list(MAKERS), choices=MAKERS)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first printing's seed")
    parser.add_argument("--printings", type=int, default=4, help="of each maker")
    parser.add_argument("--photos", type=int, default=2, help="of each printing")
    parser.add_argument("--slices", nargs="*", default=list(JUDGED), choices=list(SLICES))
    parser.add_argument("--records", type=Path, help="a file to which to add what is read")
    parser.add_argument("--tables", type=Path, nargs="*", help="files to print tables of")
    chosen = parser.parse_args()
    development = tuple(Choice(maker, chosen.first, chosen.printings, chosen.photos) for maker in MAKERS)
    judged = choose_held_out() if chosen.held_out else development
    choices = [one for one in judged if one.maker in chosen.makers]
    if chosen.tables:
        kept = [parse_record(line) for path in chosen.tables for line in path.read_text().splitlines()]
        print(*list_tables(kept, choices), sep="\n")
        return
    tell_missing_fonts()
    cv2.setNumThreads(1)
    records: list[Record] = []
    for choice in choices:
        started, count = time.perf_counter(), 0
        for seed, scene in choice.list_scenes():
            read = list(read_scene(choice.maker, seed, chosen.slices, scene))
            keep_records(chosen.records, read)
            records += read
            count += 1
        print(f"{choice.maker}: {(time.perf_counter() - started) / max(1, count):.1f} s a photo", flush=True)
    print(*list_tables(records, choices), sep="\n")


if __name__ == "__main__":
    main()
