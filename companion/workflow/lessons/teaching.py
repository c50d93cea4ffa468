"""Taking answers about the icons of a photo, and asking for it to be read again after the last one."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Sequence

from ...store.decks.waiting_lessons import check_lessons, drop_lesson
from ...store.photos import queries as photos
from ...store.photos.owners import SeatShelf, Shelf
from ...store.photos.queries import Content, KeptPhoto
from ..jobs.asking import REPEATED, Job, Kind, Order, add_job, cancel_job, find_unfinished, make_request_key
from ..photos.asking import find_owner, name_subject
from ..photos.review import Review, format_review, parse_review
from .answers import answer, forget, list_kinds, take_back
from .others import ask_others, find_lesson


def say_kind(shelf: Shelf, kept: Sequence[KeptPhoto], number: int, key: str, said: str) -> bool:
    """Record what is said of a kind of icons; return whether that was the last one.

    Raises ``LookupError`` for a photo or kind that there is not, ``ValueError`` for no answer, and ``MissingError``.
    """
    photo = _find_photo(kept, number)
    after = _change(shelf, lambda review: answer(review, photo, key, said))
    return all(kind.said for kind in list_kinds(after, photo))


def take_back_answer(shelf: Shelf, kept: Sequence[KeptPhoto], number: int, key: str) -> None:
    """Take back what was said of a kind, or the last answer; raises as ``say_kind`` does."""
    photo = _find_photo(kept, number)
    _change(shelf, lambda review: take_back(review, photo, key))


def forget_lesson(shelf: Shelf, kept: Sequence[KeptPhoto], number: int, now: datetime.datetime) -> None:
    """Undo the lesson of a photo, whose cards are as they were read at first; raises as ``say_kind`` does."""
    photo = _find_photo(kept, number)
    if waiting := find_unfinished(find_owner(shelf), Kind.READ_AGAIN, name_subject(shelf)):
        cancel_job(waiting.slug, now)
    _change(shelf, lambda review: forget(review, photo))
    if isinstance(shelf, SeatShelf) and find_lesson(shelf, number):
        drop_lesson(shelf.slug, shelf.position, number)
        ask_others(shelf, number, "forgotten", now)


def ask_reading_again(
    shelf: Shelf, review: Review, number: int, device: str, now: datetime.datetime, key: str = ""
) -> Job:
    """Ask for a photo to be read again with what was said of its icons; a new ``key`` asks for it once more.

    Raises ``FullError``, ``TooManyJobsError`` and ``MissingError``.
    """
    if isinstance(shelf, SeatShelf):
        check_lessons(shelf.slug)
    subject, owner = name_subject(shelf), find_owner(shelf, device)
    if earlier := find_unfinished(owner, Kind.READ_AGAIN, subject):
        # An answer has been corrected meanwhile.
        cancel_job(earlier.slug, now)
    answers = json.dumps([one for one in review.answers if one[0] == number])
    key = make_request_key(Kind.READ_AGAIN, owner.slug, str(owner.deck), subject, str(number), answers, key)
    order = Order(Kind.READ_AGAIN, owner, key, subject, {"photo": number})
    return add_job(order, now, anew_after=REPEATED)


def _find_photo(kept: Sequence[KeptPhoto], number: int) -> KeptPhoto:
    for photo in kept:
        if photo.number == number:
            return photo
    raise LookupError(f"no photo {number!r} of this shelf")


def _change(shelf: Shelf, change: Callable[[Review], Review]) -> Review:
    changed: list[Review] = []

    def apply(content: Content) -> tuple[Content, frozenset[int]]:
        changed.append(change(parse_review(content)))
        return format_review(changed[-1]), changed[-1].photos

    photos.change_review(shelf, apply)
    return changed[-1]
