"""An empty shelf that is filled in from its photo without a tap of its own, as soon as nothing is left to ask.

Where the deck knows the box and nothing is doubtful, the worker that has read the photo does it, in the transaction in
which the reading is kept: so it happens once, however often pages are loaded and workers begin, and not at all where
the job was canceled. Else it happens with the last answer to what was doubtful. It writes over nothing: the seat must
be as it was when the photo was sent, or empty. In every other case the review waits for somebody to use the shelf.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ...store.access.quotas import FullError
from ...store.decks.waiting_lessons import keep_lessons
from ...store.photos.queries import KeptPhoto, list_reviews
from ...store.tables import queries
from ...store.tables.drafts import Kind, MissingError, StoredDraft, StoredSeat
from ...vision.problems import Problem
from ..access.roles import Viewer, find_role
from ..jobs.asking import Kind as JobKind
from ..jobs.asking import TooManyJobsError, drop_jobs, find_unfinished
from ..lessons.answers import list_kinds
from ..photos.asking import ask_lessons, find_owner, name_subject
from ..photos.comparing import list_comparable
from ..photos.filing import SeatShelf, change_review, drop_photos, find_review
from ..photos.review import KNOWN_BOX, NO_CARD, Review, list_doubts, list_findings, parse_review
from .preview import preview_shelf

ANSWERED = frozenset({Problem.UNREAD_CARDS, Problem.UNKNOWN_FACE})
"""What is said of a photo that its answers have settled."""


def fill_shelf(shelf: SeatShelf, version: int, device: str, now: datetime.datetime) -> int:
    """Fill a seat's empty shelf in from its photo, for the ``device`` that sent it; return how many cards it has.

    0 where the review waits. ``version`` is the seat's when the photo was sent. What the photo teaches is asked for
    as when somebody uses the shelf, and waits for the shelf to be final likewise. To be called in the transaction in
    which the photo was kept.
    """
    found, draft = find_review(shelf), queries.find_draft(shelf.slug)
    if found is None or not _may_fill(draft, shelf, version, device) or not _is_certain(*found, draft, shelf.position):
        return 0
    return _fill(*found, draft, shelf, version, device, now)


def fill_answered(shelf: SeatShelf, before: Review, device: str, now: datetime.datetime) -> int:
    """Fill a seat's empty shelf in once the last thing that was asked about its photos has been answered.

    ``before`` is the review as it was before the answer of the ``device``. Returns how many cards the shelf has, or
    0 where the review waits: something is left to ask, or nothing was, or the photos show less than the shelf may have.
    """
    found, draft = find_review(shelf), queries.find_draft(shelf.slug)
    if found is None:
        return 0
    version, edition = draft.find_seat(shelf.position).version, draft.details.edition
    # Mostly there is more to ask: what was asked before need not be looked up then.
    if _asks(*found, edition) or not _asks(before, found[1], edition):
        return 0
    if not _may_fill(draft, shelf, version, device) or not _is_whole(*found, draft, shelf.position):
        return 0
    return _fill(*found, draft, shelf, version, device, now)


def _fill(
    review: Review,
    photos: Sequence[KeptPhoto],
    draft: StoredDraft,
    shelf: SeatShelf,
    version: int,
    device: str,
    now: datetime.datetime,
) -> int:
    try:
        kept = queries.write_shelf(shelf.slug, shelf.position, review.shelf, version, now, device=device)
    except queries.ConflictError:
        return 0
    _mark(shelf, kept.find_seat(shelf.position).version)
    with suppress(FullError, TooManyJobsError):
        ask_lessons(shelf.slug, shelf.position, review, photos, draft.details.edition, now)
    return sum(card.text != NO_CARD for card in review.cards)


def undo_filling(slug: str, position: int, viewer: Viewer, now: datetime.datetime) -> bool:
    """Empty a shelf that was filled in: its photo waits in the review, and teaches nothing.

    ``False`` where the shelf stays, because somebody has changed it since, or has used the photo. Raises ``StageError``
    where the table's stage takes no entries.
    """
    shelf = SeatShelf(slug, position)
    found = find_review(shelf)
    if found is None or found[0].is_accepted:
        return False
    filled = found[0].filled
    if filled is None:
        return True  # pressed twice
    try:
        queries.write_shelf(slug, position, "", filled, now, device=viewer.device)
    except queries.ConflictError:
        return False
    # Deleted, not canceled: using the shelf after all asks for the same again.
    drop_jobs(find_owner(shelf), JobKind.TAKE_LESSONS, name_subject(shelf))
    keep_lessons(slug, position, ())
    with suppress(MissingError):
        _mark(shelf, None)
    return True


def is_filled(shelf: SeatShelf, version: int) -> bool:
    """Whether a shelf is as it was filled in; ``version`` is its seat's."""
    found = find_review(shelf)
    return found is not None and found[0].filled == version


