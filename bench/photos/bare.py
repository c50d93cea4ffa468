"""Whether anything is invented on bare surfaces: ``python -m bench.photos.bare FOLDER [--count 300] [--held-out]``.

FOLDER holds the unpacked packages of ``tools.scenes.surfaces``, which fetches them. Every sixth photo is of a drawn
table, the others each of another photographic surface, the materials by turns; on four of ten other things lie around.
Counted are photos on which cards are read at all, and cards of these that are sure. ``--held-out`` takes the half of
the packages that nothing may be chosen by.

``--shelves N`` lays shelves of the default face on such surfaces instead, reads them, and counts layouts that are
exact, cards face up that are said to lie face down, and what is wrong but sure.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from math import comb
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.detecting.shelf_detector import DetectedShelf, detect_shelf_for_reading
from companion.vision.geometry import BgrImage
from companion.vision.pipeline import Box, Stages, read_photo
from companion.vision.readings import SURE
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.faces import parchment
from tools.scenes.photos import make_empty, make_photo
from tools.scenes.surfaces import deal_surfaces, list_surfaces
from tools.scenes.tables import WEIGHTS, offer_surface

from .layout import draw_places
from .printings import tell_missing_fonts
from .slices import Record, list_records
from .spoiling import spoil

FIRST_SEED = {False: 4_100_000, True: 4_200_000}
"""Photos of the development and of the held-out half have seeds from here, which no training uses."""
SIZES = ((4032, 3024), (4032, 3024), (4032, 3024), (3024, 4032), (4032, 3024), (2016, 1512), (1600, 1200))
"""Width and height of photos in px, by turns: 12 megapixels, and smaller ones."""
MOST_TILT = 35.0
EVERY_DRAWN = 6
WITH_THINGS = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What is photographed."""

    seed: int
    name: str
    """A surface with its package, or a kind of drawn table."""
    kind: str
    """The material, or that it is drawn."""
    image: BgrImage | None
    """The surface's picture; none of a drawn table."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was made of a photo without cards."""

    ground: str
    kind: str
    laid_out: int
    """Cards before reading decides."""
    found: int
    sure: int
    words: str
    """The cards as they were read, or what the photo was refused for."""


