"""What the thresholds that stay are worth: ``python -m bench.thresholds [--photos 12] [--only NAME …]``.

For each of them the figure is printed with it at its value and at lower and higher ones, on the same photos. These are
scenes of the default design, which nobody tuned on: seeds from ``FIRST_SEED``, sharp ones and blurred ones by turns.
Cards are counted face up. *Wrong but sure* is what a threshold must keep down, *right but doubtful* what that costs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.detecting.shelf_detector import DetectedShelf, detect_shelf_for_reading
from companion.vision.game_rules import GameRules
from companion.vision.geometry import BgrImage
from companion.vision.photos.decoding import decode_photo
from companion.vision.photos.quality import measure_sharpness
from companion.vision.photos.thresholds import DECODING, QUALITY
from companion.vision.pipeline import Box, Readers, Stages, read_photo
from companion.vision.reading.icons.judging import open_set
from companion.vision.reading.icons.judging.thresholds import OPEN_SET
from companion.vision.reading.thresholds import CONFIDENCE
from companion.vision.readings import SURE, Face, ReadCard
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.photos import make_photo

from .photos.printings import PRINTINGS, tell_missing_fonts
from .photos.read import list_cells, share

FIRST_SEED = 920_000
SIZE = (3264, 2448)
BLURS = (0.0, 1.5, 2.5)
"""Standard deviations of a Gaussian in pixels, by turns: sharp photos leave hardly anything in doubt."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo with its truth, and the shelf that was detected in it."""

    content: bytes
    truth: dict[tuple[int, int], str]
    shelf: DetectedShelf


@dataclass(frozen=True, slots=True)
class Outcome:
    """A card face up as it was read, and whether it is right."""

    card: ReadCard
    right: bool
    number_right: bool


@cache
def make_scene(number: int, blur: float | None = None, printing: str = "default") -> Scene:
    """Photograph a shelf, and detect its cards: once for all values of a threshold."""
    face = PRINTINGS[printing](FIRST_SEED + number)
    photo = make_photo(face, FIRST_SEED + number, deck_seed=FIRST_SEED + number, size=SIZE)
    sigma = BLURS[number % len(BLURS)] if blur is None else blur
    image = np.asarray(cv2.GaussianBlur(photo.image, (0, 0), sigma), np.uint8) if sigma else photo.image
    content = encode(image, photo.truth["quality"])
    return Scene(content, list_cells(photo.truth), detect_shelf_for_reading(decode_photo(content).image))


def encode(image: BgrImage, quality: int) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def read_scenes(scenes: Sequence[Scene], rules: GameRules = EX_LIBRIS, readers: Readers | None = None) -> list[Outcome]:
    """Read the cards that were detected."""
    box = Box(find_edition("en").letters, rules, {}, load_design("default"))
    outcomes = []
    for scene in scenes:
        stages = Stages(detect=lambda _, shelf=scene.shelf: shelf, readers=readers or Readers())
        reading = read_photo(scene.content, "", "", box, stages).reading
        outcomes += list(judge(reading.cards, scene.truth))
    return outcomes


def judge(cards: Sequence[ReadCard], truth: dict[tuple[int, int], str]) -> Iterator[Outcome]:
    """Compare the cards that lie face up with the truth."""
    for card in cards:
        wanted = truth.get((card.row, card.column), "")
        if wanted not in ("", "#"):
            name, _, icons = wanted.partition(":")
            name, _, _ = name.partition("/")
            number_right = f"{card.number}" == name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            right = card.face is Face.UP and f"{card.letter}{card.number}" == name and card.icons == icons
            yield Outcome(card, right, number_right)


def describe(outcomes: Sequence[Outcome], sure: float = SURE) -> str:
    """Say how many cards are right, and how surely."""
    is_sure = [one.card.confidence.least >= sure for one in outcomes]
    right = sum(one.right for one in outcomes)
    wrong_sure = sum(not one.right and certain for one, certain in zip(outcomes, is_sure, strict=True))
    doubtful = sum(one.right and not certain for one, certain in zip(outcomes, is_sure, strict=True))
    count = len(outcomes)
    return (
        f"right {share(right, count)}   wrong but sure {share(wrong_sure, count)}"
        f"   right but doubtful {share(doubtful, count)}   of {count} cards"
    )


def try_sure(scenes: Sequence[Scene]) -> Iterator[tuple[float, str]]:
    """``readings.SURE``: from which confidence on a card counts as sure."""
    outcomes = read_scenes(scenes)
    for value in (0.7, 0.8, SURE, 0.95, 0.98):
        yield value, describe(outcomes, value)


def try_prior_power(scenes: Sequence[Scene]) -> Iterator[tuple[float, str]]:
    """``CONFIDENCE.prior_power``: how much the odds of numbers and icons are believed."""
    for value in (0.5, CONFIDENCE.prior_power, 1.0):
        powers = tuple(power * value / CONFIDENCE.prior_power for power in CONFIDENCE.number_powers)
        readers = Readers(confidence=replace(CONFIDENCE, prior_power=value, number_powers=powers))
        yield value, describe(read_scenes(scenes, readers=readers))


def try_prior(name: str, *values: float) -> Callable[[Sequence[Scene]], Iterator[tuple[float, str]]]:
    """Return the trial of a value of the shelf's prior."""

    def trial(scenes: Sequence[Scene]) -> Iterator[tuple[float, str]]:
        for value in values:
            changes: dict[str, Any] = {name: value}
            yield value, describe(read_scenes(scenes, replace(EX_LIBRIS, prior=replace(EX_LIBRIS.prior, **changes))))

    return trial


