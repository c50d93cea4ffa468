"""Asking for photos to be read, and for lessons to be taken from those of an accepted shelf."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ...store.decks.waiting_lessons import check_lessons
from ...store.photos.owners import SeatShelf, Shelf
from ...store.photos.queries import KeptPhoto, check_photos, find_picture, has_photo
from ...store.tables import queries
from ..decks.table_decks import find_table_deck
from ..jobs.asking import (
    REPEATED,
    Job,
    Kind,
    Order,
    Owner,
    add_job,
    cancel_job,
    drop_jobs,
    find_unfinished,
    make_request_key,
)
from .outlines import format_spot
from .purposes import Purpose
from .review import Review, Spot, format_review
from .truths.files import format_truth
from .truths.gathering import Truth

PILE = "pile"
"""What the photos of a discard pile are about."""
LESSONS_LATER = 4
"""Turns that lessons let pass: nobody waits for them."""


def ask_reading(
    shelf: Shelf, content: bytes, purpose: Purpose, spot: Spot | None, key: str, device: str, now: datetime.datetime
) -> Job | None:
    """Ask for a photo to be read and added to the review; ``None`` if it has been, under the same ``key``.

    ``spot`` is the place of that part of the shelf. With a whole one goes the version of its seat, so that it is filled
    in only if nobody writes there meanwhile. Raises ``FullError``, ``TooManyJobsError`` and ``MissingError``.
    """
    if has_photo(shelf, key):
        return None
    check_photos(shelf)
    subject, owner = name_subject(shelf), find_owner(shelf, device)
    place = format_spot(spot) if spot else ""
    asked: dict[str, Any] = {"purpose": purpose.value, "place": place, "key": key}
    if isinstance(shelf, SeatShelf) and purpose is Purpose.WHOLE:
        asked["version"] = queries.find_draft(shelf.slug).find_seat(shelf.position).version
    return add_job(
        Order(
            kind=Kind.READ_PHOTO,
            owner=owner,
            request_key=make_request_key(Kind.READ_PHOTO, owner.slug, str(owner.deck), subject, key),
            subject=subject,
            input=asked,
            content=content,
        ),
        now,
    )


def find_reading(shelf: Shelf) -> Job | None:
    """Return the job that reads a photo of a shelf just now, again or not, or waits for its turn.

    Raises ``MissingError``.
    """
    owner, subject = find_owner(shelf), name_subject(shelf)
    return find_unfinished(owner, Kind.READ_PHOTO, subject) or find_unfinished(owner, Kind.READ_AGAIN, subject)


def ask_pile_reading(slug: str, content: bytes, key: str, device: str, now: datetime.datetime) -> Job:
    """Ask for a photo of the pile to be read and added to it; a repeated ``key`` is the same request.

    Raises ``TooManyJobsError`` and ``MissingError``.
    """
    order = Order(
        kind=Kind.READ_PILE,
        owner=Owner(slug=slug, device=device),
        request_key=make_request_key(Kind.READ_PILE, slug, key),
        subject=PILE,
        content=content,
    )
    return add_job(order, now)


def find_pile_reading(slug: str) -> Job | None:
    """Return the job that reads a photo of the pile just now, or waits for its turn; raise ``MissingError``."""
    return find_unfinished(Owner(slug=slug), Kind.READ_PILE, PILE)


def ask_lessons(
    slug: str, position: int, review: Review, photos: Sequence[KeptPhoto], edition: str, now: datetime.datetime
) -> Job | None:
    """Ask for lessons from the photos of a seat's accepted shelf; ``None`` if the table plays with no deck.

    The job has copies of the photos: those of the seat may be deleted. Raises ``FullError``.
    """
    if find_table_deck(slug, edition) is None:
        return None
    check_lessons(slug)
    shelf = SeatShelf(slug, position)
    subject, owner = name_subject(shelf), find_owner(shelf)
    if earlier := find_unfinished(owner, Kind.TAKE_LESSONS, subject):
        # The shelf has been photographed again: what the earlier photos teach would be replaced.
        cancel_job(earlier.slug, now)
    pictures = {number: find_picture(shelf, number) for number in sorted({card.photo for card in review.cards})}
    content, told = b"".join(pictures.values()), format_review(review)
    return add_job(
        Order(
            kind=Kind.TAKE_LESSONS,
            owner=owner,
            request_key=make_request_key(Kind.TAKE_LESSONS, slug, subject, json.dumps(told), content),
            subject=subject,
            input={
                "review": told,
                "sizes": [[number, len(picture)] for number, picture in pictures.items()],
                "widths": [[photo.number, photo.width] for photo in photos if photo.number in pictures],
            },
            content=content,
            turns_later=LESSONS_LATER,
        ),
        now,
        anew_after=REPEATED,
    )


def ask_truth(shelf: SeatShelf, truth: Truth, number: int, device: str, now: datetime.datetime) -> Job:
    """Ask for a file of the photo of that ``number`` and what is true of it; raise ``TooManyJobsError``.

    The same file is made once. Raises ``MissingError`` where the photo is gone.
    """
    owner, subject = find_owner(shelf, device), name_subject(shelf)
    told, picture = format_truth(truth), find_picture(shelf, number)
    key = make_request_key(Kind.MAKE_TRUTH, shelf.slug, subject, device, json.dumps(told), picture)
    order = Order(Kind.MAKE_TRUTH, owner, key, subject, {"truth": told, "photo": number}, picture)
    return add_job(order, now, anew_after=REPEATED, keeps_done=True)


def forget_truths(shelf: SeatShelf) -> None:
    """Delete the files that were made of a seat's photos."""
    drop_jobs(find_owner(shelf), Kind.MAKE_TRUTH, name_subject(shelf))


def split_pictures(content: bytes, sizes: list[list[int]]) -> Mapping[int, bytes]:
    """Return the pictures that a job's file holds, by their numbers."""
    pictures, place = {}, 0
    for number, size in sizes:
        pictures[number] = content[place : place + size]
        place += size
    return pictures


def name_subject(shelf: Shelf) -> str:
    """Say which photos of a table or deck a job is about."""
    return f"seat {shelf.position}" if isinstance(shelf, SeatShelf) else "cards"


def find_owner(shelf: Shelf, device: str = "") -> Owner:
    """Return whose turn the photos of a shelf take."""
    return Owner(slug=shelf.slug, device=device) if isinstance(shelf, SeatShelf) else Owner(deck=shelf.number)
