"""Fit how sure a card's icons are: ``python -m bench.lessons.fits.certainty [--first 4850000] [--printings 40]``.

Printings of both makers are taught by one or three confirmed photos in turn. Other shelves are read, each as it is and
spoiled in one way, and what ``certainty`` measures of each card goes to a logistic regression, whose weights are
printed for ``CertaintyThresholds``. Printed as well is what it would be sure of among the cards that are doubtful now,
each printing by the weights of the others. ``--measures FILE`` keeps what was measured, a card a line; with
``--fit-only`` nothing is read but it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from companion.vision.designs.card_design import load_design
from companion.vision.learning.lesson_files import format_lesson
from companion.vision.learning.lessons import Lesson
from companion.vision.pipeline import Box
from companion.vision.problems import PhotoError
from companion.vision.reading.icons import icon_reader
from companion.vision.reading.icons.judging.certainty import confirm_icons, list_measures, may_confirm
from companion.vision.readings import SURE, Face
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.decks import make_deck
from tools.scenes.photos import Photo

from ...photos.decks import list_truth, take_photo
from ...photos.decks import teach as confirm
from ...photos.printings import tell_missing_fonts
from ...photos.spoiling import spoil
from ..faces import MAKERS, choose_lesson_face
from ..mending import LETTERS
from ..teach import read
from .logistic import fit_logistic

SHELVES = 3
TAUGHT = (1, 3)
"""How many photos teach a printing, in turn."""
SPOILED = ("blur 3", "light 12 %", "noisy")
"""How each shelf's second photo is spoiled, in turn."""
DECAY = 1.0
"""Weight of the squares of the regression's weights."""
TRIED = (2.0, 2.5, 3.0, 3.5, 4.0)
"""Log odds from which on cards would be sure."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of a card's icons, and whether they are what was likeliest."""

    printing: str
    photo: str
    card: str
    is_open: bool
    """Whether they are doubtful, and the measures may make them sure."""
    measures: tuple[float, ...]
    is_right: bool


def measure_printing(maker: str, seed: int) -> Iterator[Measured]:
    """Teach a printing, and yield the cards of other shelves; none where nothing can be taught."""
    face, deck = choose_lesson_face(maker, seed), make_deck(seed)
    box = Box(LETTERS, EX_LIBRIS, {}, load_design("default"))
    lessons: list[Lesson] = []
    pool = deck
    for number in range(TAUGHT[seed % len(TAUGHT)]):
        photo = take_photo(face, 1000 * seed + number, pool)
        try:
            lessons.append(confirm(photo, deck, lessons, box, None))
        except PhotoError:
            return
        pool = tuple(card for card in pool if card not in list_truth(photo, deck).values())
    looks = tuple(map(format_lesson, lessons))
    for number in range(SHELVES):
        photo = take_photo(face, 1000 * seed + 100 * (number + 1), deck)
        for way in ("sharp", SPOILED[number % len(SPOILED)]):
            taken = photo if way == "sharp" else replace(photo, image=spoil(photo, way).image)
            for card, *measured in _read(taken, looks, list_truth(photo, deck)):
                yield Measured(face.name, f"{seed} {number} {way}", card.write(), *measured)


def _read(photo: Photo, looks: tuple[bytes, ...], truth: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cards of a photo, with whether their icons are open, what was measured, and whether they are right."""
    with patch.object(icon_reader, "confirm_icons", wraps=confirm_icons) as confirming:
        taken = read(photo, looks)
    if taken is None or not confirming.called:
        return
    icons, evidence, told, design = confirming.call_args.args
    fronts = [card for card in taken.reading["cards"] if card["face"] == Face.UP.value]
    if len(fronts) != len(icons) or not told or not design.seen.all():
        return
    for card, one, gathered, places in zip(fronts, icons, evidence, told, strict=True):
        true = truth.get((card["row"], card["column"]))
        if true is not None:
            measures = tuple(round(float(value), 4) for value in list_measures(one, gathered, places))
            is_open = one.confidence < SURE and may_confirm(one, gathered, places, design)
            yield true, is_open, measures, gathered.read.codes == true.codes


def fit_weights(cards: Sequence[Measured]) -> np.ndarray:
    """Return the weights of the measures and, last, the bias."""
    given = np.array([(*one.measures, 1.0) for one in cards])
    decay = np.array([DECAY] * (given.shape[1] - 1) + [1e-3])
    return fit_logistic(given, np.array([one.is_right for one in cards], float), decay)


def judge_each(cards: Sequence[Measured]) -> np.ndarray:
    """Return the log odds of each card by the weights of the other printings."""
    names = np.array([one.printing for one in cards])
    given = np.array([(*one.measures, 1.0) for one in cards])
    odds = np.zeros(len(cards))
    for name in np.unique(names):
        others = [one for one in cards if one.printing != name]
        odds[names == name] = given[names == name] @ fit_weights(others)
    return odds


def _read_lines(file: Path) -> list[str]:
    """Return what a file keeps, nothing if there is none yet."""
    return file.read_text().splitlines() if file.exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lessons.fits.certainty", description=__doc__)
    parser.add_argument("--first", type=int, default=4_850_000, help="the first printing's seed")
    parser.add_argument("--printings", type=int, default=40, help="how many of each maker")
    parser.add_argument("--makers", nargs="*", default=list(MAKERS), choices=MAKERS)
    parser.add_argument("--measures", type=Path, nargs="*", default=[], help="files of measures; the first gets more")
    parser.add_argument("--fit-only", action="store_true", help="fit what the files hold")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    tell_missing_fonts()
    cards = [Measured(**json.loads(line)) for file in chosen.measures for line in _read_lines(file)]
    seeds = () if chosen.fit_only else range(chosen.first, chosen.first + chosen.printings)
    for maker, seed in product(chosen.makers, seeds):
        measured = [*measure_printing(maker, seed)]
        print(maker, seed, len(measured), "cards", flush=True)
        cards += measured
        for file in chosen.measures[:1]:
            with file.open("a") as lines:
                lines.writelines(f"{json.dumps(asdict(one))}\n" for one in measured)
    doubtful = [one for one in cards if one.is_open]
    if not doubtful:
        parser.error(f"expected doubtful cards to fit, found none among {len(cards)}: take more printings")
    print("weights", fit_weights(doubtful).round(2).tolist(), "of", len(doubtful), "open of", len(cards), "cards")
    odds, right = judge_each(doubtful), np.array([one.is_right for one in doubtful])
    for limit in TRIED:
        found, wrong = ((odds >= limit) & some for some in (right, ~right))
        print(f"from {limit}: {found.sum()} of {right.sum()} right ones, {wrong.sum()} of {(~right).sum()} others")


if __name__ == "__main__":
    main()
