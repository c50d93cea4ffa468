"""Whether lessons that make earlier ones worse are told: ``python -m bench.lessons.judging [--first 1990000]``.

A deck learns two photos of a printing; then a third is judged by them, as it is and spoiled in several ways: two
categories exchanged on every card, one icon told wrongly on each card or on every fourth one, letters moved on by one,
and the photo of another printing in its place. Printed is how many of the earlier cards are read well without the
lesson and with it, and whether a person is asked.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.learning.icons.icon_places import DesignError
from companion.vision.learning.judging import judge_lesson
from companion.vision.learning.lessons import Lesson
from companion.vision.learning.teaching import MismatchError
from companion.vision.pipeline import Box
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.decks import make_deck

from ..photos.decks import take_photo, teach
from .faces import MAKERS, choose_lesson_face, list_printings
from .wrong_memories import change_icon

LETTERS = find_edition("en").letters
PHOTOS = 3
GOOD = "as it is"


def spoil(lesson: Lesson, other: Lesson, dice: np.random.Generator) -> Iterator[tuple[str, Lesson]]:
    """Yield a lesson as it is, and spoiled in each way, with the way."""
    yield GOOD, lesson
    first, second = (str(code) for code in dice.choice(list("CFHMRS"), 2, replace=False))
    exchanged = str.maketrans(first + second, second + first)
    yield "two categories exchanged", _change(lesson, lambda _, icons: icons.translate(exchanged))
    yield "an icon wrong on each card", _change(lesson, lambda _, icons: change_icon(dice, icons))
    yield (
        "an icon wrong on every fourth card",
        _change(lesson, lambda index, icons: icons if index % 4 else change_icon(dice, icons)),
    )
    letters = tuple(
        (LETTERS[(LETTERS.index(letter) + 1) % len(LETTERS)], number, icons) for letter, number, icons in lesson.cards
    )
    yield "letters moved on", replace(lesson, cards=letters)
    yield "another printing", other


def _change(lesson: Lesson, change: Callable[[int, str], str]) -> Lesson:
    cards = tuple((letter, number, change(index, icons)) for index, (letter, number, icons) in enumerate(lesson.cards))
    return replace(lesson, cards=cards)


def main() -> None:
    """Judge lessons of printings, and print what becomes of each."""
    parser = argparse.ArgumentParser(prog="python -m bench.lessons.judging", description=__doc__)
    parser.add_argument("--first", type=int, default=1_990_000, help="seed of the first printing")
    parser.add_argument("--printings", type=int, default=6, help="of the first maker")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    asked: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for seed, face in list_printings(MAKERS[:1], chosen.first, chosen.printings, None):
        deck, box = make_deck(seed), Box(LETTERS, EX_LIBRIS, {}, load_design("default"))
        lessons: list[Lesson] = []
        try:
            for number in range(PHOTOS):
                lessons.append(teach(take_photo(face, 1000 * seed + 100 * number, deck), deck, [*lessons], box, None))
            stranger = choose_lesson_face("first maker", seed + 1)
            other = teach(take_photo(stranger, 1000 * seed + 900, deck), deck, [], box, None)
        except (MismatchError, DesignError) as error:
            print(f"{face.name}: nothing learned, {error!r}", flush=True)
            continue
        for way, spoiled in spoil(lessons[-1], other, np.random.default_rng([96, seed])):
            found = judge_lesson(lessons[:-1], spoiled, EX_LIBRIS)
            times[way] += 1
            asked[way] += found.is_worse
            print(
                f"{face.name:36} {way:36} {found.judged:3} {found.good_without:3} -> {found.good_with:3}"
                f"{'  asked' if found.is_worse else ''}",
                flush=True,
            )
    for way, count in times.items():
        print(f"{way:36} asked {asked[way]} of {count}")


if __name__ == "__main__":
    main()