def try_open_set(name: str, *values: float) -> Callable[[Sequence[Scene]], Iterator[tuple[float, str]]]:
    """Return the trial of a value of the open set of icons, on the default face and on one with a foreign icon."""

    def trial(scenes: Sequence[Scene]) -> Iterator[tuple[float, str]]:
        foreign = [make_scene(number, printing="one icon differs") for number in range(len(scenes))]
        for value in values:
            changes: dict[str, Any] = {name: value}
            with patch.object(open_set, "OPEN_SET", replace(OPEN_SET, **changes)):
                yield value, f"{describe(read_scenes(scenes))}; one icon differs: {describe(read_scenes(foreign))}"

    return trial


def try_small_cards(scenes: Sequence[Scene]) -> Iterator[tuple[float, str]]:
    """``QUALITY.small_card_px``: the width of a card, in pixels, below which it is said to be too far away."""
    for wanted in (80, QUALITY.small_card_px, 140, 180):
        right = count = 0
        for number in range(len(scenes)):
            scene = make_scene(number, 0.0)
            image = decode_photo(scene.content).image
            widths = [np.linalg.norm(np.subtract(*cell.card.corners_px[:2])) for cell in scene.shelf.cells]
            scale = wanted / float(np.median(widths))
            small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            content = encode(np.asarray(small, np.uint8), 90)
            shelf = detect_shelf_for_reading(decode_photo(content).image)
            outcomes = read_scenes([Scene(content, scene.truth, shelf)])
            right, count = right + sum(one.number_right for one in outcomes), count + len(outcomes)
        yield wanted, f"numbers right {share(right, count)}   of {count} cards so wide"


def try_sharpness(scenes: Sequence[Scene]) -> Iterator[tuple[float, str]]:
    """``QUALITY.min_sharpness``: the sharpness below which a photo is said to be blurred."""
    measured: list[tuple[float, bool]] = []
    for number in range(len(scenes)):
        for blur in (0.0, 2.0, 4.0, 6.0, 9.0):
            scene = make_scene(number, blur)
            gray = cv2.cvtColor(decode_photo(scene.content).image, cv2.COLOR_BGR2GRAY)
            for one in read_scenes([scene]):
                x, y, w, h = cv2.boundingRect(np.array(one.card.corners_px, np.float32))
                part = np.asarray(gray[max(0, y) : y + h, max(0, x) : x + w], np.uint8)
                measured.append((measure_sharpness(part), one.number_right))
    for value in (QUALITY.min_sharpness / 2, QUALITY.min_sharpness, 2 * QUALITY.min_sharpness):
        below = [right for sharpness, right in measured if sharpness < value]
        above = [right for sharpness, right in measured if sharpness >= value]
        yield (
            value,
            f"numbers right {share(sum(below), len(below))} of {len(below)} cards below,"
            f" {share(sum(above), len(above))} of {len(above)} above",
        )


def try_halving(scenes: Sequence[Scene]) -> Iterator[tuple[float, str]]:
    """``DECODING.halved_above_pixels``: the pixels above which a photo is decoded at half its resolution."""
    pixels = SIZE[0] * SIZE[1]
    for value, limits in ((pixels, DECODING), (pixels - 1, replace(DECODING, halved_above_pixels=pixels - 1))):
        started, outcomes = time.perf_counter(), []
        for number in range(len(scenes)):
            scene = make_scene(number, 0.0)
            image = decode_photo(scene.content, limits).image
            outcomes += read_scenes([Scene(encode(image, 95), scene.truth, detect_shelf_for_reading(image))])
        seconds = (time.perf_counter() - started) / len(scenes)
        halved = "halved" if limits is not DECODING else "whole"
        yield value, f"photos of {pixels / 1e6:.0f} megapixels {halved}: {describe(outcomes)}, {seconds:.1f} s a photo"


TRIALS: dict[str, Callable[[Sequence[Scene]], Iterator[tuple[float, str]]]] = {
    "sure": try_sure,
    "prior_power": try_prior_power,
    "in_order": try_prior("in_order", 0.5, EX_LIBRIS.prior.in_order, 0.97),
    "same_count": try_prior("same_count", 0.9, EX_LIBRIS.prior.same_count, 0.999),
    "duplicate": try_prior("duplicate", 0.0003, EX_LIBRIS.prior.duplicate, 0.03),
    "doubtful_score": try_open_set("doubtful_score", 1.0, OPEN_SET.doubtful_score, 1.8),
    "min_photo_correlation": try_open_set("min_photo_correlation", 0.8, OPEN_SET.min_photo_correlation, 0.86),
    "small_card_px": try_small_cards,
    "min_sharpness": try_sharpness,
    "halved_above_pixels": try_halving,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.thresholds", description=__doc__)
    parser.add_argument("--photos", type=int, default=12)
    parser.add_argument("--only", nargs="+", choices=TRIALS, default=list(TRIALS))
    chosen = parser.parse_args()
    tell_missing_fonts()
    print(f"{chosen.photos} scenes of the default design, {SIZE[0]} x {SIZE[1]}, seeds from {FIRST_SEED}", flush=True)
    scenes = [make_scene(number) for number in range(chosen.photos)]
    for name in chosen.only:
        print(name, flush=True)
        for value, figure in TRIALS[name](scenes):
            print(f"  {value:<10g} {figure}", flush=True)


if __name__ == "__main__":
    main()
