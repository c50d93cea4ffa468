"""Cards that were read, though not for sure, side by side: a person compares them, and says which are wrong.

What is doubtful is mostly right, and so is the likeliest of what was left open: 31 of 37 such cards of development
printings. Cards that are looked at together take one answer, and one more for each wrong one.

What reads clearly in a font that nobody has confirmed may be another letter all the same: V is taken for U. So cards of
a letter that is new in a printing are compared as well, those of its first photo all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...notation_tokens import UNREAD
from ...store.photos.queries import KeptPhoto
from ...vision.doubts import Cause, Part
from ..access.showing import PageValue
from .outlines import CardView, CropView, format_spot, view_card, view_crop
from .review import FACE_DOWN, NO_CARD, PhotoCard, Review, Spot, list_differences, list_read, split_card

FEWEST = 2
"""How many cards there must be: one takes as few taps by itself."""

MOST_BARE = 0.5
"""Share of a shelf's cards that may show no print, for these to be compared as cards that lie face down."""

Told = Mapping[Spot, str]
"""Cards in shelf notation, by their places."""


@dataclass(frozen=True, slots=True)
class ComparedView(PageValue):
    """A card to compare with what was read."""

    key: str
    text: str
    """In shelf notation."""
    card: CardView
    other: CardView | None
    """What it is where it is not that, most likely; none where little else comes into question."""
    crop: CropView
    is_unconfirmed: bool


def list_comparable(review: Review, fewest: int = FEWEST) -> tuple[PhotoCard, ...]:
    """List the cards to compare in the order of the check, none if they are fewer than ``fewest``.

    They are those that are doubtful or of a letter that nobody has confirmed, and of which all was read, or is likely.
    Left out are those that a person said to be wrong, those that are there twice, and those that the deck knows
    otherwise: of these, one of two is right, and both are offered. So are cards that may lie face down where most show
    no print: then it is the photo that cannot be read.
    """
    if review.is_accepted:
        return ()
    names = Counter(card.name for card in review.cards if card.name)
    are_bare = sum(card.may_be_back for card in review.cards) > MOST_BARE * len(review.cards)
    found = tuple(
        card
        for card in review.cards
        if _is_comparable(card) and names[card.name] <= 1 and not (are_bare and card.may_be_back)
    )
    return found if len(found) >= fewest else ()


def _is_comparable(card: PhotoCard) -> bool:
    return (
        card.chosen is None
        and (card.is_doubtful or card.is_unconfirmed)
        and not card.is_wrong
        and (card.likeliest == FACE_DOWN or (Part.CELL not in card.doubts and bool(split_card(card.likeliest))))
        and UNREAD not in card.likeliest
        and all(doubt.cause is not Cause.DECK_DIFFERS for doubt in card.reasons)
    )


def find_other(card: PhotoCard) -> str:
    """Return what a doubtful card is if it is not the likeliest, by its picture; empty if nothing whole is in question.

    What may lie face down shows no print: if it does not, it mostly is no card.

    >>> card = PhotoCard(0, 0, 1, (), "M7:CF", 0.6, (Part.ICONS,), candidates=("M7:C?", "M7:CH", "M7:CS"))
    >>> find_other(card)
    'M7:CH'
    """
    if card.likeliest == FACE_DOWN:
        return NO_CARD
    others = (text for text in list_read(card) if text != card.likeliest and UNREAD not in text and split_card(text))
    return next(others, "") if card.doubts else ""


def settle_compared(review: Review, shown: Told, wrong: frozenset[Spot], others: Told | None = None) -> Review:
    """Record that the cards that were ``shown``, each with what it may be, are right, all but the ``wrong`` ones.

    ``others`` are those that are what ``find_other`` says. A card that has been read otherwise or settled since is left
    as it is.
    """
    told = others or {}

    def settle(card: PhotoCard) -> PhotoCard:
        if not _is_comparable(card) or shown.get(card.spot) != card.likeliest:
            return card
        if card.spot in told:
            return replace(card, chosen=told[card.spot]) if told[card.spot] == find_other(card) else card
        return replace(card, is_wrong=True) if card.spot in wrong else replace(card, chosen=card.likeliest)

    return replace(review, cards=tuple(map(settle, review.cards)))


def view_compared(review: Review, photos: Sequence[KeptPhoto]) -> tuple[ComparedView, ...]:
    """Show the cards to compare, each enlarged and upright, however few they are."""
    by_number = {photo.number: photo for photo in photos}
    return tuple(
        ComparedView(
            format_spot(card.spot),
            card.likeliest,
            view_card(card.likeliest, frozenset(card.doubts)),
            _view_other(card),
            view_crop(card, by_number[card.photo]),
            card.is_unconfirmed,
        )
        for card in list_comparable(review, fewest=1)
    )


def _view_other(card: PhotoCard) -> CardView | None:
    other = find_other(card)
    return view_card(other, frozenset(list_differences(card.likeliest, other))) if other else None