def is_shelf_there(shelf: SeatShelf) -> bool:
    """Whether a photo that filled its shelf in has not come back to wait in the review."""
    found = find_review(shelf)
    return found is None or found[0].is_accepted or found[0].filled is not None


def drop_filled(slug: str) -> None:
    """Delete the photos of shelves that were filled in, once these are final: nobody has asked to keep them.

    One of which somebody has said something stays, for that is not on the shelf before it is used.
    """
    for position, content in list_reviews(slug).items():
        if _is_over(parse_review(content)):
            drop_photos(SeatShelf(slug, position), _is_over)


def _may_fill(draft: StoredDraft, shelf: SeatShelf, version: int, device: str) -> bool:
    """Whether nothing was entered for a seat, and whoever sent the photo may still enter something."""
    seat = draft.find_seat(shelf.position)
    return (
        seat.version == version
        and _is_empty(seat)
        and find_role(draft, Viewer(device)).may_enter(seat.position)
        # A new request would cancel it, and its worker may wait for this very transaction.
        and find_unfinished(find_owner(shelf), JobKind.TAKE_LESSONS, name_subject(shelf)) is None
    )


def _is_empty(seat: StoredSeat) -> bool:
    return seat.kind is Kind.NONE and not seat.shelf.strip() and not any(text.strip() for text in seat.tally.values())


def _is_certain(review: Review, photos: Sequence[KeptPhoto], draft: StoredDraft, position: int) -> bool:
    """Whether there is nothing to ask: about the photo, about a card, or about the shelf among the others."""
    if len(photos) != 1 or not _is_untouched(review) or _asks(review, photos, draft.details.edition):
        return False
    reading = photos[0].reading
    if not reading.get(KNOWN_BOX) or list_findings(reading) or not any(card.name for card in review.cards):
        return False
    return _fits_others(review, draft, position)


def _is_whole(review: Review, photos: Sequence[KeptPhoto], draft: StoredDraft, position: int) -> bool:
    """Whether photos of which everything was answered show all of a shelf that goes with the others."""
    codes = {finding.problem for photo in photos for finding in list_findings(photo.reading)}
    return codes <= ANSWERED and not review.waiting and _fits_others(review, draft, position)


def _asks(review: Review, photos: Sequence[KeptPhoto], edition: str) -> bool:
    """Whether something is left to ask: about kinds of icons, about doubtful cards, or about print that is new."""
    return bool(list_doubts(review, edition) or list_comparable(review)) or asks_kinds(review, photos)


def asks_kinds(review: Review, photos: Sequence[KeptPhoto]) -> bool:
    """Whether the category of a kind of icons is left to ask."""
    return any(kind.said is None for photo in photos for kind in list_kinds(review, photo))


def _fits_others(review: Review, draft: StoredDraft, position: int) -> bool:
    others = {str(seat.position): seat.shelf for seat in draft.seats if seat.position != position}
    edition = draft.details.edition
    return not preview_shelf(review.shelf, edition=edition, language="en", others=others)["findings"]


def _is_over(review: Review) -> bool:
    is_filled = review.filled is not None and not review.is_accepted
    return is_filled and not review.waiting and review.shelf == review.filled_as


def _is_untouched(review: Review) -> bool:
    return not review.waiting and len(review.photos) == 1 and all(card.chosen is None for card in review.cards)


def _mark(shelf: SeatShelf, version: int | None) -> None:
    def mark(review: Review) -> Review:
        return replace(review, filled=version, filled_as="" if version is None else review.shelf)

    change_review(shelf, mark)
