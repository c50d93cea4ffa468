"""What letters look like in a printing, and whether its font is an odd one, learned from lessons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from ..game_rules import GameRules
from ..geometry import FloatArray
from ..networks.inference import list_known_letters
from ..reading.number_signs import list_numbers
from .lessons import Lesson
from .thresholds import DESIGNS


def learn_letters(lessons: Sequence[Lesson]) -> tuple[tuple[str, ...], FloatArray]:
    """Return the letters seen, and for each the mean of its embeddings.

    What the network clearly takes for another letter counts if it takes several cards with that name for it, as a
    display font may have it. One alone has been given a wrong name.
    """
    described = np.concatenate([lesson.letter_embeddings for lesson in lessons])
    named = [letter for lesson in lessons for letter, _, _ in lesson.cards]
    taken = [other for lesson in lessons for other in _list_contradictions(lesson)]
    often = Counter((name, other) for name, other in zip(named, taken, strict=True) if other)
    shown = [
        card
        for card in np.nonzero(np.abs(described).sum(axis=1))[0]
        if not taken[card] or often[named[card], taken[card]] > 1
    ]
    described = described[shown]
    seen = [named[card] for card in shown]
    names = tuple(sorted(set(seen)))
    if not names:
        return (), np.zeros((0, described.shape[1]), np.float32)
    means = [described[[k for k, letter in enumerate(seen) if letter == name]].mean(axis=0) for name in names]
    return names, np.asarray(np.stack(means), np.float32)


def has_odd_font(lessons: Sequence[Lesson]) -> bool:
    """Return whether the network takes letters of confirmed cards for others, as it does in display fonts.

    It need not be clear of that: in other fonts it hardly ever does. Single cards may have been given a wrong name.
    """
    taken = [
        bool(other)
        for lesson in lessons
        for other, (letter, _, _) in zip(_list_contradictions(lesson, 0.0), lesson.cards, strict=True)
        if letter
    ]
    return _are_often_taken(taken, DESIGNS.max_contradictions)


def has_odd_numbers(lessons: Sequence[Lesson], rules: GameRules) -> bool:
    """Return whether the network takes many numbers of confirmed cards for others, as ``has_odd_font`` of letters."""
    firsts = np.array([number for number, _ in list_numbers(rules.max_count)])
    taken = [
        int(np.bincount(firsts, np.exp(chances.astype(float))).argmax()) != number
        for _, number, chances in list_number_chances(lessons, rules)
        if number and chances.any()
    ]
    return _are_often_taken(taken, DESIGNS.max_number_contradictions)


def list_number_chances(lessons: Sequence[Lesson], rules: GameRules) -> Iterator[tuple[str, int, FloatArray]]:
    """Yield letter and number of all cards, and the log chances of each number that the rules know.

    Lessons with chances of other numbers, as no photo teaches them, are left out.
    """
    known = len(list_numbers(rules.max_count))
    for lesson in lessons:
        if lesson.number_chances.shape[1] == known:
            for (letter, number, _), chances in zip(lesson.cards, lesson.number_chances, strict=True):
                yield letter, number, chances


def _are_often_taken(taken: Sequence[bool], most: float) -> bool:
    wrong = sum(taken)
    return wrong >= DESIGNS.min_contradictions and wrong > most * len(taken)


def has_familiar_font(lessons: Sequence[Lesson]) -> bool:
    """Return whether the network takes all confirmed letters, of which there are many, for what they are.

    It reads the others as well, then. Letters that were read and not confirmed, as in lessons of looks, say nothing.
    """
    confirmed = [lesson for lesson in lessons if lesson.is_whole]
    letters = {letter for lesson in confirmed for letter, _, _ in lesson.cards if letter}
    taken = [other for lesson in confirmed for other in _list_contradictions(lesson, 0.0)]
    return len(letters) >= DESIGNS.min_familiar_letters and not any(taken)


def _list_contradictions(lesson: Lesson, least: float = DESIGNS.contradicting_probability) -> list[str]:
    """Return for each card the letter that the network takes its letter for, if that is not its name's.

    ``least`` is the least probability by the network alone.
    """
    known = list_known_letters()
    if lesson.letter_chances.shape != (len(lesson.cards), len(known)):  # a lesson without pictures
        return [""] * len(lesson.cards)
    best = lesson.letter_chances.argmax(axis=1)
    clear = np.exp(lesson.letter_chances.max(axis=1)) >= least
    return [
        known[index] if is_clear and known[index] != letter else ""
        for index, is_clear, (letter, _, _) in zip(best, clear, lesson.cards, strict=True)
    ]
