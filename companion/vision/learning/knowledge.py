"""What a deck knows, made ready for reading: its face, its letters' counts, its cards and their looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..cutouts import Spot
from ..face import Face, load_face
from ..geometry import FloatArray
from ..reading.glyphs import MOST_OF_A_LETTER, list_numbers
from ..reading.reader import Box
from ..reading.recognising import Album, KnownCards, free_looks, measure_pictures
from .faces import learn_face
from .lessons import FaceError, Lesson

DEFAULT_FACE = "default"
_MOST_LOOKS = 3
"""Looks kept of a card, the latest: each costs time when it is compared."""
_SETTLED = 3.0
"""By how much (log) one count of a letter must be likelier than the next to be taken for known."""

Cards = Mapping[tuple[str, int], str | None]
"""Icons (category codes) by letter and number; ``None`` where they are not agreed upon."""


def make_box(letters: tuple[str, ...], counts: Mapping[str, int], lessons: Sequence[Lesson], cards: Cards) -> Box:
    """Return what is known of a box: ``letters`` of its edition, ``counts`` of some, its lessons and its cards.

    What the deck says of a card's icons outranks what a lesson was confirmed with: corrections come later. Without a
    lesson the face that comes with the program is tried.
    """
    corrected = [correct_lesson(lesson, cards) for lesson in lessons]
    known = {card: icons for card, icons in cards.items() if icons}
    face = _learn_face(corrected)
    return Box(
        letters,
        dict(counts) | learn_counts(corrected),
        face,
        KnownCards(known, _make_album(corrected, face)),
    )


def correct_lesson(lesson: Lesson, cards: Cards) -> Lesson:
    """Return a lesson with the icons that the deck says; cards that it does not know stay as they were confirmed."""
    corrected = tuple(
        (letter, number, cards.get((letter, number), icons) or "") for letter, number, icons in lesson.cards
    )
    return replace(lesson, cards=corrected)


def _learn_face(lessons: Sequence[Lesson]) -> Face:
    try:
        return learn_face("learned", lessons)
    except FaceError:
        return load_face(DEFAULT_FACE)


def learn_counts(lessons: Sequence[Lesson]) -> dict[str, int]:
    """Return how many cards letters have, as far as the ``N`` printed on confirmed cards was read plainly."""
    numbers = np.array(list_numbers(MOST_OF_A_LETTER))
    said: dict[str, FloatArray] = {}
    for lesson in lessons:
        for (letter, number, _), chances in zip(lesson.cards, lesson.number_chances, strict=True):
            fitting = numbers[:, 0] == number
            if not fitting.any():
                continue
            by_count = np.full(MOST_OF_A_LETTER + 1, -np.inf)
            by_count[numbers[fitting, 1]] = chances[fitting]
            by_count = np.maximum(by_count - by_count.max(), -6.0)
            by_count[:number] = -np.inf
            said[letter] = np.asarray(said.get(letter, 0.0) + by_count, np.float32)
    counts = {}
    for letter, chances in said.items():
        second, first = np.sort(chances)[-2:]
        if first - second > _SETTLED:
            counts[letter] = int(chances.argmax())
    return counts


def _make_album(lessons: Sequence[Lesson], face: Face) -> Album | None:
    whole = [lesson for lesson in lessons if lesson.is_whole]
    if not whole:
        return None
    usual = np.concatenate([lesson.looks for lesson in whole])
    looks: dict[tuple[str, int], list[FloatArray]] = {}
    for lesson in whole:
        for (letter, number, _), look in zip(lesson.cards, free_looks(lesson.looks, usual), strict=True):
            looks.setdefault((letter, number), []).append(look)
    kept = {card: several[-_MOST_LOOKS:] for card, several in looks.items()}
    owners = [place for place, several in enumerate(kept.values()) for _ in several]
    every = np.stack([look for several in kept.values() for look in several])
    icons = [Spot(x, y, face.icon_height, face.icon_height) for places in face.icon_places for x, y in places]
    plain = max(measure_pictures(lesson.looks, [face.letter, face.number, *icons]) for lesson in whole)
    return Album(tuple(kept), np.array(owners, np.int64), every, usual, plain)