def bound_share(hits: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the Clopper-Pearson interval of a share: the shares that make so few or so many ``hits`` unlikely."""
    rest = (1 - confidence) / 2

    def at_most(share: float, most: int) -> float:
        return sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(most + 1))

    def search(is_above: Callable[[float], bool]) -> float:
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (low, middle) if is_above(middle) else (middle, high)
        return (low + high) / 2

    lower = search(lambda share: 1 - at_most(share, hits - 1) > rest) if hits else 0.0
    upper = search(lambda share: at_most(share, hits) < rest) if hits < of else 1.0
    return lower, upper


def choose_grounds(folder: Path, count: int, *, held_out: bool, drawn: bool) -> Iterator[Ground]:
    """Yield surfaces of a half, each once, with drawn tables among them if they are asked for."""
    first = FIRST_SEED[held_out]
    surfaces = deal_surfaces(list_surfaces(folder, held_out=held_out), np.random.default_rng([71, held_out]))
    kinds = sorted(WEIGHTS)
    for number in range(count):
        if drawn and number % EVERY_DRAWN == EVERY_DRAWN - 1:
            kind = kinds[number // EVERY_DRAWN % len(kinds)]
            yield Ground(first + number, kind, "drawn", None)
            continue
        dealt = next(surfaces, None)
        if dealt is None:
            print(f"there are only {number} photos' worth of surfaces", flush=True)
            return
        surface, image = dealt
        yield Ground(first + number, surface.name, surface.material, image)


def make_box() -> Box:
    return Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))


def photograph(ground: Ground) -> BgrImage:
    """Photograph a surface without cards."""
    dice = np.random.default_rng([72, ground.seed])
    size, is_bare = SIZES[ground.seed % len(SIZES)], bool(dice.random() >= WITH_THINGS)

    def make() -> BgrImage:
        return make_empty(ground.seed, size, ground.name, most_tilt=MOST_TILT, is_bare=is_bare)

    if ground.image is None:
        return make()
    with offer_surface(ground.name, ground.image):
        return make()


def judge(ground: Ground) -> Seen:
    """Photograph a surface without cards and read it."""
    laid_out: list[int] = []

    def detect(image: BgrImage) -> DetectedShelf:
        shelf = detect_shelf_for_reading(image)
        laid_out.append(len(shelf.cells))
        return shelf

    # The picture has been through a JPEG already: one of a high quality changes nothing more.
    content = cv2.imencode(".jpg", photograph(ground), [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes()
    reading = read_photo(content, "", "", make_box(), Stages(detect)).reading
    sure = [card for card in reading.cards if card.confidence.least >= SURE]
    words = " ".join(card.write() for card in reading.cards) or " ".join(f.problem.value for f in reading.findings)
    name = f"{ground.name} ({ground.kind}, seed {ground.seed})"
    return Seen(name, ground.kind, laid_out[0], len(reading.cards), len(sure), words)


def judge_shelf(ground: Ground) -> tuple[str, bool, list[Record]]:
    """Lay a shelf of the default face on a surface and read it; return its name and whether the layout is exact."""
    with offer_surface(ground.name, np.asarray(ground.image)):
        photo = make_photo(parchment(), ground.seed, deck_seed=ground.seed, size=SIZES[0], table=ground.name)
    spoiled = spoil(photo, "sharp")
    quality = [cv2.IMWRITE_JPEG_QUALITY, photo.truth["quality"]]
    data = cv2.imencode(".jpg", spoiled.image, quality)[1].tobytes()
    reading = read_photo(data, "", "", make_box()).reading
    places = {(card.row, card.column) for card in reading.cards}
    wanted = draw_places(photo.truth["notation"])
    # The places of a reading are those of the photo turned upright.
    rows, columns = 1 + max(r for r, _ in wanted), 1 + max(c for _, c in wanted)
    turned = {
        0: wanted,
        1: {(c, rows - 1 - r) for r, c in wanted},
        2: {(rows - 1 - r, columns - 1 - c) for r, c in wanted},
        3: {(columns - 1 - c, r) for r, c in wanted},
    }[reading.turn]
    records = list(list_records("default", "sharp", ground.seed, spoiled.cards, reading.cards))
    name = f"{ground.name} ({ground.kind}, seed {ground.seed}): {len(places)} of {len(wanted)}"
    return name, places == turned, records


def describe_share(hits: int, of: int) -> str:
    low, high = bound_share(hits, of)
    return f"{hits} of {of} ({100 * hits / max(1, of):.1f} %, interval of 95 %: {100 * low:.1f} to {100 * high:.1f} %)"


def tell_invented(seen: Iterable[Seen]) -> Iterator[Seen]:
    """Pass on what is seen, and print at once where cards were invented."""
    for one in seen:
        if one.found:
            print(f"{one.ground}: {one.found} cards, {one.sure} sure: {one.words}", flush=True)
        yield one


def print_bare(seen: list[Seen]) -> None:
    for title, some in (
        ("photographic surfaces", [one for one in seen if one.kind != "drawn"]),
        ("drawn tables", [one for one in seen if one.kind == "drawn"]),
    ):
        if not some:
            continue
        invented = [one for one in some if one.found]
        refused = Counter(one.words for one in some if not one.found)
        print(f"{title}: cards read on {describe_share(len(invented), len(some))}")
        print(f"    cards that are sure on {describe_share(sum(one.sure > 0 for one in some), len(some))}")
        print(f"    cards laid out before reading decides on {sum(one.laid_out > 0 for one in some)}")
        print(f"    refused: {', '.join(f'{words} {count}' for words, count in refused.most_common()) or 'none'}")
        kinds = Counter(one.kind for one in some), Counter(one.kind for one in invented)
        print(f"    of each material: {', '.join(f'{kinds[1][k]}/{n} {k}' for k, n in kinds[0].most_common())}")


def print_shelves(read: list[tuple[str, bool, list[Record]]]) -> None:
    records = [record for _, _, several in read for record in several]
    cards = [one for one in records if one.name]
    up_as_down = [one for one in records if one.is_front and one.read.startswith("#")]
    wrong = [one for one in records if one.sure and one.wrong]
    print(f"layouts exact: {describe_share(sum(exact for _, exact, _ in read), len(read))}")
    print(f"cards face up said to lie face down: {len(up_as_down)} of {sum(one.is_front for one in cards)}")
    print(f"wrong but sure: {describe_share(len(wrong), len(cards))}")
    print(f"sure: {describe_share(sum(one.sure for one in cards), len(cards))}")
    print(f"not found: {sum(not one.read for one in cards)}; invented: {sum(not one.name for one in records)}")
    for name, exact, several in read:
        bad = [one for one in several if (one.sure and one.wrong) or (one.is_front and one.read.startswith("#"))]
        if bad or not exact:
            listed = ", ".join(f"{one.name or 'nothing'} read as {one.read}" for one in bad)
            print(f"    {name} laid out; {listed}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.bare", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=300, help="photos without cards")
    parser.add_argument("--shelves", type=int, default=0, help="shelves to lay on surfaces, instead")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--first", type=int, default=0, help="how many to leave out at the start")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    count = chosen.shelves or chosen.count
    grounds = islice(
        choose_grounds(chosen.folder, chosen.first + count, held_out=chosen.held_out, drawn=not chosen.shelves),
        chosen.first, None,
    )  # fmt: skip
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        if chosen.shelves:
            tell_missing_fonts()
            print_shelves(list(pool.map(judge_shelf, grounds)))
        else:
            print_bare(list(tell_invented(pool.map(judge, grounds))))


if __name__ == "__main__":
    main()
