"""Judging a lesson by earlier ones: how many of their cards are read well without it, and how many with it.

A lesson holds what its photo showed of each card, so that confirmed cards can be read once more without their photos.
A card is read well if its icons are right and sure, so that nobody would be asked, and its letter is right. Right alone
says too little: where a lesson contradicts another, both are learned in part, and nothing is sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..designs.card_design import CardDesign
from ..game_rules import GameRules
from ..geometry import Point
from ..networks.inference import list_known_letters
from ..reading.glyphs import compare_letters
from ..reading.icons.code_classifier import classify_by_codes
from ..reading.icons.filled_places import list_filled
from ..reading.icons.icon_reader import classify_in_light
from ..reading.icons.icon_readings import IconReading
from ..readings import SURE
from .design_learning import learn_design
from .icons.icon_places import DesignError
from .icons.icon_samples import gather_patches
from .lessons import Lesson, measure_shifts
from .thresholds import JUDGING

Card = tuple[str, int]
"""Letter and number; no letter where they are not known."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a lesson would do to the cards of earlier ones."""

    judged: int
    """How many of their cards can be judged."""
    good_without: int
    """How many of these are read well by what the earlier lessons teach alone."""
    good_with: int
    """How many of these are read well with the new lesson."""
    lost: tuple[Card, ...]
    """Those that are read well only without it."""
    gained: int = 0
    """How many more of the new lesson's own cards are read well with it."""

    @property
    def is_worse(self) -> bool:
        """Whether so many fewer cards are read well with the lesson that it should not be learned unasked.

        A lesson that brings more than it takes shows what the earlier ones lacked.
        """
        fewer = self.good_without - self.good_with
        if fewer < JUDGING.min_lost or fewer <= JUDGING.max_lost_share * self.good_without:
            return False
        return self.gained < JUDGING.min_gain_ratio * fewer


def judge_lesson(earlier: Sequence[Lesson], new: Lesson, rules: GameRules) -> Judgement:
    """Read the cards of earlier lessons by the design that these teach, and by the one that the new lesson adds to.

    What lies under glare, or was never confirmed, is not judged, nor are lessons without pictures.
    """
    pictured = [lesson for lesson in earlier if not lesson.is_coded]
    if not pictured:
        return Judgement(0, 0, 0, ())
    asked = [*pictured, *([] if new.is_coded else [new])]
    without, added = (_read_well(taught, asked, rules) for taught in (earlier, [*earlier, new]))
    if without is None or added is None:
        return Judgement(0, 0, 0, ())
    cards = [(letter, number) for lesson in pictured for letter, number, _ in lesson.cards]
    pairs = [
        None if before is None or after is None else (before, after)
        for before, after in zip(without, added, strict=True)
    ]
    judged = {card: pair for card, pair in enumerate(pairs[: len(cards)]) if pair}
    own = [pair for pair in pairs[len(cards) :] if pair]
    return Judgement(
        len(judged),
        sum(before for before, _ in judged.values()),
        sum(after for _, after in judged.values()),
        tuple(cards[card] for card, (before, after) in judged.items() if before and not after),
        sum(after - before for before, after in own),
    )


def _read_well(taught: Sequence[Lesson], asked: Sequence[Lesson], rules: GameRules) -> list[bool | None] | None:
    """Return for each card whether it is read well, ``None`` where that cannot be told; nothing without a design."""
    try:
        design = learn_design("learned", taught, rules)
    except DesignError:
        return None
    return [good for lesson in asked for good in _judge_cards(lesson, design, rules)]


def _judge_cards(lesson: Lesson, design: CardDesign, rules: GameRules) -> list[bool | None]:
    icons, letters = _read_icons(lesson, design), _read_letters(lesson, design)
    shown = ~np.isnan(lesson.icon_spots[:, 0, 0])
    verdicts: list[bool | None] = []
    for index, (letter, _, confirmed) in enumerate(lesson.cards):
        said = []
        if shown[index] and rules.min_icons <= len(confirmed) <= rules.max_icons:
            read = icons[index]
            said.append(sorted(read.codes) == sorted(confirmed) and read.confidence >= SURE)
        if letters[index]:
            said.append(letters[index] == letter)
        verdicts.append(all(said) if said else None)
    return verdicts


def _read_icons(lesson: Lesson, design: CardDesign) -> list[IconReading]:
    """Return the icons of a lesson's cards as a design reads them."""
    places: list[Point] = design.every_icon_place
    table = gather_patches([lesson], np.array(places, np.float32), design.ground)
    patches = [dict(zip(places, row, strict=True)) for row in table]
    if design.is_coded:
        return classify_by_codes(patches, design).icons
    shifts = measure_shifts(lesson.spots, design.letter, design.number)
    detected = [
        list_filled(places, (spots[~np.isnan(spots[:, 0])] - shift).tolist(), design)
        for spots, shift in zip(lesson.icon_spots, shifts, strict=True)
    ]
    return classify_in_light(patches, detected, design).icons


def _read_letters(lesson: Lesson, design: CardDesign) -> list[str]:
    """Return the letters of a lesson's cards as a design reads them; nothing where none is known or seen."""
    known = list_known_letters()
    if lesson.letter_chances.shape != (len(lesson.cards), len(known)):
        return [""] * len(lesson.cards)
    chances = lesson.letter_chances
    if design.letters:
        chances = chances + compare_letters(lesson.letter_embeddings, known, design)
    seen = np.abs(lesson.letter_embeddings).sum(axis=1) > 0
    return [
        known[best] if is_seen and letter in known else ""
        for best, is_seen, (letter, _, _) in zip(chances.argmax(axis=1), seen, lesson.cards, strict=True)
    ]
