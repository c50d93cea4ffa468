"""Storing photos and their review: a photo is added to a review, people settle it, and the shelf is accepted."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...store.access.quotas import FullError
from ...store.photos import queries as photos
from ...store.photos.owners import DeckShelf, SeatShelf, Shelf
from ...store.photos.queries import Content, KeptPhoto, TakenPhoto, TooManyPhotosError
from ...store.tables import queries
from ..access.roles import Viewer
from .asking import ask_lessons, forget_truths
from .comparing import settle_compared
from .joins import Side, add_cards, begin_review, place_waiting, replace_card, replace_row
from .purposes import Purpose
from .review import PhotoCard, Review, Spot, format_review, list_read_cards, parse_review, settle

__all__ = [
    "DeckShelf",
    "KeptPhoto",
    "Purpose",
    "SeatShelf",
    "Shelf",
    "TakenOverError",
    "TakenPhoto",
    "TooManyPhotosError",
    "change_review",
    "drop_photos",
    "file_photo",
    "find_picture",
    "find_review",
    "has_review",
    "join_waiting",
    "settle_card",
    "settle_cards",
    "take_over",
]


class TakenOverError(RuntimeError):
    """Raised when a seat already has a different shelf."""

    def __init__(self) -> None:
        super().__init__("the seat has a shelf already")


def find_review(shelf: Shelf) -> tuple[Review, tuple[KeptPhoto, ...]] | None:
    """Return the review of a shelf's photos and the photos, if there are any."""
    kept = photos.find_review(shelf)
    return (parse_review(kept.content), kept.photos) if kept else None


def has_review(shelf: Shelf) -> bool:
    """Whether photos of a shelf are being reviewed, or were kept with it."""
    return photos.find_review(shelf) is not None


def find_picture(shelf: Shelf, number: int) -> bytes:
    """Return the picture of a photo, a JPEG; raise ``MissingError`` if it does not exist, or no longer does."""
    return photos.find_picture(shelf, number)


def drop_photos(shelf: Shelf, is_due: Callable[[Review], bool] | None = None) -> None:
    """Delete the photos of a shelf, what was read in them and files made of them; the shelf stays as entered.

    With ``is_due`` the photos stay unless it is so of the review as it is by then; the files can be made again.
    """
    photos.drop_photos(shelf, lambda content: is_due is None or is_due(parse_review(content)))
    if isinstance(shelf, SeatShelf):
        forget_truths(shelf)


def file_photo(
    shelf: Shelf,
    taken: TakenPhoto,
    purpose: Purpose,
    spot: Spot | None,
    request_key: str,
    now: datetime.datetime,
) -> None:
    """Store a photo that has been read, and add it to the review; ``spot`` is the place of that part of the shelf.

    Raises ``PartError`` for a photo of something else, ``LookupError`` for a place without a card, and
    ``TooManyPhotosError``; then nothing is stored.
    """

    def change(content: Content | None, number: int) -> tuple[Content, frozenset[int]]:
        cards = list_read_cards(taken.reading, number)
        review = parse_review(content) if content else None
        return _pack(_join(review, cards, purpose, spot))

    photos.add_photo(shelf, taken, request_key, change, now)


def settle_card(shelf: Shelf, spot: Spot, text: str) -> None:
    """Record what a person says about a card; raise ``LookupError`` if none is there, ``ValueError`` for no card."""
    change_review(shelf, lambda review: settle(review, spot, text))


def settle_cards(shelf: Shelf, shown: Mapping[Spot, str], wrong: frozenset[Spot], others: Mapping[Spot, str]) -> None:
    """Record which of the cards that were shown are wrong, which are others instead, and that the rest is right."""
    change_review(shelf, lambda review: settle_compared(review, shown, wrong, others))


def change_review(shelf: Shelf, change: Callable[[Review], Review]) -> None:
    """Change what is known of a shelf by its photos; raise ``MissingError`` if there are none."""
    photos.change_review(shelf, lambda content: _pack(change(parse_review(content))))


def join_waiting(shelf: Shelf, side: Side | None) -> None:
    """Add the waiting photo's cards next to the others, or leave them out."""

    def join(review: Review) -> Review:
        if not review.waiting:
            return review
        return place_waiting(review, side) if side else replace(review, waiting=())

    change_review(shelf, join)


def take_over(
    slug: str,
    position: int,
    version: int | None,
    viewer: Viewer,
    now: datetime.datetime,
    *,
    keeps_photos: bool,
) -> FullError | None:
    """Write the review's shelf into the seat; its photos are kept with it or deleted.

    Before that, lessons from them are asked for, if the table plays with a deck. If too many wait already, it learns
    nothing from these, and the error says so.

    Without the ``version`` of a shelf that was seen, a shelf entered some other way is not overwritten: raises
    ``TakenOverError``. The same goes for an outdated version. One that was filled in and that nobody has changed since
    has nothing to lose. A review that no longer exists was accepted before.
    """
    shelf = SeatShelf(slug, position)
    found = find_review(shelf)
    if found is None:
        return None
    review, kept, draft = *found, queries.find_draft(slug)
    seat = draft.find_seat(position)
    if version is None and seat.shelf.strip() and seat.shelf != review.shelf and seat.version != review.filled:
        raise TakenOverError
    try:
        seen = seat.version if version is None else version
        queries.write_shelf(slug, position, review.shelf, seen, now, device=viewer.device)
    except queries.ConflictError as conflict:
        raise TakenOverError from conflict
    full = None
    try:
        ask_lessons(slug, position, review, kept, draft.details.edition, now)
    except FullError as error:
        full = error
    if keeps_photos:
        change_review(shelf, lambda review: replace(review, is_accepted=True, waiting=(), filled=None, filled_as=""))
    else:
        drop_photos(shelf)
    return full


def _join(review: Review | None, cards: Sequence[PhotoCard], purpose: Purpose, spot: Spot | None) -> Review:
    if review is None:
        return begin_review(cards)
    if purpose is Purpose.WHOLE:
        return replace(begin_review(cards), filled=review.filled, filled_as=review.filled_as)
    review = replace(review, is_accepted=False)
    if purpose is Purpose.MORE:
        return add_cards(review, cards)
    if spot is None:
        raise LookupError("a photo of a part has to say of which")
    return replace_card(review, spot, cards) if purpose is Purpose.CARD else replace_row(review, spot[0], cards)


def _pack(review: Review) -> tuple[Content, frozenset[int]]:
    return format_review(review), review.photos
