"""Asking for a table's other photos to be read anew, when a lesson has come, changed, or gone."""

from __future__ import annotations

import datetime
from contextlib import suppress

from ...store.decks.waiting_lessons import WaitingLesson, load_lessons
from ...store.photos.owners import SeatShelf
from ...store.photos.queries import KeptPhoto
from ...store.tables import queries
from ..jobs.asking import Kind, Order, TooManyJobsError, add_job, make_request_key
from ..photos.asking import find_owner, name_subject
from ..photos.filing import find_review
from ..photos.review import Review
from .answers import WITH_LOOKS, find_answers, fits_design

ANEW = "anew"
"""Key in the input of a job: the photo is read as if it had just come."""


def find_lesson(shelf: SeatShelf, number: int) -> WaitingLesson | None:
    """Return the lesson that waits of a photo of a seat, if there is one."""
    mine = load_lessons(shelf.slug).get(shelf.position, ())
    return next((lesson for lesson in mine if lesson.number == number), None)


def ask_others(shelf: SeatShelf, number: int, reason: str, now: datetime.datetime) -> None:
    """Ask for the table's other photos to be read anew after the lesson of one has come, changed, or gone.

    They are those that were read with what the table was taught, and those of an unknown printing, about which nothing
    has been said. ``reason`` makes the request another one than the last. Where too many jobs wait, they stay as they
    are.
    """
    for seat in queries.find_draft(shelf.slug).seats:
        other = SeatShelf(shelf.slug, seat.position)
        found = find_review(other)
        if found is None or found[0].is_accepted:
            continue
        for photo in found[1]:
            if (other, photo.number) != (shelf, number) and _may_differ(found[0], photo):
                key = make_request_key(
                    Kind.READ_AGAIN, other.slug, name_subject(other), str(photo.number), reason, now.isoformat()
                )
                order = Order(
                    Kind.READ_AGAIN, find_owner(other), key, name_subject(other), {"photo": photo.number, ANEW: True}
                )
                with suppress(TooManyJobsError):
                    add_job(order, now)


def _may_differ(review: Review, photo: KeptPhoto) -> bool:
    if find_answers(review, photo.number):
        # Its own answers are about the groups of this reading.
        return False
    return bool(photo.reading.get(WITH_LOOKS)) or not fits_design(photo.reading)
