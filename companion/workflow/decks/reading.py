"""What a deck provides for reading photos, and what it learns from them.

    load_box("Kitchen box")                                   # for vision.pipeline.read_photo
    learn_from_photo("Kitchen box", content, rows, where, now)   # after somebody has confirmed what lies there

Both need an open database.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from ...scoring.decks.deck import Deck, Source
from ...scoring.decks.document import Lesson as KeptLesson
from ...scoring.decks.document import Pictures
from ...scoring.editions import find_edition
from ...scoring.shelf import Cell
from ...store.decks.doubted_lessons import Doubt
from .game_rules import EX_LIBRIS
from .keeping import DeckKey, find_deck, load_lessons, remember

if TYPE_CHECKING:
    from ...vision.learning.lessons import Lesson
    from ...vision.learning.shelf_alignment import ExpectedCard
    from ...vision.learning.teaching import Taught, TaughtCard
    from ...vision.reading.shelf_reader import Box

KnownCards = tuple[tuple[tuple[str, int], str | None], ...]
"""Icons by letter and number; ``None`` if witnesses disagree."""
_MOST_BOXES = 4
"""Number of boxes cached: learning a card design from ten lessons takes a second."""


def load_box(name: DeckKey, looks: tuple[bytes, ...] = (), *, with_lessons: bool = True) -> Box:
    """Return what a deck knows, prepared for reading photos; raise ``MissingDeckError``.

    ``looks`` are lessons from elsewhere that show what the printing looks like. Without its own lessons a deck knows
    only its cards: they may be those of another printing.
    """
    deck = find_deck(name)
    edition = find_edition(deck.edition)
    features = tuple((lesson.where, lesson.features) for lesson in load_lessons(name) if with_lessons)
    counts = tuple(deck.letter_counts.items())
    return _make_box(edition.letters, counts, features, _list_cards(deck), _list_witnesses(deck), looks)


def make_deckless_box(edition: str, looks: tuple[bytes, ...]) -> Box:
    """Return what is known of an edition's cards without a deck; ``looks`` as in ``load_box``."""
    rules = find_edition(edition)
    return _make_box(rules.letters, tuple(rules.letter_counts.items()), (), (), frozenset(), looks)


def _list_cards(deck: Deck) -> KnownCards:
    return tuple((card.key, "".join(card.icons) if card.icons else None) for card in deck.cards)


def _list_witnesses(deck: Deck) -> frozenset[tuple[tuple[str, int], str]]:
    return frozenset((card.key, statement.where) for card in deck.cards for statement in card.statements)


@lru_cache(maxsize=_MOST_BOXES)
def _make_box(
    letters: tuple[str, ...],
    counts: tuple[tuple[str, int], ...],
    features: tuple[tuple[str, bytes], ...],
    cards: KnownCards,
    witnesses: frozenset[tuple[tuple[str, int], str]],
    looks: tuple[bytes, ...],
) -> Box:
    from ...vision.learning.deck_knowledge import make_box

    lessons = list(_parse_lessons((KeptLesson(*one) for one in features), witnesses))
    more = list(_parse_looks(looks))
    return make_box(letters, EX_LIBRIS, dict(counts), lessons, dict(cards), more)


def _parse_lessons(kept: Iterable[KeptLesson], witnesses: frozenset[tuple[tuple[str, int], str]]) -> Iterator[Lesson]:
    """Yield the usable lessons, without the cards that have been corrected away since."""
    from ...vision.learning.lesson_files import LessonError, parse_lesson
    from ...vision.learning.lessons import choose_cards

    heard = {where for _, where in witnesses}
    for one in kept:
        try:
            lesson = parse_lesson(one.features)
        except LessonError:
            # From a later version, or damaged in transit: the other lessons are still useful.
            continue
        stays = [
            one.where not in heard or not icons or ((letter, number), one.where) in witnesses
            for letter, number, icons in lesson.cards
        ]
        if any(stays):
            yield choose_cards(lesson, stays)


def _parse_looks(looks: Iterable[bytes]) -> Iterator[Lesson]:
    """Yield the usable lessons of those that no deck has yet: nothing has corrected them."""
    return _parse_lessons((KeptLesson("", one) for one in looks), frozenset())


