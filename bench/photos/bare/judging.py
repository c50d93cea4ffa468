"""Surfaces, photos of them, and what is read there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
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

from ..layout import draw_places
from ..slices import Record, list_records
from ..spoiling import spoil

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
