"""Shelves of one phone whose photos wait for an answer, so that one answer settles doubtful cards of all of them.

A phone that enters several shelves photographs one after the other. Where few cards of a photo are doubtful they can
wait, and are compared together with those of the other shelves: as many taps as one shelf takes.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...store.photos.queries import KeptPhoto, list_reviews
from ...store.tables.drafts import Kind, MissingError
from ..access.seeing import SeenDraft, SeenSeat
from ..access.showing import PageValue
from ..photos.comparing import ComparedView, Told, list_comparable, view_compared
from ..photos.filing import SeatShelf, find_review, settle_cards
from ..photos.review import KNOWN_BOX, Review, Spot, list_doubts, parse_review
from ..tables.desk import find_next_seat
from .filling import asks_kinds, fill_answered

MOST_LEFT = 0.5
"""Share of a shelf's cards that may be left for later where the box is new: answers help to read the next photo."""


@dataclass(frozen=True, slots=True)
class ComparedShelf(PageValue):
    """Cards of another shelf that are compared along."""

    position: int
    name: str
    """Whose shelf it is."""
    cards: tuple[ComparedView, ...]


def list_waiting(draft: SeenDraft) -> frozenset[int]:
    """List the viewer's own seats for which nothing was entered, and of whose shelf a photo waits in the review."""
    own = {seat.position for seat in draft.seats if seat.kind is Kind.NONE and seat.position in draft.role.seats}
    # Most tables have no photos at all, and most pages ask only whether there are any.
    kept = list_reviews(draft.slug) if own and draft.stage.takes_entries else {}
    return frozenset(position for position in own & kept.keys() if not parse_review(kept[position]).is_accepted)


def find_next_shelf(draft: SeenDraft, after: int) -> tuple[int | None, bool]:
    """Return the viewer's next seat without an entry, and whether a photo of its shelf waits; those come last.

    Seats are gone through around the table from ``after``; ``None`` where there is no other.
    """
    waiting = list_waiting(draft)
    following = find_next_seat(draft, after, draft.role.seats - waiting)
    if following is not None:
        return following, False
    following = find_next_seat(draft, after, waiting)
    return following, following is not None


def may_wait(review: Review, photos: Sequence[KeptPhoto], edition: str) -> bool:
    """Whether what is asked about the cards of a shelf may be answered later: of a known box, or about few of them."""
    if review.waiting or asks_kinds(review, photos):
        return False
    asked = {card.spot for card in (*list_doubts(review, edition), *list_comparable(review, 1))}
    is_known = all(photo.reading.get(KNOWN_BOX) for photo in photos)
    return bool(asked) and (is_known or len(asked) <= MOST_LEFT * len(review.cards))


def view_compared_along(draft: SeenDraft, position: int) -> tuple[ComparedShelf, ...]:
    """Show the cards to compare of the viewer's other shelves whose photos wait, from the seat at ``position`` on."""
    return tuple(
        ComparedShelf(seat.position, seat.name, cards)
        for seat, review, photos in _find_others(draft, position)
        if (cards := view_compared(review, photos))
    )


def settle_along(
    shelf: SeatShelf, shown: Told, wrong: frozenset[Spot], others: Told, device: str, now: datetime.datetime
) -> int:
    """Record which cards of another shelf are wrong, and fill it in where nothing is left to ask.

    Returns how many cards it has then; 0 where it waits on, or where its photo is gone.
    """
    found = find_review(shelf)
    if found is None:
        return 0
    try:
        settle_cards(shelf, shown, wrong, others)
    except MissingError:
        return 0
    return fill_answered(shelf, found[0], device, now)


def _find_others(draft: SeenDraft, position: int) -> Iterator[tuple[SeenSeat, Review, tuple[KeptPhoto, ...]]]:
    """Find the photos of other shelves that ask about cards alone: not about icons, nor about where cards belong."""
    waiting = list_waiting(draft) - {position}
    for seat in draft.seats:
        found = find_review(SeatShelf(draft.slug, seat.position)) if seat.position in waiting else None
        if found and not found[0].waiting and not asks_kinds(*found):
            yield seat, *found