def learn_from_photo(
    name: DeckKey,
    content: bytes,
    rows: Sequence[Sequence[Cell]],
    where: str,
    now: datetime.datetime,
    *,
    splayed: bool = False,
) -> Taught:
    """Let a deck learn from a photo and its confirmed content; return what was learned.

    ``where`` identifies the photo: learning from it again replaces what it taught before. Raises ``MissingDeckError``
    and whatever ``vision.learning.teaching.learn_photo`` raises; then nothing has been learned.
    """
    complete = find_deck(name).complete_rows(tuple(map(tuple, rows)))
    taught = look_and_learn(content, complete, _list_earlier(name, where), splayed=splayed)
    remember_taught(name, taught, complete, where, now)
    return taught


def look_at_cards(
    name: DeckKey, picture: bytes, width: float, cards: Sequence[TaughtCard], where: str, looks: bytes | None
) -> Taught:
    """Take a lesson from the cards of a photo where they were read, with the help of a deck; nothing is stored.

    What it learned from ``where`` does not count. ``looks`` is the lesson that was taken of the photo when its icons
    were named, if they were. Raises ``MissingDeckError`` and whatever ``vision.learning.teaching.learn_read_cards``
    raises.
    """
    from ...vision.learning.teaching import learn_read_cards

    named = next(_parse_looks([looks]), None) if looks else None
    return learn_read_cards(picture, width, cards, _list_earlier(name, where), EX_LIBRIS, named)


def _list_earlier(name: DeckKey, where: str) -> list[Lesson]:
    """Return the lessons of a deck, but for that which it learned from ``where``."""
    earlier = (lesson for lesson in load_lessons(name) if lesson.where != where)
    return list(_parse_lessons(earlier, _list_witnesses(find_deck(name))))


def judge_features(name: DeckKey, features: bytes, where: str, waiting: Sequence[bytes] = ()) -> Doubt | None:
    """Return why a lesson should not be learned unasked, if anything: it would make earlier ones worse.

    ``waiting`` are earlier ones that the deck has not learned yet. What it learned from ``where`` before does not
    count: the lesson takes its place. Raises ``MissingDeckError``.
    """
    from ...vision.learning.deck_knowledge import correct_lesson
    from ...vision.learning.judging import judge_lesson
    from ...vision.learning.lesson_files import LessonError, parse_lesson

    deck = find_deck(name)
    others = (one for one in load_lessons(name) if one.where != where and not one.where.startswith(f"{where}-"))
    earlier = chain(_parse_lessons(others, _list_witnesses(deck)), _parse_looks(waiting))
    try:
        new = parse_lesson(features)
    except LessonError:
        return None
    cards = dict(_list_cards(deck))
    judgement = judge_lesson([correct_lesson(lesson, cards) for lesson in earlier], new, EX_LIBRIS)
    if not judgement.is_worse:
        return None
    shown = tuple(f"{letter}{number}" for letter, number, _ in new.cards if letter)
    named = [f"{letter}{number}" for letter, number in judgement.lost if letter]
    lost = tuple(dict.fromkeys(named))
    return Doubt(shown, len(lost) + len(judgement.lost) - len(named), lost)


def look_and_learn(
    content: bytes, rows: Sequence[Sequence[Cell]], lessons: Sequence[Lesson], *, splayed: bool = False
) -> Taught:
    """Take a lesson from a photo without storing it; raises whatever ``learn_photo`` raises."""
    from ...vision.learning.teaching import learn_photo

    return learn_photo(content, list_wanted(rows), lessons, EX_LIBRIS, splayed=splayed)


def remember_taught(
    name: DeckKey, taught: Taught, rows: Sequence[Sequence[Cell]], where: str, now: datetime.datetime
) -> None:
    """Store what a photo taught; its lesson waits if it would make earlier ones worse. Raises ``MissingDeckError``."""
    from ...vision.learning.lesson_files import format_lesson

    pictures = {card: Pictures(both.band, both.face) for card, both in taught.pictures.items()}
    cards = [card for row in rows for card in row if card is not None]
    features = format_lesson(taught.lesson)
    remember(name, cards, where, Source.PHOTO, now, features, pictures, judge_features(name, features, where))


def list_wanted(rows: Sequence[Sequence[Cell]]) -> tuple[ExpectedCard, ...]:
    """Return the cards of a confirmed shelf in the form that matching expects."""
    from ...vision.learning.shelf_alignment import ExpectedCard

    return tuple(
        ExpectedCard(
            r,
            c,
            None if card.face_down or card.letter is None or card.number is None else (card.letter, card.number),
            "".join(icon for icon in card.icons or () if icon is not None),
        )
        for r, row in enumerate(rows)
        for c, card in enumerate(row)
        if card is not None
    )
