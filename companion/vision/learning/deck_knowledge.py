"""What a deck knows, made ready for reading: its design, its letters' counts, its cards and their descriptors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..crops import PrintRegion
from ..designs.card_design import NO_CODES, NO_DISCRIMINANTS, NO_MOMENTS, CardDesign, load_design
from ..game_rules import GameRules
from ..geometry import FloatArray
from ..reading.card_matching import DescriptorGallery, KnownCards, measure_distinctness, standardize_descriptors
from ..reading.number_signs import list_numbers
from ..reading.shelf_reader import Box
from .design_learning import learn_design
from .icons.icon_places import DesignError
from .lessons import Lesson
from .letter_samples import list_number_chances
from .thresholds import KNOWLEDGE

DEFAULT_DESIGN = "default"

Cards = Mapping[tuple[str, int], str | None]
"""Icons (category codes) by letter and number; ``None`` where they are not agreed upon."""


def make_box(
    letters: tuple[str, ...], rules: GameRules, counts: Mapping[str, int], lessons: Sequence[Lesson], cards: Cards,
    looks: Sequence[Lesson] = (),
) -> Box:  # fmt: skip
    """Return what is known of a box: its edition's ``letters``, the game's rules, ``counts``, lessons and cards.

    What the deck says of a card's icons outranks what a lesson was confirmed with: corrections come later. Without a
    lesson the design that comes with the program is tried. Lessons among ``looks`` say what the printing looks like,
    and nothing of its cards.
    """
    corrected = [correct_lesson(lesson, cards) for lesson in lessons]
    known = {card: "".join(sorted(icons)) for card, icons in cards.items() if icons}
    design = _learn_design([*corrected, *looks], rules)
    return Box(
        letters,
        rules,
        dict(counts) | learn_counts(corrected, rules),
        design,
        KnownCards(known, _make_gallery(corrected, design)),
    )


def correct_lesson(lesson: Lesson, cards: Cards) -> Lesson:
    """Return a lesson with the icons that the deck says; cards that it does not know stay as they were confirmed.

    The deck says in no order which icons a card has: where those of a lesson are in the order of their places they stay
    as they are, and of a card that has others nothing is known.
    """

    def correct(name: tuple[str, int], icons: str) -> str:
        said = cards.get(name, icons) or ""
        return icons if sorted(said) == sorted(icons) else "" if lesson.in_order else said

    corrected = tuple((letter, number, correct((letter, number), icons)) for letter, number, icons in lesson.cards)
    changed = replace(lesson, cards=corrected)
    if lesson.is_coded or [sorted(icons) for *_, icons in corrected] == [sorted(icons) for *_, icons in lesson.cards]:
        return changed
    # What embeddings were learned with was not so: they are learned anew from the patches.
    return replace(changed, codes=NO_CODES, icon_moments=NO_MOMENTS, icon_discriminants=NO_DISCRIMINANTS)


def _learn_design(lessons: Sequence[Lesson], rules: GameRules) -> CardDesign:
    try:
        return learn_design("learned", lessons, rules)
    except DesignError:
        return load_design(DEFAULT_DESIGN)


def learn_counts(lessons: Sequence[Lesson], rules: GameRules) -> dict[str, int]:
    """Return how many cards letters have, as far as the counts printed on confirmed cards were read clearly."""
    numbers = np.array(list_numbers(rules.max_count))
    said: dict[str, FloatArray] = {}
    for letter, number, told in list_number_chances(lessons, rules):
        fitting = numbers[:, 0] == number
        if not fitting.any():
            continue
        by_count = np.full(rules.max_count + 1, -np.inf)
        by_count[numbers[fitting, 1]] = told[fitting]
        by_count = np.maximum(by_count - by_count.max(), KNOWLEDGE.min_log_likelihood)
        by_count[:number] = -np.inf
        said[letter] = np.asarray(said.get(letter, 0.0) + by_count, np.float32)
    counts = {}
    for letter, chances in said.items():
        second, first = np.sort(chances)[-2:]
        if first - second > KNOWLEDGE.min_log_odds:
            counts[letter] = int(chances.argmax())
    return counts


def _make_gallery(lessons: Sequence[Lesson], design: CardDesign) -> DescriptorGallery | None:
    whole = [lesson for lesson in lessons if lesson.is_whole]
    if not whole:
        return None
    usual = np.concatenate([lesson.descriptors for lesson in whole])
    descriptors: dict[tuple[str, int], list[FloatArray]] = {}
    for lesson in whole:
        for (letter, number, _), descriptor in zip(
            lesson.cards, standardize_descriptors(lesson.descriptors, usual), strict=True
        ):
            descriptors.setdefault((letter, number), []).append(descriptor)
    kept = {card: several[-KNOWLEDGE.max_descriptors :] for card, several in descriptors.items()}
    owners = [place for place, several in enumerate(kept.values()) for _ in several]
    every = np.stack([descriptor for several in kept.values() for descriptor in several])
    icons = [
        PrintRegion(x, y, design.icon_height, design.icon_height) for places in design.icon_places for x, y in places
    ]
    plain = max(measure_distinctness(lesson.descriptors, [design.letter, design.number, *icons]) for lesson in whole)
    return DescriptorGallery(tuple(kept), np.array(owners, np.int64), every, usual, plain)
