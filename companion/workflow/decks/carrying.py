"""Carrying over lessons of before: they learn from their pictures what later ones have, to do without pictures."""

from __future__ import annotations

from collections.abc import Iterable

from ...scoring.decks.picture_free import is_complete
from ...store.decks.stored_lessons import list_stored, list_stored_of, rewrite_lesson
from .game_rules import EX_LIBRIS
from .keeping import DeckKey

LESSONS_AT_A_TIME = 20
"""As many as are read in a second."""


def carry_deck_over(name: DeckKey) -> None:
    """Give the lessons of a deck what later ones have; raise ``MissingDeckError``."""
    _carry_over(list_stored_of(name))


def carry_some_over(after: int) -> int:
    """Give some of all lessons what later ones have, those that follow a number; return that of the last."""
    stored = list_stored(after, LESSONS_AT_A_TIME)
    _carry_over(stored)
    return stored[-1][0] if stored else after


def _carry_over(stored: Iterable[tuple[int, bytes]]) -> None:
    old = [(number, features) for number, features in stored if not is_complete(features)]
    if not old:
        return
    from ...vision.learning.icons.icon_codes import add_codes
    from ...vision.learning.lesson_files import LessonError, format_lesson, parse_lesson

    for number, features in old:
        try:
            lesson = add_codes(parse_lesson(features), EX_LIBRIS)
        except LessonError:
            continue
        rewrite_lesson(number, features, format_lesson(lesson))
