"""How well layouts of unseen sources come out: ``python -m bench.photos.left_out REAL [--bare 300] [--matter]``.

REAL holds photos with a ``truth.csv``. For each repository that they come from, the thresholds of ``choices`` are
fitted to made scenes and to the photos of all other owners, and then judged on its own photos, once. The search begins
at the middle of each threshold's range, fitted to made scenes alone; with ``--start SEED`` at values drawn at random,
which stay where they are unless another value is better. With the same thresholds the photos are read:
nothing of other games may be sure, and no card that lies face up may be said to lie face down. Bare tables are read
with the thresholds of each source, and with those of the program. ``--matter`` tells which thresholds matter at all:
what changes where one is 30 % lower or higher.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.pipeline import Box, read_photo
from companion.vision.readings import SURE
from companion.workflow.decks.game_rules import EX_LIBRIS

from ..layout import Tally
from ..printings import tell_missing_fonts
from .samples import Sample, load_real, make_shelves, make_tables
from .search import draw, fit, measure, neutral
from .trials import Memory, Setting, hand_in, list_thresholds, today, vary

FRESH_SEED = 3_500_000
"""Bare tables have seeds from here, which nothing is fitted to."""


@dataclass(slots=True)
class Judged:
    """What came of sources that were left out."""

    layouts: Tally = field(default_factory=Tally)
    counts: Counter[str] = field(default_factory=Counter)


def make_box() -> Box:
    return Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))


def judge(samples: Sequence[Sample], setting: Setting, memory: Memory, box: Box, groups: Sequence[Judged]) -> None:
    """Lay out and read photos with thresholds that were fitted to others."""
    for sample in samples:
        found = memory.detect(sample, setting)
        with hand_in(setting), memory.remember(f"{sample.name}, decoded"):
            counts = read(sample, box)
        for judged in groups:
            judged.layouts.add(sample.name, found, sample.wanted)
            judged.counts.update(counts)


def read(sample: Sample, box: Box) -> Counter[str]:
    """Read a photo; count its cards, which of them are sure, and fronts said to be backs."""
    content = sample.path.read_bytes() if sample.path else cv2.imencode(".jpg", sample.image)[1].tobytes()
    reading = read_photo(content, "", "", box).reading
    grid = np.array([list(row) for row in pad(sample.layout.split("/"))]) if sample.layout else np.full((1, 1), ".")
    # The places of a reading are those of the photo turned upright, clockwise.
    upright = np.rot90(grid, -reading.turn)
    places = {(card.row, card.column): card.write() == "#" for card in reading.cards}
    fits = set(places) == {(int(row), int(column)) for row, column in np.argwhere(upright != ".")}
    down = sum(places.values())
    turned_over = sum(down and upright[place] == "U" for place, down in places.items()) if fits else (
        max(0, down - sample.layout.count("D"))
    )  # fmt: skip
    return Counter(
        fronts=sample.layout.count("U"),
        found=len(places),
        exact=fits,
        turned_over=turned_over,
        sure=sum(card.confidence.least >= SURE and card.write() != "#" for card in reading.cards),
        surely_down=sum(card.confidence.least >= SURE and card.write() == "#" for card in reading.cards),
    )


def pad(rows: Sequence[str]) -> Iterator[str]:
    """Make rows of a layout as long as the longest."""
    longest = max(map(len, rows))
    yield from (row.ljust(longest, ".") for row in rows)


def judge_each(
    real: Sequence[Sample], made: Sequence[Sample], seed: int | None, memory: Memory, box: Box
) -> Iterator[Setting]:
    """Fit without each source, judge on it, print the line; yield what was fitted."""
    start, lazily = (neutral(), False) if seed is None else (draw(seed), True)
    print(f"begin: {count_exact(real, start, memory)}; {describe(start)}", flush=True)
    start, loss = fit(made, start, memory, lazily=lazily)
    print(
        f"made scenes alone: {count_exact(real, start, memory)}, of {len(made)} made ones {loss[0]} are not;"
        f" {describe(start)}",
        flush=True,
    )
    total, begun = Judged(), time.perf_counter()
    for source in dict.fromkeys(sample.source for sample in real):
        own = [sample for sample in real if sample.source == source]
        others = [sample for sample in real if sample.owner != own[0].owner]
        setting, loss = fit([*others, *made], start, memory, lazily=lazily)
        judged = Judged()
        judge(own, setting, memory, box, (judged, total))
        print(
            f"{source.removeprefix('https://github.com/'):40} {judged.layouts.exact} of {judged.layouts.photos} exact"
            f" {', '.join(judged.layouts.missed)}; of {len(others)} others and {len(made)} made ones {loss[0]} are not"
            f" ({time.perf_counter() - begun:.0f} s)\n    {describe(setting, start)}",
            flush=True,
        )
        yield setting
    exact = f"{total.layouts.exact} of {total.layouts.photos} exact"
    print(f"left out: {exact}; the program's thresholds: {count_exact(real, {}, memory)}")
    print(f"read with what was fitted to others: {describe_counts(total.counts)}")
    read_today: Counter[str] = Counter()
    for sample in real:
        read_today.update(read(sample, box))
    print(f"read with the program's thresholds: {describe_counts(read_today)}", flush=True)


def count_exact(samples: Sequence[Sample], setting: Setting, memory: Memory) -> str:
    return f"{len(samples) - measure(samples, setting, memory)[0]} of {len(samples)} real ones exact"


def describe(setting: Setting, usual: Setting | None = None) -> str:
    """Write thresholds; beside ``usual`` ones only those that differ."""
    shown = {name: value for name, value in setting.items() if usual is None or usual[name] != value}
    return ", ".join(f"{name} {value:g}" for name, value in shown.items()) or "as on made scenes"


def describe_counts(counts: Counter[str]) -> str:
    return (
        f"{counts['fronts']} cards face up, of which {counts['turned_over']} are said to lie face down;"
        f" {counts['exact']} layouts exact, {counts['found']} cards found, {counts['sure']} read for sure,"
        f" {counts['surely_down']} surely face down"
    )


def read_bare(count: int, settings: Sequence[Setting], memory: Memory, box: Box) -> None:
    """Read tables without cards, with each of several sets of thresholds, and print how often cards were invented."""
    laid_out, read_as = Counter[int](), Counter[int]()
    for sample in make_tables(count, FRESH_SEED):
        for place, setting in enumerate(settings):
            laid_out[place] += bool(memory.detect(sample, setting))
            with hand_in(setting), memory.remember(f"{sample.name}, decoded"):
                read_as[place] += bool(read(sample, box)["found"])
        memory.forget()
    for place in range(len(settings)):
        kind = f"thresholds fitted in way {place}" if place else "the program's thresholds"
        print(f"{count} bare tables, {kind}: cards laid out on {laid_out[place]}, read on {read_as[place]}", flush=True)


def print_what_matters(samples: Sequence[Sample], memory: Memory) -> None:
    """Print what changes where a threshold is 30 % lower or higher."""
    changed: dict[str, Counter[str]] = {name: Counter() for name in list_thresholds()}
    for sample in samples:
        usual = memory.detect(sample, {})
        for name, counts in changed.items():
            for share in (0.7, 1.3):
                found = memory.detect(sample, {name: vary(name, share)})
                counts[f"x{share} {'other' if found != usual else 'same'}"] += 1
                counts[f"x{share} {'wrong' if found != sample.wanted else 'right'}"] += 1
        memory.forget()
    for name, counts in changed.items():
        tried = (
            f"x{share}: {counts[f'x{share} other']} other, {counts[f'x{share} wrong']} wrong" for share in (0.7, 1.3)
        )
        print(f"{name:40} {today(name):<8g} {'; '.join(tried)}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.left_out", description=__doc__)
    parser.add_argument("real", type=Path, metavar="REAL")
    parser.add_argument("--shelves", type=int, default=30, help="made shelves to fit to")
    parser.add_argument("--tables", type=int, default=30, help="made tables without cards to fit to")
    parser.add_argument("--bare", type=int, default=300, help="other such tables to read")
    parser.add_argument("--start", type=int, metavar="SEED", help="begin at values drawn at random")
    parser.add_argument("--matter", action="store_true", help="tell which thresholds matter, and stop")
    chosen = parser.parse_args()
    cv2.setNumThreads(2)
    tell_missing_fonts()
    real, made = load_real(chosen.real), [*make_shelves(chosen.shelves), *make_tables(chosen.tables)]
    memory = Memory()
    if chosen.matter:
        print_what_matters([*real, *made], memory)
        return
    box = make_box()
    settings: list[Setting] = [{}]
    for setting in judge_each(real, made, chosen.start, memory, box):
        if setting not in settings:
            settings.append(setting)
    memory.forget()
    read_bare(chosen.bare, settings, memory, box)


if __name__ == "__main__":
    main()
