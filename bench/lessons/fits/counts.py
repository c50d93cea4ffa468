"""Fit whether an icon stands on a picture: ``python -m bench.lessons.fits.counts [--first 1965000] [--printings 105]``.

Printings whose icons stand anywhere or in a block are taught by one photo each; of those on pictures other shelves are
read, and what is measured at each place for icons (``icon_counts``) goes to a logistic regression, whose weights are
printed for ``IconCountThresholds``. Printed as well is how many places it would leave open, and how many it would
surely take for what they are not, each printing by the weights of the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from companion.vision.designs.card_design import NO_GROUND
from companion.vision.geometry import Point
from companion.vision.reading.icons import icon_reader
from companion.vision.reading.icons.judging.icon_counts import measure_presence, weigh_presence
from companion.vision.readings import Face
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.photos import Face as Printing
from tools.scenes.photos import Photo

from ...photos.decks import list_truth, take_photo
from ...photos.printings import tell_missing_fonts
from ..faces import ARRANGEMENTS, choose_lesson_face
from ..teach import Teacher, begin, learn, play, read
from .logistic import fit_logistic

ON_PICTURES = ("block", "anywhere")
SHELVES = 3
NEAR, APART = 0.6, 1.0
"""How near (icon heights) a place is to an icon that it has, and how far from one that it has nothing of."""
SURE_LOG_ODDS = 3.0
DECAY = 0.01
"""Weight of the squares of the regression's weights."""


@dataclass(frozen=True, slots=True)
class Place:
    """What was measured at a place for icons, and whether there is one."""

    printing: int
    measures: tuple[float, float]
    is_icon: bool


def teach(face: Printing, photo: Photo, deck: Sequence[SceneCard]) -> tuple[bytes, ...]:
    """Return the lesson of a photo, or nothing."""
    taken = read(photo, ())
    if taken is None:
        return ()
    review, kept = begin(taken)
    review, taps = play(Teacher(face, photo, deck), review, kept)
    return learn(taken, review, kept, ())[0] if taps else ()


def measure_printing(seed: int) -> Iterator[Place]:
    """Teach a printing, and yield the places of other shelves; none where its icons stand on a ground."""
    face, deck = choose_lesson_face("first maker", seed), make_deck(1000 * seed)
    looks = teach(face, take_photo(face, 1000 * seed, deck), deck)
    for number in range(1, SHELVES + 1) if looks else ():
        photo = take_photo(face, 1000 * seed + 100 * number, deck)
        with patch.object(icon_reader, "weigh_presence", wraps=weigh_presence) as weighing:
            taken, truth = read(photo, looks), list_truth(photo, deck)
        seen = [call.args for call in weighing.call_args_list]
        if taken is None or not seen or seen[-1][-1].ground != NO_GROUND:
            break
        fronts = [card for card in taken.reading["cards"] if card["face"] == Face.UP.value]
        if len(fronts) > len(seen):
            continue
        # What was weighed last counts: strays were looked for by then.
        for card, given in zip(fronts, seen[-len(fronts) :], strict=True):
            true = truth.get((card["row"], card["column"]))
            if true is not None:
                yield from _list_places(seed, face, true, given)


def _list_places(seed: int, face: Printing, card: SceneCard, given: tuple[Any, ...]) -> Iterator[Place]:
    coded, strays, prints, shift, design = given
    places = {place: one for place, one in coded.items() if place not in strays}
    icons = [(x - shift[0], y / face.height - shift[1]) for x, y, _ in face.list_icons(card)]
    size, owners = design.icon_height, set()
    for icon in icons:
        far, nearest = min((_measure(place, icon, size, face), place) for place in places)
        if far < NEAR:
            owners.add(nearest)
    for place, one in places.items():
        if place in owners or all(_measure(place, owner, size, face) > APART for owner in owners):
            yield Place(seed, measure_presence(place, one, prints, shift, design), place in owners)


def _measure(place: Point, other: Point, icon_height: float, face: Printing) -> float:
    """Return how far two places are from each other, in icon heights, along the side where that is more."""
    return max(abs(place[0] - other[0]) / face.height, abs(place[1] - other[1])) / icon_height


def fit_weights(places: Sequence[Place]) -> np.ndarray:
    """Return the weights of heat and codes, and the bias."""
    given = np.array([(*one.measures, 1.0) for one in places])
    return fit_logistic(given, np.array([one.is_icon for one in places]), np.full(given.shape[1], DECAY))


def judge_each(places: Sequence[Place]) -> Mapping[int, tuple[int, int, int]]:
    """Return for each printing its places, those left open, and those surely taken for what they are not."""
    judged = {}
    printings = sorted({one.printing for one in places})
    for printing in printings if len(printings) > 1 else ():
        own = [one for one in places if one.printing == printing]
        weights = fit_weights([one for one in places if one.printing != printing])
        odds = np.array([(*one.measures, 1.0) for one in own]) @ weights
        wrong = (odds > 0) != np.array([one.is_icon for one in own])
        sure = np.abs(odds) > SURE_LOG_ODDS
        judged[printing] = (len(own), int((~sure).sum()), int((wrong & sure).sum()))
    return judged


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lessons.fits.counts", description=__doc__)
    parser.add_argument("--first", type=int, default=1_965_000, help="the first printing's seed")
    parser.add_argument("--printings", type=int, default=105, help="how many seeds to look through")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    tell_missing_fonts()
    seeds = [
        seed
        for seed in range(chosen.first, chosen.first + chosen.printings)
        if ARRANGEMENTS[seed % len(ARRANGEMENTS)] in ON_PICTURES
    ]
    places = [place for seed in seeds for place in measure_printing(seed)]
    if not places:
        parser.error(f"expected icons on pictures, found none on {len(seeds)} printings: take more")
    print("weights of heat and codes, bias:", fit_weights(places).round(2), "of", len(places), "places")
    for printing, (count, left_open, wrong) in judge_each(places).items():
        print(f"{printing}: {count} places, {left_open} open, {wrong} surely wrong")


if __name__ == "__main__":
    main()
