"""The review of a shelf's photos, ready to be drawn: each photo with its cards outlined, and the current card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...store.photos.queries import KeptPhoto
from ...vision.doubts import Doubt, Part
from ..access.showing import PageValue
from .mending import Keys, Mending, mend
from .outlines import (
    CardView,
    CropView,
    OutlineView,
    PhotoView,
    format_spot,
    view_crop,
    view_photo,
)
from .review import (
    FACE_DOWN,
    NO_CARD,
    PhotoCard,
    Review,
    Spot,
    leave_open,
    list_differences,
    list_doubts,
    list_read,
    split_card,
)


@dataclass(frozen=True, slots=True)
class PlaceView:
    """The current card, with what it may be."""

    outline: OutlineView
    crop: CropView
    doubts: tuple[Part, ...]
    reasons: tuple[Doubt, ...]
    """Why they are."""
    is_twice: bool
    is_wrong: bool
    """Whether a person said that it is not what was read, and not yet what it is."""
    choices: tuple[CardView, ...]
    mending: Mending
    """What was pressed for it so far."""
    can_be_back: bool
    """Whether to offer ``face down`` in addition to the choices."""
    without_print: int
    """How many cards may lie face down, as this one may; 0 if it may not."""
    leaves: str
    """What goes into the grid if the doubtful parts are left to be typed there."""
    before: str
    after: str
    """The keys of the doubtful cards before and after it; empty if there is none."""
    index: int
    """Its number among the doubtful cards, from 1; 0 for a card that is not doubtful."""


@dataclass(frozen=True, slots=True)
class ReviewView(PageValue):
    """Everything that a page shows of a review."""

    photo: PhotoView
    """The current photo."""
    numbers: tuple[int, ...]
    """The numbers of all photos."""
    place: PlaceView | None
    cards: int
    doubts: tuple[str, ...]
    """The keys of the doubtful cards, in the order of the review."""


def find_next_doubt(before: Sequence[PhotoCard], after: Sequence[PhotoCard], spot: Spot) -> Spot | None:
    """Return the doubtful card to review after the one at ``spot``: the one that came next, else the first."""
    left = {card.spot for card in after}
    order = [card.spot for card in before]
    following = order[order.index(spot) + 1 :] if spot in order else order
    return next((other for other in following if other in left), after[0].spot if after else None)


def view_review(
    review: Review,
    photos: Sequence[KeptPhoto],
    edition: str,
    spot: Spot | None,
    number: int | None = None,
    mending: Mending | None = None,
) -> ReviewView:
    """Show a review with a current card: the one at ``spot``, else the first doubtful one of photo ``number``.

    ``mending`` is what was pressed for the card at ``spot``.
    """
    doubts = list_doubts(review, edition)
    doubtful = {card.spot for card in doubts}
    current = next((card for card in review.cards if card.spot == spot), None)
    if current is None and number is None and not review.is_accepted:
        current = doubts[0] if doubts else None
    numbers = tuple(sorted({card.photo for card in review.cards}))
    shown = _find_photo(photos, current.photo if current else number if number in numbers else numbers[0])
    photo = view_photo(shown, review.cards, doubtful, current)
    return ReviewView(
        photo=photo,
        numbers=numbers,
        place=_view_place(current, photo, view_crop(current, shown), doubts, mending) if current else None,
        cards=sum(card.text != NO_CARD for card in review.cards),
        doubts=tuple(format_spot(card.spot) for card in doubts),
    )


def view_waiting(review: Review, photos: Sequence[KeptPhoto]) -> PhotoView:
    """Show the photo whose position nobody has given yet."""
    doubtful = {card.spot for card in review.waiting if card.is_doubtful}
    return view_photo(_find_photo(photos, review.waiting[0].photo), review.waiting, doubtful)


def _view_place(
    card: PhotoCard, photo: PhotoView, crop: CropView, doubts: Sequence[PhotoCard], mending: Mending | None
) -> PlaceView:
    mending = mending or mend(card, Keys())
    spots = [other.spot for other in doubts]
    index = spots.index(card.spot) if card.spot in spots else None
    before = spots[index - 1] if index else None
    after = next(iter(spots[index + 1 :] if index is not None else spots), None)
    told: list[str] = []
    texts = dict.fromkeys(text for text in list_read(card) if "?" not in text)
    if mending.is_begun:
        texts = dict.fromkeys(mending.choices)
    elif card.chosen is not None and card.chosen not in {*texts, FACE_DOWN, NO_CARD, leave_open(card)}:
        told = [card.chosen]
    return PlaceView(
        outline=next(outline for outline in photo.outlines if outline.key == format_spot(card.spot)),
        crop=crop,
        doubts=card.doubts if card.chosen is None else (),
        reasons=card.reasons if card.chosen is None else (),
        is_twice=index is not None and not card.doubts and not card.is_wrong,
        is_wrong=card.is_wrong and card.chosen is None,
        choices=tuple(_view_choice(text, card) for text in (*texts, *told)),
        can_be_back=FACE_DOWN not in texts,
        without_print=sum(other.may_be_back for other in doubts) if card.may_be_back else 0,
        mending=mending,
        leaves=leave_open(card),
        before=format_spot(before) if before else "",
        after=format_spot(after) if after else "",
        index=0 if index is None else index + 1,
    )


def _view_choice(text: str, card: PhotoCard) -> CardView:
    differs = frozenset(list_differences(card.read, text)) - {Part.CELL}
    return CardView(text, split_card(text), differs, text == card.chosen)


def _find_photo(photos: Iterable[KeptPhoto], number: int) -> KeptPhoto:
    return next(photo for photo in photos if photo.number == number)
